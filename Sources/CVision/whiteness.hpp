// White paper told from a coloured table.
#ifndef AIRDRAW_CVISION_WHITENESS_HPP
#define AIRDRAW_CVISION_WHITENESS_HPP

#include <opencv2/core.hpp>

namespace airvision {

/// The smallest of each pixel's colours; a grey picture is taken as it is.
inline cv::Mat whiteness_of(const cv::Mat &picture) {
  if (picture.channels() == 1) return picture;
  cv::Mat channels[3], smallest;
  cv::split(picture, channels);
  cv::min(channels[0], channels[1], smallest);
  cv::min(smallest, channels[2], smallest);
  return smallest;
}

}  // namespace airvision

#endif
