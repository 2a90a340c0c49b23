// Fourier transforms of square fields whose side is a power of two, many channels at once.
#ifndef AIRDRAW_CCORRELATION_FOURIER_HPP
#define AIRDRAW_CCORRELATION_FOURIER_HPP

#include "histogram.hpp"

namespace aircorr {

/// Complex channels: a pair of real features is one complex channel, the first its real part.
constexpr int pairs = features / 2;

/// Memory for the transform of one line of points.
struct FourierMemory {
  alignas(32) float real[max_cells * pairs];
  alignas(32) float imaginary[max_cells * pairs];
};

/// Transforms a field of side · side points of `pairs` complex channels each, in place, without scaling.
void transform_pairs(FourierMemory &memory, float *real, float *imaginary, int side);

/// The inverse transform of one complex channel, scaled by 1/side².
void inverse_single(FourierMemory &memory, float *real, float *imaginary, int side);

/// The forward transform of one complex channel, without scaling.
void transform_single(FourierMemory &memory, float *real, float *imaginary, int side);

}  // namespace aircorr

#endif
