// What finding surfaces takes from OpenCV: markers, sheets, poses of planes.
#ifndef AIRDRAW_CVISION_SURFACE_H
#define AIRDRAW_CVISION_SURFACE_H

#include "CVision.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A square marker as it was seen: corners x0, y0 … x3, y3 clockwise from its own top-left, in pixels.
typedef struct {
  int32_t identifier;
  double corners[8];
} airvision_marker;

/// Finds the markers of one of OpenCV's predefined dictionaries, corners refined to a fraction of a pixel.
/// Writes at most `capacity` of them and tells how many there were in `count`.
airvision_status airvision_find_markers(
    airvision_image image, int32_t dictionary, airvision_marker *_Nonnull markers, int32_t capacity,
    int32_t *_Nonnull count);

/// Finds the largest bright, convex, four-sided outline: corners x0, y0 … x3, y3 in order around it, to about a pixel.
/// `found` is 0 where there is none.
airvision_status airvision_find_sheet(
    airvision_image image, double *_Nonnull corners, int32_t *_Nonnull found);

/// Turns a picture into grey, rows without gaps: `grey` holds width · height bytes.
airvision_status airvision_grey(airvision_image image, uint8_t *_Nonnull grey);

/// The pose of a plane from `count` ≥ 4 of its points (x, y pairs on the plane) and where an ideal camera with focal
/// length 1 sees them (x, y pairs). `rotation` (nine numbers by rows) and `translation` take plane to camera.
/// `found` is 0 where no pose has all points in front of the camera.
airvision_status airvision_plane_pose(
    const double *_Nonnull plane_points, const double *_Nonnull seen_points, int32_t count,
    double *_Nonnull rotation, double *_Nonnull translation, int32_t *_Nonnull found);

#ifdef __cplusplus
}
#endif

#endif
