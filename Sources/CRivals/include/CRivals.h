// What others make of the same work, for benchmarks only: nothing of the engine uses this.
#ifndef AIRDRAW_CRIVALS_H
#define AIRDRAW_CRIVALS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Reads every frame of a video with OpenCV's VideoCapture and throws it away.
/// Gives the number of frames, or −1 when the file can't be opened.
int64_t airrivals_opencv_read_all(const char *_Nonnull path);

#ifdef __cplusplus
}
#endif

#endif
