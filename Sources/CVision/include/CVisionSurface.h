// What finding surfaces takes from OpenCV: sheets and poses of planes.
#ifndef AIRDRAW_CVISION_SURFACE_H
#define AIRDRAW_CVISION_SURFACE_H

#include "CVision.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A four-sided outline: corners x0, y0 … x3, y3 clockwise, to some pixels. A corner may be hidden, or lie outside of the
/// picture: it is where its sides would meet.
typedef struct {
  double corners[8];
  /// Share of the outline that is seen as a straight step, 0…1.
  double support;
} airvision_quadrilateral;

/// Finds bright things with four straight sides, parts of which may be covered or out of the picture. The picture is made
/// smaller by the whole number `reduction` first. Writes at most `capacity` of them, the largest best seen ones first.
airvision_status airvision_find_quadrilaterals(
    airvision_image image, int32_t reduction, airvision_quadrilateral *_Nonnull quadrilaterals, int32_t capacity,
    int32_t *_Nonnull count);

/// Turns a part of a picture into grey, rows without gaps: `grey` holds the region's width · height bytes.
airvision_status airvision_grey(airvision_image image, airvision_region region, uint8_t *_Nonnull grey);

/// The poses of a plane that explain where an ideal camera with focal length 1 sees `count` ≥ 4 of its points (x, y
/// pairs on the plane, x, y pairs as seen): at most two, the better one first. `rotations` (nine numbers by rows each)
/// and `translations` (three each) take plane to camera; `found` tells how many there are.
airvision_status airvision_plane_poses(
    const double *_Nonnull plane_points, const double *_Nonnull seen_points, int32_t count,
    double *_Nonnull rotations, double *_Nonnull translations, int32_t *_Nonnull found);

#ifdef __cplusplus
}
#endif

#endif
