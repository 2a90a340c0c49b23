// The pattern search: normalized correlation of the looks with a reduced picture, by exhaustive shift.
#include <algorithm>
#include <cmath>

#include "core.hpp"
#include "wide.hpp"

namespace aircorr {

namespace {

/// Mean 0 and norm 1, unweighted.
void normalize(float *values, int count) {
  double mean = 0, square = 0;
  for (int index = 0; index < count; ++index) mean += values[index];
  mean /= count;
  for (int index = 0; index < count; ++index) {
    values[index] = float(values[index] - mean);
    square += double(values[index]) * values[index];
  }
  const float factor = square > 1e-9 ? float(1 / std::sqrt(square)) : 0;
  for (int index = 0; index < count; ++index) values[index] *= factor;
}

/// A look reduced to width × height cells, each the mean of what it covers.
void reduce_look(const Look &look, int width, int height, float *pattern) {
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      const int left = x * template_side / width, right = std::max((x + 1) * template_side / width, left + 1);
      const int top = y * template_side / height, bottom = std::max((y + 1) * template_side / height, top + 1);
      float sum = 0;
      for (int row = top; row < bottom; ++row)
        for (int column = left; column < right; ++column) sum += look.values[row * template_side + column];
      pattern[y * width + x] = sum / float((bottom - top) * (right - left));
    }
  normalize(pattern, width * height);
}

/// Running sums of a picture and of its squares.
void integrate(const float *picture, int columns, int rows, double *sums, double *squares) {
  const int stride = columns + 1;
  std::fill(sums, sums + stride, 0.0);
  std::fill(squares, squares + stride, 0.0);
  for (int y = 0; y < rows; ++y) {
    double sum = 0, square = 0;
    sums[(y + 1) * stride] = squares[(y + 1) * stride] = 0;
    for (int x = 0; x < columns; ++x) {
      const double value = picture[y * columns + x];
      sum += value;
      square += value * value;
      sums[(y + 1) * stride + x + 1] = sums[y * stride + x + 1] + sum;
      squares[(y + 1) * stride + x + 1] = squares[y * stride + x + 1] + square;
    }
  }
}

double box_sum(const double *sums, int stride, int x, int y, int width, int height) {
  return sums[(y + height) * stride + x + width] - sums[y * stride + x + width] -
         sums[(y + height) * stride + x] + sums[y * stride + x];
}

/// Plain correlation of the pattern with one row of places.
AIRCORR_WIDE void correlate_row(
    const float *picture, int columns, const float *pattern, int width, int height, int places, float *scores) {
  std::fill(scores, scores + places, 0.0f);
  for (int row = 0; row < height; ++row)
    for (int column = 0; column < width; ++column) {
      const float weight = pattern[row * width + column];
      const float *source = picture + row * columns + column;
      for (int x = 0; x < places; ++x) scores[x] += weight * source[x];
    }
}

/// The region looked through and its reduction.
struct Region {
  Window window;
  int columns;
  int rows;
};

Region choose_region(const aircorr_image &image, const aircorr_place &place, double radius, double smallest) {
  const double left = std::max(place.x - radius, -0.5), right = std::min(place.x + radius, image.width - 0.5);
  const double top = std::max(place.y - radius, -0.5), bottom = std::min(place.y + radius, image.height - 0.5);
  const double width = right - left, height = bottom - top;
  if (!(width >= 8 && height >= 8)) return {{0, 0, 0, 0}, 0, 0};
  // As fine as lets the smallest pattern side have eight cells, but no more cells than there is memory for.
  const double wished = 10 / std::max(smallest, 1.0);
  const double most = std::min(max_patch / width, max_patch / height);
  const double density = std::min({wished, most, 1.0});
  const int columns = std::clamp(int(std::lround(width * density)), 4, max_patch);
  const int rows = std::clamp(int(std::lround(height * density)), 4, max_patch);
  return {{(left + right) / 2, (top + bottom) / 2, width, height}, columns, rows};
}

/// Keeps the best places, best first, none of them within half a target of a better one.
void keep(aircorr_candidate candidate, aircorr_candidate *found, int32_t capacity, int32_t &count) {
  const auto near = [&](const aircorr_candidate &other) {
    return std::abs(other.place.x - candidate.place.x) < candidate.place.width / 2 &&
           std::abs(other.place.y - candidate.place.y) < candidate.place.height / 2;
  };
  for (int32_t index = 0; index < count; ++index)
    if (near(found[index]) && found[index].score >= candidate.score) return;
  int32_t kept = 0;
  for (int32_t index = 0; index < count; ++index)
    if (!near(found[index])) found[kept++] = found[index];
  count = kept;
  int32_t position = count;
  while (position > 0 && found[position - 1].score < candidate.score) --position;
  if (position >= capacity) return;
  count = std::min(count + 1, capacity);
  for (int32_t index = count - 1; index > position; --index) found[index] = found[index - 1];
  found[position] = candidate;
}

}  // namespace

int32_t search_looks(
    aircorr_core &core, const aircorr_image &image, const aircorr_place &place, double radius,
    const double *factors, int32_t factor_count, aircorr_candidate *found, int32_t capacity) {
  Scratch &scratch = core.scratch;
  const Region region = choose_region(image, place, radius, std::min(place.width, place.height));
  if (region.columns == 0) return 0;
  const Window &window = region.window;
  resample_grey(scratch.resampler, image, window, region.columns, region.rows, scratch.search_picture);
  integrate(
      scratch.search_picture, region.columns, region.rows, scratch.search_sums, scratch.search_squares);
  const double cell_x = window.width / region.columns, cell_y = window.height / region.rows;
  int32_t count = 0;
  for (int32_t pass = 0; pass < 2 * factor_count; ++pass) {
    const double factor = factors[pass / 2];
    const int width = std::clamp(int(std::lround(place.width * factor / cell_x)), 3, search_template);
    const int height = std::clamp(int(std::lround(place.height * factor / cell_y)), 3, search_template);
    if (width > region.columns || height > region.rows) continue;
    reduce_look(core.model.looks[pass % 2], width, height, scratch.search_pattern);
    const int places_x = region.columns - width + 1, places_y = region.rows - height + 1;
    const int stride = region.columns + 1;
    for (int y = 0; y < places_y; ++y) {
      correlate_row(
          scratch.search_picture + y * region.columns, region.columns, scratch.search_pattern, width, height,
          places_x, scratch.search_scores);
      for (int x = 0; x < places_x; ++x) {
        const double sum = box_sum(scratch.search_sums, stride, x, y, width, height);
        const double square = box_sum(scratch.search_squares, stride, x, y, width, height);
        const double spread = square - sum * sum / (width * height);
        if (spread < width * height) continue;
        const double score = scratch.search_scores[x] / std::sqrt(spread);
        if (count == capacity && score <= found[count - 1].score) continue;
        const double center_x = window.x - window.width / 2 + (x + width / 2.0) * cell_x;
        const double center_y = window.y - window.height / 2 + (y + height / 2.0) * cell_y;
        keep({{center_x, center_y, place.width * factor, place.height * factor}, score}, found, capacity, count);
      }
    }
  }
  return count;
}

}  // namespace aircorr
