#include "patches.hpp"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>

namespace airvision {

namespace {

/// A picture with its derivatives.
struct Slopes {
  cv::Mat grey, along_x, along_y;

  explicit Slopes(const cv::Mat &picture) {
    // So much smoothing keeps bilinear interpolation from biasing the place.
    cv::GaussianBlur(picture, grey, {}, 0.7);
    const cv::Mat central = (cv::Mat_<float>(1, 3) << -0.5f, 0, 0.5f);
    cv::filter2D(grey, along_x, CV_32F, central);
    cv::filter2D(grey, along_y, CV_32F, central.t());
  }
};

/// Finds patches by Gauss-Newton steps on their intensities, made alike in mean and contrast, with the derivatives of
/// both pictures averaged (S. Benhimane, E. Malis, "Real-time image-based tracking of planes using efficient
/// second-order minimization", IROS 2004, for a shift alone).
class PatchFinder {
 public:
  PatchFinder(const Slopes &target, const Slopes &moved, const cv::Mat &usable, const PatchSearch &search)
      : target_(target), moved_(moved), usable_(usable), search_(search), side_(2 * search.radius + 1) {
    const int r = search.radius;
    for (int y = -r; y <= r; y++)
      for (int x = -r; x <= r; x++) weights_.push_back(float(std::exp(-2.0 * (x * x + y * y) / (r * r))));
    for (float weight : weights_) weight_sum_ += weight;
    for (auto *values : {&own_, &other_, &slope_x_, &slope_y_}) values->resize(weights_.size());
  }

  /// False when the patch has no contrast to be found by.
  bool take(cv::Point middle) {
    middle_ = middle;
    for (int y = 0, k = 0; y < side_; y++) {
      const float *row = target_.grey.ptr<float>(middle.y - search_.radius + y) + middle.x - search_.radius;
      for (int x = 0; x < side_; x++) own_[k++] = row[x];
    }
    own_power_ = centre(own_);
    return own_power_ > least_deviation * least_deviation * weight_sum_;
  }

  bool find(Patch &patch) {
    cv::Point2d flow(0, 0);
    for (int step = 0; step < 12; step++) {
      if (!sample(flow)) return false;
      const double power = centre(other_);
      if (power < least_deviation * least_deviation * weight_sum_ / 4) return false;
      const double gain = std::sqrt(own_power_ / power);
      double xx = 0, xy = 0, yy = 0, bx = 0, by = 0, product = 0;
      for (int y = 0, k = 0; y < side_; y++) {
        const int row = middle_.y - search_.radius + y, column = middle_.x - search_.radius;
        const float *own_x = target_.along_x.ptr<float>(row) + column;
        const float *own_y = target_.along_y.ptr<float>(row) + column;
        for (int x = 0; x < side_; x++, k++) {
          const double w = weights_[k];
          const double dx = 0.5 * (own_x[x] + gain * slope_x_[k]), dy = 0.5 * (own_y[x] + gain * slope_y_[k]);
          const double difference = own_[k] - gain * other_[k];
          product += w * own_[k] * other_[k];
          xx += w * dx * dx, xy += w * dx * dy, yy += w * dy * dy;
          bx += w * dx * difference, by += w * dy * difference;
        }
      }
      // A thousandth of damping holds an edge's patch from sliding along the edge.
      const double damping = 1e-3 * (xx + yy);
      const double determinant = (xx + damping) * (yy + damping) - xy * xy;
      if (!(determinant > 0)) return false;
      cv::Point2d move(((yy + damping) * bx - xy * by) / determinant, ((xx + damping) * by - xy * bx) / determinant);
      const double size = cv::norm(move);
      if (size > 1.5) move *= 1.5 / size;
      flow += move;
      if (cv::norm(flow) > search_.radius) return false;
      if (size < 0.01) {
        const double trace = xx + yy;
        patch = {cv::Point2d(middle_), flow, cv::Matx22d(xx, xy, xy, yy) * (2 / trace),
                 product / std::sqrt(power * own_power_)};
        return patch.correlation >= search_.least_correlation;
      }
    }
    return false;
  }

 private:
  /// Patches flatter than this many grey levels hold more noise than texture.
  static constexpr double least_deviation = 3;

  /// Takes the weighted mean away and gives the weighted sum of squares.
  double centre(std::vector<float> &values) const {
    double sum = 0, squares = 0;
    for (size_t k = 0; k < values.size(); k++) sum += weights_[k] * values[k];
    const float mean = float(sum / weight_sum_);
    for (size_t k = 0; k < values.size(); k++) {
      values[k] -= mean;
      squares += weights_[k] * values[k] * values[k];
    }
    return squares;
  }

  bool sample(const cv::Point2d &flow) {
    const double left = middle_.x + flow.x - search_.radius, top = middle_.y + flow.y - search_.radius;
    const int x0 = int(std::floor(left)), y0 = int(std::floor(top));
    const int right = x0 + side_ + 1, bottom = y0 + side_ + 1;
    if (x0 < 1 || y0 < 1 || right >= moved_.grey.cols || bottom >= moved_.grey.rows) return false;
    if (!usable_.at<uint8_t>(y0 + search_.radius, x0 + search_.radius)) return false;
    const float fx = float(left - x0), fy = float(top - y0);
    const float a = (1 - fx) * (1 - fy), b = fx * (1 - fy), c = (1 - fx) * fy, d = fx * fy;
    const auto interpolate = [&](const cv::Mat &from, std::vector<float> &to) {
      for (int y = 0, k = 0; y < side_; y++) {
        const float *upper = from.ptr<float>(y0 + y) + x0, *lower = from.ptr<float>(y0 + y + 1) + x0;
        for (int x = 0; x < side_; x++)
          to[k++] = a * upper[x] + b * upper[x + 1] + c * lower[x] + d * lower[x + 1];
      }
    };
    interpolate(moved_.grey, other_);
    interpolate(moved_.along_x, slope_x_);
    interpolate(moved_.along_y, slope_y_);
    return true;
  }

  const Slopes &target_;
  const Slopes &moved_;
  const cv::Mat &usable_;
  const PatchSearch search_;
  const int side_;
  std::vector<float> weights_, own_, other_, slope_x_, slope_y_;
  double weight_sum_ = 0, own_power_ = 0;
  cv::Point middle_;
};

}  // namespace

std::vector<Patch> find_patches(
    const cv::Mat &target, const cv::Mat &moved, const cv::Mat &usable, const PatchSearch &search, int &tried) {
  tried = 0;
  const int margin = search.radius + 3, cell = search.cell;
  std::vector<Patch> found;
  if (target.cols <= 2 * margin || target.rows <= 2 * margin) return found;
  const Slopes own(target), other(moved);
  cv::Mat texture, inner;
  cv::cornerMinEigenVal(own.grey, texture, 7, 3);
  const int reach = 2 * margin + 1;
  cv::erode(
      usable, inner, cv::getStructuringElement(cv::MORPH_RECT, {reach, reach}), {-1, -1}, 1, cv::BORDER_CONSTANT, 0);
  PatchFinder finder(own, other, inner, search);
  for (int top = margin; top < target.rows - margin; top += cell) {
    for (int left = margin; left < target.cols - margin; left += cell) {
      float best = 0;
      cv::Point place;
      for (int y = top; y < std::min(top + cell, target.rows - margin); y++) {
        const float *values = texture.ptr<float>(y);
        const uint8_t *mask = inner.ptr(y);
        for (int x = left; x < std::min(left + cell, target.cols - margin); x++) {
          if (!mask[x] || values[x] <= best) continue;
          best = values[x];
          place = {x, y};
        }
      }
      if (best <= 0 || !finder.take(place)) continue;
      tried++;
      Patch patch;
      if (finder.find(patch)) found.push_back(patch);
    }
  }
  return found;
}

}  // namespace airvision
