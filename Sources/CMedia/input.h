// A file as FFmpeg reads it here: opened by us, so that refusals keep their errno and names are never interpreted
// (`%03d`, `http:`, `concat:`), and so that the format is told by the content alone.
#ifndef AIRDRAW_CMEDIA_INPUT_H
#define AIRDRAW_CMEDIA_INPUT_H

#include <libavformat/avformat.h>

#include "CMedia.h"

typedef struct {
  int descriptor;
  AVIOContext *io;
} airmedia_input;

/// Opens a regular file (or anything else that can be read) that is not empty.
airmedia_status airmedia_input_open(const char *path, airmedia_input *input);

/// Recognizes the format by the content. Returns 0 or one of FFmpeg's negative codes.
int airmedia_input_open_format(const airmedia_input *input, AVFormatContext **format);

void airmedia_input_close(airmedia_input *input);

/// Says more of a file that FFmpeg did not recognize: text, an MP4 without its index, or unknown.
airmedia_result airmedia_input_diagnose(const airmedia_input *input);

#endif
