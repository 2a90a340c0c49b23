#include "CVisionFeatures.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <opencv2/calib3d.hpp>
#include <opencv2/features2d.hpp>
#include <opencv2/imgproc.hpp>
#include <vector>

#include "guard.hpp"
#include "picture.hpp"

using airvision::grey_picture;
using airvision::guarded;

// The widest vectors of the machine, chosen at run time; whole numbers add up to the same whatever the width.
#if defined(__x86_64__)
#define AIRVISION_WIDE __attribute__((target_clones("arch=x86-64-v3", "default")))
#else
#define AIRVISION_WIDE
#endif

namespace {

constexpr int length = AIRVISION_DESCRIPTOR_LENGTH;

/// One view of a picture: the picture as if seen at a slant, and the way back to its own pixels.
struct View {
  cv::Mat grey;
  cv::Mat seen;
  cv::Matx23d to_picture;
};

/// The picture turned by `angle` degrees and squeezed along x by `tilt`, smoothed as a slanted view is
/// (G. Yu, J.-M. Morel, "ASIFT: An Algorithm for Fully Affine Invariant Comparison", IPOL 2011, section 3).
View slanted(const cv::Mat &grey, double tilt, double angle) {
  const double radians = angle * CV_PI / 180, c = std::cos(radians), s = std::sin(radians);
  const double corners[4][2] = {
      {0, 0}, {grey.cols - 1.0, 0}, {0, grey.rows - 1.0}, {grey.cols - 1.0, grey.rows - 1.0}};
  double min_x = 1e9, min_y = 1e9, max_x = -1e9, max_y = -1e9;
  for (const auto &corner : corners) {
    const double x = c * corner[0] - s * corner[1], y = s * corner[0] + c * corner[1];
    min_x = std::min(min_x, x), max_x = std::max(max_x, x);
    min_y = std::min(min_y, y), max_y = std::max(max_y, y);
  }
  const cv::Matx23d turn(c, -s, -min_x, s, c, -min_y);
  const cv::Size turned_size(int(std::ceil(max_x - min_x)) + 1, int(std::ceil(max_y - min_y)) + 1);
  cv::Mat turned, blank(grey.size(), CV_8U, cv::Scalar(255)), seen;
  cv::warpAffine(grey, turned, turn, turned_size, cv::INTER_LINEAR, cv::BORDER_REPLICATE);
  cv::warpAffine(blank, seen, turn, turned_size, cv::INTER_NEAREST);
  // 0.8 is what SIFT's own halvings smooth by, per unit of reduction.
  cv::GaussianBlur(turned, turned, {}, 0.8 * std::sqrt(tilt * tilt - 1), 0.01);
  const cv::Size size(std::max(1, int(std::lround(turned_size.width / tilt))), turned_size.height);
  View view;
  const cv::Matx23d squeeze(1 / tilt, 0, 0, 0, 1, 0);
  cv::warpAffine(turned, view.grey, squeeze, size, cv::INTER_LINEAR, cv::BORDER_REPLICATE);
  cv::warpAffine(seen, view.seen, squeeze, size, cv::INTER_NEAREST);
  // Features at the edge of the turned picture would be of that edge.
  cv::erode(
      view.seen, view.seen, cv::getStructuringElement(cv::MORPH_RECT, {9, 9}), {-1, -1}, 1, cv::BORDER_CONSTANT, 0);
  cv::Matx23d back;
  cv::invertAffineTransform(cv::Matx23d(c / tilt, -s / tilt, -min_x / tilt, s, c, -min_y), back);
  view.to_picture = back;
  return view;
}

/// The views of a picture, itself first.
std::vector<View> views(const cv::Mat &grey, int tilt_count) {
  std::vector<View> all{{grey, {}, cv::Matx23d(1, 0, 0, 0, 1, 0)}};
  double tilt = 1;
  for (int step = 1; step <= tilt_count; step++) {
    tilt *= std::sqrt(2.0);
    // 72°/t is the published sampling of turns; half a turn suffices.
    for (double angle = 0; angle < 180; angle += 72 / tilt) all.push_back(slanted(grey, tilt, angle));
  }
  return all;
}

/// SIFT's description as RootSIFT (R. Arandjelović, A. Zisserman, "Three things everyone should know to improve object
/// retrieval", CVPR 2012), in bytes.
void write_root(const float *sift, uint8_t *bytes) {
  float sum = 0;
  for (int k = 0; k < length; k++) sum += sift[k];
  for (int k = 0; k < length; k++)
    bytes[k] = cv::saturate_cast<uint8_t>(512 * std::sqrt(sift[k] / std::max(sum, 1.0f)));
}

AIRVISION_WIDE void scalar_products(const uint8_t *one, const uint8_t *many, int count, int32_t *products) {
  for (int i = 0; i < count; i++) {
    const uint8_t *other = many + size_t(i) * length;
    int32_t sum = 0;
    for (int k = 0; k < length; k++) sum += int16_t(one[k]) * int16_t(other[k]);
    products[i] = sum;
  }
}

struct Candidate {
  int32_t index;
  int32_t distance;
};

int32_t squared_length(const uint8_t *descriptor) {
  int32_t sum = 0;
  for (int k = 0; k < length; k++) sum += int32_t(descriptor[k]) * descriptor[k];
  return sum;
}

bool are_near(const airvision_feature &a, const airvision_feature &b, double radius) {
  return std::hypot(double(a.x) - b.x, double(a.y) - b.y) < radius;
}

}  // namespace

airvision_status airvision_find_features(
    airvision_image image, airvision_feature_options options, airvision_feature *features, uint8_t *descriptors,
    int32_t capacity, int32_t *count) {
  return guarded([&] {
    *count = 0;
    // Its inventor's parameters but for the contrast (D. Lowe, IJCV 2004); 12 for the edge ratio keeps text's corners.
    auto sift = cv::SIFT::create(options.maximum_count, 3, options.contrast_threshold, 12, 1.6);
    for (const auto &view : views(grey_picture(image), options.tilt_count)) {
      std::vector<cv::KeyPoint> points;
      cv::Mat descriptions;
      sift->detectAndCompute(view.grey, view.seen, points, descriptions);
      const auto &back = view.to_picture;
      for (size_t i = 0; i < points.size() && *count < capacity; i++) {
        const auto &p = points[i];
        features[*count] = {
            float(back(0, 0) * p.pt.x + back(0, 1) * p.pt.y + back(0, 2)),
            float(back(1, 0) * p.pt.x + back(1, 1) * p.pt.y + back(1, 2)), p.size};
        write_root(descriptions.ptr<float>(int(i)), descriptors + size_t(*count) * length);
        ++*count;
      }
    }
  });
}

airvision_status airvision_match_features(
    airvision_feature_set first, airvision_feature_set second, double largest_ratio, double excluded_radius,
    airvision_match *matches, int32_t *count) {
  return guarded([&] {
    *count = 0;
    // Features of slanted views come in clusters: only one at another place can make a match ambiguous.
    constexpr double same_place = 6;
    const bool demands_nothing = largest_ratio >= 1;
    std::vector<int32_t> products(second.count), lengths(second.count);
    for (int j = 0; j < second.count; j++) lengths[j] = squared_length(second.descriptors + size_t(j) * length);
    std::vector<Candidate> best_of_second(second.count, {-1, INT32_MAX});
    std::vector<airvision_match> found;
    for (int i = 0; i < first.count; i++) {
      const uint8_t *descriptor = first.descriptors + size_t(i) * length;
      const int32_t own = squared_length(descriptor);
      scalar_products(descriptor, second.descriptors, second.count, products.data());
      std::array<Candidate, 8> best;
      best.fill({-1, INT32_MAX});
      for (int j = 0; j < second.count; j++) {
        const int32_t distance = own + lengths[j] - 2 * products[j];
        if (distance >= best.back().distance && distance >= best_of_second[j].distance) continue;
        if (excluded_radius > 0 && are_near(first.features[i], second.features[j], excluded_radius)) continue;
        if (distance < best_of_second[j].distance) best_of_second[j] = {i, distance};
        if (distance >= best.back().distance) continue;
        size_t place = best.size() - 1;
        for (; place > 0 && best[place - 1].distance > distance; place--) best[place] = best[place - 1];
        best[place] = {j, distance};
      }
      if (best[0].index < 0) continue;
      const auto &home = second.features[best[0].index];
      int32_t rival = best.back().distance;
      for (size_t place = 1; place < best.size(); place++) {
        if (best[place].index < 0 || are_near(home, second.features[best[place].index], same_place)) continue;
        rival = best[place].distance;
        break;
      }
      const double ratio = std::sqrt(double(std::max(best[0].distance, 0)) / std::max(rival, 1));
      // A description's length is 512 in its bytes.
      const float distance = float(std::sqrt(double(std::max(best[0].distance, 0))) / 512);
      if (demands_nothing || ratio < largest_ratio) found.push_back({i, best[0].index, float(ratio), distance});
    }
    for (const auto &match : found) {
      // Mutual, or mutual with one at the same place.
      const int32_t back = best_of_second[match.second].index;
      const bool is_mutual =
          back >= 0 && are_near(first.features[back], first.features[match.first], same_place);
      if (demands_nothing || is_mutual) matches[(*count)++] = match;
    }
    std::sort(matches, matches + *count, [](const airvision_match &a, const airvision_match &b) {
      return a.ratio != b.ratio ? a.ratio < b.ratio : a.first < b.first;
    });
  });
}

airvision_status airvision_fit_homography(
    const double *pairs, int32_t count, double threshold, double *homography, uint8_t *inliers, int32_t *found) {
  return guarded([&] {
    *found = 0;
    std::fill_n(inliers, count, 0);
    if (count < 4) return;
    std::vector<cv::Point2f> from, to;
    for (int32_t i = 0; i < count; i++) {
      from.emplace_back(float(pairs[4 * i]), float(pairs[4 * i + 1]));
      to.emplace_back(float(pairs[4 * i + 2]), float(pairs[4 * i + 3]));
    }
    // MAGSAC++ (D. Baráth et al., CVPR 2020) within USAC (R. Raguram et al., PAMI 2013), its dice always the same.
    cv::UsacParams parameters;
    parameters.randomGeneratorState = 1;
    parameters.isParallel = false;
    parameters.confidence = 0.9999;
    parameters.maxIterations = 20000;
    parameters.threshold = threshold;
    parameters.score = cv::SCORE_METHOD_MAGSAC;
    parameters.sampler = cv::SAMPLING_UNIFORM;
    parameters.loMethod = cv::LOCAL_OPTIM_SIGMA;
    parameters.loIterations = 10;
    parameters.loSampleSize = 50;
    cv::Mat mask;
    const cv::Mat result = cv::findHomography(from, to, mask, parameters);
    if (result.empty() || !cv::checkRange(result)) return;
    std::copy_n(result.ptr<double>(), 9, homography);
    std::copy_n(mask.ptr<uint8_t>(), count, inliers);
    *found = 1;
  });
}
