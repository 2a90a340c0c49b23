// Picture after picture of an open file.
#include <libavutil/display.h>
#include <math.h>
#include <stdlib.h>

#include "reader.h"
#include "status.h"

/// Beyond this many pixels along a side no recording is taken for real.
enum { LARGEST_SIDE = 32768 };

/// After this many packets in a row without a picture, errors are no longer single damaged frames.
enum { MOST_FAILURES_IN_A_ROW = 10000 };

/// The picture's own orientation: its side data, else the stream's, else its EXIF tag.
static airmedia_orientation orientation_of(const airmedia_reader *reader) {
  const AVFrameSideData *data = av_frame_get_side_data(reader->frame, AV_FRAME_DATA_DISPLAYMATRIX);
  if (data != NULL && data->size >= 9 * sizeof(int32_t)) {
    return airmedia_orientation_of_matrix((const int32_t *)data->data);
  }
  size_t size = 0;
  const uint8_t *matrix = av_stream_get_side_data(reader->stream, AV_PKT_DATA_DISPLAYMATRIX, &size);
  if (matrix != NULL && size >= 9 * sizeof(int32_t)) {
    return airmedia_orientation_of_matrix((const int32_t *)matrix);
  }
  const AVDictionaryEntry *tag = av_dict_get(reader->frame->metadata, "Orientation", NULL, 0);
  return airmedia_orientation_of_exif(tag != NULL ? strtol(tag->value, NULL, 10) : 1);
}

/// The width that makes pixels square at the stored height.
static int square_pixel_width(const airmedia_reader *reader) {
  AVRational aspect = av_guess_sample_aspect_ratio(reader->format, reader->stream, reader->frame);
  if (aspect.num <= 0 || aspect.den <= 0) return reader->frame->width;
  double width = reader->frame->width * av_q2d(aspect);
  // A ratio beyond 8 is a broken tag, not a lens.
  bool is_sane = av_q2d(aspect) >= 0.125 && av_q2d(aspect) <= 8 && width >= 1 && width <= LARGEST_SIDE;
  return is_sane ? (int)lround(width) : reader->frame->width;
}

static bool is_damaged(const AVFrame *frame) {
  return frame->decode_error_flags != 0 || (frame->flags & AV_FRAME_FLAG_CORRUPT) != 0;
}

static void stop_early(airmedia_reader *reader, int error) {
  reader->damage.stopped_early = true;
  airmedia_describe(error, reader->damage.message);
}

/// Gives the decoder its next packet, or tells it that there are no more.
static void feed(airmedia_reader *reader) {
  while (!reader->is_draining) {
    int result = av_read_frame(reader->format, reader->packet);
    if (result < 0) {
      if (result != AVERROR_EOF) stop_early(reader, result);
      reader->is_draining = true;
      avcodec_send_packet(reader->decoder, NULL);
      return;
    }
    bool is_ours = reader->packet->stream_index == reader->stream->index;
    if (is_ours) {
      airmedia_note_packet(reader);
      result = avcodec_send_packet(reader->decoder, reader->packet);
    }
    av_packet_unref(reader->packet);
    if (!is_ours) continue;
    if (result < 0) reader->damage.damaged_frame_count++;
    return;
  }
}

airmedia_result airmedia_decode(airmedia_reader *reader) {
  for (int failures = 0; failures < MOST_FAILURES_IN_A_ROW;) {
    av_frame_unref(reader->frame);
    int result = avcodec_receive_frame(reader->decoder, reader->frame);
    if (result == AVERROR_EOF) return AIRMEDIA_END;
    if (result == AVERROR(EAGAIN)) {
      if (reader->is_draining) return AIRMEDIA_END;
      int64_t damaged_before = reader->damage.damaged_frame_count;
      feed(reader);
      if (reader->damage.damaged_frame_count > damaged_before) failures++;
    } else if (result < 0 || is_damaged(reader->frame)) {
      reader->damage.damaged_frame_count++;
      failures++;
    } else {
      return AIRMEDIA_OK;
    }
  }
  stop_early(reader, AVERROR_INVALIDDATA);
  return AIRMEDIA_END;
}

airmedia_result airmedia_shape(airmedia_reader *reader) {
  int width = square_pixel_width(reader);
  int height = reader->frame->height;
  if (width < 1 || height < 1 || width > LARGEST_SIDE || height > LARGEST_SIDE) return AIRMEDIA_NOTHING_DECODED;
  airmedia_orientation orientation = orientation_of(reader);
  bool is_turned = orientation.a == 0;
  int upright_width = is_turned ? height : width;
  int upright_height = is_turned ? width : height;
  if (reader->width == 0) {
    reader->width = upright_width;
    reader->height = upright_height;
  } else if (upright_width != reader->width || upright_height != reader->height) {
    // Another resolution of the same shape is scaled; another shape would need bars or a crop that nobody asked for.
    double before = (double)reader->width / reader->height;
    double now = (double)upright_width / upright_height;
    if (fabs(now / before - 1) > 0.01) return AIRMEDIA_SHAPE_CHANGED;
    reader->damage.rescaled_frame_count++;
  }
  reader->stored_width = is_turned ? reader->height : reader->width;
  reader->stored_height = is_turned ? reader->width : reader->height;
  reader->orientation = orientation;
  return AIRMEDIA_OK;
}

/// Seconds since the first picture. A missing stamp is the last one plus a frame's length; none goes back.
static double time_of(airmedia_reader *reader) {
  int64_t stamp = reader->frame->best_effort_timestamp;
  double rate = airmedia_average_frame_rate(reader->stream);
  double time = reader->good_frame_count == 0 ? 0 : reader->last_time + (rate > 0 ? 1 / rate : 0);
  if (stamp != AV_NOPTS_VALUE) {
    if (!reader->has_first_timestamp) {
      reader->has_first_timestamp = true;
      // Pictures without stamps may have come before the first one with a stamp.
      double passed = time / av_q2d(reader->stream->time_base);
      reader->first_timestamp = stamp - (isfinite(passed) ? llround(passed) : 0);
    }
    double since_first = (double)(stamp - reader->first_timestamp) * av_q2d(reader->stream->time_base);
    if (isfinite(since_first)) time = since_first;
  }
  if (time < reader->last_time) time = reader->last_time;
  reader->last_time = time;
  reader->good_frame_count++;
  return time;
}

airmedia_status airmedia_advance(airmedia_reader *reader, double *timestamp) {
  airmedia_result result = AIRMEDIA_OK;
  if (reader->has_pending_picture) {
    reader->has_pending_picture = false;
  } else {
    result = airmedia_decode(reader);
    if (result == AIRMEDIA_OK) result = airmedia_shape(reader);
  }
  if (result != AIRMEDIA_OK) return airmedia_status_of(result);
  *timestamp = time_of(reader);
  return airmedia_note_picture(reader);
}

airmedia_status airmedia_copy_picture(airmedia_reader *reader, uint8_t *bgr) {
  int result = airmedia_converter_run(
      &reader->converter, reader->frame, reader->stored_width, reader->stored_height, reader->orientation, bgr);
  return result < 0 ? airmedia_status_of_ffmpeg(AIRMEDIA_FAILED, result) : airmedia_status_ok();
}
