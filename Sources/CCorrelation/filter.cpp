// The correlation filter: MOSSE's closed form over many features (D. Bolme et al., "Visual Object Tracking using
// Adaptive Correlation Filters", CVPR 2010; M. Danelljan et al., "Accurate Scale Estimation for Robust Visual
// Tracking", BMVC 2014).
#include <algorithm>
#include <cmath>

#include "core.hpp"
#include "wide.hpp"

namespace aircorr {

namespace {

int bin_count(int cells) { return cells * (cells / 2 + 1); }

/// A Hann taper over the middle `width` of `cells` cells, 0 outside of it.
double taper(int index, int cells, double width_in_cells) {
  const double offset = (index + 0.5 - cells / 2.0) / width_in_cells;
  return std::abs(offset) < 0.5 ? 0.5 * (1 + std::cos(2 * M_PI * offset)) : 0;
}

/// 1 inside the middle `width` of `cells` cells, falling to 0 over two cells around its edge.
double soft_cover(int index, int cells, double width_in_cells) {
  const double beyond = std::abs(index + 0.5 - cells / 2.0) - width_in_cells / 2;
  return std::clamp(0.5 - beyond / 2, 0.0, 1.0);
}

/// Features times taper, the first half of them as real and the second half as imaginary parts.
AIRCORR_WIDE void apply_window(
    const float *cells, const float *window, int count, float *real, float *imaginary) {
  for (int index = 0; index < count; ++index)
    for (int channel = 0; channel < pairs; ++channel) {
      real[index * pairs + channel] = cells[index * features + channel] * window[index];
      imaginary[index * pairs + channel] = cells[index * features + pairs + channel] * window[index];
    }
}

/// Parts the two real fields that one complex transform held.
AIRCORR_WIDE void unpack(const float *real, const float *imaginary, int cells, Spectrum &spectrum) {
  for (int y = 0; y < cells; ++y)
    for (int x = 0; x <= cells / 2; ++x) {
      const int here = (y * cells + x) * pairs;
      const int mirror = ((cells - y) % cells * cells + (cells - x) % cells) * pairs;
      const int bin = (y * (cells / 2 + 1) + x) * features;
      for (int channel = 0; channel < pairs; ++channel) {
        const float r = real[here + channel], i = imaginary[here + channel];
        const float mr = real[mirror + channel], mi = imaginary[mirror + channel];
        spectrum.real[bin + channel] = 0.5f * (r + mr);
        spectrum.imaginary[bin + channel] = 0.5f * (i - mi);
        spectrum.real[bin + pairs + channel] = 0.5f * (i + mi);
        spectrum.imaginary[bin + pairs + channel] = 0.5f * (mr - r);
      }
    }
}

AIRCORR_WIDE void blend(const float *value, float rate, int count, float *model) {
  for (int index = 0; index < count; ++index) model[index] += rate * (value[index] - model[index]);
}

AIRCORR_WIDE void blend_energy(const Spectrum &spectrum, float rate, float norm, int bins, float *energy) {
#pragma clang fp reassociate(on)
  for (int bin = 0; bin < bins; ++bin) {
    const float *real = spectrum.real + bin * features, *imaginary = spectrum.imaginary + bin * features;
    float sum = 0;
    for (int channel = 0; channel < features; ++channel)
      sum += real[channel] * real[channel] + imaginary[channel] * imaginary[channel];
    energy[bin] += rate * (sum * norm - energy[bin]);
  }
}

/// The response's spectrum: label · Σ conj(model) · features / (energy + regularisation).
AIRCORR_WIDE void response_spectrum(
    const Filter &filter, const Spectrum &model, const Spectrum &spectrum, float regularisation, float norm,
    int cells, float *real, float *imaginary) {
#pragma clang fp reassociate(on)
  for (int y = 0; y < cells; ++y)
    for (int x = 0; x <= cells / 2; ++x) {
      const int bin = y * (cells / 2 + 1) + x;
      const float *mr = model.real + bin * features, *mi = model.imaginary + bin * features;
      const float *sr = spectrum.real + bin * features, *si = spectrum.imaginary + bin * features;
      float sum_real = 0, sum_imaginary = 0;
      for (int channel = 0; channel < features; ++channel) {
        sum_real += mr[channel] * sr[channel] + mi[channel] * si[channel];
        sum_imaginary += mr[channel] * si[channel] - mi[channel] * sr[channel];
      }
      const float factor = filter.label[bin] * norm / (filter.energy[bin] + regularisation);
      const int here = y * cells + x;
      const int mirror = (cells - y) % cells * cells + (cells - x) % cells;
      real[mirror] = real[here] = sum_real * factor;
      imaginary[here] = sum_imaginary * factor;
      if (mirror != here) imaginary[mirror] = -imaginary[here];
    }
}

}  // namespace

void lay_out(aircorr_core &core, const aircorr_place &place) {
  const int cells = core.settings.cells;
  const double mean = (place.width + place.height) / 2;
  const double margin = core.settings.padding * mean;
  const double side = std::max(place.width, place.height) + margin;
  const double scale = patch_side(core) / side;
  core.model.layout = {
      side / place.width, place.width * scale, place.height * scale, (place.width + margin) * scale,
      (place.height + margin) * scale};
  const Layout &layout = core.model.layout;
  Filter &filter = core.model.filter;
  for (int y = 0; y < cells; ++y)
    for (int x = 0; x < cells; ++x) {
      filter.window[y * cells + x] = float(
          taper(y, cells, layout.taper_height / cell) * taper(x, cells, layout.taper_width / cell));
      filter.cover[y * cells + x] = float(
          soft_cover(y, cells, layout.target_height / cell) * soft_cover(x, cells, layout.target_width / cell));
    }
  // The wished response: a Gaussian around displacement 0, periodic; it is even, so its spectrum is real.
  const double sigma = core.settings.label_sigma * mean * scale / cell;
  float *real = core.scratch.correlation, *imaginary = core.scratch.merged;
  for (int y = 0; y < cells; ++y)
    for (int x = 0; x < cells; ++x) {
      const double dx = std::min(x, cells - x), dy = std::min(y, cells - y);
      real[y * cells + x] = float(std::exp(-(dx * dx + dy * dy) / (2 * sigma * sigma)));
      imaginary[y * cells + x] = 0;
    }
  transform_single(core.scratch.fourier, real, imaginary, cells);
  for (int y = 0; y < cells; ++y)
    for (int x = 0; x <= cells / 2; ++x) filter.label[y * (cells / 2 + 1) + x] = real[y * cells + x];
}

void prepare(aircorr_core &core, const aircorr_image &image, const aircorr_place &place) {
  Scratch &scratch = core.scratch;
  const int side = patch_side(core);
  resample(scratch.resampler, image, search_window(core, place), side, side, scratch.planes);
  const int channels = image.channels == 3 ? 3 : 1;
  histograms(scratch.histogram, scratch.planes, channels, core.settings.cells, scratch.cells);
}

void transform_features(aircorr_core &core, const float *window) {
  Scratch &scratch = core.scratch;
  const int cells = core.settings.cells;
  apply_window(scratch.cells, window, cells * cells, scratch.real, scratch.imaginary);
  transform_pairs(scratch.fourier, scratch.real, scratch.imaginary, cells);
  unpack(scratch.real, scratch.imaginary, cells, scratch.spectrum);
}

void learn_filter(aircorr_core &core, float rate) {
  const int cells = core.settings.cells, bins = bin_count(cells);
  Filter &filter = core.model.filter;
  const Spectrum &spectrum = core.scratch.spectrum;
  transform_features(core, filter.window);
  blend_energy(spectrum, rate, 1.0f / (cells * cells), bins, filter.energy);
  transform_features(core, filter.mask);
  blend(spectrum.real, rate, bins * features, filter.model.real);
  blend(spectrum.imaginary, rate, bins * features, filter.model.imaginary);
}

void learn_cells(aircorr_core &core, aircorr_template which, float rate) {
  const int count = core.settings.cells * core.settings.cells * features;
  blend(core.scratch.cells, rate, count, core.model.cells[which]);
}

AIRCORR_WIDE double compare_cells(const aircorr_core &core, aircorr_template which, int dx, int dy) {
#pragma clang fp reassociate(on)
  const int cells = core.settings.cells;
  const float *kept = core.model.cells[which], *seen = core.scratch.cells;
  // Each feature's own mean over the box is taken off: what all cells share says nothing about this target.
  float total = 0, products[features] = {}, kept_sums[features] = {}, seen_sums[features] = {};
  float kept_squares[features] = {}, seen_squares[features] = {};
  for (int y = 0; y < cells; ++y)
    for (int x = 0; x < cells; ++x) {
      const float weight = core.model.filter.cover[y * cells + x];
      if (weight <= 0) continue;
      const int seen_x = std::clamp(x + dx, 0, cells - 1), seen_y = std::clamp(y + dy, 0, cells - 1);
      const float *a = kept + (y * cells + x) * features, *b = seen + (seen_y * cells + seen_x) * features;
      total += weight;
      for (int channel = 0; channel < features; ++channel) {
        products[channel] += weight * a[channel] * b[channel];
        kept_sums[channel] += weight * a[channel];
        seen_sums[channel] += weight * b[channel];
        kept_squares[channel] += weight * a[channel] * a[channel];
        seen_squares[channel] += weight * b[channel] * b[channel];
      }
    }
  if (!(total > 0)) return 0;
  double product = 0, kept_square = 0, seen_square = 0;
  for (int channel = 0; channel < features; ++channel) {
    product += products[channel] - kept_sums[channel] * seen_sums[channel] / total;
    kept_square += kept_squares[channel] - kept_sums[channel] * kept_sums[channel] / total;
    seen_square += seen_squares[channel] - seen_sums[channel] * seen_sums[channel] / total;
  }
  const double norm = std::sqrt(std::max(kept_square, 0.0) * std::max(seen_square, 0.0));
  return norm > 1e-6 ? product / norm : 0;
}

void correlate(aircorr_core &core, const Spectrum &model, float *response) {
  Scratch &scratch = core.scratch;
  const int cells = core.settings.cells;
  response_spectrum(
      core.model.filter, model, scratch.spectrum, float(core.settings.regularisation), 1.0f / (cells * cells),
      cells, response, scratch.imaginary_response);
  inverse_single(scratch.fourier, response, scratch.imaginary_response, cells);
}

}  // namespace aircorr
