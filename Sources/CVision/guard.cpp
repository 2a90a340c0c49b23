#include "guard.hpp"

namespace airvision {

static int ignore_error(int, const char *, const char *, const char *, int, void *) { return 0; }

void quieten() {
  static const bool once = [] {
    cv::utils::logging::setLogLevel(cv::utils::logging::LOG_LEVEL_SILENT);
    cv::redirectError(ignore_error);
    // Our own threads already share the cores between decoding and tracking; OpenCV's pool would only get into
    // their way, and its splitting would make sums depend on the machine.
    cv::setNumThreads(1);
    return true;
  }();
  (void)once;
}

}  // namespace airvision
