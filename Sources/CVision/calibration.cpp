#include "CVisionCalibration.h"

#include <algorithm>
#include <cmath>
#include <opencv2/calib3d.hpp>
#include <opencv2/features2d.hpp>
#include <opencv2/imgproc.hpp>
#include <stdexcept>
#include <utility>
#include <vector>

#include "guard.hpp"

using airvision::guarded;
using airvision::view;

namespace {

/// The lens's coefficients among a calibration's numbers, which begin with fx, fy, cx, cy.
constexpr int first_coefficient = 4;

int coefficient_count(airvision_lens lens) { return lens == AIRVISION_LENS_FISHEYE ? 4 : lens; }

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

std::vector<cv::Point3f> object_points(const double *numbers, int count) {
  std::vector<cv::Point3f> points;
  for (int i = 0; i < count; i++)
    points.emplace_back(static_cast<float>(numbers[2 * i]), static_cast<float>(numbers[2 * i + 1]), 0.f);
  return points;
}

std::vector<cv::Point3d> exact_object_points(const double *numbers, int count) {
  std::vector<cv::Point3d> points;
  for (int i = 0; i < count; i++) points.emplace_back(numbers[2 * i], numbers[2 * i + 1], 0);
  return points;
}

std::vector<cv::Point2d> image_points(const double *numbers, int count) {
  std::vector<cv::Point2d> points;
  for (int i = 0; i < count; i++) points.emplace_back(numbers[2 * i], numbers[2 * i + 1]);
  return points;
}

/// A calibration's numbers as OpenCV takes them.
struct Camera {
  airvision_lens lens;
  cv::Matx33d matrix;
  cv::Mat distortion;

  Camera(const double *numbers, airvision_lens lens)
      : lens(lens), matrix(numbers[0], 0, numbers[2], 0, numbers[1], numbers[3], 0, 0, 1) {
    // OpenCV has no set without coefficients: four zeros say the same.
    distortion = cv::Mat::zeros(1, std::max(coefficient_count(lens), 4), CV_64F);
    std::copy_n(numbers + first_coefficient, coefficient_count(lens), distortion.ptr<double>());
  }

  /// Where points of a board are seen; with `slopes`, also the derivatives: by the camera's numbers in their order in
  /// `slopes->first`, by the pose in `slopes->second`, two rows a point.
  std::vector<cv::Point2d> project(
      const std::vector<cv::Point3d> &points, const double *pose,
      std::pair<cv::Mat, cv::Mat> *slopes = nullptr) const {
    const cv::Vec3d turn(pose[0], pose[1], pose[2]), shift(pose[3], pose[4], pose[5]);
    std::vector<cv::Point2d> seen;
    cv::Mat jacobian;
    const int numbers = first_coefficient + coefficient_count(lens);
    if (lens == AIRVISION_LENS_FISHEYE) {
      cv::fisheye::projectPoints(points, seen, turn, shift, matrix, distortion, 0, jacobian);
      // Columns: f, c, k, rotation, translation, skew.
      if (slopes) *slopes = {jacobian.colRange(0, 8).clone(), jacobian.colRange(8, 14).clone()};
    } else {
      cv::projectPoints(points, turn, shift, matrix, distortion, seen, jacobian);
      // Columns: rotation, translation, f, c, k.
      if (slopes) *slopes = {jacobian.colRange(6, 6 + numbers).clone(), jacobian.colRange(0, 6).clone()};
    }
    return seen;
  }
};

int flags_of(airvision_lens lens) {
  switch (lens) {
    case AIRVISION_LENS_NONE:
      return cv::CALIB_FIX_K1 | cv::CALIB_FIX_K2 | cv::CALIB_FIX_K3 | cv::CALIB_ZERO_TANGENT_DIST;
    case AIRVISION_LENS_4: return cv::CALIB_FIX_K3;
    case AIRVISION_LENS_5: return 0;
    case AIRVISION_LENS_8: return cv::CALIB_RATIONAL_MODEL;
    case AIRVISION_LENS_12: return cv::CALIB_RATIONAL_MODEL | cv::CALIB_THIN_PRISM_MODEL;
    case AIRVISION_LENS_14:
      return cv::CALIB_RATIONAL_MODEL | cv::CALIB_THIN_PRISM_MODEL | cv::CALIB_TILTED_MODEL;
    case AIRVISION_LENS_FISHEYE: return cv::fisheye::CALIB_RECOMPUTE_EXTRINSIC | cv::fisheye::CALIB_FIX_SKEW;
  }
  throw std::runtime_error("the lens model is unknown");
}

/// The sums of the least squares problem of all views, its poses eliminated (Schur complement): what is left over the
/// camera's own numbers.
struct NormalEquations {
  cv::Mat camera;
  double squared_error = 0;
  int row_count = 0;
  int parameter_count;
  std::vector<double> residuals;

  NormalEquations(const airvision_board_views &views, const double *numbers, airvision_lens lens, const double *poses)
      : parameter_count(first_coefficient + coefficient_count(lens)) {
    const Camera model(numbers, lens);
    camera = cv::Mat::zeros(parameter_count, parameter_count, CV_64F);
    int first = 0;
    for (int v = 0; v < views.view_count; v++) {
      const int count = views.counts[v];
      std::pair<cv::Mat, cv::Mat> slopes;
      const auto seen =
          model.project(exact_object_points(views.plane_points + 2 * first, count), poses + 6 * v, &slopes);
      for (int i = 0; i < count; i++) {
        const double dx = views.seen_points[2 * (first + i)] - seen[i].x;
        const double dy = views.seen_points[2 * (first + i) + 1] - seen[i].y;
        residuals.push_back(dx);
        residuals.push_back(dy);
        squared_error += dx * dx + dy * dy;
      }
      const cv::Mat mixed = slopes.first.t() * slopes.second;
      const cv::Mat own = slopes.second.t() * slopes.second;
      camera += slopes.first.t() * slopes.first - mixed * own.inv(cv::DECOMP_SVD) * mixed.t();
      row_count += 2 * count;
      first += count;
    }
  }

  /// Each number's standard deviation: σ² times the diagonal of the inverse, with σ² the squared error over the degrees
  /// of freedom (2 rows a corner less all parameters).
  void write_deviations(int view_count, double *deviations) const {
    const int freedom = row_count - parameter_count - 6 * view_count;
    if (freedom <= 0) throw std::runtime_error("there are fewer corners than numbers to find");
    // The numbers' sizes differ by many powers of ten, so the matrix is brought to a diagonal of ones first.
    cv::Mat scaled = camera.clone();
    std::vector<double> scale(parameter_count);
    for (int i = 0; i < parameter_count; i++) scale[i] = std::sqrt(std::max(camera.at<double>(i, i), 1e-300));
    for (int i = 0; i < parameter_count; i++)
      for (int j = 0; j < parameter_count; j++) scaled.at<double>(i, j) /= scale[i] * scale[j];
    const cv::Mat inverse = scaled.inv(cv::DECOMP_LU);
    const double variance = squared_error / freedom;
    for (int i = 0; i < parameter_count; i++)
      deviations[i] = std::sqrt(std::max(inverse.at<double>(i, i), 0.0) * variance) / scale[i];
  }
};

}  // namespace

airvision_status airvision_find_chessboard(
    airvision_image image, int32_t columns, int32_t rows, double *corners, int32_t *found) {
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
        cv::findChessboardCornersSB(
            picture.grey, size, points, cv::CALIB_CB_NORMALIZE_IMAGE | cv::CALIB_CB_EXHAUSTIVE);
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

airvision_status airvision_calibrate(
    airvision_board_views views, airvision_lens lens, airvision_calibration *calibration, double *poses,
    double *residuals) {
  return guarded([&] {
    *calibration = {};
    std::vector<std::vector<cv::Point3f>> objects;
    std::vector<std::vector<cv::Point2f>> seen;
    int first = 0;
    for (int v = 0; v < views.view_count; v++) {
      const int count = views.counts[v];
      objects.push_back(object_points(views.plane_points + 2 * first, count));
      seen.emplace_back();
      for (const auto &point : image_points(views.seen_points + 2 * first, count)) seen.back().emplace_back(point);
      first += count;
    }
    const cv::Size size(views.image_width, views.image_height);
    const cv::TermCriteria criteria(cv::TermCriteria::COUNT + cv::TermCriteria::EPS, 300, 1e-14);
    cv::Mat matrix, distortion;
    std::vector<cv::Mat> turns, shifts;
    if (lens == AIRVISION_LENS_FISHEYE) {
      cv::fisheye::calibrate(
          objects, seen, size, matrix, distortion, turns, shifts, flags_of(lens), criteria);
    } else {
      cv::calibrateCamera(objects, seen, size, matrix, distortion, turns, shifts, flags_of(lens), criteria);
    }
    matrix.convertTo(matrix, CV_64F);
    distortion = distortion.reshape(1, 1).clone();
    distortion.convertTo(distortion, CV_64F);
    double *numbers = calibration->numbers;
    numbers[0] = matrix.at<double>(0, 0);
    numbers[1] = matrix.at<double>(1, 1);
    numbers[2] = matrix.at<double>(0, 2);
    numbers[3] = matrix.at<double>(1, 2);
    const int count = std::min<int>(coefficient_count(lens), static_cast<int>(distortion.total()));
    std::copy_n(distortion.ptr<double>(), count, numbers + first_coefficient);
    for (int v = 0; v < views.view_count; v++) {
      const cv::Mat turn = turns[v].reshape(1, 1), shift = shifts[v].reshape(1, 1);
      for (int i = 0; i < 3; i++) {
        poses[6 * v + i] = turn.at<double>(i);
        poses[6 * v + 3 + i] = shift.at<double>(i);
      }
    }
    const NormalEquations equations(views, numbers, lens, poses);
    if (!std::isfinite(equations.squared_error)) throw std::runtime_error("the calibration did not converge");
    std::copy(equations.residuals.begin(), equations.residuals.end(), residuals);
    equations.write_deviations(views.view_count, calibration->deviations);
  });
}

airvision_status airvision_board_pose(
    const double *plane_points, const double *seen_points, int32_t count, const double *numbers,
    airvision_lens lens, double *pose, double *residuals, int32_t *found) {
  return guarded([&] {
    *found = 0;
    const Camera camera(numbers, lens);
    const auto object = exact_object_points(plane_points, count);
    const auto seen = image_points(seen_points, count);
    std::vector<cv::Point2d> ideal;
    if (lens == AIRVISION_LENS_FISHEYE) {
      cv::fisheye::undistortPoints(seen, ideal, camera.matrix, camera.distortion);
    } else {
      cv::undistortPoints(
          seen, ideal, camera.matrix, camera.distortion, cv::noArray(), cv::noArray(),
          cv::TermCriteria(cv::TermCriteria::COUNT + cv::TermCriteria::EPS, 100, 1e-10));
    }
    cv::Mat turn, shift;
    if (!cv::solvePnP(object, ideal, cv::Matx33d::eye(), cv::noArray(), turn, shift, false, cv::SOLVEPNP_IPPE))
      return;
    cv::solvePnPRefineLM(object, ideal, cv::Matx33d::eye(), cv::noArray(), turn, shift);
    std::copy_n(turn.ptr<double>(), 3, pose);
    std::copy_n(shift.ptr<double>(), 3, pose + 3);
    const auto predicted = camera.project(object, pose);
    for (int i = 0; i < count; i++) {
      residuals[2 * i] = seen[i].x - predicted[i].x;
      residuals[2 * i + 1] = seen[i].y - predicted[i].y;
    }
    *found = 1;
  });
}

airvision_status airvision_project_board(
    const double *plane_points, int32_t count, const double *numbers, airvision_lens lens, const double *pose,
    double *seen_points) {
  return guarded([&] {
    const auto seen = Camera(numbers, lens).project(exact_object_points(plane_points, count), pose);
    for (int i = 0; i < count; i++) {
      seen_points[2 * i] = seen[i].x;
      seen_points[2 * i + 1] = seen[i].y;
    }
  });
}
