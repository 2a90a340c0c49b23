// The colour response: how likely each pixel's colour is the target's, summed over the target's box (L. Bertinetto et
// al., "Staple: Complementary Learners for Real-Time Tracking", CVPR 2016).
#include <algorithm>
#include <cmath>

#include "core.hpp"
#include "wide.hpp"

namespace aircorr {

namespace {

struct Span {
  int begin;
  int end;
};

/// The pixels of a centred span of `length` out of `side` pixels.
Span centred(double length, int side) {
  const int begin = std::max(int(std::lround((side - length) / 2)), 0);
  return {begin, std::max(side - begin, begin + 1)};
}

/// Running sums of likelihoods: entry (y, x) is the sum over all pixels above and left of it.
AIRCORR_WIDE void integrate(const uint16_t *colours, const float *likelihood, int side, float *integral) {
  const int stride = side + 1;
  std::fill(integral, integral + stride, 0.0f);
  for (int y = 0; y < side; ++y) {
    float row = 0;
    integral[(y + 1) * stride] = 0;
    for (int x = 0; x < side; ++x) {
      row += likelihood[colours[y * side + x]];
      integral[(y + 1) * stride + x + 1] = row;
    }
    for (int x = 1; x <= side; ++x) integral[(y + 1) * stride + x] += integral[y * stride + x];
  }
}

}  // namespace

void learn_colours(aircorr_core &core, float rate) {
  Scratch &scratch = core.scratch;
  const Layout &layout = core.model.layout;
  Colours &colours = core.model.colours;
  const int side = patch_side(core);
  quantize_colours(scratch.planes, side * side, scratch.colours);
  // The target's own rim is as often background as not: the inner part alone speaks for the target.
  constexpr double inner = 0.8;
  const Span rows = centred(layout.target_height, side), columns = centred(layout.target_width, side);
  const Span inner_rows = centred(layout.target_height * inner, side);
  const Span inner_columns = centred(layout.target_width * inner, side);
  const Span outer_rows = centred(layout.taper_height, side);
  const Span outer_columns = centred(layout.taper_width, side);

  const float keep = 1 - rate;
  for (int bin = 0; bin < colour_bins; ++bin) {
    colours.foreground[bin] *= keep;
    colours.background[bin] *= keep;
  }
  const int inner_area = (inner_rows.end - inner_rows.begin) * (inner_columns.end - inner_columns.begin);
  const int outer_area = (outer_rows.end - outer_rows.begin) * (outer_columns.end - outer_columns.begin) -
                         (rows.end - rows.begin) * (columns.end - columns.begin);
  const float foreground = rate / inner_area;
  const float background = outer_area > 0 ? rate / outer_area : 0;
  for (int y = outer_rows.begin; y < outer_rows.end; ++y)
    for (int x = outer_columns.begin; x < outer_columns.end; ++x) {
      const uint16_t colour = scratch.colours[y * side + x];
      const bool in_target = y >= rows.begin && y < rows.end && x >= columns.begin && x < columns.end;
      const bool in_inner = y >= inner_rows.begin && y < inner_rows.end && x >= inner_columns.begin &&
                            x < inner_columns.end;
      if (in_inner)
        colours.foreground[colour] += foreground;
      else if (!in_target)
        colours.background[colour] += background;
    }
  // A colour never seen says nothing: its likelihood tends to a half.
  constexpr float unseen = 1e-5f;
  for (int bin = 0; bin < colour_bins; ++bin) {
    const float sum = colours.foreground[bin] + colours.background[bin];
    colours.likelihood[bin] = (colours.foreground[bin] + 0.5f * unseen) / (sum + unseen);
  }
}

void mask_target(aircorr_core &core) {
  const Scratch &scratch = core.scratch;
  Filter &filter = core.model.filter;
  const int cells = core.settings.cells, side = patch_side(core);
  const float *likelihood = core.model.colours.likelihood;
  float shares[max_cells * max_cells];
  float covered = 0, total = 0;
  for (int y = 0; y < cells; ++y)
    for (int x = 0; x < cells; ++x) {
      float sum = 0;
      for (int row = 0; row < cell; ++row)
        for (int column = 0; column < cell; ++column)
          sum += likelihood[scratch.colours[(y * cell + row) * side + x * cell + column]];
      const int index = y * cells + x;
      shares[index] = sum / (cell * cell);
      covered += filter.cover[index] * shares[index];
      total += filter.cover[index];
    }
  const float mean = total > 0 ? covered / total : 1;
  const float floor = float(core.settings.mask_floor), weight = float(core.settings.mask_colour);
  for (int index = 0; index < cells * cells; ++index) {
    const float colour = mean > 0 ? std::min(shares[index] / mean, 1.0f) : 1;
    const float target = filter.cover[index] * (1 - weight + weight * colour);
    filter.mask[index] = filter.window[index] * (floor + (1 - floor) * target);
  }
}

void colour_response(aircorr_core &core) {
  Scratch &scratch = core.scratch;
  const Layout &layout = core.model.layout;
  const int side = patch_side(core), cells = core.settings.cells, stride = side + 1;
  quantize_colours(scratch.planes, side * side, scratch.colours);
  integrate(scratch.colours, core.model.colours.likelihood, side, scratch.integral);
  const Span rows = centred(layout.target_height, side), columns = centred(layout.target_width, side);
  const float factor = 1.0f / ((rows.end - rows.begin) * (columns.end - columns.begin));
  for (int y = 0; y < cells; ++y) {
    const int shift_y = (y < cells / 2 ? y : y - cells) * cell;
    const int top = std::clamp(rows.begin + shift_y, 0, side), bottom = std::clamp(rows.end + shift_y, 0, side);
    for (int x = 0; x < cells; ++x) {
      const int shift_x = (x < cells / 2 ? x : x - cells) * cell;
      const int left = std::clamp(columns.begin + shift_x, 0, side);
      const int right = std::clamp(columns.end + shift_x, 0, side);
      const float *integral = scratch.integral;
      scratch.colour_response[y * cells + x] =
          factor * (integral[bottom * stride + right] - integral[top * stride + right] -
                    integral[bottom * stride + left] + integral[top * stride + left]);
    }
  }
}

}  // namespace aircorr
