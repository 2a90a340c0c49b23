// Pictures and sound into an MP4 file: H.264 by libx264, AAC by FFmpeg's own encoder.

// POSIX beyond C11: unlink, strdup.
#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <libavcodec/avcodec.h>
#include <libavcodec/bsf.h>
#include <libavformat/avformat.h>
#include <libavutil/avstring.h>
#include <libavutil/opt.h>
#include <libswscale/swscale.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "output.h"
#include "status.h"

/// Ticks a second of the video track, the clock of MPEG-2 systems (ISO/IEC 13818-1, 2.4.2): 24, 25, 30, 50, 60 and
/// 30000/1001 frames a second are whole numbers of them.
enum { CLOCK = 90000 };

/// Threads of the H.264 encoder. Fixed, since its bytes depend on their number.
enum { THREAD_COUNT = 2 };

/// Bits a second of the sound.
enum { SOUND_BIT_RATE = 96000 };

typedef struct {
  AVCodecContext *encoder;
  AVStream *stream;
  AVFrame *frame;
} airmedia_track;

struct airmedia_writer {
  char *path;
  airmedia_output output;
  AVFormatContext *format;
  AVPacket *packet;
  airmedia_track video, sound;
  /// Drops the note in which libx264 names its version and settings.
  AVBSFContext *filter;
  struct SwsContext *scaler;
  /// Size of the pictures that are handed in, and a copy with even sides where one is odd.
  int width, height;
  uint8_t *padded;
  int64_t frame_duration;
  bool has_pictures;
  double first_time;
  int64_t last_stamp;
  /// Samples in the sound's frame, and those before it.
  int filled;
  int64_t sample_count;
  bool is_finished;
};

/// What a failed call means: the disc's refusal, where there was one, is why.
static airmedia_status status_of(const airmedia_writer *writer, int error) {
  if (writer->output.system_error != 0) return airmedia_status_of_system(writer->output.system_error);
  if (error >= 0) return airmedia_status_ok();
  return error == AVERROR(ENOMEM) ? airmedia_status_of_system(ENOMEM)
                                  : airmedia_status_of_ffmpeg(AIRMEDIA_FAILED, error);
}

// MARK: Opening

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
  encoder->time_base = (AVRational){1, CLOCK};
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
  av_dict_set_int(&options, "video_track_timescale", CLOCK, 0);
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
  return status_of(writer, result);
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
  writer->frame_duration = llround(CLOCK / format->frame_rate);
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

// MARK: Writing

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
  int64_t stamp = llround((timestamp - writer->first_time) * CLOCK);
  if (writer->has_pictures && stamp <= writer->last_stamp) return airmedia_status_of(AIRMEDIA_OUT_OF_ORDER);
  writer->has_pictures = true;
  writer->last_stamp = stamp;
  AVFrame *frame = writer->video.frame;
  // The encoder may still look at the last picture.
  int result = av_frame_make_writable(frame);
  if (result < 0) return status_of(writer, result);
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
  return status_of(writer, result);
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
  return status_of(writer, result);
}

airmedia_status airmedia_writer_finish(airmedia_writer *writer) {
  int result = 0;
  if (writer->filled > 0) result = send_sound(writer);
  if (result >= 0 && writer->sound.encoder != NULL) result = encode(writer, &writer->sound, NULL);
  if (result >= 0) result = encode(writer, &writer->video, NULL);
  if (result >= 0) result = filter_and_mux(writer, NULL);
  if (result >= 0) result = av_write_trailer(writer->format);
  if (result >= 0) airmedia_output_flush(&writer->output);
  airmedia_status status = status_of(writer, result);
  writer->is_finished = status.result == AIRMEDIA_OK;
  return status;
}
