#include "histogram.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "wide.hpp"

namespace aircorr {

namespace {

/// Directions at multiples of 20°: cosine and sine of the middle of each of the nine unsigned orientations.
struct Directions {
  float cosine[orientations / 2];
  float sine[orientations / 2];
  Directions() {
    for (int index = 0; index < orientations / 2; ++index) {
      cosine[index] = float(std::cos(M_PI * index / 9));
      sine[index] = float(std::sin(M_PI * index / 9));
    }
  }
};
const Directions directions;

/// Gradient of one row of pixels: of the plane where it is strongest, its size and the nearest of 18 directions.
AIRCORR_WIDE void row_gradients(
    const float *planes, int channels, int side, int row, float *__restrict magnitude,
    int32_t *__restrict orientation) {
  const size_t plane = size_t(side) * side;
  const int above = std::max(row - 1, 0), below = std::min(row + 1, side - 1);
  alignas(32) float best_x[max_patch] = {}, best_y[max_patch] = {}, best[max_patch];
  std::fill(magnitude, magnitude + side, 0.0f);
  for (int channel = 0; channel < channels; ++channel) {
    const float *here = planes + channel * plane + size_t(row) * side;
    const float *upper = planes + channel * plane + size_t(above) * side;
    const float *lower = planes + channel * plane + size_t(below) * side;
    for (int column = 1; column < side - 1; ++column) {
      const float gx = here[column + 1] - here[column - 1];
      const float gy = lower[column] - upper[column];
      const float square = gx * gx + gy * gy;
      const bool better = square > magnitude[column];
      best_x[column] = better ? gx : best_x[column];
      best_y[column] = better ? gy : best_y[column];
      magnitude[column] = better ? square : magnitude[column];
    }
  }
  std::fill(best, best + side, 0.0f);
  std::fill(orientation, orientation + side, 0);
  for (int direction = 0; direction < orientations / 2; ++direction) {
    const float cosine = directions.cosine[direction], sine = directions.sine[direction];
    for (int column = 0; column < side; ++column) {
      const float dot = best_x[column] * cosine + best_y[column] * sine;
      const float size = std::abs(dot);
      const int32_t index = dot > 0 ? direction : direction + orientations / 2;
      const bool better = size > best[column];
      best[column] = better ? size : best[column];
      orientation[column] = better ? index : orientation[column];
    }
  }
  for (int column = 0; column < side; ++column) magnitude[column] = std::sqrt(magnitude[column]);
}

/// Shares of the four pixels between two cells' centres that belong to the right cell.
constexpr float shares[cell] = {0.125f, 0.375f, 0.625f, 0.875f};

/// Adds a row of pixels to the row of cells, each pixel to its two nearest cells by distance.
void bin_row(const float *magnitude, const int32_t *orientation, int cells, float *row) {
  std::fill(row, row + cells * sums_stride, 0.0f);
  for (int gap = 0; gap <= cells; ++gap)
    for (int index = 0; index < cell; ++index) {
      const int column = gap * cell + index - cell / 2;
      if (column < 0 || column >= cells * cell) continue;
      float *bin = row + gap * sums_stride + orientation[column];
      const float right = magnitude[column] * shares[index];
      if (gap > 0) bin[-sums_stride] += magnitude[column] - right;
      if (gap < cells) bin[0] += right;
    }
}

AIRCORR_WIDE void add_scaled(const float *row, float factor, int count, float *sum) {
  for (int index = 0; index < count; ++index) sum[index] += factor * row[index];
}

AIRCORR_WIDE void cell_energies(const float *sums, int count, float *energy) {
#pragma clang fp reassociate(on)
  for (int index = 0; index < count; ++index) {
    const float *sum = sums + index * sums_stride;
    float total = 0;
    for (int direction = 0; direction < orientations / 2; ++direction) {
      const float both = sum[direction] + sum[direction + orientations / 2];
      total += both * both;
    }
    energy[index] = total;
  }
}

typedef float Eight __attribute__((vector_size(32)));

AIRCORR_INLINE void load(const float *values, Eight &result) { std::memcpy(&result, values, sizeof result); }

AIRCORR_INLINE float total(const Eight &v) {
  return ((v[0] + v[1]) + (v[2] + v[3])) + ((v[4] + v[5]) + (v[6] + v[7]));
}

/// Normalizes one cell by the energies of its four neighbourhoods and writes its 31 gradient features.
AIRCORR_INLINE void cell_features(const float *sum, const float *norms, float *output) {
  constexpr float limit = 0.2f;
  constexpr float texture_factor = 0.2357f;
  const Eight limits = {limit, limit, limit, limit, limit, limit, limit, limit};
  Eight parts[3], unsigned_part;
  for (int part = 0; part < 3; ++part) load(sum + 8 * part, parts[part]);
  load(sum + orientations / 2, unsigned_part);
  unsigned_part += parts[0];
  const float unsigned_last = sum[orientations / 2 - 1] + sum[orientations - 1];
  Eight signed_sums[3] = {}, unsigned_sum = {};
  float last_sum = 0, texture[4];
  for (int corner = 0; corner < 4; ++corner) {
    Eight texture_sum = {};
    for (int part = 0; part < 3; ++part) {
      const Eight scaled = parts[part] * norms[corner];
      const Eight cut = scaled < limits ? scaled : limits;
      signed_sums[part] += cut;
      texture_sum += cut;
    }
    texture[corner] = texture_factor * total(texture_sum);
    const Eight scaled = unsigned_part * norms[corner];
    unsigned_sum += scaled < limits ? scaled : limits;
    last_sum += std::min(unsigned_last * norms[corner], limit);
  }
  // The signed part's third vector reaches beyond its 18 features; what follows is written over it.
  for (int part = 0; part < 3; ++part) {
    const Eight half = signed_sums[part] * 0.5f;
    std::memcpy(output + 8 * part, &half, sizeof half);
  }
  const Eight half = unsigned_sum * 0.5f;
  std::memcpy(output + orientations, &half, sizeof half);
  output[orientations + 8] = 0.5f * last_sum;
  std::memcpy(output + orientations + 9, texture, sizeof texture);
}

AIRCORR_WIDE void all_features(const float *sums, const float *energy, int cells, float *output) {
  // Below this energy, of a gradient of about one grey level all over a cell, a cell is noise and stays near zero.
  constexpr float quiet = 400.0f;
  for (int y = 0; y < cells; ++y) {
    const int up = std::max(y - 1, 0), down = std::min(y + 1, cells - 1);
    for (int x = 0; x < cells; ++x) {
      const int left = std::max(x - 1, 0), right = std::min(x + 1, cells - 1);
      const float *rows[3] = {energy + up * cells, energy + y * cells, energy + down * cells};
      const float here = rows[1][x];
      const float norms[4] = {
          1 / std::sqrt(here + rows[1][left] + rows[0][x] + rows[0][left] + quiet),
          1 / std::sqrt(here + rows[1][right] + rows[0][x] + rows[0][right] + quiet),
          1 / std::sqrt(here + rows[1][left] + rows[2][x] + rows[2][left] + quiet),
          1 / std::sqrt(here + rows[1][right] + rows[2][x] + rows[2][right] + quiet)};
      cell_features(sums + (y * cells + x) * sums_stride, norms, output + (y * cells + x) * features);
    }
  }
}

AIRCORR_WIDE void brightness(const float *planes, int channels, int cells, float *output) {
  const int side = cells * cell;
  const size_t plane = size_t(side) * side;
  const float factor = 1.0f / (255.0f * cell * cell * channels);
  float columns[max_patch];
  for (int y = 0; y < cells; ++y) {
    std::fill(columns, columns + side, 0.0f);
    for (int channel = 0; channel < channels; ++channel)
      for (int row = 0; row < cell; ++row) {
        const float *source = planes + channel * plane + size_t(y * cell + row) * side;
        for (int column = 0; column < side; ++column) columns[column] += source[column];
      }
    for (int x = 0; x < cells; ++x) {
      const float *four = columns + x * cell;
      output[(y * cells + x) * features + features - 1] =
          ((four[0] + four[1]) + (four[2] + four[3])) * factor - 0.5f;
    }
  }
}

}  // namespace

void histograms(HistogramMemory &memory, const float *planes, int channels, int cells, float *output) {
  const int side = cells * cell, count = cells * sums_stride;
  std::fill(memory.sums, memory.sums + size_t(cells) * count, 0.0f);
  for (int row = 0; row < side; ++row) {
    row_gradients(planes, channels, side, row, memory.magnitude, memory.orientation);
    bin_row(memory.magnitude, memory.orientation, cells, memory.row);
    const int below = (row + cell / 2) / cell;
    const float share = shares[(row + cell / 2) % cell];
    if (below > 0) add_scaled(memory.row, 1 - share, count, memory.sums + (below - 1) * count);
    if (below < cells) add_scaled(memory.row, share, count, memory.sums + below * count);
  }
  cell_energies(memory.sums, cells * cells, memory.energy);
  all_features(memory.sums, memory.energy, cells, output);
  brightness(planes, channels, cells, output);
}

}  // namespace aircorr
