// Small patches of one picture, found again in another that nearly coincides with it.
#ifndef AIRDRAW_CVISION_PATCHES_HPP
#define AIRDRAW_CVISION_PATCHES_HPP

#include <opencv2/core.hpp>
#include <vector>

namespace airvision {

/// A patch and where it was found.
struct Patch {
  /// Its middle in the template, in pixels.
  cv::Point2d place;
  /// How far it has moved in the other picture.
  cv::Point2d flow;
  /// The structure tensor, its trace 2: how well the flow is known along x and y.
  cv::Matx22d structure;
  /// Normalized correlation at its new place.
  double correlation;
};

/// What is looked for, and how.
struct PatchSearch {
  int radius;
  int cell;
  double least_correlation;
};

/// Takes the best textured patch of each cell of `target` and finds it in `moved`, starting at the same place.
/// `usable` is not 0 where both pictures show something. `tried` counts the patches with texture.
std::vector<Patch> find_patches(
    const cv::Mat &target, const cv::Mat &moved, const cv::Mat &usable, const PatchSearch &search, int &tried);

}  // namespace airvision

#endif
