// What matching pictures takes from OpenCV: distinctive points, their matches, homographies and their refinement.
#ifndef AIRDRAW_CVISION_FEATURES_H
#define AIRDRAW_CVISION_FEATURES_H

#include "CVision.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Bytes of a feature's description.
enum { AIRVISION_DESCRIPTOR_LENGTH = 128 };

/// Where a feature lies and how large it is, in pixels.
typedef struct {
  float x;
  float y;
  /// Diameter of the meaningful neighbourhood.
  float size;
} airvision_feature;

/// How features are looked for.
typedef struct {
  /// The strongest so many of each view are kept.
  int32_t maximum_count;
  /// The least contrast of a feature, as SIFT measures it; its inventor's value is 0.04, less finds more.
  double contrast_threshold;
  /// 0 for the picture as it is; n adds views of it as if tilted by √2, 2, … √2ⁿ, each turned all around.
  int32_t tilt_count;
} airvision_feature_options;

/// Finds a picture's features. Writes at most `capacity` of them, each with its description, in an order that is the
/// same at each run, and tells how many were written in `count`.
airvision_status airvision_find_features(
    airvision_image image, airvision_feature_options options, airvision_feature *_Nonnull features,
    uint8_t *_Nonnull descriptors, int32_t capacity, int32_t *_Nonnull count);

/// Features of a picture, borrowed for one call.
typedef struct {
  const airvision_feature *_Nullable features;
  const uint8_t *_Nullable descriptors;
  int32_t count;
} airvision_feature_set;

/// Two features that look alike.
typedef struct {
  int32_t first;
  int32_t second;
  /// Distance to the best over distance to the best elsewhere: small is certain, 1 is ambiguous.
  float ratio;
  /// Distance to the best, between descriptions of length 1.
  float distance;
} airvision_match;

/// Pairs each feature of `first` with the most alike of `second` that also prefers it and is clearly more alike than
/// any at another place; the most certain pairs come first. `matches` holds `first.count` entries. With a largest
/// ratio of 1 or more, each feature is paired, whether that is mutual and clear or not.
///
/// `second` may be `first` itself: with `excluded_radius` > 0, no feature is paired with one that lies nearer to it
/// than so many pixels, and what is found are a picture's repetitions.
airvision_status airvision_match_features(
    airvision_feature_set first, airvision_feature_set second, double largest_ratio, double excluded_radius,
    airvision_match *_Nonnull matches, int32_t *_Nonnull count);

/// The homography that most of `count` pairs of points (x, y, x', y') follow, the same at each run.
/// `inliers` takes 1 for each pair that follows it to within about `threshold` pixels; `found` is 0 where none does.
airvision_status airvision_fit_homography(
    const double *_Nonnull pairs, int32_t count, double threshold, double *_Nonnull homography,
    uint8_t *_Nonnull inliers, int32_t *_Nonnull found);

/// A picture seen through a homography that takes pixels of the result (`width` × `height`) to those of `image`:
/// grey, smoothed where the result is coarser. `seen` takes 255 where the result shows the picture, else 0; both hold
/// `width` · `height` bytes.
airvision_status airvision_warp(
    airvision_image image, const double *_Nonnull homography, int32_t width, int32_t height,
    uint8_t *_Nonnull result, uint8_t *_Nonnull seen);

/// How pictures are aligned pixel by pixel.
typedef struct {
  /// Halvings of the pictures before the first step: 0 when the homography is good to a few pixels.
  int32_t coarsest_level;
  /// Halvings at the last step: 0 for full detail.
  int32_t finest_level;
  /// Steps at each level, at most.
  int32_t steps;
  /// Side of the cells of which each gives one patch, in pixels.
  int32_t cell;
  /// Half the side of a patch, in pixels.
  int32_t patch_radius;
  /// The least normalized correlation of a patch that counts.
  double least_correlation;
  /// 1 to keep the first picture's pixels whatever is coarser: quick where it is small and the second is a large frame.
  int32_t keeps_first;
  /// A step that moves no patch further than this is the last of its level, in pixels.
  double smallest_move;
} airvision_alignment_options;

/// How well two pictures agree under a homography.
typedef struct {
  /// Patches that had texture and lay in both pictures.
  int32_t tried_count;
  /// Patches that were found near where the homography puts them.
  int32_t matched_count;
  /// Those that follow the refined homography.
  int32_t inlier_count;
  /// Their root mean square distance from it, in pixels of the coarser picture.
  double residual;
  /// Their mean normalized correlation.
  double correlation;
} airvision_alignment;

/// Refines a homography that takes pixels of `first` to pixels of `second`, by aligning textured patches of the one
/// with the other. `mask` is null, or says by `first.width` · `first.height` bytes where `first` may be used.
/// `places` takes the inliers' places x, y, x', y' in both pictures and has room for `capacity` of them.
/// `report->inlier_count` is 0 and the homography as it was where nothing could be aligned.
airvision_status airvision_align(
    airvision_image first, airvision_image second, const uint8_t *_Nullable mask,
    airvision_alignment_options options, double *_Nonnull homography, airvision_alignment *_Nonnull report,
    double *_Nullable places, int32_t capacity);

#ifdef __cplusplus
}
#endif

#endif
