// Opening video files, animations and images.

// POSIX beyond C11: strdup.
#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "reader.h"
#include "status.h"

double airmedia_average_frame_rate(const AVStream *stream) {
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
  double by_duration = seconds * airmedia_average_frame_rate(stream);
  bool is_sane = by_duration >= 1 && by_duration < 1e9;
  if (stream->nb_frames <= 0) return is_sane ? llround(by_duration) : -1;
  // A header that was written before the recording was cut claims more than its duration can hold.
  return is_sane && by_duration + 1 < (double)stream->nb_frames ? llround(by_duration) : stream->nb_frames;
}

static airmedia_status open_format(airmedia_reader *reader) {
  int result = airmedia_input_open_format(&reader->input, &reader->format);
  if (result < 0) {
    airmedia_result diagnosis = airmedia_input_diagnose(&reader->input);
    bool is_explained = diagnosis != AIRMEDIA_UNKNOWN_FORMAT || result == AVERROR_INVALIDDATA;
    return airmedia_status_of_ffmpeg(is_explained ? diagnosis : AIRMEDIA_FAILED, result);
  }
  result = avformat_find_stream_info(reader->format, NULL);
  if (result < 0) return airmedia_status_of_ffmpeg(AIRMEDIA_FAILED, result);
  return airmedia_status_ok();
}

/// True for codecs that take longer to decode than threads take to pass frames around. MPEG-4, for one, costs 0.39 s of
/// processor time for 378 frames on one thread and 0.54 s on two, and comes no sooner.
static bool shares_work(enum AVCodecID codec) {
  switch (codec) {
    case AV_CODEC_ID_H264:
    case AV_CODEC_ID_HEVC:
    case AV_CODEC_ID_VP9:
    case AV_CODEC_ID_AV1:
      return true;
    default:
      return false;
  }
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
    reader->decoder->thread_count = shares_work(codec->id) ? thread_count : 1;
    reader->decoder->thread_type = FF_THREAD_FRAME;
    result = avcodec_open2(reader->decoder, codec, NULL);
  }
  return result < 0 ? airmedia_status_of_ffmpeg(AIRMEDIA_NO_DECODER, result) : airmedia_status_ok();
}

static airmedia_status open_reader(airmedia_reader *reader) {
  airmedia_status status = airmedia_input_open(reader->path, &reader->input);
  if (status.result == AIRMEDIA_OK) status = open_format(reader);
  if (status.result == AIRMEDIA_OK) status = open_decoder(reader, reader->thread_count);
  if (status.result != AIRMEDIA_OK) return status;
  airmedia_pass_to(reader, reader->path, reader->start);
  if (airmedia_decode(reader) != AIRMEDIA_OK) return airmedia_status_of(AIRMEDIA_NOTHING_DECODED);
  reader->has_pending_picture = true;
  return airmedia_status_of(airmedia_shape(reader));
}

static void close_file(airmedia_reader *reader) {
  av_frame_free(&reader->frame);
  av_packet_free(&reader->packet);
  avcodec_free_context(&reader->decoder);
  avformat_close_input(&reader->format);
  airmedia_input_close(&reader->input);
}

airmedia_status airmedia_restart(airmedia_reader *reader) {
  close_file(reader);
  reader->is_draining = false;
  return open_reader(reader);
}

airmedia_status airmedia_open(const char *path, int32_t thread_count, double start, airmedia_reader **out) {
  airmedia_quieten();
  *out = NULL;
  airmedia_reader *reader = calloc(1, sizeof *reader);
  if (reader == NULL) return airmedia_status_of_system(ENOMEM);
  reader->input.descriptor = -1;
  reader->thread_count = thread_count < 1 ? 1 : thread_count;
  reader->start = start;
  reader->path = strdup(path);
  airmedia_status status = reader->path == NULL ? airmedia_status_of_system(ENOMEM) : open_reader(reader);
  if (status.result == AIRMEDIA_OK) {
    *out = reader;
  } else {
    airmedia_close(reader);
  }
  return status;
}

void airmedia_close(airmedia_reader *reader) {
  airmedia_converter_close(&reader->converter);
  airmedia_notes_close(&reader->notes);
  close_file(reader);
  free(reader->path);
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
      .frame_rate = airmedia_average_frame_rate(reader->stream),
      .estimated_frame_count = estimated_frame_count(reader->format, reader->stream),
      .is_still_image = is_image_pipe(reader->format),
      .skipped_frame_count = reader->skipped_frame_count,
  };
  copy_name(properties.container, sizeof properties.container, reader->format->iformat->name);
  copy_name(properties.codec, sizeof properties.codec, reader->decoder->codec->name);
  return properties;
}

airmedia_damage airmedia_get_damage(const airmedia_reader *reader) { return reader->damage; }

