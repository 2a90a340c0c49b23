// Sub-pixel alignment of a grey template: the inverse compositional form of Lucas and Kanade's method for a shift
// (S. Baker, I. Matthews, "Lucas-Kanade 20 Years On", IJCV 2004), with brightness and contrast projected out, so
// that it climbs the normalized correlation.
#include <algorithm>
#include <cmath>

#include "core.hpp"
#include "wide.hpp"

namespace aircorr {

namespace {

/// Takes off the weighted mean and divides by the weighted norm.
AIRCORR_WIDE void normalize(const float *weights, float *values) {
#pragma clang fp reassociate(on)
  float mean = 0;
  for (int index = 0; index < template_area; ++index) mean += weights[index] * values[index];
  float square = 0;
  for (int index = 0; index < template_area; ++index) {
    values[index] -= mean;
    square += weights[index] * values[index] * values[index];
  }
  // A flat field has no direction; it becomes nought, and correlates with nothing.
  const float factor = square > 1e-3f ? 1 / std::sqrt(square) : 0;
  for (int index = 0; index < template_area; ++index) values[index] *= factor;
}

AIRCORR_WIDE float product(const float *weights, const float *a, const float *b) {
#pragma clang fp reassociate(on)
  float sum = 0;
  for (int index = 0; index < template_area; ++index) sum += weights[index] * a[index] * b[index];
  return sum;
}

/// Takes out of a slope what a change of brightness or contrast would explain.
void project(const float *weights, const float *values, float *slope) {
  float mean = 0;
  for (int index = 0; index < template_area; ++index) mean += weights[index] * slope[index];
  const float contrast = product(weights, slope, values);
  for (int index = 0; index < template_area; ++index) slope[index] -= mean + contrast * values[index];
}

void prepare_alignment(const float *weights, Look &look) {
  for (int y = 0; y < template_side; ++y)
    for (int x = 0; x < template_side; ++x) {
      const int left = std::max(x - 1, 0), right = std::min(x + 1, template_side - 1);
      const int up = std::max(y - 1, 0), down = std::min(y + 1, template_side - 1);
      const int here = y * template_side + x;
      look.slope_x[here] = (look.values[y * template_side + right] - look.values[y * template_side + left]) /
                           float(right - left);
      look.slope_y[here] =
          (look.values[down * template_side + x] - look.values[up * template_side + x]) / float(down - up);
    }
  project(weights, look.values, look.slope_x);
  project(weights, look.values, look.slope_y);
  const double xx = product(weights, look.slope_x, look.slope_x);
  const double xy = product(weights, look.slope_x, look.slope_y);
  const double yy = product(weights, look.slope_y, look.slope_y);
  const double determinant = xx * yy - xy * xy;
  // An edge alone holds a template in one direction only: no alignment then.
  const double trace = xx + yy;
  if (determinant > 1e-3 * trace * trace && determinant > 0) {
    look.inverse_hessian[0] = yy / determinant;
    look.inverse_hessian[1] = -xy / determinant;
    look.inverse_hessian[2] = xx / determinant;
  } else {
    look.inverse_hessian[0] = look.inverse_hessian[1] = look.inverse_hessian[2] = 0;
  }
}

/// Hann weights over the template, of sum 1.
void weigh(float *weights) {
  double sum = 0;
  for (int y = 0; y < template_side; ++y)
    for (int x = 0; x < template_side; ++x) {
      const double wy = std::sin(M_PI * (y + 0.5) / template_side);
      const double wx = std::sin(M_PI * (x + 0.5) / template_side);
      weights[y * template_side + x] = float(wx * wx * wy * wy);
      sum += weights[y * template_side + x];
    }
  for (int index = 0; index < template_area; ++index) weights[index] = float(weights[index] / sum);
}

void sample(aircorr_core &core, const aircorr_image &image, const aircorr_place &place, double dx, double dy) {
  const Window window = {place.x + dx, place.y + dy, place.width, place.height};
  resample_grey(core.scratch.resampler, image, window, template_side, template_side, core.scratch.look);
  normalize(core.model.look_weights, core.scratch.look);
}

}  // namespace

void learn_look(
    aircorr_core &core, const aircorr_image &image, const aircorr_place &place, aircorr_template which,
    float rate) {
  Look &look = core.model.looks[which];
  float *weights = core.model.look_weights;
  if (rate >= 1) weigh(weights);
  sample(core, image, place, 0, 0);
  for (int index = 0; index < template_area; ++index)
    look.values[index] += rate * (core.scratch.look[index] - look.values[index]);
  normalize(weights, look.values);
  prepare_alignment(weights, look);
}

aircorr_match align_look(
    aircorr_core &core, const aircorr_image &image, const aircorr_place &place, aircorr_template which) {
  const Look &look = core.model.looks[which];
  const float *weights = core.model.look_weights;
  const double pixel_x = place.width / template_side, pixel_y = place.height / template_side;
  constexpr int steps = 8;
  constexpr double enough = 0.01;
  // Farther than this the linear model of the template no longer holds, and what it finds is chance.
  constexpr double reach = template_side / 5.0;
  double dx = 0, dy = 0;
  sample(core, image, place, 0, 0);
  const double start = product(weights, look.values, core.scratch.look);
  double score = start;
  for (int step = 0; step < steps; ++step) {
    // The slopes are free of brightness and contrast, so the picture itself stands for its difference from the look.
    const double x = product(weights, look.slope_x, core.scratch.look);
    const double y = product(weights, look.slope_y, core.scratch.look);
    const double *inverse = look.inverse_hessian;
    const double move_x = -(inverse[0] * x + inverse[1] * y), move_y = -(inverse[1] * x + inverse[2] * y);
    dx += move_x;
    dy += move_y;
    if (!(std::abs(dx) < reach && std::abs(dy) < reach)) return {0, 0, start};
    sample(core, image, place, dx * pixel_x, dy * pixel_y);
    score = product(weights, look.values, core.scratch.look);
    if (move_x * move_x + move_y * move_y < enough * enough) break;
  }
  if (score < start) return {0, 0, start};
  return {dx * pixel_x, dy * pixel_y, score};
}

}  // namespace aircorr
