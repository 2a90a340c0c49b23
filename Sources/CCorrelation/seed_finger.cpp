// The first look at a finger: it is parted from its surroundings without knowing the colours of either.
#include <algorithm>
#include <cmath>

#include "silhouette.hpp"

namespace aircorr {

namespace {

/// How far around a tip its colours are learnt at first, in widths.
constexpr double seed_reach = 5;

/// How much a colour is that of skin, 0…1. Skin of every tone is redder than green and seldom greener than blue less:
/// in hands filmed under different lights log(red / green) is 0.28 ± 0.16 and log(green / blue) above 0.12 (compare
/// J. Kovač, P. Peer, F. Solina, "Human Skin Colour Clustering for Face Detection", EUROCON 2003).
float skin_likeness(float blue, float green, float red) {
  constexpr float dark = 16;
  const float first = std::log((red + dark) / (green + dark)) - 0.28f;
  const float second = std::max(0.12f - std::log((green + dark) / (blue + dark)), 0.0f);
  return std::exp(-0.5f * (first * first / (0.16f * 0.16f) + second * second / (0.1f * 0.1f)));
}

/// Parts what is at the middle of a cutout from the rest, by turns of colours and connected cells.
void part_middle(aircorr_silhouette &silhouette) {
  Cutout &cutout = silhouette.cutout;
  HandColours &colours = silhouette.colours;
  const int count = cutout.area(), middle = cutout.columns / 2;
  constexpr int turns = 6;
  constexpr float tap_radius = 7;
  float *skin = cutout.planes;  // In place of blue, which is not needed any more.
  for (int index = 0; index < count; ++index) {
    skin[index] = skin_likeness(cutout.planes[index], cutout.planes[count + index], cutout.planes[2 * count + index]);
    const float distance = std::hypot(float(index % cutout.columns - middle), float(index / cutout.columns - middle));
    const float share = distance / tap_radius;
    cutout.weights[0][index] = std::exp(-0.5f * share * share) * (0.05f + skin[index]);
    cutout.weights[1][index] = distance > 0.35f * middle ? 1.02f - skin[index] : 0;
  }
  for (int pass = 0; pass < turns; ++pass) {
    count_colours(cutout, cutout.weights[0], colours.hand);
    count_colours(cutout, cutout.weights[1], colours.around);
    update_chances(colours);
    cut_out(cutout, colours);
    float nearest = 1e9f;
    int start = -1;
    for (int index = 0; index < count; ++index) {
      const int x = index % cutout.columns, y = index / cutout.columns;
      if (!cutout.holds(x, y)) continue;
      const float distance = std::hypot(float(x - middle), float(y - middle)) - 6 * skin[index];
      if (distance < nearest) {
        nearest = distance;
        start = index;
      }
    }
    if (start < 0) return;
    keep_connected(cutout, start % cutout.columns, start / cutout.columns);
    weigh_mask(cutout);
    for (int index = 0; index < count; ++index) cutout.weights[0][index] *= 0.1f + skin[index];
  }
}

/// How far what hangs together with a tip reaches, and how much of it lies in a box.
void measure_extent(const Cutout &cutout, const aircorr_place &box, aircorr_finger &finger) {
  const double cell = cutout.cell_width();
  double farthest = 0, area = 0, inside = 0;
  for (int y = 0; y < cutout.rows; ++y)
    for (int x = 0; x < cutout.columns; ++x) {
      if (!cutout.holds(x, y)) continue;
      const double at_x = cutout.window.x + (x + 0.5 - cutout.columns / 2.0) * cell;
      const double at_y = cutout.window.y + (y + 0.5 - cutout.rows / 2.0) * cell;
      farthest = std::max(farthest, std::hypot(at_x - finger.tip.x, at_y - finger.tip.y));
      ++area;
      if (std::abs(at_x - box.x) <= box.width / 2 && std::abs(at_y - box.y) <= box.height / 2) ++inside;
    }
  finger.reach = farthest / finger.tip.width;
  finger.share_in_box = area > 0 ? inside / area : 0;
}

}  // namespace

}  // namespace aircorr

using namespace aircorr;

int32_t aircorr_silhouette_seed(
    aircorr_silhouette *silhouette, aircorr_image image, aircorr_place place, aircorr_finger *found) {
  if (!image.data) return 0;
  const double x = place.x, y = place.y;
  // Fingers of 14 to 37 cells in windows of 113: six windows reach from 7 to 200 pixels.
  constexpr int side = 113;
  constexpr double steps[] = {0.5, 0.8, 1.25, 2, 3.2, 5.2};
  constexpr double widths[] = {14, 18, 23, 29, 37};
  constexpr int capacity = 8;
  const double shorter = std::min(image.width, image.height);
  Cutout &cutout = silhouette->cutout;
  HandColours &colours = silhouette->colours;
  double best = 0;
  bool is_found = false;
  HandColours chosen = colours;
  for (double step : steps) {
    if (side * step > 1.2 * shorter) break;
    cutout.columns = cutout.rows = side;
    cutout.window = {x, y, side * step, side * step};
    const double half = side * step / 2;
    cutout.ends_left = x < half;
    cutout.ends_top = y < half;
    cutout.ends_right = x + half > image.width;
    cutout.ends_bottom = y + half > image.height;
    reduce(*silhouette, image);
    part_middle(*silhouette);
    measure_depth(cutout);
    for (double width : widths) {
      CellTip tips[capacity];
      const int count = find_tips(cutout, width, tips, 0, capacity);
      for (int index = 0; index < count; ++index) {
        const aircorr_tip tip = in_picture(cutout, tips[index]);
        const double away = std::hypot(tip.x - x, tip.y - y);
        if (away > std::max(shorter / 50, 0.9 * width * step)) continue;
        const double worth = tip.score - 7 * away / shorter - 0.1 * std::abs(std::log(width / 23));
        if (worth <= best) continue;
        best = worth;
        is_found = true;
        found->tip = tip;
        found->tip.width = width * step;
        found->tip.score = worth;
        chosen = colours;
      }
    }
  }
  colours = chosen;
  if (!is_found) return 0;
  // What lies around was seen as far as the window reached only: once more, as far as in the frames to come.
  for (int pass = 0; pass < 2; ++pass) {
    if (!choose_window(cutout, image, found->tip.x, found->tip.y, seed_reach * found->tip.width, found->tip.width))
      return 0;
    reduce(*silhouette, image);
    cut_out(cutout, colours);
    aircorr_silhouette_learn(silhouette, found->tip, 0.5);
  }
  measure_extent(cutout, place, *found);
  aircorr_tip again[capacity];
  const double width = found->tip.width;
  const int count = aircorr_silhouette_find(
      silhouette, image, found->tip.x, found->tip.y, width, 3 * width, again, capacity);
  for (int index = 0; index < count; ++index) {
    const aircorr_tip &tip = again[index];
    if (std::hypot(tip.x - found->tip.x, tip.y - found->tip.y) > 0.5 * width) continue;
    found->tip = tip;
    break;
  }
  return 1;
}
