// Opening and closing an MP4 file: H.264 by libx264, AAC by FFmpeg's own encoder.

// POSIX beyond C11: unlink, strdup.
#define _POSIX_C_SOURCE 200809L

#include "writer.h"

#include <errno.h>
#include <libavutil/avstring.h>
#include <libavutil/opt.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "status.h"

/// Threads of the H.264 encoder. Fixed, since its bytes depend on their number.
enum { THREAD_COUNT = 2 };

/// Bits a second of the sound.
enum { SOUND_BIT_RATE = 96000 };

airmedia_status airmedia_writer_status(const airmedia_writer *writer, int error) {
  if (writer->output.system_error != 0) return airmedia_status_of_system(writer->output.system_error);
  if (error >= 0) return airmedia_status_ok();
  return error == AVERROR(ENOMEM) ? airmedia_status_of_system(ENOMEM)
                                  : airmedia_status_of_ffmpeg(AIRMEDIA_FAILED, error);
}

/// Opens an encoder and gives it a stream of the file.
static int add_track(airmedia_writer *writer, airmedia_track *track) {
  AVCodecContext *encoder = track->encoder;
  // No word of FFmpeg's version in the file.
  encoder->flags |= AV_CODEC_FLAG_GLOBAL_HEADER | AV_CODEC_FLAG_BITEXACT;
  int result = avcodec_open2(encoder, NULL, NULL);
  if (result < 0) return result;
  track->stream = avformat_new_stream(writer->format, NULL);
  track->frame = av_frame_alloc();
  if (track->stream == NULL || track->frame == NULL) return AVERROR(ENOMEM);
  track->stream->time_base = encoder->time_base;
  return avcodec_parameters_from_context(track->stream->codecpar, encoder);
}

static int open_video(airmedia_writer *writer, const AVCodec *codec, double frame_rate) {
  AVCodecContext *encoder = writer->video.encoder = avcodec_alloc_context3(codec);
  if (encoder == NULL) return AVERROR(ENOMEM);
  encoder->width = writer->width + writer->width % 2;
  encoder->height = writer->height + writer->height % 2;
  encoder->pix_fmt = AV_PIX_FMT_YUV420P;
  encoder->color_range = AVCOL_RANGE_MPEG;
  encoder->colorspace = AVCOL_SPC_BT709;
  encoder->color_primaries = AVCOL_PRI_BT709;
  encoder->color_trc = AVCOL_TRC_BT709;
  encoder->chroma_sample_location = AVCHROMA_LOC_LEFT;
  encoder->time_base = (AVRational){1, AIRMEDIA_VIDEO_CLOCK};
  encoder->framerate = av_d2q(frame_rate, 100000);
  encoder->thread_count = THREAD_COUNT;
  // A place to begin at every second or so, for players that are moved to and fro.
  encoder->gop_size = (int)fmax(1, fmin(250, round(frame_rate)));
  // Pictures in the order in which they are shown: no player has to wait or to cut the start off.
  encoder->max_b_frames = 0;
  av_opt_set(encoder->priv_data, "preset", "veryfast", 0);
  av_opt_set(encoder->priv_data, "crf", "20", 0);
  int result = add_track(writer, &writer->video);
  if (result < 0) return result;
  AVFrame *frame = writer->video.frame;
  frame->format = encoder->pix_fmt;
  frame->width = encoder->width;
  frame->height = encoder->height;
  frame->color_range = encoder->color_range;
  frame->colorspace = encoder->colorspace;
  return av_frame_get_buffer(frame, 0);
}

static int open_filter(airmedia_writer *writer) {
  const AVBitStreamFilter *filter = av_bsf_get_by_name("filter_units");
  if (filter == NULL) return AVERROR_BSF_NOT_FOUND;
  int result = av_bsf_alloc(filter, &writer->filter);
  if (result < 0) return result;
  // NAL units of type 6: supplemental enhancement information (Rec. ITU-T H.264, table 7-1).
  av_opt_set(writer->filter->priv_data, "remove_types", "6", 0);
  result = avcodec_parameters_copy(writer->filter->par_in, writer->video.stream->codecpar);
  writer->filter->time_base_in = writer->video.stream->time_base;
  return result < 0 ? result : av_bsf_init(writer->filter);
}

static int open_sound(airmedia_writer *writer, const AVCodec *codec, int sample_rate) {
  AVCodecContext *encoder = writer->sound.encoder = avcodec_alloc_context3(codec);
  if (encoder == NULL) return AVERROR(ENOMEM);
  encoder->sample_fmt = AV_SAMPLE_FMT_FLTP;
  encoder->sample_rate = sample_rate;
  encoder->bit_rate = SOUND_BIT_RATE;
  encoder->time_base = (AVRational){1, sample_rate};
  encoder->thread_count = 1;
  av_channel_layout_default(&encoder->ch_layout, 1);
  int result = add_track(writer, &writer->sound);
  if (result < 0) return result;
  AVFrame *frame = writer->sound.frame;
  frame->format = encoder->sample_fmt;
  frame->sample_rate = sample_rate;
  frame->nb_samples = encoder->frame_size;
  av_channel_layout_default(&frame->ch_layout, 1);
  return av_frame_get_buffer(frame, 0);
}

static int open_scaler(airmedia_writer *writer) {
  const AVCodecContext *encoder = writer->video.encoder;
  int flags = SWS_BILINEAR | SWS_ACCURATE_RND | SWS_BITEXACT | SWS_FULL_CHR_H_INP;
  writer->scaler = sws_getContext(
      encoder->width, encoder->height, AV_PIX_FMT_BGR24, encoder->width, encoder->height, AV_PIX_FMT_YUV420P, flags,
      NULL, NULL, NULL);
  if (writer->scaler == NULL) return AVERROR(EINVAL);
  const int *coefficients = sws_getCoefficients(SWS_CS_ITU709);
  sws_setColorspaceDetails(writer->scaler, coefficients, 1, coefficients, 0, 0, 1 << 16, 1 << 16);
  if (encoder->width == writer->width && encoder->height == writer->height) return 0;
  writer->padded = malloc(3 * (size_t)encoder->width * (size_t)encoder->height);
  return writer->padded != NULL ? 0 : AVERROR(ENOMEM);
}

/// Opens the container: its index comes first, and nothing in it tells of a date or a version.
static int open_container(airmedia_writer *writer) {
  int result = avformat_alloc_output_context2(&writer->format, NULL, "mp4", NULL);
  if (result < 0) return result;
  writer->format->pb = writer->output.io;
  writer->format->flags |= AVFMT_FLAG_BITEXACT | AVFMT_FLAG_CUSTOM_IO;
  // To put the index first, the file is read once more by its name, which is never taken for another protocol's.
  av_freep(&writer->format->url);
  writer->format->url = av_asprintf("file:%s", writer->path);
  return writer->format->url != NULL ? 0 : AVERROR(ENOMEM);
}

static int write_header(airmedia_writer *writer) {
  AVDictionary *options = NULL;
  av_dict_set(&options, "movflags", "+faststart", 0);
  av_dict_set_int(&options, "video_track_timescale", AIRMEDIA_VIDEO_CLOCK, 0);
  int result = avformat_write_header(writer->format, &options);
  av_dict_free(&options);
  return result;
}

static airmedia_status open_writer(airmedia_writer *writer, const airmedia_video_format *format) {
  const AVCodec *video = avcodec_find_encoder_by_name("libx264");
  const AVCodec *sound = format->sample_rate > 0 ? avcodec_find_encoder(AV_CODEC_ID_AAC) : NULL;
  if (video == NULL || (sound == NULL && format->sample_rate > 0)) return airmedia_status_of(AIRMEDIA_NO_ENCODER);
  airmedia_status status = airmedia_output_open(writer->path, &writer->output);
  if (status.result != AIRMEDIA_OK) return status;
  writer->packet = av_packet_alloc();
  if (writer->packet == NULL) return airmedia_status_of_system(ENOMEM);
  int result = open_container(writer);
  if (result >= 0) result = open_video(writer, video, format->frame_rate);
  if (result >= 0) result = open_filter(writer);
  if (result >= 0) result = open_scaler(writer);
  if (result >= 0 && sound != NULL) result = open_sound(writer, sound, format->sample_rate);
  if (result >= 0) result = write_header(writer);
  return airmedia_writer_status(writer, result);
}

airmedia_status airmedia_writer_open(
    const char *path, const airmedia_video_format *format, airmedia_writer **out) {
  airmedia_quieten();
  *out = NULL;
  airmedia_writer *writer = calloc(1, sizeof *writer);
  if (writer == NULL) return airmedia_status_of_system(ENOMEM);
  writer->output.descriptor = -1;
  writer->width = format->width;
  writer->height = format->height;
  writer->frame_duration = llround(AIRMEDIA_VIDEO_CLOCK / format->frame_rate);
  writer->path = strdup(path);
  airmedia_status status =
      writer->path != NULL ? open_writer(writer, format) : airmedia_status_of_system(ENOMEM);
  if (status.result == AIRMEDIA_OK) {
    *out = writer;
  } else {
    airmedia_writer_close(writer);
  }
  return status;
}

static void close_track(airmedia_track *track) {
  av_frame_free(&track->frame);
  avcodec_free_context(&track->encoder);
}

void airmedia_writer_close(airmedia_writer *writer) {
  close_track(&writer->video);
  close_track(&writer->sound);
  av_bsf_free(&writer->filter);
  sws_freeContext(writer->scaler);
  free(writer->padded);
  av_packet_free(&writer->packet);
  avformat_free_context(writer->format);
  // A file without its index is of no use to anybody. What was refused as no file was never ours.
  bool is_ours = writer->output.io != NULL;
  airmedia_output_close(&writer->output);
  if (is_ours && !writer->is_finished) unlink(writer->path);
  free(writer->path);
  free(writer);
}
