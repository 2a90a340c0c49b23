#include "CVisionMarkers.h"

#include <apriltag/apriltag.h>
#include <apriltag/tag16h5.h>
#include <apriltag/tag25h9.h>
#include <apriltag/tag36h10.h>
#include <apriltag/tag36h11.h>

#include <algorithm>
#include <memory>
#include <opencv2/aruco.hpp>
#include <opencv2/calib3d.hpp>
#include <opencv2/imgproc.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "guard.hpp"

using airvision::guarded;
using airvision::view;

/// The two libraries behind one face.
struct airvision_marker_detector {
  virtual ~airvision_marker_detector() = default;
  /// Finds markers in a grey picture; corners in that picture's pixels, whose centres are whole numbers.
  virtual std::vector<airvision_marker> find(const cv::Mat &grey) = 0;
  /// The marker's cells, its black border included, one byte each: 0 or 1.
  virtual cv::Mat cells(int identifier) = 0;
};

namespace {

struct ArucoDetector final : airvision_marker_detector {
  explicit ArucoDetector(int number) : dictionary(cv::aruco::getPredefinedDictionary(number)) {
    parameters->cornerRefinementMethod = cv::aruco::CORNER_REFINE_SUBPIX;
  }

  std::vector<airvision_marker> find(const cv::Mat &grey) override {
    std::vector<int> identifiers;
    std::vector<std::vector<cv::Point2f>> corners;
    // The two window sizes of 7 and 23 pixels find what the usual three find, in two thirds of the time.
    parameters->adaptiveThreshWinSizeMin = 7;
    parameters->adaptiveThreshWinSizeMax = 23;
    parameters->adaptiveThreshWinSizeStep = 16;
    cv::aruco::detectMarkers(grey, dictionary, corners, identifiers, parameters);
    std::vector<airvision_marker> markers(identifiers.size());
    for (size_t i = 0; i < identifiers.size(); i++) {
      markers[i].identifier = identifiers[i];
      for (int corner = 0; corner < 4; corner++) {
        markers[i].corners[2 * corner] = corners[i][corner].x;
        markers[i].corners[2 * corner + 1] = corners[i][corner].y;
      }
    }
    return markers;
  }

  cv::Mat cells(int identifier) override {
    if (identifier < 0 || identifier >= dictionary->bytesList.rows)
      throw std::runtime_error("the dictionary has no marker " + std::to_string(identifier));
    cv::Mat drawn;
    dictionary->drawMarker(identifier, dictionary->markerSize + 2, drawn, 1);
    return drawn > 0;
  }

  cv::Ptr<cv::aruco::Dictionary> dictionary;
  cv::Ptr<cv::aruco::DetectorParameters> parameters = cv::aruco::DetectorParameters::create();
};

/// How the AprilTag library makes and frees a family.
struct FamilyKind {
  const char *name;
  apriltag_family_t *(*create)();
  void (*destroy)(apriltag_family_t *);
};

const FamilyKind family_kinds[] = {
    {"tag16h5", tag16h5_create, tag16h5_destroy},
    {"tag25h9", tag25h9_create, tag25h9_destroy},
    {"tag36h10", tag36h10_create, tag36h10_destroy},
    {"tag36h11", tag36h11_create, tag36h11_destroy},
};

const FamilyKind &family_kind(const std::string &name) {
  for (const FamilyKind &kind : family_kinds)
    if (name == kind.name) return kind;
  throw std::runtime_error("there is no AprilTag family " + name);
}

struct AprilTagDetector final : airvision_marker_detector {
  explicit AprilTagDetector(const std::string &name)
      : kind(family_kind(name)),
        family(kind.create(), kind.destroy),
        detector(apriltag_detector_create(), apriltag_detector_destroy) {
    // Wrong bits are mended where codes differ in many; where they differ in few, that would make a marker of many a
    // window frame. The table of mended codes grows with the family: 40 ms and 20 MB for tag36h11, too much beyond.
    const uint64_t bits = uint64_t(family->ncodes) * family->nbits;
    const int mended = family->h < 9 || bits > 200000 ? 0 : bits < 30000 ? 2 : 1;
    apriltag_detector_add_family_bits(detector.get(), family.get(), mended);
    // The picture is made smaller before, where that is wanted; sides are fitted to edges afterwards.
    detector->quad_decimate = 1;
    detector->refine_edges = false;
  }

  std::vector<airvision_marker> find(const cv::Mat &grey) override {
    image_u8_t image = {grey.cols, grey.rows, static_cast<int32_t>(grey.step), grey.data};
    const std::unique_ptr<zarray_t, decltype(&apriltag_detections_destroy)> detections(
        apriltag_detector_detect(detector.get(), &image), apriltag_detections_destroy);
    std::vector<airvision_marker> markers;
    for (int i = 0; i < zarray_size(detections.get()); i++) {
      apriltag_detection_t *seen = nullptr;
      zarray_get(detections.get(), i, &seen);
      airvision_marker marker;
      marker.identifier = seen->id;
      // The library goes counter-clockwise from the bottom-left corner, and counts from the pixel's corner.
      for (int corner = 0; corner < 4; corner++) {
        marker.corners[2 * corner] = seen->p[3 - corner][0] - 0.5;
        marker.corners[2 * corner + 1] = seen->p[3 - corner][1] - 0.5;
      }
      markers.push_back(marker);
    }
    return markers;
  }

  cv::Mat cells(int identifier) override {
    if (identifier < 0 || static_cast<uint32_t>(identifier) >= family->ncodes)
      throw std::runtime_error("the family has no tag " + std::to_string(identifier));
    const std::unique_ptr<image_u8_t, decltype(&image_u8_destroy)> drawn(
        apriltag_to_image(family.get(), identifier), image_u8_destroy);
    const cv::Mat whole(drawn->height, drawn->width, CV_8U, drawn->buf, drawn->stride);
    // Around the black border there are white cells.
    const int margin = (family->total_width - family->width_at_border) / 2;
    return whole(cv::Rect(margin, margin, family->width_at_border, family->width_at_border)) > 0;
  }

  const FamilyKind &kind;
  std::unique_ptr<apriltag_family_t, void (*)(apriltag_family_t *)> family;
  std::unique_ptr<apriltag_detector_t, void (*)(apriltag_detector_t *)> detector;
};

/// A part of the picture in grey, made smaller.
cv::Mat reduced_grey(const airvision_image &image, const cv::Rect &region, int reduction) {
  cv::Mat part = view(image)(region);
  if (reduction > 1) {
    const cv::Size size(part.cols / reduction, part.rows / reduction);
    cv::Mat small;
    // Whole blocks only, so that a pixel of the small picture covers the same pixels everywhere.
    cv::resize(
        part(cv::Rect(0, 0, size.width * reduction, size.height * reduction)), small, size, 0, 0, cv::INTER_AREA);
    part = small;
  }
  if (part.channels() == 1) return part;
  cv::Mat grey;
  cv::cvtColor(part, grey, cv::COLOR_BGR2GRAY);
  return grey;
}

}  // namespace

airvision_status airvision_aruco_detector_create(int32_t dictionary, airvision_marker_detector **detector) {
  return guarded([&] { *detector = new ArucoDetector(dictionary); });
}

airvision_status airvision_apriltag_detector_create(const char *family, airvision_marker_detector **detector) {
  return guarded([&] { *detector = new AprilTagDetector(family); });
}

void airvision_marker_detector_destroy(airvision_marker_detector *detector) { delete detector; }

airvision_status airvision_find_markers(
    airvision_marker_detector *detector, airvision_image image, airvision_region region, int32_t reduction,
    airvision_marker *markers, int32_t capacity, int32_t *count) {
  return guarded([&] {
    *count = 0;
    const cv::Rect part =
        cv::Rect(region.x, region.y, region.width, region.height) & cv::Rect(0, 0, image.width, image.height);
    if (part.width < 16 * reduction || part.height < 16 * reduction) return;
    std::vector<airvision_marker> found = detector->find(reduced_grey(image, part, reduction));
    std::sort(found.begin(), found.end(), [](const airvision_marker &a, const airvision_marker &b) {
      return a.identifier != b.identifier ? a.identifier < b.identifier : a.corners[0] < b.corners[0];
    });
    *count = std::min(static_cast<int32_t>(found.size()), capacity);
    for (int32_t i = 0; i < *count; i++) {
      markers[i] = found[i];
      for (int k = 0; k < 8; k++)
        markers[i].corners[k] =
            (found[i].corners[k] + 0.5) * reduction - 0.5 + (k % 2 == 0 ? part.x : part.y);
    }
  });
}

airvision_status airvision_marker_cells(
    airvision_marker_detector *detector, int32_t identifier, uint8_t *cells, int32_t capacity, int32_t *side) {
  return guarded([&] {
    const cv::Mat drawn = detector->cells(identifier);
    *side = drawn.rows;
    if (drawn.rows * drawn.cols > capacity) throw std::runtime_error("the marker has too many cells");
    for (int row = 0; row < drawn.rows; row++)
      for (int column = 0; column < drawn.cols; column++)
        cells[row * drawn.cols + column] = drawn.at<uint8_t>(row, column) > 0 ? 1 : 0;
  });
}

airvision_status airvision_find_chessboard_in_frame(
    airvision_image image, int32_t columns, int32_t rows, double *corners, int32_t *found) {
  return guarded([&] {
    *found = 0;
    const cv::Mat grey = reduced_grey(image, cv::Rect(0, 0, image.width, image.height), 1);
    std::vector<cv::Point2f> seen;
    const int flags = cv::CALIB_CB_ADAPTIVE_THRESH | cv::CALIB_CB_NORMALIZE_IMAGE | cv::CALIB_CB_FAST_CHECK;
    if (!cv::findChessboardCorners(grey, cv::Size(columns, rows), seen, flags)) return;
    // The window must not reach the next corners.
    double nearest = cv::norm(seen[0] - seen[1]);
    for (int i = 0; i + 1 < columns * rows; i++)
      if ((i + 1) % columns != 0) nearest = std::min(nearest, double(cv::norm(seen[i] - seen[i + 1])));
    const int reach = std::clamp(static_cast<int>(nearest * 0.3), 2, 11);
    cv::cornerSubPix(
        grey, seen, cv::Size(reach, reach), cv::Size(-1, -1),
        cv::TermCriteria(cv::TermCriteria::EPS + cv::TermCriteria::COUNT, 50, 1e-3));
    for (size_t i = 0; i < seen.size(); i++) {
      corners[2 * i] = seen[i].x;
      corners[2 * i + 1] = seen[i].y;
    }
    *found = 1;
  });
}
