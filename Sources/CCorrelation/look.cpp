// Sub-pixel alignment of a grey template: the inverse compositional form of Lucas and Kanade's method for a shift and
// a change of size (S. Baker, I. Matthews, "Lucas-Kanade 20 Years On", IJCV 2004), with brightness and contrast
// projected out, so that it climbs the normalized correlation.
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

/// Inverts a symmetric 2 × 2 matrix; false where the look holds in one direction only, as an edge alone does.
bool invert(const double m[2][2], double inverse[2][2]) {
  const double determinant = m[0][0] * m[1][1] - m[0][1] * m[1][0];
  const double trace = m[0][0] + m[1][1];
  if (!(determinant > 1e-3 * trace * trace)) return false;
  inverse[0][0] = m[1][1] / determinant;
  inverse[1][1] = m[0][0] / determinant;
  inverse[0][1] = inverse[1][0] = -m[0][1] / determinant;
  return true;
}

/// Inverts a symmetric 3 × 3 matrix by its cofactors; false where the look holds in too few directions.
bool invert(const double m[3][3], double inverse[3][3]) {
  for (int row = 0; row < 3; ++row)
    for (int column = 0; column < 3; ++column) {
      const int a = (row + 1) % 3, b = (row + 2) % 3, c = (column + 1) % 3, d = (column + 2) % 3;
      inverse[column][row] = m[a][c] * m[b][d] - m[a][d] * m[b][c];
    }
  const double determinant = m[0][0] * inverse[0][0] + m[0][1] * inverse[1][0] + m[0][2] * inverse[2][0];
  const double trace = m[0][0] + m[1][1] + m[2][2];
  if (!(determinant > 1e-4 * trace * trace * trace)) return false;
  for (int row = 0; row < 3; ++row)
    for (int column = 0; column < 3; ++column) inverse[row][column] /= determinant;
  return true;
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
  // How the look changes with its size: the slopes along the way from the centre, in half sides.
  for (int y = 0; y < template_side; ++y)
    for (int x = 0; x < template_side; ++x) {
      const int here = y * template_side + x;
      const float from_centre_x = float(x) - (template_side - 1) / 2.0f;
      const float from_centre_y = float(y) - (template_side - 1) / 2.0f;
      look.slope_size[here] =
          (look.slope_x[here] * from_centre_x + look.slope_y[here] * from_centre_y) / (template_side / 2);
    }
  float *slopes[] = {look.slope_x, look.slope_y, look.slope_size};
  for (float *slope : slopes) project(weights, look.values, slope);
  double hessian[3][3];
  for (int row = 0; row < 3; ++row)
    for (int column = 0; column < 3; ++column)
      hessian[row][column] = product(weights, slopes[row], slopes[column]);
  const double shift_hessian[2][2] = {{hessian[0][0], hessian[0][1]}, {hessian[1][0], hessian[1][1]}};
  look.can_shift = invert(shift_hessian, look.inverse_shift_hessian);
  look.can_grow = look.can_shift && invert(hessian, look.inverse_hessian);
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

/// Where an alignment has got to, in pixels of the template; the size as a factor.
struct Warp {
  double dx;
  double dy;
  double size;
};

void sample(aircorr_core &core, const aircorr_image &image, const aircorr_place &place, Warp warp) {
  const double pixel_x = place.width / template_side, pixel_y = place.height / template_side;
  const Window window = {
      place.x + warp.dx * pixel_x, place.y + warp.dy * pixel_y, place.width * warp.size, place.height * warp.size};
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
  sample(core, image, place, {0, 0, 1});
  for (int index = 0; index < template_area; ++index)
    look.values[index] += rate * (core.scratch.look[index] - look.values[index]);
  normalize(weights, look.values);
  prepare_alignment(weights, look);
}

namespace {

/// Climbs from `warp`, whose picture is sampled, to the nearest peak of the correlation, by a shift alone or with the
/// size. False, and nothing is changed, where there is none within reach or it is no higher.
bool climb(
    aircorr_core &core, const aircorr_image &image, const aircorr_place &place, const Look &look, bool with_size,
    Warp &warp, double &score) {
  const float *weights = core.model.look_weights;
  constexpr int steps = 8;
  constexpr double enough = 0.01;
  // Farther than this the linear model of the template no longer holds, and what it finds is chance.
  constexpr double reach = template_side / 5.0, largest_growth = 1.3;
  Warp at = warp;
  double height = score;
  for (int step = 0; step < steps; ++step) {
    // The slopes are free of brightness and contrast, so the picture itself stands for its difference from the look.
    const double x = product(weights, look.slope_x, core.scratch.look);
    const double y = product(weights, look.slope_y, core.scratch.look);
    double move[3] = {0, 0, 0};
    if (with_size) {
      const double size = product(weights, look.slope_size, core.scratch.look);
      for (int row = 0; row < 3; ++row) {
        const double *inverse = look.inverse_hessian[row];
        move[row] = -(inverse[0] * x + inverse[1] * y + inverse[2] * size);
      }
    } else {
      for (int row = 0; row < 2; ++row)
        move[row] = -(look.inverse_shift_hessian[row][0] * x + look.inverse_shift_hessian[row][1] * y);
    }
    at.dx += move[0] * at.size;
    at.dy += move[1] * at.size;
    at.size *= 1 + std::clamp(move[2] / (template_side / 2), -0.1, 0.1);
    const bool is_near = std::abs(at.dx) < reach && std::abs(at.dy) < reach && at.size < largest_growth &&
                         at.size > 1 / largest_growth;
    if (!is_near) return false;
    sample(core, image, place, at);
    height = product(weights, look.values, core.scratch.look);
    if (move[0] * move[0] + move[1] * move[1] + move[2] * move[2] < enough * enough) break;
  }
  if (!(height >= score)) return false;
  warp = at;
  score = height;
  return true;
}

}  // namespace

aircorr_match align_look(
    aircorr_core &core, const aircorr_image &image, const aircorr_place &place, aircorr_template which) {
  const Look &look = core.model.looks[which];
  Warp warp = {0, 0, 1};
  sample(core, image, place, warp);
  double score = product(core.model.look_weights, look.values, core.scratch.look);
  const bool is_shifted = look.can_shift && climb(core, image, place, look, false, warp, score);
  // A change of size makes the place more exact, but would flatter a wrong one: the score is that of the shift.
  double sized_score = score;
  if (is_shifted && look.can_grow) climb(core, image, place, look, true, warp, sized_score);
  return {warp.dx * place.width / template_side, warp.dy * place.height / template_side, score};
}

}  // namespace aircorr
