// The state of one target's filters. All memory is part of the struct: nothing is allocated after it is made.
#ifndef AIRDRAW_CCORRELATION_CORE_HPP
#define AIRDRAW_CCORRELATION_CORE_HPP

#include "CCorrelation.h"
#include "fourier.hpp"
#include "histogram.hpp"
#include "patch.hpp"

namespace aircorr {

constexpr int max_bins = max_cells * (max_cells / 2 + 1);

/// How the search window lies around a target; fixed by the target's shape at the seed.
struct Layout {
  /// Side of the search window as a multiple of the target's width.
  double side_per_width;
  /// The target's size in pixels of the canonical patch.
  double target_width;
  double target_height;
  /// The tapered region's size in pixels of the canonical patch.
  double taper_width;
  double taper_height;
};

/// Spectra of all features, half a plane of bins (the other half mirrors it).
struct Spectrum {
  alignas(32) float real[max_bins * features];
  alignas(32) float imaginary[max_bins * features];
};

/// The correlation filter of one target.
struct Filter {
  Spectrum model;
  alignas(32) float energy[max_bins];
  alignas(32) float label[max_bins];
  alignas(32) float window[max_cells * max_cells];
  /// The share of each cell that the target's box covers, with a soft rim.
  alignas(32) float cover[max_cells * max_cells];
  /// The taper times how much of a cell is the target, for the features that are learnt as its look.
  alignas(32) float mask[max_cells * max_cells];
};

/// How likely each colour is the target's.
struct Colours {
  alignas(32) float foreground[colour_bins];
  alignas(32) float background[colour_bins];
  alignas(32) float likelihood[colour_bins];
};

constexpr int scale_count = 17;
constexpr int scale_bins = scale_count / 2 + 1;
constexpr int scale_cells = 6;
constexpr int scale_side = scale_cells * cell;
constexpr int scale_features = scale_cells * scale_cells * features;

/// The one-dimensional filter over scales.
struct ScaleFilter {
  alignas(32) float model_real[scale_bins * scale_features];
  alignas(32) float model_imaginary[scale_bins * scale_features];
  float energy[scale_bins];
};

constexpr int template_side = 32;
constexpr int template_area = template_side * template_side;

/// A grey look of the target, of weighted mean 0 and weighted norm 1, and what its alignment needs.
struct Look {
  alignas(32) float values[template_area];
  alignas(32) float slope_x[template_area];
  alignas(32) float slope_y[template_area];
  /// How it changes when it grows, for each pixel that its rim moves.
  alignas(32) float slope_size[template_area];
  double inverse_shift_hessian[2][2];
  double inverse_hessian[3][3];
  bool can_shift;
  bool can_grow;
};

constexpr int search_side = max_patch;
constexpr int search_template = 16;

/// What is learnt of a target.
struct Model {
  Layout layout;
  Filter filter;
  /// The filter's model at the seed.
  Spectrum anchor;
  /// The features of the cells themselves, at the seed and as they follow the target.
  alignas(32) float cells[2][max_cells * max_cells * features];
  Colours colours;
  ScaleFilter scales;
  Look looks[3];
  alignas(32) float look_weights[template_area];
};

/// What is computed anew for each picture.
struct Scratch {
  Resampler resampler;
  HistogramMemory histogram;
  FourierMemory fourier;
  alignas(32) float planes[3 * max_patch * max_patch];
  alignas(32) uint16_t colours[max_patch * max_patch];
  alignas(32) float cells[max_cells * max_cells * features];
  alignas(32) float real[max_cells * max_cells * pairs];
  alignas(32) float imaginary[max_cells * max_cells * pairs];
  Spectrum spectrum;
  alignas(32) float correlation[max_cells * max_cells];
  alignas(32) float anchor[max_cells * max_cells];
  alignas(32) float imaginary_response[max_cells * max_cells];
  alignas(32) float colour_response[max_cells * max_cells];
  alignas(32) float merged[max_cells * max_cells];
  alignas(32) float integral[(max_patch + 1) * (max_patch + 1)];
  alignas(32) float scale_samples[scale_count * scale_features];
  alignas(32) float scale_real[scale_bins * scale_features];
  alignas(32) float scale_imaginary[scale_bins * scale_features];
  alignas(32) float look[template_area];
  alignas(32) float search_picture[search_side * search_side];
  alignas(32) double search_sums[(search_side + 1) * (search_side + 1)];
  alignas(32) double search_squares[(search_side + 1) * (search_side + 1)];
  alignas(32) float search_scores[search_side * search_side];
  alignas(32) float search_pattern[search_template * search_template];
};

}  // namespace aircorr

struct aircorr_core {
  aircorr_settings settings;
  aircorr::Model model;
  aircorr::Scratch scratch;
};

namespace aircorr {

/// The canonical patch's side in pixels.
inline int patch_side(const aircorr_core &core) { return core.settings.cells * cell; }

/// The search window around a place.
inline Window search_window(const aircorr_core &core, const aircorr_place &place) {
  const double side = core.model.layout.side_per_width * place.width;
  return {place.x, place.y, side, side};
}

/// Resamples the window around `place` and computes its features.
void prepare(aircorr_core &core, const aircorr_image &image, const aircorr_place &place);
/// Chooses the layout, taper and label for a target's shape.
void lay_out(aircorr_core &core, const aircorr_place &place);
/// Transforms the prepared features, tapered by `window`.
void transform_features(aircorr_core &core, const float *window);
/// Blends the prepared features into the filter: those of the target alone into its look, all of them into the energy
/// that the response is divided by.
void learn_filter(aircorr_core &core, float rate);
/// A model's response on the transformed features, displacement (0, 0) first.
void correlate(aircorr_core &core, const Spectrum &model, float *response);

/// Blends the prepared patch's colours into the histograms.
void learn_colours(aircorr_core &core, float rate);
/// Blends the prepared features themselves into the kept ones.
void learn_cells(aircorr_core &core, aircorr_template which, float rate);
/// Normalized correlation of the kept features with the prepared ones, displaced by whole cells, over the target's
/// box alone, −1…1.
double compare_cells(const aircorr_core &core, aircorr_template which, int dx, int dy);

/// How much of each cell is the target by its colours and its box, times the taper.
void mask_target(aircorr_core &core);
/// The colour response on the prepared patch, displacement (0, 0) first.
void colour_response(aircorr_core &core);

/// Samples the prepared patch at all scales and transforms the features along them.
void transform_scales(aircorr_core &core);
/// The growth that the scale filter sees in the transformed samples.
double find_scale(const aircorr_core &core);
/// Blends the transformed samples into the scale filter.
void learn_scale(aircorr_core &core, float rate);

/// Blends the picture at `place` into a look.
void learn_look(
    aircorr_core &core, const aircorr_image &image, const aircorr_place &place, aircorr_template which,
    float rate);
/// Aligns a look.
aircorr_match align_look(
    aircorr_core &core, const aircorr_image &image, const aircorr_place &place, aircorr_template which);

/// Looks for both looks all over a region.
int32_t search_looks(
    aircorr_core &core, const aircorr_image &image, const aircorr_place &place, double radius,
    const double *factors, int32_t factor_count, aircorr_candidate *found, int32_t capacity);

}  // namespace aircorr

#endif
