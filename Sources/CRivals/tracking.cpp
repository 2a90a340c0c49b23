#include <cmath>
#include <memory>

#include <opencv2/core/utility.hpp>
#include <opencv2/tracking.hpp>
#include <opencv2/tracking/tracking_legacy.hpp>

#include "CRivals.h"

/// One of the two interfaces that OpenCV's trackers have; the other pointer is empty.
struct airrivals_tracker {
  cv::Ptr<cv::Tracker> tracker;
  cv::Ptr<cv::legacy::Tracker> legacy;
};

namespace {

airrivals_tracker make(airrivals_kind kind) {
  switch (kind) {
    case AIRRIVALS_CSRT: return {cv::TrackerCSRT::create(), {}};
    case AIRRIVALS_CSRT_T0: {
      cv::TrackerCSRT::Params parameters;
      parameters.psr_threshold = 0;
      return {cv::TrackerCSRT::create(parameters), {}};
    }
    case AIRRIVALS_KCF: return {cv::TrackerKCF::create(), {}};
    case AIRRIVALS_KCF_T0: {
      cv::TrackerKCF::Params parameters;
      parameters.detect_thresh = 0;
      return {cv::TrackerKCF::create(parameters), {}};
    }
    case AIRRIVALS_MOSSE: return {{}, cv::legacy::TrackerMOSSE::create()};
    case AIRRIVALS_MEDIAN_FLOW: return {{}, cv::legacy::TrackerMedianFlow::create()};
  }
  return {};
}

/// The picture's own bytes; the trackers only read them.
cv::Mat matrix(const airrivals_image &image) {
  return cv::Mat(image.height, image.width, CV_8UC(image.channels), const_cast<uint8_t *>(image.data),
                 image.bytes_per_row);
}

}  // namespace

void airrivals_use_one_thread(void) {
  try {
    cv::setNumThreads(1);
  } catch (...) {
  }
}

airrivals_tracker *airrivals_tracker_create(airrivals_kind kind, airrivals_image image, airrivals_box box) {
  try {
    auto result = std::make_unique<airrivals_tracker>(make(kind));
    const cv::Rect rounded(int(std::nearbyint(box.x)), int(std::nearbyint(box.y)),
                           int(std::nearbyint(box.width)), int(std::nearbyint(box.height)));
    if (result->tracker) {
      result->tracker->init(matrix(image), rounded);
    } else if (!result->legacy || !result->legacy->init(matrix(image), rounded)) {
      return nullptr;
    }
    return result.release();
  } catch (...) {
    return nullptr;
  }
}

airrivals_answer airrivals_tracker_update(airrivals_tracker *tracker, airrivals_image image,
                                          airrivals_box *box) {
  try {
    if (tracker->tracker) {
      cv::Rect found;
      if (!tracker->tracker->update(matrix(image), found)) return AIRRIVALS_LOST;
      *box = {double(found.x), double(found.y), double(found.width), double(found.height)};
    } else {
      cv::Rect2d found;
      if (!tracker->legacy->update(matrix(image), found)) return AIRRIVALS_LOST;
      *box = {found.x, found.y, found.width, found.height};
    }
    return AIRRIVALS_FOUND;
  } catch (...) {
    return AIRRIVALS_THREW;
  }
}

void airrivals_tracker_destroy(airrivals_tracker *tracker) {
  try {
    delete tracker;
  } catch (...) {
  }
}
