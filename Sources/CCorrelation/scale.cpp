// The scale filter: a correlation filter along the one axis of size (M. Danelljan, G. Häger, F. Khan, M. Felsberg,
// "Discriminative Scale Space Tracking", PAMI 2017).
#include <algorithm>
#include <cmath>

#include "core.hpp"
#include "wide.hpp"

namespace aircorr {

namespace {

constexpr double step = 1.025;
constexpr double label_sigma = 1.0;

/// Cosines and sines of the transform along the scales, the taper over them, and the wished response's spectrum.
struct Tables {
  float cosine[scale_bins][scale_count];
  float sine[scale_bins][scale_count];
  float taper[scale_count];
  float label[scale_bins];
  double factor[scale_count];
  Tables() {
    const int middle = scale_count / 2;
    for (int index = 0; index < scale_count; ++index) {
      factor[index] = std::pow(step, index - middle);
      taper[index] = float(0.5 * (1 + std::cos(2 * M_PI * (index - middle) / (scale_count + 1))));
    }
    for (int bin = 0; bin < scale_bins; ++bin) {
      double sum = 0;
      for (int index = 0; index < scale_count; ++index) {
        const double phase = 2 * M_PI * bin * (index - middle) / scale_count;
        cosine[bin][index] = float(std::cos(phase));
        sine[bin][index] = float(-std::sin(phase));
        const double distance = (index - middle) / label_sigma;
        sum += std::exp(-distance * distance / 2) * std::cos(phase);
      }
      label[bin] = float(sum);
    }
  }
};
const Tables tables;

/// The prepared patch's middle, `width` × `height` of its pixels, as scale_side × scale_side grey pixels.
AIRCORR_WIDE void sample_middle(const float *planes, int side, double width, double height, float *output) {
  const size_t plane = size_t(side) * side;
  for (int y = 0; y < scale_side; ++y) {
    const double row = std::clamp(
        (side - 1) / 2.0 + ((y + 0.5) / scale_side - 0.5) * height, 0.0, double(side - 1));
    const int top = std::min(int(row), side - 2);
    const float down = float(row - top);
    for (int x = 0; x < scale_side; ++x) {
      const double column = std::clamp(
          (side - 1) / 2.0 + ((x + 0.5) / scale_side - 0.5) * width, 0.0, double(side - 1));
      const int left = std::min(int(column), side - 2);
      const float right = float(column - left);
      float total = 0;
      const float shares[3] = {0.25f, 0.5f, 0.25f};
      for (int channel = 0; channel < 3; ++channel) {
        const float *pixel = planes + channel * plane + size_t(top) * side + left;
        const float upper = pixel[0] + (pixel[1] - pixel[0]) * right;
        const float lower = pixel[side] + (pixel[side + 1] - pixel[side]) * right;
        total += shares[channel] * (upper + (lower - upper) * down);
      }
      output[y * scale_side + x] = total;
    }
  }
}

AIRCORR_WIDE void add_scaled(const float *values, float cosine, float sine, float *real, float *imaginary) {
  for (int index = 0; index < scale_features; ++index) {
    real[index] += values[index] * cosine;
    imaginary[index] += values[index] * sine;
  }
}

AIRCORR_WIDE void correlate_bin(
    const float *model_real, const float *model_imaginary, const float *real, const float *imaginary,
    float *sum_real, float *sum_imaginary) {
#pragma clang fp reassociate(on)
  float r = 0, i = 0;
  for (int index = 0; index < scale_features; ++index) {
    r += model_real[index] * real[index] + model_imaginary[index] * imaginary[index];
    i += model_real[index] * imaginary[index] - model_imaginary[index] * real[index];
  }
  *sum_real = r;
  *sum_imaginary = i;
}

AIRCORR_WIDE void blend(const float *value, float rate, int count, float *model) {
  for (int index = 0; index < count; ++index) model[index] += rate * (value[index] - model[index]);
}

}  // namespace

void transform_scales(aircorr_core &core) {
  Scratch &scratch = core.scratch;
  const Layout &layout = core.model.layout;
  for (int index = 0; index < scale_count; ++index) {
    float *sample = scratch.scale_samples + index * scale_features;
    sample_middle(
        scratch.planes, patch_side(core), layout.target_width * tables.factor[index],
        layout.target_height * tables.factor[index], scratch.look);
    histograms(scratch.histogram, scratch.look, 1, scale_cells, sample);
  }
  std::fill(scratch.scale_real, scratch.scale_real + scale_bins * scale_features, 0.0f);
  std::fill(scratch.scale_imaginary, scratch.scale_imaginary + scale_bins * scale_features, 0.0f);
  for (int bin = 0; bin < scale_bins; ++bin)
    for (int index = 0; index < scale_count; ++index)
      add_scaled(
          scratch.scale_samples + index * scale_features, tables.taper[index] * tables.cosine[bin][index],
          tables.taper[index] * tables.sine[bin][index], scratch.scale_real + bin * scale_features,
          scratch.scale_imaginary + bin * scale_features);
}

double find_scale(const aircorr_core &core) {
  const Scratch &scratch = core.scratch;
  const ScaleFilter &filter = core.model.scales;
  constexpr float regularisation = 1.0f;
  float real[scale_bins], imaginary[scale_bins];
  for (int bin = 0; bin < scale_bins; ++bin) {
    const int start = bin * scale_features;
    correlate_bin(
        filter.model_real + start, filter.model_imaginary + start, scratch.scale_real + start,
        scratch.scale_imaginary + start, real + bin, imaginary + bin);
    const float factor = tables.label[bin] / (filter.energy[bin] + regularisation);
    real[bin] *= factor;
    imaginary[bin] *= factor;
  }
  // Back from the spectrum: bin 0 once, all others twice for their mirrored halves.
  double response[scale_count];
  int best = 0;
  for (int index = 0; index < scale_count; ++index) {
    double sum = real[0];
    for (int bin = 1; bin < scale_bins; ++bin)
      sum += 2 * (real[bin] * tables.cosine[bin][index] + imaginary[bin] * tables.sine[bin][index]);
    response[index] = sum;
    if (sum > response[best]) best = index;
  }
  double offset = best - scale_count / 2;
  if (best > 0 && best < scale_count - 1) {
    const double before = response[best - 1], after = response[best + 1];
    const double bend = before - 2 * response[best] + after;
    if (bend < 0) offset += std::clamp((before - after) / (2 * bend), -0.5, 0.5);
  }
  return std::pow(step, offset);
}

void learn_scale(aircorr_core &core, float rate) {
  const Scratch &scratch = core.scratch;
  ScaleFilter &filter = core.model.scales;
  blend(scratch.scale_real, rate, scale_bins * scale_features, filter.model_real);
  blend(scratch.scale_imaginary, rate, scale_bins * scale_features, filter.model_imaginary);
  for (int bin = 0; bin < scale_bins; ++bin) {
    float energy, unused;
    const float *real = scratch.scale_real + bin * scale_features;
    const float *imaginary = scratch.scale_imaginary + bin * scale_features;
    correlate_bin(real, imaginary, real, imaginary, &energy, &unused);
    filter.energy[bin] += rate * (energy - filter.energy[bin]);
  }
}

}  // namespace aircorr
