// What others make of the same work, for benchmarks only: nothing of the engine uses this.
#ifndef AIRDRAW_CRIVALS_H
#define AIRDRAW_CRIVALS_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Reads every frame of a video with OpenCV's VideoCapture and throws it away.
/// Gives the number of frames, or −1 when the file can't be opened.
int64_t airrivals_opencv_read_all(const char *_Nonnull path);

/// Where OpenCV's `projectPoints`, or for a fisheye its `fisheye::projectPoints`, sees points given as x, y, z in the
/// camera's axes. `matrix` has nine numbers by rows, `pixels` takes x and y of each. Gives 0 when it went well.
int32_t airrivals_opencv_project(
    const double *_Nonnull points, int32_t count, const double *_Nonnull matrix, const double *_Nonnull coefficients,
    int32_t coefficient_count, int32_t is_fisheye, double *_Nonnull pixels);

/// The box trackers of OpenCV. “T0” is one whose loss threshold is at 0: it always answers with a box.
typedef enum airrivals_kind {
  AIRRIVALS_CSRT,
  AIRRIVALS_CSRT_T0,
  AIRRIVALS_KCF,
  AIRRIVALS_KCF_T0,
  AIRRIVALS_MOSSE,
  AIRRIVALS_MEDIAN_FLOW,
} airrivals_kind;

/// A picture of 8-bit samples (blue, green, red), borrowed for one call.
typedef struct airrivals_image {
  const uint8_t *_Nullable data;
  int32_t width;
  int32_t height;
  int32_t channels;
  size_t bytes_per_row;
} airrivals_image;

/// A box in pixels from the top-left pixel.
typedef struct airrivals_box {
  double x;
  double y;
  double width;
  double height;
} airrivals_box;

/// What a tracker said to a frame.
typedef enum airrivals_answer {
  AIRRIVALS_FOUND,
  AIRRIVALS_LOST,
  /// It threw an exception.
  AIRRIVALS_THREW,
} airrivals_answer;

/// A tracker of OpenCV with one target.
typedef struct airrivals_tracker airrivals_tracker;

/// Lets OpenCV calculate on the calling thread alone.
void airrivals_use_one_thread(void);

/// Makes a tracker with its makers' parameters and starts it on a box, rounded to whole pixels: that is all its
/// interface takes. NULL when it threw.
airrivals_tracker *_Nullable airrivals_tracker_create(airrivals_kind kind, airrivals_image image,
                                                      airrivals_box box);

/// Asks where the target is in the next frame. `box` is written only when it was found.
airrivals_answer airrivals_tracker_update(airrivals_tracker *_Nonnull tracker, airrivals_image image,
                                          airrivals_box *_Nonnull box);

/// Frees a tracker.
void airrivals_tracker_destroy(airrivals_tracker *_Nonnull tracker);

#ifdef __cplusplus
}
#endif

#endif
