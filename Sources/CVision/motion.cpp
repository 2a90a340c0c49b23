#include "CVisionMotion.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <opencv2/features2d.hpp>
#include <opencv2/imgproc.hpp>
#include <vector>

#include "guard.hpp"

using airvision::guarded;
using airvision::view;

namespace {

struct Level {
  const uint8_t *pixels;
  int width;
  int height;

  /// True well within the outer pixels: sums of single precision drift by less than the margin.
  bool holds(double x, double y) const {
    return x >= 0.01 && y >= 0.01 && x < width - 1.01 && y < height - 1.01;
  }

  /// Brightness between pixels, for a place that the level holds.
  float at(float x, float y) const {
    const int column = static_cast<int>(x), row = static_cast<int>(y);
    const float fx = x - column, fy = y - row;
    const uint8_t *p = pixels + static_cast<size_t>(row) * width + column;
    const float top = p[0] + fx * (p[1] - p[0]);
    const float bottom = p[width] + fx * (p[width + 1] - p[width]);
    return top + fy * (bottom - top);
  }
};

constexpr int LEVEL_LIMIT = 8;

struct Pyramid {
  std::array<Level, LEVEL_LIMIT> levels;
  int count;

  explicit Pyramid(const airvision_pyramid &pyramid) : count(pyramid.level_count) {
    CV_Assert(count > 0 && count <= LEVEL_LIMIT);
    const uint8_t *pixels = pyramid.levels;
    int width = pyramid.width, height = pyramid.height;
    for (int level = 0; level < count; level++) {
      levels[level] = {pixels, width, height};
      pixels += static_cast<size_t>(width) * height;
      width = (width + 1) / 2;
      height = (height + 1) / 2;
    }
  }
};

/// Solves the symmetric system of `n` ≤ 6 unknowns in place by Cholesky's method; false where it is singular.
bool solve(std::array<double, 36> &matrix, std::array<double, 6> &right, int n) {
  for (int column = 0; column < n; column++) {
    for (int row = column; row < n; row++) {
      double sum = matrix[row * 6 + column];
      for (int k = 0; k < column; k++) sum -= matrix[row * 6 + k] * matrix[column * 6 + k];
      if (row == column) {
        if (!(sum > 1e-9)) return false;
        matrix[row * 6 + column] = std::sqrt(sum);
      } else {
        matrix[row * 6 + column] = sum / matrix[column * 6 + column];
      }
    }
  }
  for (int row = 0; row < n; row++) {
    for (int k = 0; k < row; k++) right[row] -= matrix[row * 6 + k] * right[k];
    right[row] /= matrix[row * 6 + row];
  }
  for (int row = n - 1; row >= 0; row--) {
    for (int k = row + 1; k < n; k++) right[row] -= matrix[k * 6 + row] * right[k];
    right[row] /= matrix[row * 6 + row];
  }
  return true;
}

/// A square of pixels with its brightness taken to mean 0 and deviation 1.
struct Samples {
  std::vector<float> values;
  float deviation = 0;

  bool normalize() {
    double sum = 0, squares = 0;
    for (float value : values) {
      sum += value;
      squares += static_cast<double>(value) * value;
    }
    const double mean = sum / values.size();
    deviation = static_cast<float>(std::sqrt(std::max(squares / values.size() - mean * mean, 0.0)));
    // A patch whose brightness varies by less than its noise shows no place.
    if (deviation < 1.5f) return false;
    for (float &value : values) value = static_cast<float>((value - mean) / deviation);
    return true;
  }
};

/// Aligns one patch after another, keeping its memory.
class Aligner {
 public:
  Aligner(const Pyramid &first, const Pyramid &second, const airvision_patch_alignment &how)
      : first_(first), second_(second), how_(how), side_(2 * how.half_size + 1) {
    CV_Assert(how.half_size > 0 && how.half_size <= 64 && how.finest_level >= 0);
    template_.values.resize(side_ * side_);
    seen_.values.resize(side_ * side_);
    slope_x_.resize(side_ * side_);
    slope_y_.resize(side_ * side_);
  }

  void align(airvision_patch &patch) {
    patch.correlation = -1;
    double warp[4] = {patch.warp[0], patch.warp[1], patch.warp[2], patch.warp[3]};
    const double area = std::abs(warp[0] * warp[3] - warp[1] * warp[2]);
    if (!(area > 1e-4 && area < 1e4)) return;
    // A patch that is seen half as large is looked for one level finer.
    const int shift = static_cast<int>(std::lround(0.5 * std::log2(area)));
    double x = patch.seen_x, y = patch.seen_y, correlation = -1;
    const int coarsest = std::min(how_.coarsest_level, first_.count - 1);
    for (int level = coarsest; level >= std::min(how_.finest_level, coarsest); level--) {
      const int other = std::clamp(level + shift, 0, second_.count - 1);
      correlation = align(patch.x, patch.y, warp, x, y, level, other);
      if (correlation < -0.5) return;
    }
    patch.seen_x = x;
    patch.seen_y = y;
    patch.correlation = correlation;
    if (how_.refines_warp) std::copy_n(warp, 4, patch.warp);
  }

 private:
  const Pyramid &first_;
  const Pyramid &second_;
  const airvision_patch_alignment &how_;
  const int side_;
  Samples template_, seen_;
  std::vector<float> slope_x_, slope_y_;

  bool take_template(double x, double y, const Level &level) {
    const int half = how_.half_size;
    if (!level.holds(x - half - 1, y - half - 1) || !level.holds(x + half + 1, y + half + 1)) return false;
    int index = 0;
    for (int row = -half; row <= half; row++) {
      for (int column = -half; column <= half; column++, index++) {
        const float px = static_cast<float>(x + column), py = static_cast<float>(y + row);
        template_.values[index] = level.at(px, py);
        slope_x_[index] = 0.5f * (level.at(px + 1, py) - level.at(px - 1, py));
        slope_y_[index] = 0.5f * (level.at(px, py + 1) - level.at(px, py - 1));
      }
    }
    if (!template_.normalize()) return false;
    for (int i = 0; i < side_ * side_; i++) {
      slope_x_[i] /= template_.deviation;
      slope_y_[i] /= template_.deviation;
    }
    return true;
  }

  bool take_seen(const Level &level, const double *warp, double x, double y) {
    const int half = how_.half_size;
    for (int corner = 0; corner < 4; corner++) {
      const double column = corner % 2 ? half : -half, row = corner / 2 ? half : -half;
      if (!level.holds(x + warp[0] * column + warp[1] * row, y + warp[2] * column + warp[3] * row)) return false;
    }
    const float right_x = static_cast<float>(warp[0]), right_y = static_cast<float>(warp[2]);
    float *value = seen_.values.data();
    for (int row = -half; row <= half; row++) {
      float px = static_cast<float>(x + warp[1] * row - warp[0] * half);
      float py = static_cast<float>(y + warp[3] * row - warp[2] * half);
      for (int column = 0; column < side_; column++, px += right_x, py += right_y) *value++ = level.at(px, py);
    }
    return seen_.normalize();
  }

  double correlation() const {
    double sum = 0;
    for (int i = 0; i < side_ * side_; i++) sum += template_.values[i] * seen_.values[i];
    return sum / (side_ * side_);
  }

  /// Inverse-compositional steps (S. Baker, I. Matthews, "Lucas-Kanade 20 Years On", IJCV 56, 2004, section 3.2):
  /// the template's slopes are taken once. Returns the correlation, or -1 where the patch leaves a picture.
  double align(double px, double py, double *warp, double &sx, double &sy, int level, int other) {
    const double size = 1 << level, other_size = 1 << other;
    if (!take_template(px / size, py / size, first_.levels[level])) return -1;
    const Level &second = second_.levels[other];
    double w[4], x = sx / other_size, y = sy / other_size;
    for (int i = 0; i < 4; i++) w[i] = warp[i] * size / other_size;
    const int half = how_.half_size, n = how_.refines_warp ? 6 : 2;
    std::array<double, 36> information{};
    int index = 0;
    for (int row = -half; row <= half; row++) {
      for (int column = -half; column <= half; column++, index++) {
        const float j[6] = {slope_x_[index],       slope_y_[index],          slope_x_[index] * column,
                            slope_x_[index] * row, slope_y_[index] * column, slope_y_[index] * row};
        for (int a = 0; a < n; a++)
          for (int b = 0; b <= a; b++) information[a * 6 + b] += j[a] * j[b];
      }
    }
    // A finer level goes on from here, so only the last one is worth going to the end of.
    const double enough = level > how_.finest_level ? 0.05 : 0.004;
    const double start_x = x, start_y = y;
    for (int iteration = 0; iteration < 25; iteration++) {
      if (!take_seen(second, w, x, y)) return -1;
      std::array<double, 6> step{};
      index = 0;
      for (int row = -half; row <= half; row++) {
        float gx_sum = 0, gy_sum = 0, gx_column = 0, gy_column = 0;
        for (int column = -half; column <= half; column++, index++) {
          const float difference = seen_.values[index] - template_.values[index];
          const float gx = slope_x_[index] * difference, gy = slope_y_[index] * difference;
          gx_sum += gx;
          gy_sum += gy;
          gx_column += gx * column;
          gy_column += gy * column;
        }
        step[0] += gx_sum;
        step[1] += gy_sum;
        step[2] += gx_column;
        step[3] += gx_sum * row;
        step[4] += gy_column;
        step[5] += gy_sum * row;
      }
      std::array<double, 36> matrix = information;
      if (!solve(matrix, step, n)) return -1;
      if (n == 6) {
        // W ← W ∘ ΔW⁻¹ with ΔW(d) = d + s + S·d.
        const double a = 1 + step[2], b = step[3], c = step[4], d = 1 + step[5];
        const double determinant = a * d - b * c;
        if (!(determinant > 0.2 && determinant < 5)) return -1;
        const double inverse[4] = {d / determinant, -b / determinant, -c / determinant, a / determinant};
        const double tx = -(inverse[0] * step[0] + inverse[1] * step[1]);
        const double ty = -(inverse[2] * step[0] + inverse[3] * step[1]);
        const double dx = w[0] * tx + w[1] * ty, dy = w[2] * tx + w[3] * ty;
        const double turned[4] = {
            w[0] * inverse[0] + w[1] * inverse[2], w[0] * inverse[1] + w[1] * inverse[3],
            w[2] * inverse[0] + w[3] * inverse[2], w[2] * inverse[1] + w[3] * inverse[3]};
        std::copy_n(turned, 4, w);
        step[0] = -dx;
        step[1] = -dy;
      } else {
        const double dx = w[0] * step[0] + w[1] * step[1], dy = w[2] * step[0] + w[3] * step[1];
        step[0] = dx;
        step[1] = dy;
      }
      x -= step[0];
      y -= step[1];
      if (std::hypot(x - start_x, y - start_y) > 2.5 * half) return -1;
      if (std::hypot(step[0], step[1]) < enough) break;
    }
    if (!take_seen(second, w, x, y)) return -1;
    sx = x * other_size;
    sy = y * other_size;
    for (int i = 0; i < 4; i++) warp[i] = w[i] * other_size / size;
    return correlation();
  }
};

cv::Rect clipped(const int32_t *box, const cv::Size &size) {
  return cv::Rect(box[0], box[1], box[2], box[3]) & cv::Rect({0, 0}, size);
}

cv::Mat grey_of(const airvision_image &image) {
  cv::Mat picture = view(image);
  if (picture.channels() == 1) return picture;
  cv::Mat grey;
  cv::cvtColor(picture, grey, cv::COLOR_BGR2GRAY);
  return grey;
}

}  // namespace

size_t airvision_pyramid_size(int32_t width, int32_t height, int32_t level_count) {
  size_t size = 0;
  for (int level = 0; level < level_count; level++) {
    size += static_cast<size_t>(width) * height;
    width = (width + 1) / 2;
    height = (height + 1) / 2;
  }
  return size;
}

airvision_status airvision_make_pyramid(airvision_image image, int32_t level_count, uint8_t *levels) {
  return guarded([&] {
    CV_Assert(level_count > 0 && level_count <= LEVEL_LIMIT);
    const cv::Mat grey = grey_of(image);
    cv::Mat level(grey.size(), CV_8U, levels);
    cv::GaussianBlur(grey, level, {5, 5}, 0.8);
    cv::Mat source = level;
    for (int32_t number = 1; number < level_count; number++) {
      levels += source.total();
      cv::Mat half((source.rows + 1) / 2, (source.cols + 1) / 2, CV_8U, levels);
      cv::pyrDown(source, half, half.size());
      source = half;
    }
  });
}

airvision_status airvision_find_corners(
    airvision_pyramid picture, const int32_t *box, double quality, double distance, int32_t capacity,
    double *corners, int32_t *count) {
  return guarded([&] {
    *count = 0;
    const cv::Mat grey(picture.height, picture.width, CV_8U, const_cast<uint8_t *>(picture.levels));
    const cv::Rect part = clipped(box, grey.size());
    if (part.area() < 64) return;
    std::vector<cv::Point2f> found;
    cv::goodFeaturesToTrack(grey(part), found, capacity, quality, distance, cv::noArray(), 5);
    for (const auto &point : found) {
      *corners++ = point.x + part.x;
      *corners++ = point.y + part.y;
    }
    *count = static_cast<int32_t>(found.size());
  });
}

airvision_status airvision_refine_corners(
    airvision_image image, int32_t half_size, double *points, int32_t count) {
  return guarded([&] {
    std::vector<cv::Point2f> places;
    for (int32_t i = 0; i < count; i++) places.emplace_back(points[2 * i], points[2 * i + 1]);
    cv::cornerSubPix(
        grey_of(image), places, {half_size, half_size}, {-1, -1},
        {cv::TermCriteria::COUNT + cv::TermCriteria::EPS, 100, 1e-4});
    for (int32_t i = 0; i < count; i++) {
      points[2 * i] = places[i].x;
      points[2 * i + 1] = places[i].y;
    }
  });
}

airvision_status airvision_align_patches(
    airvision_pyramid first, airvision_pyramid second, airvision_patch_alignment alignment, airvision_patch *patches,
    int32_t count) {
  return guarded([&] {
    const Pyramid one(first), two(second);
    Aligner there(one, two, alignment);
    airvision_patch_alignment backwards = alignment;
    backwards.refines_warp = 0;
    backwards.coarsest_level = alignment.finest_level;
    Aligner back(two, one, backwards);
    for (int32_t i = 0; i < count; i++) {
      airvision_patch &patch = patches[i];
      patch.return_error = 0;
      there.align(patch);
      if (!alignment.goes_back || patch.correlation < 0) continue;
      const double *w = patch.warp;
      const double determinant = w[0] * w[3] - w[1] * w[2];
      airvision_patch way = {
          patch.seen_x, patch.seen_y,
          {w[3] / determinant, -w[1] / determinant, -w[2] / determinant, w[0] / determinant},
          patch.x, patch.y, 0, 0};
      back.align(way);
      patch.return_error =
          way.correlation < 0 ? INFINITY : std::hypot(way.seen_x - patch.x, way.seen_y - patch.y);
    }
  });
}

airvision_status airvision_find_likenesses(
    airvision_image first, const int32_t *box, airvision_image second, int32_t feature_limit,
    int32_t neighbours, int32_t capacity, airvision_likeness *pairs, int32_t *count) {
  return guarded([&] {
    *count = 0;
    const cv::Mat one = grey_of(first), two = grey_of(second);
    const cv::Rect part = clipped(box, one.size());
    if (part.area() < 64) return;
    cv::Mat mask = cv::Mat::zeros(one.size(), CV_8U);
    mask(part).setTo(255);
    const auto detector = cv::SIFT::create(feature_limit);
    std::vector<cv::KeyPoint> one_points, two_points;
    cv::Mat one_words, two_words;
    detector->detectAndCompute(one, mask, one_points, one_words);
    detector->detectAndCompute(two, cv::noArray(), two_points, two_words);
    if (one_points.empty() || two_points.empty()) return;
    std::vector<std::vector<cv::DMatch>> matches;
    cv::BFMatcher(cv::NORM_L2).knnMatch(one_words, two_words, matches, neighbours);
    for (const auto &nearest : matches) {
      for (const auto &match : nearest) {
        if (*count == capacity) return;
        const auto &a = one_points[match.queryIdx], &b = two_points[match.trainIdx];
        pairs[(*count)++] = {
            a.pt.x, a.pt.y, b.pt.x, b.pt.y, b.size / a.size, (b.angle - a.angle) * CV_PI / 180,
            match.distance};
      }
    }
  });
}
