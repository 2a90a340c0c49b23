// What the matching and the aligning of pictures share.
#ifndef AIRDRAW_CVISION_PICTURE_HPP
#define AIRDRAW_CVISION_PICTURE_HPP

#include <opencv2/imgproc.hpp>

#include "guard.hpp"

namespace airvision {

/// A borrowed picture in grey, without a copy where it is grey already.
inline cv::Mat grey_picture(const airvision_image &image) {
  const cv::Mat picture = view(image);
  if (picture.channels() == 1) return picture;
  cv::Mat grey;
  cv::cvtColor(picture, grey, cv::COLOR_BGR2GRAY);
  return grey;
}

/// Where a homography puts a point.
inline cv::Point2d mapped(const cv::Matx33d &homography, const cv::Point2d &p) {
  const cv::Vec3d q = homography * cv::Vec3d(p.x, p.y, 1);
  return {q[0] / q[2], q[1] / q[2]};
}

/// How a homography stretches the surroundings of a point: its Jacobian there.
inline cv::Matx22d stretch(const cv::Matx33d &h, const cv::Point2d &p) {
  const cv::Vec3d q = h * cv::Vec3d(p.x, p.y, 1);
  const double u = q[0] / q[2], v = q[1] / q[2];
  return cv::Matx22d(
      (h(0, 0) - u * h(2, 0)) / q[2], (h(0, 1) - u * h(2, 1)) / q[2], (h(1, 0) - v * h(2, 0)) / q[2],
      (h(1, 1) - v * h(2, 1)) / q[2]);
}

/// `source` seen through a homography that takes pixels of the result to pixels of `source`, smoothed where the
/// result is coarser. `seen` takes 255 where the result shows the source.
cv::Mat warped(const cv::Mat &source, const cv::Matx33d &homography, cv::Size size, cv::Mat &seen);

}  // namespace airvision

#endif
