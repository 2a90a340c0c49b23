// The gate that no C++ exception passes.
#ifndef AIRDRAW_CVISION_GUARD_HPP
#define AIRDRAW_CVISION_GUARD_HPP

#include <cstring>
#include <exception>
#include <opencv2/core.hpp>
#include <opencv2/core/utils/logger.hpp>

#include "CVision.h"

namespace airvision {

inline void write_message(airvision_status &status, const char *text) {
  std::strncpy(status.message, text, AIRVISION_MESSAGE_CAPACITY - 1);
  status.message[AIRVISION_MESSAGE_CAPACITY - 1] = '\0';
}

/// Silences OpenCV's log and its own error print, which it writes before it throws.
void quieten();

/// Runs `body` and turns whatever it throws into the status's text.
template <typename Body>
airvision_status guarded(Body body) {
  airvision_status status = {};
  try {
    quieten();
    body();
  } catch (const cv::Exception &error) {
    write_message(status, error.err.empty() ? "OpenCV failed without a reason" : error.err.c_str());
  } catch (const std::exception &error) {
    write_message(status, error.what());
  } catch (...) {
    write_message(status, "unknown C++ exception");
  }
  return status;
}

/// The borrowed picture as OpenCV sees it, without a copy.
inline cv::Mat view(const airvision_image &image) {
  CV_Assert(image.width > 0 && image.height > 0 && (image.channels == 1 || image.channels == 3));
  return cv::Mat(
      image.height, image.width, CV_8UC(image.channels), const_cast<uint8_t *>(image.data),
      image.bytes_per_row);
}

}  // namespace airvision

#endif
