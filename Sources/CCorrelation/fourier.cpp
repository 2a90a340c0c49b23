#include "fourier.hpp"

#include <cmath>
#include <cstring>
#include <utility>

#include "wide.hpp"

namespace aircorr {

namespace {

/// e^(−2πik/32) for half a turn; a shorter transform takes every n-th.
struct Twiddles {
  float cosine[max_cells / 2];
  float sine[max_cells / 2];
  Twiddles() {
    for (int index = 0; index < max_cells / 2; ++index) {
      cosine[index] = float(std::cos(2 * M_PI * index / max_cells));
      sine[index] = float(-std::sin(2 * M_PI * index / max_cells));
    }
  }
};
const Twiddles twiddles;

/// One butterfly on all channels: (a, b) becomes (a + t·b, a − t·b).
template <int channels>
AIRCORR_INLINE void butterfly(
    float *__restrict a_real, float *__restrict a_imaginary, float *__restrict b_real,
    float *__restrict b_imaginary, float cosine, float sine) {
  for (int channel = 0; channel < channels; ++channel) {
    const float real = b_real[channel] * cosine - b_imaginary[channel] * sine;
    const float imaginary = b_real[channel] * sine + b_imaginary[channel] * cosine;
    b_real[channel] = a_real[channel] - real;
    b_imaginary[channel] = a_imaginary[channel] - imaginary;
    a_real[channel] += real;
    a_imaginary[channel] += imaginary;
  }
}

/// Decimation in time (J. Cooley, J. Tukey, 1965) on one line of points, `stride` floats apart. The line is copied in
/// bit-reversed order into memory of its own first, where its points lie side by side.
template <int channels>
AIRCORR_INLINE void transform_line(FourierMemory &memory, float *real, float *imaginary, int side, int stride) {
  int reversed = 0;
  for (int point = 0; point < side; ++point) {
    std::memcpy(memory.real + reversed * channels, real + point * stride, channels * sizeof(float));
    std::memcpy(memory.imaginary + reversed * channels, imaginary + point * stride, channels * sizeof(float));
    int bit = side >> 1;
    while (reversed & bit) reversed ^= bit, bit >>= 1;
    reversed |= bit;
  }
  for (int half = 1; half < side; half <<= 1) {
    const int step = max_cells / (2 * half);
    for (int start = 0; start < side; start += 2 * half)
      for (int index = 0; index < half; ++index) {
        const int a = (start + index) * channels, b = (start + index + half) * channels;
        butterfly<channels>(
            memory.real + a, memory.imaginary + a, memory.real + b, memory.imaginary + b,
            twiddles.cosine[index * step], twiddles.sine[index * step]);
      }
  }
  for (int point = 0; point < side; ++point) {
    std::memcpy(real + point * stride, memory.real + point * channels, channels * sizeof(float));
    std::memcpy(imaginary + point * stride, memory.imaginary + point * channels, channels * sizeof(float));
  }
}

template <int channels>
AIRCORR_INLINE void transform_field(FourierMemory &memory, float *real, float *imaginary, int side) {
  for (int row = 0; row < side; ++row)
    transform_line<channels>(
        memory, real + row * side * channels, imaginary + row * side * channels, side, channels);
  for (int column = 0; column < side; ++column)
    transform_line<channels>(
        memory, real + column * channels, imaginary + column * channels, side, side * channels);
}

}  // namespace

AIRCORR_WIDE void transform_pairs(FourierMemory &memory, float *real, float *imaginary, int side) {
  transform_field<pairs>(memory, real, imaginary, side);
}

AIRCORR_WIDE void transform_single(FourierMemory &memory, float *real, float *imaginary, int side) {
  transform_field<1>(memory, real, imaginary, side);
}

void inverse_single(FourierMemory &memory, float *real, float *imaginary, int side) {
  // Exchanging the real with the imaginary part before and after turns the transform into its inverse.
  transform_single(memory, imaginary, real, side);
  const float factor = 1.0f / (side * side);
  for (int index = 0; index < side * side; ++index) {
    real[index] *= factor;
    imaginary[index] *= factor;
  }
}

}  // namespace aircorr
