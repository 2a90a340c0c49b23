#include <algorithm>
#include <opencv2/calib3d.hpp>
#include <opencv2/features2d.hpp>
#include <opencv2/imgproc.hpp>
#include <vector>

#include "CVisionCalibration.h"
#include "guard.hpp"

using airvision::guarded;
using airvision::view;

namespace {

/// A board's picture at most so large: detectors look for squares of a few to some hundred pixels, and take seconds for
/// the pictures of large sensors. The corners are refined on the full picture afterwards.
constexpr int longest_side = 1600;

struct Reduced {
  cv::Mat grey;
  double factor = 1;

  explicit Reduced(const airvision_image &image) {
    cv::Mat picture = view(image);
    if (picture.channels() == 1) {
      grey = picture;
    } else {
      cv::cvtColor(picture, grey, cv::COLOR_BGR2GRAY);
    }
    const int side = std::max(grey.cols, grey.rows);
    if (side <= longest_side) return;
    cv::Mat small;
    // A whole factor, so that the centres of small pixels are known exactly.
    factor = (side + longest_side - 1) / longest_side;
    cv::resize(grey, small, {}, 1 / factor, 1 / factor, cv::INTER_AREA);
    grey = small;
  }

  /// Writes points of the reduced picture in the full picture's pixels.
  void write(const std::vector<cv::Point2f> &points, double *numbers) const {
    for (size_t i = 0; i < points.size(); i++) {
      numbers[2 * i] = (points[i].x + 0.5) * factor - 0.5;
      numbers[2 * i + 1] = (points[i].y + 0.5) * factor - 0.5;
    }
  }
};

}  // namespace

airvision_status airvision_find_chessboard(
    airvision_image image, int32_t columns, int32_t rows, int32_t is_thorough, double *corners, int32_t *found) {
  return guarded([&] {
    *found = 0;
    const Reduced picture(image);
    const cv::Size size(columns, rows);
    std::vector<cv::Point2f> points;
    // The one by quadrangles finds blurred and small boards best, the one by lines (A. Duda, U. Frese, "Accurate
    // Detection and Localization of Checkerboard Corners", BMVC 2018) those with glare and strong distortion.
    const bool is_seen =
        cv::findChessboardCorners(
            picture.grey, size, points, cv::CALIB_CB_ADAPTIVE_THRESH | cv::CALIB_CB_NORMALIZE_IMAGE) ||
        (is_thorough &&
         cv::findChessboardCornersSB(
             picture.grey, size, points, cv::CALIB_CB_NORMALIZE_IMAGE | cv::CALIB_CB_EXHAUSTIVE));
    if (!is_seen || points.size() != static_cast<size_t>(columns) * rows) return;
    picture.write(points, corners);
    *found = 1;
  });
}

airvision_status airvision_measure_chessboard(airvision_image image, int32_t *columns, int32_t *rows) {
  return guarded([&] {
    *columns = *rows = 0;
    const Reduced picture(image);
    std::vector<cv::Point2f> points;
    cv::Mat squares;
    const bool is_seen = cv::findChessboardCornersSB(
        picture.grey, {3, 3}, points, cv::CALIB_CB_NORMALIZE_IMAGE | cv::CALIB_CB_LARGER, squares);
    if (!is_seen) return;
    *columns = squares.cols;
    *rows = squares.rows;
  });
}

airvision_status airvision_find_circles(
    airvision_image image, int32_t columns, int32_t rows, int32_t is_asymmetric, double *centres, int32_t *found) {
  return guarded([&] {
    *found = 0;
    const Reduced picture(image);
    const cv::Size size(columns, rows);
    const int shape = is_asymmetric ? cv::CALIB_CB_ASYMMETRIC_GRID : cv::CALIB_CB_SYMMETRIC_GRID;
    cv::SimpleBlobDetector::Params parameters;
    // The usual limits are for large circles in small pictures.
    parameters.minArea = 12;
    parameters.maxArea = static_cast<float>(picture.grey.total()) / static_cast<float>(columns * rows);
    parameters.minDistBetweenBlobs = 4;
    const auto detector = cv::SimpleBlobDetector::create(parameters);
    std::vector<cv::Point2f> points;
    const bool is_seen =
        cv::findCirclesGrid(picture.grey, size, points, shape, detector) ||
        cv::findCirclesGrid(picture.grey, size, points, shape | cv::CALIB_CB_CLUSTERING, detector);
    if (!is_seen || points.size() != static_cast<size_t>(columns) * rows) return;
    picture.write(points, centres);
    *found = 1;
  });
}
