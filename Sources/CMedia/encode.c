// Pictures and sound into an open MP4 file.
#include <errno.h>
#include <math.h>
#include <string.h>

#include "status.h"
#include "writer.h"

static int mux(airmedia_writer *writer, const airmedia_track *track) {
  av_packet_rescale_ts(writer->packet, track->encoder->time_base, track->stream->time_base);
  writer->packet->stream_index = track->stream->index;
  return av_interleaved_write_frame(writer->format, writer->packet);
}

/// Lets the filter have a packet of the video, or the end for NULL, and writes what it gives.
static int filter_and_mux(airmedia_writer *writer, AVPacket *packet) {
  int result = av_bsf_send_packet(writer->filter, packet);
  while (result >= 0) {
    result = av_bsf_receive_packet(writer->filter, writer->packet);
    if (result >= 0) result = mux(writer, &writer->video);
  }
  return result == AVERROR(EAGAIN) || result == AVERROR_EOF ? 0 : result;
}

/// Encodes a frame, or the end for NULL, and writes the packets that are ready.
static int encode(airmedia_writer *writer, const airmedia_track *track, const AVFrame *frame) {
  int result = avcodec_send_frame(track->encoder, frame);
  while (result >= 0) {
    result = avcodec_receive_packet(track->encoder, writer->packet);
    if (result < 0) break;
    if (track == &writer->video) {
      writer->packet->duration = writer->frame_duration;
      result = filter_and_mux(writer, writer->packet);
    } else {
      result = mux(writer, track);
    }
  }
  return result == AVERROR(EAGAIN) || result == AVERROR_EOF ? 0 : result;
}

/// Copies a picture and repeats its last column and row where they make a side even.
static void pad(airmedia_writer *writer, const uint8_t *bgr, size_t bytes_per_row) {
  int width = writer->video.encoder->width, height = writer->video.encoder->height;
  for (int y = 0; y < height; y++) {
    const uint8_t *from = bgr + (size_t)(y < writer->height ? y : writer->height - 1) * bytes_per_row;
    uint8_t *to = writer->padded + 3 * (size_t)width * (size_t)y;
    memcpy(to, from, 3 * (size_t)writer->width);
    if (width > writer->width) memcpy(to + 3 * (width - 1), from + 3 * (writer->width - 1), 3);
  }
}

airmedia_status airmedia_writer_add_picture(
    airmedia_writer *writer, const uint8_t *bgr, size_t bytes_per_row, double timestamp) {
  if (!writer->has_pictures) writer->first_time = timestamp;
  int64_t stamp = llround((timestamp - writer->first_time) * AIRMEDIA_VIDEO_CLOCK);
  if (writer->has_pictures && stamp <= writer->last_stamp) return airmedia_status_of(AIRMEDIA_OUT_OF_ORDER);
  writer->has_pictures = true;
  writer->last_stamp = stamp;
  AVFrame *frame = writer->video.frame;
  // The encoder may still look at the last picture.
  int result = av_frame_make_writable(frame);
  if (result < 0) return airmedia_writer_status(writer, result);
  if (writer->padded != NULL) {
    pad(writer, bgr, bytes_per_row);
    bgr = writer->padded;
    bytes_per_row = 3 * (size_t)frame->width;
  }
  const uint8_t *planes[4] = {bgr};
  int strides[4] = {(int)bytes_per_row};
  result = sws_scale(writer->scaler, planes, strides, 0, frame->height, frame->data, frame->linesize);
  frame->pts = stamp;
  if (result >= 0) result = encode(writer, &writer->video, frame);
  return airmedia_writer_status(writer, result);
}

static int send_sound(airmedia_writer *writer) {
  AVFrame *frame = writer->sound.frame;
  frame->nb_samples = writer->filled;
  frame->pts = writer->sample_count;
  writer->sample_count += writer->filled;
  writer->filled = 0;
  return encode(writer, &writer->sound, frame);
}

airmedia_status airmedia_writer_add_sound(airmedia_writer *writer, const float *samples, size_t count) {
  if (writer->sound.encoder == NULL) return airmedia_status_of(AIRMEDIA_NO_ENCODER);
  int capacity = writer->sound.encoder->frame_size;
  int result = 0;
  while (count > 0 && result >= 0) {
    if (writer->filled == 0) result = av_frame_make_writable(writer->sound.frame);
    if (result < 0) break;
    size_t room = (size_t)(capacity - writer->filled);
    size_t piece = count < room ? count : room;
    memcpy((float *)writer->sound.frame->data[0] + writer->filled, samples, piece * sizeof *samples);
    writer->filled += (int)piece;
    samples += piece;
    count -= piece;
    if (writer->filled == capacity) result = send_sound(writer);
  }
  return airmedia_writer_status(writer, result);
}

airmedia_status airmedia_writer_finish(airmedia_writer *writer) {
  int result = 0;
  if (writer->filled > 0) result = send_sound(writer);
  if (result >= 0 && writer->sound.encoder != NULL) result = encode(writer, &writer->sound, NULL);
  if (result >= 0) result = encode(writer, &writer->video, NULL);
  if (result >= 0) result = filter_and_mux(writer, NULL);
  if (result >= 0) result = av_write_trailer(writer->format);
  if (result >= 0) airmedia_output_flush(&writer->output);
  airmedia_status status = airmedia_writer_status(writer, result);
  writer->is_finished = status.result == AIRMEDIA_OK;
  return status;
}
