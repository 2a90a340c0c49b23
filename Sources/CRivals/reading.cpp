#include <opencv2/videoio.hpp>

#include "CRivals.h"

int64_t airrivals_opencv_read_all(const char *path) {
  try {
    cv::VideoCapture capture(path);
    if (!capture.isOpened()) return -1;
    cv::Mat frame;
    int64_t count = 0;
    while (capture.read(frame)) count++;
    return count;
  } catch (...) {
    return -1;
  }
}
