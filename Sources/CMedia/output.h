// A file as FFmpeg writes it here: opened by us, so that refusals keep their errno and names are never interpreted.
#ifndef AIRDRAW_CMEDIA_OUTPUT_H
#define AIRDRAW_CMEDIA_OUTPUT_H

#include <libavformat/avio.h>

#include "CMedia.h"

typedef struct {
  int descriptor;
  AVIOContext *io;
  /// The errno of the first write that failed, or 0.
  int system_error;
} airmedia_output;

/// Makes an empty regular file; `output` must stay where it is from then on.
airmedia_status airmedia_output_open(const char *path, airmedia_output *output);

/// Writes what is buffered and waits until the disc has it. Returns 0 or an errno.
int airmedia_output_flush(airmedia_output *output);

void airmedia_output_close(airmedia_output *output);

#endif
