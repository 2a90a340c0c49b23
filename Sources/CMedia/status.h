// Statuses, and what every file here does before it calls FFmpeg.
#ifndef AIRDRAW_CMEDIA_STATUS_H
#define AIRDRAW_CMEDIA_STATUS_H

#include "CMedia.h"

airmedia_status airmedia_status_ok(void);
airmedia_status airmedia_status_of(airmedia_result result);
/// `system_error` is an errno.
airmedia_status airmedia_status_of_system(int system_error);
/// `error` is one of FFmpeg's negative codes.
airmedia_status airmedia_status_of_ffmpeg(airmedia_result result, int error);

/// FFmpeg's words for one of its codes.
void airmedia_describe(int error, char message[AIRMEDIA_MESSAGE_CAPACITY]);

/// Silences FFmpeg's log, which writes to the standard error stream.
void airmedia_quieten(void);

#endif
