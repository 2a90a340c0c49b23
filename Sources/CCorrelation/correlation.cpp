// The C ABI.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <new>

#include "core.hpp"

using namespace aircorr;

namespace {

/// Shift of the vertex of the parabola through three neighbouring values.
double vertex(double before, double here, double after) {
  const double bend = before - 2 * here + after;
  return bend < 0 ? std::clamp((before - after) / (2 * bend), -0.5, 0.5) : 0;
}

int wrapped(int displacement, int cells) { return (displacement % cells + cells) % cells; }

/// The displacement that index stands for.
int displacement(int index, int cells) { return index < cells / 2 ? index : index - cells; }

/// Merges both responses and reads the peak and its surroundings.
aircorr_response read_response(aircorr_core &core, double cell_in_pixels) {
  Scratch &scratch = core.scratch;
  const int cells = core.settings.cells, count = cells * cells;
  const float weight = float(core.settings.colour_weight);
  int best = 0;
  for (int index = 0; index < count; ++index) {
    scratch.merged[index] =
        (1 - weight) * scratch.correlation[index] + weight * scratch.colour_response[index];
    if (scratch.merged[index] > scratch.merged[best]) best = index;
  }
  const int peak_x = displacement(best % cells, cells), peak_y = displacement(best / cells, cells);
  const auto value = [&](int x, int y) -> double {
    return scratch.merged[wrapped(y, cells) * cells + wrapped(x, cells)];
  };
  const double peak = scratch.merged[best];
  const double dx = peak_x + vertex(value(peak_x - 1, peak_y), peak, value(peak_x + 1, peak_y));
  const double dy = peak_y + vertex(value(peak_x, peak_y - 1), peak, value(peak_x, peak_y + 1));

  const double near_x = std::max(2.0, core.model.layout.target_width / cell / 3);
  const double near_y = std::max(2.0, core.model.layout.target_height / cell / 3);
  double second = 0, lowest = scratch.correlation[0], highest = lowest;
  for (int index = 0; index < count; ++index) {
    const double correlation = scratch.correlation[index];
    lowest = std::min(lowest, correlation);
    highest = std::max(highest, correlation);
    const double far_x = displacement(index % cells, cells) - peak_x;
    const double far_y = displacement(index / cells, cells) - peak_y;
    if (std::abs(far_x) > near_x || std::abs(far_y) > near_y) second = std::max(second, correlation);
  }
  double energy = 0;
  for (int index = 0; index < count; ++index) {
    const double above = scratch.correlation[index] - lowest;
    energy += above * above;
  }
  aircorr_response response = {};
  response.dx = dx * cell_in_pixels;
  response.dy = dy * cell_in_pixels;
  response.peak = peak;
  response.correlation = scratch.correlation[best];
  response.anchor = scratch.anchor[best];
  for (int y = -1; y <= 1; ++y)
    for (int x = -1; x <= 1; ++x)
      response.anchor = std::max(
          response.anchor,
          double(scratch.anchor[wrapped(peak_y + y, cells) * cells + wrapped(peak_x + x, cells)]));
  response.agreement = std::max(
      compare_cells(core, AIRCORR_FROZEN, peak_x, peak_y), compare_cells(core, AIRCORR_ADAPTIVE, peak_x, peak_y));
  response.colour = scratch.colour_response[best];
  response.second = highest > 0 ? second / highest : 1;
  response.apce = energy > 0 ? (highest - lowest) * (highest - lowest) * count / energy : 0;
  return response;
}

}  // namespace

aircorr_core *aircorr_create(aircorr_settings settings) {
  void *memory = nullptr;
  if (posix_memalign(&memory, 64, sizeof(aircorr_core)) != 0) return nullptr;
  aircorr_core *core = new (memory) aircorr_core();
  core->settings = settings;
  core->settings.cells = settings.cells >= 32 ? 32 : 16;
  return core;
}

aircorr_core *aircorr_copy(const aircorr_core *core) {
  void *memory = nullptr;
  if (posix_memalign(&memory, 64, sizeof(aircorr_core)) != 0) return nullptr;
  return new (memory) aircorr_core(*core);
}

void aircorr_destroy(aircorr_core *core) { std::free(core); }

void aircorr_seed(aircorr_core *core, aircorr_image image, aircorr_place place) {
  if (!image.data) return;
  lay_out(*core, place);
  core->model.colours = {};
  aircorr_learn(core, image, place, {1, 1, 1, 1});
  learn_cells(*core, AIRCORR_FROZEN, 1);
  core->model.anchor = core->model.filter.model;
  learn_look(*core, image, place, AIRCORR_FROZEN, 1);
}

void aircorr_seed_detail(aircorr_core *core, aircorr_image image, aircorr_place place) {
  if (image.data) learn_look(*core, image, place, AIRCORR_DETAIL, 1);
}

aircorr_response aircorr_respond(aircorr_core *core, aircorr_image image, aircorr_place place) {
  if (!image.data) return {};
  prepare(*core, image, place);
  transform_features(*core, core->model.filter.window);
  correlate(*core, core->model.filter.model, core->scratch.correlation);
  correlate(*core, core->model.anchor, core->scratch.anchor);
  colour_response(*core);
  return read_response(*core, search_window(*core, place).width / core->settings.cells);
}

aircorr_match aircorr_align(
    aircorr_core *core, aircorr_image image, aircorr_place place, aircorr_template which) {
  if (!image.data) return {};
  return align_look(*core, image, place, which);
}

double aircorr_learn(aircorr_core *core, aircorr_image image, aircorr_place place, aircorr_rates rates) {
  if (!image.data) return 1;
  prepare(*core, image, place);
  if (rates.colour > 0) learn_colours(*core, float(rates.colour));
  if (rates.filter > 0) {
    mask_target(*core);
    learn_filter(*core, float(rates.filter));
    learn_cells(*core, AIRCORR_ADAPTIVE, float(rates.filter));
  }
  double growth = 1;
  if (rates.scale > 0) {
    transform_scales(*core);
    growth = rates.scale < 1 ? find_scale(*core) : 1;
    learn_scale(*core, float(rates.scale));
  }
  if (rates.look > 0) learn_look(*core, image, place, AIRCORR_ADAPTIVE, float(rates.look));
  return growth;
}

int32_t aircorr_search(
    aircorr_core *core, aircorr_image image, aircorr_place place, double radius, const double *factors,
    int32_t factor_count, aircorr_candidate *found, int32_t capacity) {
  if (!image.data) return 0;
  return search_looks(*core, image, place, radius, factors, factor_count, found, capacity);
}
