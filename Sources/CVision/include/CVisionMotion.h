// What following a plane from frame to frame takes from pixels: pyramids, corners, patch alignment, feature matches.
#ifndef AIRDRAW_CVISION_MOTION_H
#define AIRDRAW_CVISION_MOTION_H

#include "CVision.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A picture in halving sizes, borrowed for one call. `levels` holds the grey rows of level 0, then those of level 1 …
/// without gaps; a level is half as wide and high as the one before, rounded up. Pixel x of level l lies at x · 2^l.
typedef struct {
  const uint8_t *_Nonnull levels;
  int32_t width;
  int32_t height;
  int32_t level_count;
} airvision_pyramid;

/// How many bytes a pyramid takes.
size_t airvision_pyramid_size(int32_t width, int32_t height, int32_t level_count);

/// Makes a pyramid, level 0 slightly smoothed, so that reading between pixels has little bias.
airvision_status airvision_make_pyramid(
    airvision_image image, int32_t level_count, uint8_t *_Nonnull levels);

/// Finds corners that can be followed, the strongest first, as x, y pairs: the smaller eigenvalue of their
/// gradients is at least `quality` of the strongest one's, and no two are closer than `distance` pixels.
/// Only pixels of the box x, y, width, height are looked at. At most `capacity` corners are written.
airvision_status airvision_find_corners(
    airvision_pyramid picture, const int32_t *_Nonnull box, double quality, double distance, int32_t capacity,
    double *_Nonnull corners, int32_t *_Nonnull count);

/// Moves each of `count` points (x, y pairs) to the corner's exact place within `half_size` pixels around it; a point
/// that finds none stays.
airvision_status airvision_refine_corners(
    airvision_image image, int32_t half_size, double *_Nonnull points, int32_t count);

/// A patch around a point of a first picture and where it is in a second one.
typedef struct {
  /// The point in the first picture.
  double x;
  double y;
  /// How the patch is turned and stretched: offsets in the first picture to offsets in the second, by rows.
  double warp[4];
  /// Where the point is in the second picture: a guess before the call, the place afterwards.
  double seen_x;
  double seen_y;
  /// How alike the patches are: normalized correlation, -1…1; -1 where the patch left a picture.
  double correlation;
  /// How far from the point the way back ends, in pixels of the first picture; 0 where it is not asked for.
  double return_error;
} airvision_patch;

/// How patches are aligned.
typedef struct {
  /// The patch has 2 · half_size + 1 pixels a side on each level.
  int32_t half_size;
  /// The coarsest level that is begun with.
  int32_t coarsest_level;
  /// The finest level, at which it ends.
  int32_t finest_level;
  /// Not 0: the warp is refined too, else only the place.
  int32_t refines_warp;
  /// Not 0: the way back is gone too.
  int32_t goes_back;
} airvision_patch_alignment;

/// Aligns patches by Gauss–Newton steps on their difference, brightness and contrast set equal.
airvision_status airvision_align_patches(
    airvision_pyramid first, airvision_pyramid second, airvision_patch_alignment alignment,
    airvision_patch *_Nonnull patches, int32_t count);

/// A point of a first picture that looks like a point of a second one.
typedef struct {
  double first_x;
  double first_y;
  double second_x;
  double second_y;
  /// The second one's size relative to the first one's.
  double scale;
  /// By how much the second one is turned, in radians, from x towards y.
  double turn;
  /// How unlike they are; 0 is the same.
  double distance;
} airvision_likeness;

/// Matches the scale-invariant features in a box (x, y, width, height) of a first picture with those of a second one:
/// for each the `neighbours` most alike. At most `capacity` pairs are written.
airvision_status airvision_find_likenesses(
    airvision_image first, const int32_t *_Nonnull box, airvision_image second, int32_t feature_limit,
    int32_t neighbours, int32_t capacity, airvision_likeness *_Nonnull pairs, int32_t *_Nonnull count);

#ifdef __cplusplus
}
#endif

#endif
