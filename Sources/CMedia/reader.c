// Video files, animations and images.
#include <errno.h>
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/display.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "input.h"
#include "picture.h"
#include "status.h"

/// Beyond this many pixels along a side no recording is taken for real.
enum { LARGEST_SIDE = 32768 };

/// After this many packets in a row without a picture, errors are no longer single damaged frames.
enum { MOST_FAILURES_IN_A_ROW = 10000 };

struct airmedia_reader {
  airmedia_input input;
  AVFormatContext *format;
  AVStream *stream;
  AVCodecContext *decoder;
  AVPacket *packet;
  AVFrame *frame;
  airmedia_converter converter;
  /// Upright size with square pixels, from the first picture.
  int width, height;
  /// Size as stored, but with square pixels, and orientation of the current picture.
  int stored_width, stored_height;
  airmedia_orientation orientation;
  /// True while the picture that was decoded at opening has not been asked for.
  bool has_pending_picture;
  bool is_draining;
  bool has_first_timestamp;
  int64_t first_timestamp;
  double last_time;
  int64_t good_frame_count;
  airmedia_damage damage;
};

static double average_frame_rate(const AVStream *stream) {
  AVRational rate = stream->avg_frame_rate.num > 0 ? stream->avg_frame_rate : stream->r_frame_rate;
  if (rate.num <= 0 || rate.den <= 0) return 0;
  double value = av_q2d(rate);
  return isfinite(value) && value > 0 && value < 100000 ? value : 0;
}

static bool is_image_pipe(const AVFormatContext *format) {
  const char *name = format->iformat->name;
  size_t length = strlen(name);
  return length > 5 && strcmp(name + length - 5, "_pipe") == 0;
}

static int64_t estimated_frame_count(const AVFormatContext *format, const AVStream *stream) {
  if (is_image_pipe(format)) return 1;
  double seconds = -1;
  if (stream->duration != AV_NOPTS_VALUE && stream->duration > 0) {
    seconds = (double)stream->duration * av_q2d(stream->time_base);
  } else if (format->duration != AV_NOPTS_VALUE && format->duration > 0) {
    seconds = (double)format->duration / AV_TIME_BASE;
  }
  double by_duration = seconds * average_frame_rate(stream);
  bool is_sane = by_duration >= 1 && by_duration < 1e9;
  if (stream->nb_frames <= 0) return is_sane ? llround(by_duration) : -1;
  // A header that was written before the recording was cut claims more than its duration can hold.
  return is_sane && by_duration + 1 < (double)stream->nb_frames ? llround(by_duration) : stream->nb_frames;
}

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
    if (is_ours) result = avcodec_send_packet(reader->decoder, reader->packet);
    av_packet_unref(reader->packet);
    if (!is_ours) continue;
    if (result < 0) reader->damage.damaged_frame_count++;
    return;
  }
}

/// Decodes up to the next good picture.
static airmedia_result decode(airmedia_reader *reader) {
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

/// Sets the current picture's shape; the first picture decides the upright size.
static airmedia_result shape(airmedia_reader *reader) {
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
  double rate = average_frame_rate(reader->stream);
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

static airmedia_status open_format(airmedia_reader *reader) {
  reader->format = avformat_alloc_context();
  if (reader->format == NULL) return airmedia_status_of_system(ENOMEM);
  reader->format->pb = reader->input.io;
  // Playlists would open further files and addresses by name; a recording has no need to.
  reader->format->protocol_whitelist = av_strdup("none");
  int result = avformat_open_input(&reader->format, NULL, NULL, NULL);
  if (result == AVERROR_INVALIDDATA) return airmedia_status_of(airmedia_input_diagnose(&reader->input));
  if (result < 0) return airmedia_status_of_ffmpeg(AIRMEDIA_FAILED, result);
  result = avformat_find_stream_info(reader->format, NULL);
  if (result < 0) return airmedia_status_of_ffmpeg(AIRMEDIA_FAILED, result);
  return airmedia_status_ok();
}

static airmedia_status open_decoder(airmedia_reader *reader, int thread_count) {
  const AVCodec *codec = NULL;
  int index = av_find_best_stream(reader->format, AVMEDIA_TYPE_VIDEO, -1, -1, &codec, 0);
  bool is_cover = index >= 0 && (reader->format->streams[index]->disposition & AV_DISPOSITION_ATTACHED_PIC);
  if (index == AVERROR_STREAM_NOT_FOUND || is_cover) {
    // FFmpeg takes some plain text for subtitles or a text console.
    bool is_text = airmedia_input_diagnose(&reader->input) == AIRMEDIA_TEXT;
    return airmedia_status_of(is_text ? AIRMEDIA_TEXT : AIRMEDIA_NO_VIDEO);
  }
  if (index < 0 || codec == NULL) return airmedia_status_of(AIRMEDIA_NO_DECODER);
  reader->stream = reader->format->streams[index];
  if (reader->stream->codecpar->codec_id == AV_CODEC_ID_ANSI) return airmedia_status_of(AIRMEDIA_TEXT);
  for (unsigned i = 0; i < reader->format->nb_streams; i++) {
    if ((int)i != index) reader->format->streams[i]->discard = AVDISCARD_ALL;
  }
  reader->decoder = avcodec_alloc_context3(codec);
  reader->packet = av_packet_alloc();
  reader->frame = av_frame_alloc();
  if (reader->decoder == NULL || reader->packet == NULL || reader->frame == NULL) {
    return airmedia_status_of_system(ENOMEM);
  }
  int result = avcodec_parameters_to_context(reader->decoder, reader->stream->codecpar);
  if (result >= 0) {
    reader->decoder->pkt_timebase = reader->stream->time_base;
    reader->decoder->thread_count = thread_count;
    reader->decoder->thread_type = FF_THREAD_FRAME;
    result = avcodec_open2(reader->decoder, codec, NULL);
  }
  return result < 0 ? airmedia_status_of_ffmpeg(AIRMEDIA_NO_DECODER, result) : airmedia_status_ok();
}

static airmedia_status open_reader(airmedia_reader *reader, const char *path, int thread_count) {
  airmedia_status status = airmedia_input_open(path, &reader->input);
  if (status.result == AIRMEDIA_OK) status = open_format(reader);
  if (status.result == AIRMEDIA_OK) status = open_decoder(reader, thread_count);
  if (status.result != AIRMEDIA_OK) return status;
  if (decode(reader) != AIRMEDIA_OK) return airmedia_status_of(AIRMEDIA_NOTHING_DECODED);
  reader->has_pending_picture = true;
  return airmedia_status_of(shape(reader));
}

airmedia_status airmedia_open(const char *path, int32_t thread_count, airmedia_reader **out) {
  airmedia_quieten();
  *out = NULL;
  airmedia_reader *reader = calloc(1, sizeof *reader);
  if (reader == NULL) return airmedia_status_of_system(ENOMEM);
  reader->input.descriptor = -1;
  airmedia_status status = open_reader(reader, path, thread_count < 1 ? 1 : thread_count);
  if (status.result == AIRMEDIA_OK) {
    *out = reader;
  } else {
    airmedia_close(reader);
  }
  return status;
}

void airmedia_close(airmedia_reader *reader) {
  airmedia_converter_close(&reader->converter);
  av_frame_free(&reader->frame);
  av_packet_free(&reader->packet);
  avcodec_free_context(&reader->decoder);
  avformat_close_input(&reader->format);
  airmedia_input_close(&reader->input);
  free(reader);
}

static void copy_name(char *to, size_t capacity, const char *name) {
  strncpy(to, name, capacity - 1);
  to[capacity - 1] = '\0';
}

airmedia_properties airmedia_get_properties(const airmedia_reader *reader) {
  airmedia_properties properties = {
      .width = reader->width,
      .height = reader->height,
      .frame_rate = average_frame_rate(reader->stream),
      .estimated_frame_count = estimated_frame_count(reader->format, reader->stream),
      .is_still_image = is_image_pipe(reader->format),
  };
  copy_name(properties.container, sizeof properties.container, reader->format->iformat->name);
  copy_name(properties.codec, sizeof properties.codec, reader->decoder->codec->name);
  return properties;
}

airmedia_damage airmedia_get_damage(const airmedia_reader *reader) { return reader->damage; }

airmedia_status airmedia_advance(airmedia_reader *reader, double *timestamp) {
  airmedia_result result = AIRMEDIA_OK;
  if (reader->has_pending_picture) {
    reader->has_pending_picture = false;
  } else {
    result = decode(reader);
    if (result == AIRMEDIA_OK) result = shape(reader);
  }
  if (result == AIRMEDIA_OK) *timestamp = time_of(reader);
  return airmedia_status_of(result);
}

airmedia_status airmedia_copy_picture(airmedia_reader *reader, uint8_t *bgr) {
  int result = airmedia_converter_run(
      &reader->converter, reader->frame, reader->stored_width, reader->stored_height, reader->orientation, bgr);
  return result < 0 ? airmedia_status_of_ffmpeg(AIRMEDIA_FAILED, result) : airmedia_status_ok();
}
