#include "CVisionCalibration.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <opencv2/calib3d.hpp>
#include <stdexcept>
#include <vector>

#include "guard.hpp"

using airvision::guarded;

namespace {

/// The lens's coefficients among a calibration's numbers, which begin with fx, fy, cx, cy.
constexpr int first_coefficient = 4;
/// The most numbers that a camera has: fx, fy, cx, cy and fourteen coefficients.
constexpr int most_numbers = 18;
/// A pose's numbers: rotation vector, translation.
constexpr int pose_numbers = 6;

using Numbers = std::array<double, most_numbers>;
using Pose = std::array<double, pose_numbers>;

int coefficient_count(airvision_lens lens) { return lens == AIRVISION_LENS_FISHEYE ? 4 : lens; }

/// The points of one view.
struct View {
  std::vector<cv::Point3d> places;
  std::vector<cv::Point2d> seen;

  View(const double *plane_points, const double *seen_points, int count) {
    for (int i = 0; i < count; i++) {
      places.emplace_back(plane_points[2 * i], plane_points[2 * i + 1], 0);
      seen.emplace_back(seen_points[2 * i], seen_points[2 * i + 1]);
    }
  }
};

/// A camera as OpenCV takes it.
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

  /// Where points are seen, and the derivatives: two rows a point.
  struct Projection {
    std::vector<cv::Point2d> seen;
    cv::Mat slopes;
    /// The columns at which fx and the rotation vector begin. The camera's numbers lie one after the other, and so do the
    /// pose's.
    int camera_column;
    int pose_column;
  };

  Projection project(const std::vector<cv::Point3d> &places, const Pose &pose) const {
    const cv::Vec3d turn(pose[0], pose[1], pose[2]), shift(pose[3], pose[4], pose[5]);
    Projection result;
    if (lens == AIRVISION_LENS_FISHEYE) {
      cv::fisheye::projectPoints(places, result.seen, turn, shift, matrix, distortion, 0, result.slopes);
      result.camera_column = 0;
      result.pose_column = 8;
    } else {
      cv::projectPoints(places, turn, shift, matrix, distortion, result.seen, result.slopes);
      result.camera_column = 6;
      result.pose_column = 0;
    }
    return result;
  }

  /// The better of both poses that explain a flat board (T. Collins, A. Bartoli, "Infinitesimal Plane-Based Pose
  /// Estimation", IJCV 2014), refined; false where there is none.
  bool find_pose(const View &view, Pose &pose) const {
    std::vector<cv::Point2d> ideal;
    if (lens == AIRVISION_LENS_FISHEYE) {
      cv::fisheye::undistortPoints(view.seen, ideal, matrix, distortion);
    } else {
      cv::undistortPoints(
          view.seen, ideal, matrix, distortion, cv::noArray(), cv::noArray(),
          cv::TermCriteria(cv::TermCriteria::COUNT + cv::TermCriteria::EPS, 100, 1e-10));
    }
    cv::Mat turn, shift;
    if (!cv::solvePnP(
            view.places, ideal, cv::Matx33d::eye(), cv::noArray(), turn, shift, false, cv::SOLVEPNP_IPPE))
      return false;
    cv::solvePnPRefineLM(view.places, ideal, cv::Matx33d::eye(), cv::noArray(), turn, shift);
    std::copy_n(turn.ptr<double>(), 3, pose.begin());
    std::copy_n(shift.ptr<double>(), 3, pose.begin() + 3);
    return std::all_of(pose.begin(), pose.end(), [](double number) { return std::isfinite(number); });
  }
};

/// A symmetric matrix of few rows, solved by its Cholesky factor. LAPACK's sums depend on threads and alignment, and the
/// same corners have to give the same numbers to the last bit.
template <int Capacity>
struct Symmetric {
  int size;
  std::array<double, Capacity * Capacity> values{};

  explicit Symmetric(int size) : size(size) {}
  double &at(int row, int column) { return values[row * Capacity + column]; }
  double at(int row, int column) const { return values[row * Capacity + column]; }

  /// Becomes its lower triangular factor; false where it is not positive definite.
  bool factor() {
    for (int i = 0; i < size; i++) {
      for (int j = 0; j <= i; j++) {
        double sum = at(i, j);
        for (int k = 0; k < j; k++) sum -= at(i, k) * at(j, k);
        if (i != j) {
          at(i, j) = sum / at(j, j);
        } else {
          if (!(sum > 0)) return false;
          at(i, i) = std::sqrt(sum);
        }
      }
    }
    return true;
  }

  /// Solves for one right side, which becomes the solution; `factor` has to come first.
  void solve(double *right) const {
    for (int i = 0; i < size; i++) {
      for (int k = 0; k < i; k++) right[i] -= at(i, k) * right[k];
      right[i] /= at(i, i);
    }
    for (int i = size - 1; i >= 0; i--) {
      for (int k = i + 1; k < size; k++) right[i] -= at(k, i) * right[k];
      right[i] /= at(i, i);
    }
  }
};

using CameraMatrix = Symmetric<most_numbers>;
using PoseMatrix = Symmetric<pose_numbers>;

/// The sum of squares over all views, its slopes and its second derivatives (Gauss and Newton's), by blocks: each pose only
/// meets the camera's own numbers.
struct Sums {
  struct Block {
    PoseMatrix own{pose_numbers};
    std::array<double, most_numbers * pose_numbers> mixed{};
    Pose slope{};
  };

  CameraMatrix camera;
  Numbers slope{};
  std::vector<Block> blocks;
  double squares = 0;
  std::vector<double> residuals;

  Sums(
      const std::vector<View> &views, const Numbers &numbers, airvision_lens lens, const std::vector<Pose> &poses,
      int free_count)
      : camera(free_count), blocks(views.size()) {
    const Camera model(numbers.data(), lens);
    for (size_t v = 0; v < views.size(); v++) {
      const auto projection = model.project(views[v].places, poses[v]);
      Block &block = blocks[v];
      for (size_t row = 0; row < 2 * views[v].seen.size(); row++) {
        const auto &seen = views[v].seen[row / 2], &predicted = projection.seen[row / 2];
        const double residual = row % 2 ? seen.y - predicted.y : seen.x - predicted.x;
        residuals.push_back(residual);
        squares += residual * residual;
        const double *slopes = projection.slopes.ptr<double>(static_cast<int>(row));
        const double *by_camera = slopes + projection.camera_column, *by_pose = slopes + projection.pose_column;
        for (int i = 0; i < free_count; i++) {
          slope[i] += by_camera[i] * residual;
          for (int j = 0; j <= i; j++) camera.at(i, j) += by_camera[i] * by_camera[j];
          for (int j = 0; j < pose_numbers; j++) block.mixed[i * pose_numbers + j] += by_camera[i] * by_pose[j];
        }
        for (int i = 0; i < pose_numbers; i++) {
          block.slope[i] += by_pose[i] * residual;
          for (int j = 0; j <= i; j++) block.own.at(i, j) += by_pose[i] * by_pose[j];
        }
      }
    }
  }

  /// The equations of the camera's own numbers, the poses eliminated (Schur's complement), after the diagonal has grown by
  /// the damping. False where they can't be solved. `right` and the blocks' own factors are for the step.
  bool reduce(double damping, CameraMatrix &matrix, Numbers &right, std::vector<PoseMatrix> &factors) const {
    matrix = camera;
    right = slope;
    factors.clear();
    for (int i = 0; i < matrix.size; i++) matrix.at(i, i) *= 1 + damping;
    for (const Block &block : blocks) {
      PoseMatrix own = block.own;
      for (int i = 0; i < pose_numbers; i++) own.at(i, i) *= 1 + damping;
      if (!own.factor()) return false;
      factors.push_back(own);
      for (int i = 0; i < matrix.size; i++) {
        Pose column;
        std::copy_n(block.mixed.begin() + i * pose_numbers, pose_numbers, column.begin());
        own.solve(column.data());
        for (int k = 0; k < pose_numbers; k++) right[i] -= column[k] * block.slope[k];
        for (int j = 0; j <= i; j++)
          for (int k = 0; k < pose_numbers; k++) matrix.at(i, j) -= column[k] * block.mixed[j * pose_numbers + k];
      }
    }
    return matrix.factor();
  }
};

/// A camera and its views' poses on the way to the least sum of squares.
struct Solution {
  Numbers numbers{};
  std::vector<Pose> poses;

  /// Levenberg and Marquardt's method over all poses and the first `free_count` numbers. Returns the sums at its end.
  Sums minimize(const std::vector<View> &views, airvision_lens lens, int free_count) {
    constexpr int most_steps = 200;
    constexpr double least_gain = 1e-12;
    // One small gain may be a step that damping made small.
    constexpr int small_gains_at_end = 4;
    int small_gains = 0;
    Sums sums(views, numbers, lens, poses, free_count);
    double damping = 1e-3;
    for (int step = 0; step < most_steps && damping < 1e12; step++) {
      CameraMatrix matrix(free_count);
      std::vector<PoseMatrix> factors;
      Numbers move{};
      if (!sums.reduce(damping, matrix, move, factors)) {
        damping *= 10;
        continue;
      }
      matrix.solve(move.data());
      Solution next = *this;
      for (int i = 0; i < free_count; i++) next.numbers[i] += move[i];
      for (size_t v = 0; v < views.size(); v++) {
        Pose turn = sums.blocks[v].slope;
        for (int i = 0; i < free_count; i++)
          for (int k = 0; k < pose_numbers; k++) turn[k] -= sums.blocks[v].mixed[i * pose_numbers + k] * move[i];
        factors[v].solve(turn.data());
        for (int k = 0; k < pose_numbers; k++) next.poses[v][k] += turn[k];
      }
      Sums reached(views, next.numbers, lens, next.poses, free_count);
      if (!(reached.squares <= sums.squares)) {
        damping *= 10;
        continue;
      }
      small_gains = sums.squares - reached.squares <= least_gain * sums.squares ? small_gains + 1 : 0;
      *this = next;
      sums = std::move(reached);
      if (small_gains == small_gains_at_end) break;
      damping = std::max(damping / 10, 1e-12);
    }
    return sums;
  }
};

/// A camera without distortion of the focal length, among a row of them, that explains the views best, with the poses.
Solution first_guess(const std::vector<View> &views, airvision_lens lens, int width, int height) {
  Solution best;
  double least = std::numeric_limits<double>::infinity();
  for (double factor : {0.3, 0.4, 0.55, 0.7, 0.9, 1.2, 1.6, 2.2, 3.0, 4.5}) {
    Solution guess;
    guess.numbers[0] = guess.numbers[1] = factor * std::max(width, height);
    guess.numbers[2] = 0.5 * (width - 1);
    guess.numbers[3] = 0.5 * (height - 1);
    const Camera camera(guess.numbers.data(), lens);
    for (const View &view : views) {
      Pose pose;
      if (!camera.find_pose(view, pose)) break;
      guess.poses.push_back(pose);
    }
    if (guess.poses.size() != views.size()) continue;
    const double squares = Sums(views, guess.numbers, lens, guess.poses, 1).squares;
    if (!(squares < least)) continue;
    least = squares;
    best = guess;
  }
  if (best.poses.empty()) throw std::runtime_error("no pose explains one of the views");
  return best;
}

/// Each number's standard deviation: σ² times the diagonal of the inverse, with σ² the sum of squares over the degrees of
/// freedom (two rows a corner less all numbers). OpenCV 4.6 takes the corners for the rows, and so states √2 times as much.
void write_deviations(const Sums &sums, double *deviations) {
  const int freedom =
      static_cast<int>(sums.residuals.size()) - sums.camera.size - pose_numbers * static_cast<int>(sums.blocks.size());
  CameraMatrix matrix(sums.camera.size);
  Numbers right;
  std::vector<PoseMatrix> factors;
  if (freedom <= 0 || !sums.reduce(0, matrix, right, factors))
    throw std::runtime_error("the views leave some of its numbers open");
  for (int i = 0; i < sums.camera.size; i++) {
    Numbers column{};
    column[i] = 1;
    matrix.solve(column.data());
    deviations[i] = std::sqrt(column[i] * sums.squares / freedom);
  }
}

}  // namespace

airvision_status airvision_calibrate(
    airvision_board_views views, airvision_lens lens, airvision_calibration *calibration, double *poses,
    double *residuals) {
  return guarded([&] {
    *calibration = {};
    std::vector<View> seen;
    int first = 0;
    for (int v = 0; v < views.view_count; v++) {
      seen.emplace_back(views.plane_points + 2 * first, views.seen_points + 2 * first, views.counts[v]);
      first += views.counts[v];
    }
    const int count = first_coefficient + coefficient_count(lens);
    // Few views have more than one valley. All numbers at once find one, the pinhole first and then the lens by and by
    // sometimes another: the deeper one is taken.
    Solution solution = first_guess(seen, lens, views.image_width, views.image_height);
    Solution staged = solution;
    Sums sums = solution.minimize(seen, lens, count);
    for (int free_count : {first_coefficient, first_coefficient + 2, first_coefficient + 5})
      if (free_count < count) staged.minimize(seen, lens, free_count);
    Sums other = staged.minimize(seen, lens, count);
    if (other.squares < sums.squares || !std::isfinite(sums.squares)) {
      solution = staged;
      sums = std::move(other);
    }
    if (!std::isfinite(sums.squares)) throw std::runtime_error("the calibration did not converge");
    std::copy_n(solution.numbers.begin(), count, calibration->numbers);
    for (int v = 0; v < views.view_count; v++)
      std::copy(solution.poses[v].begin(), solution.poses[v].end(), poses + pose_numbers * v);
    std::copy(sums.residuals.begin(), sums.residuals.end(), residuals);
    write_deviations(sums, calibration->deviations);
  });
}

airvision_status airvision_board_pose(
    const double *plane_points, const double *seen_points, int32_t count, const double *numbers,
    airvision_lens lens, double *pose, double *residuals, int32_t *found) {
  return guarded([&] {
    *found = 0;
    const View seen(plane_points, seen_points, count);
    const Camera camera(numbers, lens);
    Pose placed;
    if (!camera.find_pose(seen, placed)) return;
    std::copy(placed.begin(), placed.end(), pose);
    const auto projection = camera.project(seen.places, placed);
    for (int i = 0; i < count; i++) {
      residuals[2 * i] = seen.seen[i].x - projection.seen[i].x;
      residuals[2 * i + 1] = seen.seen[i].y - projection.seen[i].y;
    }
    *found = 1;
  });
}

airvision_status airvision_project_board(
    const double *plane_points, int32_t count, const double *numbers, airvision_lens lens, const double *pose,
    double *seen_points) {
  return guarded([&] {
    std::vector<cv::Point3d> places;
    for (int i = 0; i < count; i++) places.emplace_back(plane_points[2 * i], plane_points[2 * i + 1], 0);
    Pose placed;
    std::copy_n(pose, pose_numbers, placed.begin());
    const auto projection = Camera(numbers, lens).project(places, placed);
    for (int i = 0; i < count; i++) {
      seen_points[2 * i] = projection.seen[i].x;
      seen_points[2 * i + 1] = projection.seen[i].y;
    }
  });
}
