// JPEG pictures in memory, as cameras give them.
#include <errno.h>
#include <libavcodec/avcodec.h>
#include <stdlib.h>

#include "picture.h"
#include "status.h"

struct airmedia_jpeg_decoder {
  AVCodecContext *decoder;
  AVPacket *packet;
  AVFrame *frame;
  airmedia_converter converter;
};

airmedia_status airmedia_jpeg_open(airmedia_jpeg_decoder **out) {
  airmedia_quieten();
  *out = NULL;
  airmedia_jpeg_decoder *jpeg = calloc(1, sizeof *jpeg);
  if (jpeg == NULL) return airmedia_status_of_system(ENOMEM);
  const AVCodec *codec = avcodec_find_decoder(AV_CODEC_ID_MJPEG);
  jpeg->decoder = codec != NULL ? avcodec_alloc_context3(codec) : NULL;
  jpeg->packet = av_packet_alloc();
  jpeg->frame = av_frame_alloc();
  int result = AVERROR(ENOMEM);
  if (jpeg->decoder != NULL && jpeg->packet != NULL && jpeg->frame != NULL) {
    // Frame threads would answer each picture with an earlier one.
    jpeg->decoder->thread_count = 1;
    result = avcodec_open2(jpeg->decoder, codec, NULL);
  }
  if (result < 0) {
    airmedia_jpeg_close(jpeg);
    return airmedia_status_of_ffmpeg(AIRMEDIA_NO_DECODER, result);
  }
  *out = jpeg;
  return airmedia_status_ok();
}

void airmedia_jpeg_close(airmedia_jpeg_decoder *jpeg) {
  airmedia_converter_close(&jpeg->converter);
  av_frame_free(&jpeg->frame);
  av_packet_free(&jpeg->packet);
  avcodec_free_context(&jpeg->decoder);
  free(jpeg);
}

airmedia_status airmedia_jpeg_decode(
    airmedia_jpeg_decoder *jpeg, const uint8_t *bytes, size_t count, int32_t width, int32_t height, uint8_t *bgr) {
  av_packet_unref(jpeg->packet);
  av_frame_unref(jpeg->frame);
  if (count == 0 || count > INT32_MAX / 2) return airmedia_status_of_ffmpeg(AIRMEDIA_FAILED, AVERROR_INVALIDDATA);
  // The packet is borrowed: without a reference count FFmpeg copies it with the padding that its readers need.
  jpeg->packet->data = (uint8_t *)bytes;
  jpeg->packet->size = (int)count;
  int result = avcodec_send_packet(jpeg->decoder, jpeg->packet);
  jpeg->packet->data = NULL;
  jpeg->packet->size = 0;
  if (result >= 0) result = avcodec_receive_frame(jpeg->decoder, jpeg->frame);
  if (result >= 0 && jpeg->frame->decode_error_flags != 0) result = AVERROR_INVALIDDATA;
  if (result >= 0) {
    result = airmedia_converter_run(
        &jpeg->converter, jpeg->frame, width, height, airmedia_orientation_upright(), bgr);
  }
  return result < 0 ? airmedia_status_of_ffmpeg(AIRMEDIA_FAILED, result) : airmedia_status_ok();
}
