// Histograms of oriented gradients over cells of 4 × 4 pixels.
#ifndef AIRDRAW_CCORRELATION_HISTOGRAM_HPP
#define AIRDRAW_CCORRELATION_HISTOGRAM_HPP

#include "patch.hpp"

namespace aircorr {

constexpr int cell = 4;
constexpr int max_cells = max_patch / cell;
/// 18 signed orientations, 9 unsigned, 4 texture energies and the mean brightness.
constexpr int features = 32;
constexpr int orientations = 18;
/// Floats from one cell's sums to the next one's: three wide vectors, the last six floats always 0.
constexpr int sums_stride = 24;

/// Memory for one patch's histograms.
struct HistogramMemory {
  alignas(32) float magnitude[max_patch];
  alignas(32) int32_t orientation[max_patch];
  alignas(32) float row[max_cells * sums_stride];
  alignas(32) float sums[max_cells * max_cells * sums_stride];
  alignas(32) float energy[max_cells * max_cells];
};

/// The features of P. Felzenszwalb, R. Girshick, D. McAllester, D. Ramanan, "Object Detection with Discriminatively
/// Trained Part-Based Models", PAMI 2010, section 6.2, with mean brightness (0…1, minus ½) as a 32nd.
///
/// `planes` holds `channels` planes of side · side floats, side = cells · 4; of each pixel the plane with the
/// strongest gradient counts. Writes `features` floats a cell, cells in rows.
void histograms(HistogramMemory &memory, const float *planes, int channels, int cells, float *output);

}  // namespace aircorr

#endif
