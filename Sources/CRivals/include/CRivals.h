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

/// A part of a mesh with vertices of its own, borrowed for one call.
typedef struct airrivals_part {
  const char *_Nonnull name;
  /// x, y and z of each vertex, and of each vertex's unit normal.
  const float *_Nonnull positions;
  const float *_Nonnull normals;
  int32_t vertex_count;
  /// Three numbers of vertices a triangle.
  const uint32_t *_Nonnull indices;
  int32_t triangle_count;
  /// Red, green and blue as the format's material states them, 0 to 1.
  float color[3];
} airrivals_part;

/// A scene of Assimp: a node under the root, a mesh and a material for each part.
typedef struct airrivals_scene airrivals_scene;

/// Makes a scene. `colors_vertices` tells whether every vertex has its part's colour too, for formats without materials.
/// NULL when there is no memory for it.
airrivals_scene *_Nullable airrivals_scene_create(const airrivals_part *_Nonnull parts, int32_t count,
                                                  int32_t colors_vertices);

/// Writes the scene with Assimp's exporter of this identifier ("glb2", "obj" …). Gives 0 when it went well.
int32_t airrivals_scene_export(const airrivals_scene *_Nonnull scene, const char *_Nonnull format,
                               const char *_Nonnull path);

/// Frees a scene.
void airrivals_scene_destroy(airrivals_scene *_Nonnull scene);

/// Gives memory that was freed back to the system, so that what is asked for next counts as new.
void airrivals_give_memory_back(void);

#ifdef __cplusplus
}
#endif

#endif
