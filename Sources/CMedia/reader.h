// The parts of an open file, shared by the files that open it, find its start and decode it.
#ifndef AIRDRAW_CMEDIA_READER_H
#define AIRDRAW_CMEDIA_READER_H

#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>

#include "CMedia.h"
#include "input.h"
#include "notes.h"
#include "picture.h"

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
  /// Pictures before the first that is decoded.
  int64_t skipped_frame_count;
  int64_t good_frame_count;
  airmedia_damage damage;
  /// What the file is opened with, to open it again.
  char *path;
  int thread_count;
  double start;
  airmedia_notes notes;
};

/// Frames a second on average, or 0 when unknown.
double airmedia_average_frame_rate(const AVStream *stream);

/// Passes over the pictures before the last key picture at or before `seconds`, where that cannot change what the later
/// ones are: see `start.c`. Call before the first picture is decoded.
void airmedia_pass_to(airmedia_reader *reader, const char *path, double seconds);

/// Begins again at the first picture that the reader gave.
airmedia_status airmedia_restart(airmedia_reader *reader);

/// Decodes up to the next good picture.
airmedia_result airmedia_decode(airmedia_reader *reader);

/// Sets the current picture's shape; the first picture decides the upright size.
airmedia_result airmedia_shape(airmedia_reader *reader);

#endif
