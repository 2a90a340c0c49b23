#include "patch.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "wide.hpp"

namespace aircorr {

namespace {

typedef float Quad __attribute__((vector_size(16)));
typedef uint8_t Bytes __attribute__((vector_size(4)));

/// Where sample `index` of `count` lies on an axis of `length` pixels: the pixel before it and the fraction beyond.
AIRCORR_INLINE void locate(
    double center, double span, int count, int index, int length, int &pixel, float &fraction) {
  double position = center + ((index + 0.5) / count - 0.5) * span;
  position = std::min(std::max(position, 0.0), double(length - 1));
  pixel = std::min(int(position), length - 2);
  fraction = float(position - pixel);
}

/// Four bytes as floats; the fourth is of no meaning.
AIRCORR_INLINE Quad load(const uint8_t *bytes) {
  Bytes raw;
  std::memcpy(&raw, bytes, sizeof raw);
  return __builtin_convertvector(raw, Quad);
}

AIRCORR_INLINE Quad load_before(const uint8_t *bytes) {
  uint32_t raw;
  std::memcpy(&raw, bytes - 1, sizeof raw);
  raw >>= 8;
  Bytes shifted;
  std::memcpy(&shifted, &raw, sizeof raw);
  return __builtin_convertvector(shifted, Quad);
}

AIRCORR_WIDE void resample_row_colour(
    const uint8_t *source, const int *offsets, const float *fractions, int columns, int fold, float *target) {
  const float share = fold == 2 ? 0.5f : 1.0f;
  for (int column = 0; column < columns; ++column) {
    Quad sum = {0, 0, 0, 0};
    for (int tap = column * fold; tap < (column + 1) * fold; ++tap) {
      const uint8_t *pixel = source + 3 * offsets[tap];
      // The right neighbour is loaded from one byte before it, so that nothing is read beyond the row.
      const Quad left = load(pixel), right = load_before(pixel + 3);
      sum += left + (right - left) * fractions[tap];
    }
    sum *= share;
    std::memcpy(target + 4 * column, &sum, sizeof sum);
  }
}

AIRCORR_WIDE void resample_row_grey(
    const uint8_t *source, const int *offsets, const float *fractions, int columns, int fold, float *target) {
  const float share = fold == 2 ? 0.5f : 1.0f;
  for (int column = 0; column < columns; ++column) {
    float sum = 0;
    for (int tap = column * fold; tap < (column + 1) * fold; ++tap) {
      const float left = source[offsets[tap]], right = source[offsets[tap] + 1];
      sum += left + (right - left) * fractions[tap];
    }
    sum *= share;
    for (int channel = 0; channel < 4; ++channel) target[4 * column + channel] = sum;
  }
}

AIRCORR_WIDE void accumulate(
    const float *upper, const float *lower, float fraction, float share, int count, float *sum) {
  for (int index = 0; index < count; ++index)
    sum[index] += share * (upper[index] + (lower[index] - upper[index]) * fraction);
}

AIRCORR_WIDE void split_planes(const float *quads, int columns, size_t plane, float *target) {
  for (int column = 0; column < columns; ++column) {
    target[column] = quads[4 * column];
    target[plane + column] = quads[4 * column + 1];
    target[2 * plane + column] = quads[4 * column + 2];
  }
}

AIRCORR_WIDE void merge_grey(const float *quads, int columns, float *target) {
  for (int column = 0; column < columns; ++column)
    target[column] = 0.25f * (quads[4 * column] + quads[4 * column + 2]) + 0.5f * quads[4 * column + 1];
}

const float *resampled_row(Resampler &memory, const aircorr_image &image, int row, int columns, int fold) {
  const int slot = row & 1;
  if (memory.row_numbers[slot] != row) {
    const uint8_t *source = image.data + size_t(row) * image.bytes_per_row;
    if (image.channels == 3)
      resample_row_colour(source, memory.offsets, memory.fractions, columns, fold, memory.rows[slot]);
    else
      resample_row_grey(source, memory.offsets, memory.fractions, columns, fold, memory.rows[slot]);
    memory.row_numbers[slot] = row;
  }
  return memory.rows[slot];
}

template <typename Emit>
void resample_rows(
    Resampler &memory, const aircorr_image &image, const Window &window, int columns, int rows, Emit emit) {
  const int fold_x = window.width > columns ? 2 : 1;
  const int fold_y = window.height > rows ? 2 : 1;
  for (int tap = 0; tap < columns * fold_x; ++tap)
    locate(
        window.x, window.width, columns * fold_x, tap, image.width, memory.offsets[tap], memory.fractions[tap]);
  memory.row_numbers[0] = memory.row_numbers[1] = -1;
  for (int row = 0; row < rows; ++row) {
    std::fill(memory.accumulated, memory.accumulated + 4 * columns, 0.0f);
    for (int tap = row * fold_y; tap < (row + 1) * fold_y; ++tap) {
      int pixel;
      float fraction;
      locate(window.y, window.height, rows * fold_y, tap, image.height, pixel, fraction);
      const float *upper = resampled_row(memory, image, pixel, columns, fold_x);
      const float *lower = resampled_row(memory, image, pixel + 1, columns, fold_x);
      accumulate(upper, lower, fraction, fold_y == 2 ? 0.5f : 1.0f, 4 * columns, memory.accumulated);
    }
    emit(row, memory.accumulated);
  }
}

}  // namespace

void resample(
    Resampler &memory, const aircorr_image &image, const Window &window, int columns, int rows, float *planes) {
  const size_t plane = size_t(columns) * rows;
  resample_rows(memory, image, window, columns, rows, [&](int row, const float *quads) {
    split_planes(quads, columns, plane, planes + size_t(row) * columns);
  });
}

void resample_grey(
    Resampler &memory, const aircorr_image &image, const Window &window, int columns, int rows, float *plane) {
  resample_rows(memory, image, window, columns, rows, [&](int row, const float *quads) {
    merge_grey(quads, columns, plane + size_t(row) * columns);
  });
}

AIRCORR_WIDE void quantize_colours(const float *planes, int count, uint16_t *bins) {
  for (int index = 0; index < count; ++index) {
    const int blue = int(planes[index]) >> 4;
    const int green = int(planes[count + index]) >> 4;
    const int red = int(planes[2 * count + index]) >> 4;
    bins[index] = uint16_t(blue << 8 | green << 4 | red);
  }
}

}  // namespace aircorr
