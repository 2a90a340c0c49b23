// The parts of a file that is being written, shared by the files that open it and encode into it.
#ifndef AIRDRAW_CMEDIA_WRITER_H
#define AIRDRAW_CMEDIA_WRITER_H

#include <libavcodec/avcodec.h>
#include <libavcodec/bsf.h>
#include <libavformat/avformat.h>
#include <libswscale/swscale.h>

#include "CMedia.h"
#include "output.h"

/// Ticks a second of the video track, the clock of MPEG-2 systems (ISO/IEC 13818-1, 2.4.2): 24, 25, 30, 50, 60 and
/// 30000/1001 frames a second are whole numbers of them.
enum { AIRMEDIA_VIDEO_CLOCK = 90000 };

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
airmedia_status airmedia_writer_status(const airmedia_writer *writer, int error);

#endif
