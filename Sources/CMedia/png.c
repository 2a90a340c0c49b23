// PNG out.
#include <errno.h>
#include <libavcodec/avcodec.h>
#include <libavutil/opt.h>
#include <stdlib.h>
#include <string.h>

#include "status.h"

/// Fills a picture that the encoder takes: red, green, blue or grey.
static int fill(AVFrame *frame, const uint8_t *pixels, size_t bytes_per_row, airmedia_layout layout) {
  int result = av_frame_get_buffer(frame, 0);
  if (result < 0) return result;
  size_t row = (size_t)frame->width * (layout == AIRMEDIA_LAYOUT_GREY ? 1 : 3);
  for (int y = 0; y < frame->height; y++) {
    const uint8_t *from = pixels + (size_t)y * bytes_per_row;
    uint8_t *to = frame->data[0] + (ptrdiff_t)y * frame->linesize[0];
    if (layout == AIRMEDIA_LAYOUT_BGR) {
      for (size_t x = 0; x < row; x += 3) {
        to[x] = from[x + 2];
        to[x + 1] = from[x + 1];
        to[x + 2] = from[x];
      }
    } else {
      memcpy(to, from, row);
    }
  }
  return 0;
}

static int encode(AVCodecContext *encoder, AVFrame *frame, AVPacket *packet) {
  int result = avcodec_send_frame(encoder, frame);
  return result < 0 ? result : avcodec_receive_packet(encoder, packet);
}

airmedia_status airmedia_encode_png(
    const uint8_t *pixels, int32_t width, int32_t height, size_t bytes_per_row, airmedia_layout layout,
    uint8_t **bytes, size_t *count) {
  airmedia_quieten();
  *bytes = NULL;
  *count = 0;
  const AVCodec *codec = avcodec_find_encoder(AV_CODEC_ID_PNG);
  AVCodecContext *encoder = codec != NULL ? avcodec_alloc_context3(codec) : NULL;
  AVFrame *frame = av_frame_alloc();
  AVPacket *packet = av_packet_alloc();
  int result = AVERROR(ENOMEM);
  if (encoder != NULL && frame != NULL && packet != NULL) {
    encoder->width = frame->width = width;
    encoder->height = frame->height = height;
    encoder->pix_fmt = layout == AIRMEDIA_LAYOUT_GREY ? AV_PIX_FMT_GRAY8 : AV_PIX_FMT_RGB24;
    frame->format = encoder->pix_fmt;
    encoder->time_base = (AVRational){1, 1};
    encoder->thread_count = 1;
    encoder->compression_level = 6;
    av_opt_set(encoder->priv_data, "pred", "mixed", 0);
    result = avcodec_open2(encoder, codec, NULL);
    if (result >= 0) result = fill(frame, pixels, bytes_per_row, layout);
    if (result >= 0) result = encode(encoder, frame, packet);
    if (result >= 0) {
      *bytes = malloc((size_t)packet->size);
      if (*bytes != NULL) {
        memcpy(*bytes, packet->data, (size_t)packet->size);
        *count = (size_t)packet->size;
      } else {
        result = AVERROR(ENOMEM);
      }
    }
  }
  av_packet_free(&packet);
  av_frame_free(&frame);
  avcodec_free_context(&encoder);
  return result < 0 ? airmedia_status_of_ffmpeg(AIRMEDIA_FAILED, result) : airmedia_status_ok();
}

void airmedia_free(void *bytes) { free(bytes); }
