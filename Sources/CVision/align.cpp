#include <algorithm>
#include <cmath>
#include <vector>

#include "CVisionFeatures.h"
#include "guard.hpp"
#include "patches.hpp"
#include "picture.hpp"

using airvision::find_patches;
using airvision::grey_picture;
using airvision::guarded;
using airvision::mapped;
using airvision::Patch;

namespace {

using Step = cv::Matx<double, 8, 1>;

/// Halves a picture; a last odd row or column is left out, so that pixel p becomes (p − 0.5) / 2 exactly.
cv::Mat halved(const cv::Mat &picture) {
  cv::Mat half;
  const cv::Rect even(0, 0, picture.cols / 2 * 2, picture.rows / 2 * 2);
  cv::resize(picture(even), half, {even.width / 2, even.height / 2}, 0, 0, cv::INTER_AREA);
  return half;
}

std::vector<cv::Mat> pyramid(const cv::Mat &picture, int levels) {
  std::vector<cv::Mat> all(1);
  picture.convertTo(all[0], CV_32F);
  for (int level = 1; level <= levels && std::min(all.back().cols, all.back().rows) >= 32; level++)
    all.push_back(halved(all.back()));
  return all;
}

/// Takes pixels of the full picture to pixels of its `level`th half.
cv::Matx33d reduction(int level) {
  const double s = 1.0 / (1 << level);
  return cv::Matx33d(s, 0, (s - 1) / 2, 0, s, (s - 1) / 2, 0, 0, 1);
}

cv::Matx33d normalized(const cv::Matx33d &h) { return h * (1 / h(2, 2)); }

/// The median of how much the homography enlarges areas where both pictures overlap; 0 where they hardly do.
double enlargement(const cv::Matx33d &homography, cv::Size from, cv::Size to) {
  std::vector<double> areas;
  for (int j = 1; j < 16; j++) {
    for (int i = 1; i < 16; i++) {
      const cv::Point2d p(from.width * i / 16.0, from.height * j / 16.0), q = mapped(homography, p);
      if (q.x < 0 || q.y < 0 || q.x >= to.width || q.y >= to.height) continue;
      areas.push_back(std::abs(cv::determinant(airvision::stretch(homography, p))));
    }
  }
  if (areas.size() < 3) return 0;
  std::nth_element(areas.begin(), areas.begin() + areas.size() / 2, areas.end());
  return areas[areas.size() / 2];
}

/// How many pixels of `source` a pixel of a result of `size` covers along its longer side, over three quarters of it;
/// 1 where they hardly overlap. The homography takes pixels of the result to those of the source.
double coarseness(const cv::Matx33d &homography, cv::Size size, cv::Size source) {
  std::vector<double> steps;
  for (int j = 1; j < 8; j++) {
    for (int i = 1; i < 8; i++) {
      const cv::Point2d p(size.width * i / 8.0, size.height * j / 8.0), q = mapped(homography, p);
      if (q.x < 0 || q.y < 0 || q.x >= source.width || q.y >= source.height) continue;
      const cv::Matx22d s = airvision::stretch(homography, p);
      steps.push_back(std::max(std::hypot(s(0, 0), s(1, 0)), std::hypot(s(0, 1), s(1, 1))));
    }
  }
  if (steps.empty()) return 1;
  std::nth_element(steps.begin(), steps.begin() + steps.size() * 3 / 4, steps.end());
  return steps[steps.size() * 3 / 4];
}

/// The small homography that patches' flows follow, by Gauss-Newton with Tukey's weights: patches that go elsewhere
/// (another plane, a hand) lose their say. An edge's patch speaks only across the edge.
class FlowFit {
 public:
  FlowFit(const std::vector<Patch> &patches, cv::Size size)
      : patches_(patches), distances_(patches.size()), half_(std::max(size.width, size.height) / 2.0),
        normalization_(1 / half_, 0, -size.width / 2.0 / half_, 0, 1 / half_, -size.height / 2.0 / half_, 0, 0, 1) {}

  bool run() {
    for (int round = 0; round < 30; round++) {
      measure();
      Step move;
      if (!step(move)) return false;
      parameters_ += move;
      if (cv::norm(move) * half_ < 1e-4) break;
    }
    measure();
    return true;
  }

  cv::Matx33d homography() const { return normalization_.inv() * matrix() * normalization_; }
  bool is_inlier(size_t i) const { return distances_[i] < limit_; }

  int inlier_count() const {
    return int(std::count_if(distances_.begin(), distances_.end(), [&](double d) { return d < limit_; }));
  }

  double residual() const {
    double sum = 0, weights = 0;
    for (double d : distances_) {
      if (d >= limit_) continue;
      sum += weight(d) * d * d;
      weights += weight(d);
    }
    return weights > 0 ? std::sqrt(sum / weights) : 0;
  }

 private:
  /// Tukey's biweight.
  double weight(double distance) const {
    const double u = distance / limit_;
    return u < 1 ? (1 - u * u) * (1 - u * u) : 0;
  }

  cv::Matx33d matrix() const {
    const auto &p = parameters_;
    return cv::Matx33d(1 + p(0), p(1), p(2), p(3), 1 + p(4), p(5), p(6), p(7), 1);
  }

  void measure() {
    const cv::Matx33d h = homography();
    errors_.clear();
    for (size_t i = 0; i < patches_.size(); i++) {
      const Patch &patch = patches_[i];
      const cv::Point2d e = patch.place + patch.flow - mapped(h, patch.place);
      errors_.emplace_back(e.x, e.y);
      distances_[i] = std::sqrt(std::max(0.0, errors_[i].dot(patch.structure * errors_[i])));
    }
    std::vector<double> sorted = distances_;
    std::nth_element(sorted.begin(), sorted.begin() + sorted.size() / 2, sorted.end());
    // 1.4826 makes the median absolute deviation a standard deviation, and 4.685 of them lose 5 % of what least squares
    // would give on clean data (P. Holland, R. Welsch, "Robust regression using iteratively reweighted least-squares",
    // 1977). Below 0.15 pixels a patch's own place is noise.
    limit_ = 4.685 * std::max(0.15, 1.4826 * sorted[sorted.size() / 2]);
  }

  bool step(Step &move) const {
    const cv::Matx33d h = matrix();
    cv::Matx<double, 8, 8> normal = cv::Matx<double, 8, 8>::zeros();
    Step right = Step::zeros();
    int used = 0;
    for (size_t i = 0; i < patches_.size(); i++) {
      const double w = weight(distances_[i]);
      if (w <= 0) continue;
      used++;
      const Patch &patch = patches_[i];
      const cv::Vec3d q = normalization_ * cv::Vec3d(patch.place.x, patch.place.y, 1), y = h * q;
      const double u = y[0] / y[2], v = y[1] / y[2], a = q[0] / y[2], b = q[1] / y[2], c = 1 / y[2];
      const cv::Matx<double, 2, 8> slope(a, b, c, 0, 0, 0, -u * a, -u * b, 0, 0, 0, a, b, c, -v * a, -v * b);
      const cv::Matx<double, 8, 2> weighted = slope.t() * patch.structure * w;
      normal += weighted * slope;
      right += weighted * (errors_[i] * (1 / half_));
    }
    if (used < 8) return false;
    for (int k = 0; k < 8; k++) normal(k, k) *= 1 + 1e-9;
    return cv::solve(normal, right, move, cv::DECOMP_CHOLESKY);
  }

  const std::vector<Patch> &patches_;
  std::vector<double> distances_;
  std::vector<cv::Vec2d> errors_;
  double limit_ = 0;
  double half_;
  cv::Matx33d normalization_;
  Step parameters_ = Step::zeros();
};

/// The part of the second picture that the first one may be seen in, its origin a multiple of `multiple`.
cv::Rect region_of_interest(const cv::Matx33d &homography, cv::Size first, cv::Size second, int multiple) {
  const cv::Rect whole({0, 0}, second);
  std::vector<cv::Point2f> corners;
  double smallest = 1e300, largest = -1e300;
  for (const cv::Point2d &p : {cv::Point2d(0, 0), {double(first.width), 0}, {0, double(first.height)},
                               {double(first.width), double(first.height)}}) {
    const double depth = homography(2, 0) * p.x + homography(2, 1) * p.y + homography(2, 2);
    smallest = std::min(smallest, depth), largest = std::max(largest, depth);
    const cv::Point2d q = mapped(homography, p);
    // Far outside, only the side matters.
    corners.emplace_back(float(std::clamp(q.x, -1e6, 1e6)), float(std::clamp(q.y, -1e6, 1e6)));
  }
  // Across its horizon a picture has no corners.
  if (smallest * largest <= 0) return whole;
  const cv::Rect box = cv::boundingRect(corners);
  const int margin = 16 + std::max(std::min(box.width, second.width), std::min(box.height, second.height)) / 8;
  const int left = std::max(0, (box.x - margin) / multiple * multiple);
  const int top = std::max(0, (box.y - margin) / multiple * multiple);
  return cv::Rect({left, top}, cv::Point(box.x + box.width + margin, box.y + box.height + margin)) & whole;
}

/// Both pictures at one level of detail.
struct Level {
  cv::Mat first, second, mask;
};

/// One step: aligns the finer picture, seen through the homography, with the coarser one.
/// False where too few patches agree.
bool align_once(
    const Level &level, const airvision::PatchSearch &search, bool keeps_first, cv::Matx33d &homography, airvision_alignment &report,
    std::vector<cv::Vec4d> &places, double &largest_move) {
  const double enlarged = enlargement(homography, level.first.size(), level.second.size());
  if (enlarged <= 0) return false;
  // The coarser picture keeps its pixels: the finer one is smoothed down to it.
  const bool is_first_target = keeps_first || enlarged >= 1;
  const cv::Mat &target = is_first_target ? level.first : level.second;
  cv::Matx33d onto = is_first_target ? homography : homography.inv();
  cv::Mat usable;
  const cv::Mat moved = airvision::warped(is_first_target ? level.second : level.first, onto, target.size(), usable);
  if (!level.mask.empty()) {
    cv::Mat mask = level.mask;
    if (!is_first_target)
      cv::warpPerspective(level.mask, mask, onto, target.size(), cv::INTER_NEAREST | cv::WARP_INVERSE_MAP);
    cv::bitwise_and(usable, mask, usable);
  }
  airvision_alignment now = {};
  const auto patches = find_patches(target, moved, usable, search, now.tried_count);
  now.matched_count = int(patches.size());
  if (patches.size() < 12) return false;
  FlowFit fit(patches, target.size());
  if (!fit.run()) return false;
  const cv::Matx33d turn = fit.homography();
  now.inlier_count = fit.inlier_count();
  now.residual = fit.residual();
  places.clear();
  largest_move = 0;
  for (size_t i = 0; i < patches.size(); i++) {
    if (!fit.is_inlier(i)) continue;
    const cv::Point2d p = patches[i].place, q = mapped(onto, p + patches[i].flow);
    places.push_back(is_first_target ? cv::Vec4d(p.x, p.y, q.x, q.y) : cv::Vec4d(q.x, q.y, p.x, p.y));
    now.correlation += patches[i].correlation / now.inlier_count;
    largest_move = std::max(largest_move, cv::norm(mapped(turn, p) - p));
  }
  onto = onto * turn;
  homography = normalized(is_first_target ? onto : onto.inv());
  report = now;
  return cv::checkRange(homography);
}

}  // namespace

cv::Mat airvision::warped(const cv::Mat &source, const cv::Matx33d &homography, cv::Size size, cv::Mat &seen) {
  const double step = coarseness(homography, size, source.size());
  // Where a pixel of the result covers several of the source, it is the mean of as many samples.
  const int samples = std::clamp(int(std::ceil(step - 0.3)), 1, 4);
  const double s = 1.0 / samples;
  const cv::Matx33d finer(s, 0, (s - 1) / 2, 0, s, (s - 1) / 2, 0, 0, 1);
  cv::Mat result;
  cv::warpPerspective(
      source, result, homography * finer, {size.width * samples, size.height * samples},
      (samples > 1 ? cv::INTER_LINEAR : cv::INTER_CUBIC) | cv::WARP_INVERSE_MAP, cv::BORDER_REPLICATE);
  if (samples > 1) cv::resize(result, result, size, 0, 0, cv::INTER_AREA);
  const cv::Mat whole(source.size(), CV_8U, cv::Scalar(255));
  cv::warpPerspective(whole, seen, homography, size, cv::INTER_NEAREST | cv::WARP_INVERSE_MAP);
  return result;
}

airvision_status airvision_warp(
    airvision_image image, const double *homography, int32_t width, int32_t height, uint8_t *result, uint8_t *seen) {
  return guarded([&] {
    cv::Mat mask;
    const cv::Mat picture = airvision::warped(grey_picture(image), cv::Matx33d(homography), {width, height}, mask);
    picture.copyTo(cv::Mat(height, width, CV_8U, result));
    mask.copyTo(cv::Mat(height, width, CV_8U, seen));
  });
}

airvision_status airvision_align(
    airvision_image first, airvision_image second, const uint8_t *mask, airvision_alignment_options options,
    double *homography, airvision_alignment *report, double *places, int32_t capacity) {
  return guarded([&] {
    *report = {};
    cv::Matx33d best(homography);
    const cv::Size first_size(first.width, first.height), second_size(second.width, second.height);
    const cv::Rect region = region_of_interest(best, first_size, second_size, 1 << options.coarsest_level);
    if (std::min(region.width, region.height) < 16) return;
    const cv::Matx33d to_region(1, 0, -region.x, 0, 1, -region.y, 0, 0, 1);
    best = to_region * best;
    airvision_image part = second;
    part.data += size_t(region.y) * second.bytes_per_row + size_t(region.x) * second.channels;
    part.width = region.width, part.height = region.height;
    const auto firsts = pyramid(grey_picture(first), options.coarsest_level);
    cv::Mat part_grey = grey_picture(part);
    // What the first picture's pixels blur anyway is blurred once, not at each step.
    cv::Matx33d from_part = cv::Matx33d::eye();
    while (options.keeps_first && coarseness(best, first_size, part_grey.size()) > 2) {
      part_grey = halved(part_grey);
      best = reduction(1) * best;
      from_part = reduction(1) * from_part;
    }
    const auto seconds = pyramid(part_grey, options.coarsest_level);
    std::vector<cv::Mat> masks(1);
    if (mask) masks[0] = cv::Mat(first.height, first.width, CV_8U, const_cast<uint8_t *>(mask));
    while (mask && masks.size() < firsts.size()) masks.push_back(halved(masks.back()) == 255);
    const airvision::PatchSearch search{options.patch_radius, options.cell, options.least_correlation};
    std::vector<cv::Vec4d> inliers;
    int inlier_level = 0;
    for (int level = int(std::min(firsts.size(), seconds.size())) - 1; level >= options.finest_level; level--) {
      const cv::Matx33d reduce = reduction(level);
      const Level pictures{firsts[level], seconds[level], mask ? masks[level] : cv::Mat()};
      for (int step = 0; step < options.steps; step++) {
        cv::Matx33d reduced = reduce * best * reduce.inv();
        double largest_move = 0;
        if (!align_once(pictures, search, options.keeps_first != 0, reduced, *report, inliers, largest_move)) break;
        best = normalized(reduce.inv() * reduced * reduce);
        inlier_level = level;
        if (largest_move < options.smallest_move) break;
      }
    }
    if (report->inlier_count == 0) return;
    const cv::Matx33d to_second = to_region.inv() * from_part.inv();
    best = normalized(to_second * best);
    std::copy_n(best.val, 9, homography);
    if (!places) return;
    const cv::Matx33d enlarge = reduction(inlier_level).inv();
    for (int i = 0; i < std::min(int(inliers.size()), capacity); i++) {
      const cv::Point2d p = mapped(enlarge, {inliers[i][0], inliers[i][1]});
      const cv::Point2d q = mapped(to_second * enlarge, {inliers[i][2], inliers[i][3]});
      places[4 * i] = p.x, places[4 * i + 1] = p.y, places[4 * i + 2] = q.x, places[4 * i + 3] = q.y;
    }
  });
}
