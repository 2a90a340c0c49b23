// The hand's colours: learnt from one place in one picture, they part it from what lies around in the next.
#include "silhouette.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <new>

namespace aircorr {

/// Cells to which a finger's width is reduced.
constexpr double cells_per_width = 10;
constexpr double fewest_cells_per_width = 7;

void reduce(aircorr_silhouette &silhouette, const aircorr_image &image) {
  Cutout &cutout = silhouette.cutout;
  resample(silhouette.resampler, image, cutout.window, cutout.columns, cutout.rows, cutout.planes);
  quantize_colours(cutout.planes, cutout.area(), cutout.bins);
}

/// Smooths a histogram along one axis of its cube by ¼, ½, ¼.
static void smooth_axis(float *values, int stride) {
  for (int start = 0; start < colour_bins; ++start) {
    if ((start / stride) % 16 != 0) continue;
    float before = values[start];
    for (int step = 0; step < 16; ++step) {
      float &here = values[start + step * stride];
      const float after = step < 15 ? values[start + (step + 1) * stride] : here;
      const float old = here;
      here = 0.25f * before + 0.5f * here + 0.25f * after;
      before = old;
    }
  }
}

/// The smoothed histogram of weighted cells, of sum 1.
void count_colours(const Cutout &cutout, const float *weights, float *histogram) {
  std::fill(histogram, histogram + colour_bins, 0.0f);
  double sum = 0;
  for (int index = 0; index < cutout.area(); ++index) {
    histogram[cutout.bins[index]] += weights[index];
    sum += weights[index];
  }
  for (int stride : {1, 16, 256}) smooth_axis(histogram, stride);
  const float factor = sum > 0 ? float(1 / sum) : 0;
  for (int bin = 0; bin < colour_bins; ++bin) histogram[bin] *= factor;
}

void update_chances(HandColours &colours) {
  for (int bin = 0; bin < colour_bins; ++bin)
    colours.chance[bin] = colours.hand[bin] / (colours.hand[bin] + colours.around[bin] + 1e-6f);
}

/// The hand's cells: where the chance, blurred over 3 × 3 cells, is above one half.
void cut_out(Cutout &cutout, const HandColours &colours) {
  const int columns = cutout.columns, rows = cutout.rows;
  for (int index = 0; index < cutout.area(); ++index) cutout.chance[index] = colours.chance[cutout.bins[index]];
  // Along the rows first, into the memory for depths.
  for (int y = 0; y < rows; ++y) {
    const float *source = cutout.chance + y * columns;
    float *target = cutout.depth + y * columns;
    for (int x = 0; x < columns; ++x)
      target[x] = source[std::max(x - 1, 0)] + source[x] + source[std::min(x + 1, columns - 1)];
  }
  std::memset(cutout.mask, 0, size_t(columns + 2) * (rows + 2));
  for (int y = 0; y < rows; ++y) {
    const float *above = cutout.depth + std::max(y - 1, 0) * columns, *here = cutout.depth + y * columns;
    const float *below = cutout.depth + std::min(y + 1, rows - 1) * columns;
    float *target = cutout.blurred + y * columns;
    uint8_t *mask = cutout.mask_row(y);
    for (int x = 0; x < columns; ++x) {
      target[x] = (above[x] + here[x] + below[x]) * (1.0f / 9);
      mask[x] = target[x] > 0.5f;
    }
  }
}

/// Keeps of the mask only what hangs together with a cell.
void keep_connected(Cutout &cutout, int x, int y) {
  if (!cutout.holds(x, y)) return;
  const int columns = cutout.columns;
  std::fill(cutout.marks, cutout.marks + cutout.area(), uint8_t(0));
  int open = 0;
  cutout.stack[open++] = y * columns + x;
  cutout.marks[y * columns + x] = 1;
  while (open > 0) {
    const int index = cutout.stack[--open], at_x = index % columns, at_y = index / columns;
    const int steps[4][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
    for (const auto &step : steps) {
      const int next_x = at_x + step[0], next_y = at_y + step[1];
      if (!cutout.holds(next_x, next_y) || cutout.marks[next_y * columns + next_x]) continue;
      cutout.marks[next_y * columns + next_x] = 1;
      cutout.stack[open++] = next_y * columns + next_x;
    }
  }
  for (int row = 0; row < cutout.rows; ++row)
    std::memcpy(cutout.mask_row(row), cutout.marks + row * columns, size_t(columns));
}

/// Weights of the cells that are the hand's, and of those that are not, a cell's breadth apart.
void weigh_mask(Cutout &cutout) {
  for (int y = 0; y < cutout.rows; ++y)
    for (int x = 0; x < cutout.columns; ++x) {
      bool is_near = false;
      for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx) is_near = is_near || cutout.holds(x + dx, y + dy);
      const int index = y * cutout.columns + x;
      cutout.weights[0][index] = cutout.holds(x, y) ? 1.0f : 0.0f;
      cutout.weights[1][index] = is_near ? 0.0f : 1.0f;
    }
}

aircorr_tip in_picture(const Cutout &cutout, const CellTip &tip) {
  const double cell = cutout.cell_width();
  return {
      cutout.window.x + (tip.x + 0.5 - cutout.columns / 2.0) * cell,
      cutout.window.y + (tip.y + 0.5 - cutout.rows / 2.0) * cell, tip.width * cell, tip.direction, tip.score,
      tip.unseen};
}

/// The cell of a place.
static int cell_of(double position, double center, int count, double cell) {
  return int(std::lround((position - center) / cell + count / 2.0 - 0.5));
}

/// Keeps of the mask only what a tip belongs to; false when it belongs to nothing.
static bool keep_owner(Cutout &cutout, const aircorr_tip &tip) {
  const double cell = cutout.cell_width();
  const int x = cell_of(tip.x, cutout.window.x, cutout.columns, cell);
  const int y = cell_of(tip.y, cutout.window.y, cutout.rows, cell);
  if (!cutout.holds(x, y)) return false;
  keep_connected(cutout, x, y);
  return true;
}

/// Chooses the part of the picture to look at and how much it is reduced.
bool choose_window(Cutout &cutout, const aircorr_image &image, double x, double y, double radius, double width) {
  double density = std::min(cells_per_width / width, 1.5);
  for (;;) {
    const double left = std::max(x - radius, -0.5), right = std::min(x + radius, image.width - 0.5);
    const double top = std::max(y - radius, -0.5), bottom = std::min(y + radius, image.height - 0.5);
    const double across = right - left, down = bottom - top;
    if (!(across >= 8 && down >= 8)) return false;
    const double most = std::min(
        {max_columns / across, max_columns / down, std::sqrt(silhouette_area / (across * down))});
    const double fewest = std::min(fewest_cells_per_width / width, density);
    if (most < fewest) {
      radius *= std::max(0.7, most / fewest);
      continue;
    }
    density = std::min(density, most);
    cutout.columns = std::max(int(across * density), 4);
    cutout.rows = std::max(int(down * density), 4);
    cutout.ends_left = x - radius <= -0.5;
    cutout.ends_top = y - radius <= -0.5;
    cutout.ends_right = x + radius >= image.width - 0.5;
    cutout.ends_bottom = y + radius >= image.height - 0.5;
    // Cells are squares: the window is made to fit them.
    cutout.window = {(left + right) / 2, (top + bottom) / 2, cutout.columns / density, cutout.rows / density};
    return true;
  }
}

}  // namespace aircorr

using namespace aircorr;

aircorr_silhouette *aircorr_silhouette_create(void) {
  void *memory = nullptr;
  if (posix_memalign(&memory, 64, sizeof(aircorr_silhouette)) != 0) return nullptr;
  return new (memory) aircorr_silhouette();
}

aircorr_silhouette *aircorr_silhouette_copy(const aircorr_silhouette *silhouette) {
  void *memory = nullptr;
  if (posix_memalign(&memory, 64, sizeof(aircorr_silhouette)) != 0) return nullptr;
  return new (memory) aircorr_silhouette(*silhouette);
}

void aircorr_silhouette_destroy(aircorr_silhouette *silhouette) { std::free(silhouette); }

int32_t aircorr_silhouette_find(
    aircorr_silhouette *silhouette, aircorr_image image, double x, double y, double width, double radius,
    aircorr_tip *found, int32_t capacity) {
  Cutout &cutout = silhouette->cutout;
  if (!image.data || !choose_window(cutout, image, x, y, radius, width)) return 0;
  reduce(*silhouette, image);
  cut_out(cutout, silhouette->colours);
  measure_depth(cutout);
  constexpr int most = 16;
  CellTip tips[most];
  const double cells = width / cutout.cell_width();
  int count = 0;
  for (double factor : {0.75, 1.0, 1.35}) count = find_tips(cutout, cells * factor, tips, count, most);
  count = std::min(count, int(capacity));
  for (int index = 0; index < count; ++index) found[index] = in_picture(cutout, tips[index]);
  return count;
}

double aircorr_silhouette_chance(const aircorr_silhouette *silhouette, double x, double y, double radius) {
  const Cutout &cutout = silhouette->cutout;
  if (cutout.columns == 0) return 0;
  const double cell = cutout.cell_width(), reach = radius / cell;
  const double center_x = (x - cutout.window.x) / cell + cutout.columns / 2.0 - 0.5;
  const double center_y = (y - cutout.window.y) / cell + cutout.rows / 2.0 - 0.5;
  double sum = 0;
  int count = 0;
  for (int row = int(std::ceil(center_y - reach)); row <= center_y + reach; ++row)
    for (int column = int(std::ceil(center_x - reach)); column <= center_x + reach; ++column) {
      if (std::hypot(column - center_x, row - center_y) > reach) continue;
      ++count;
      if (column >= 0 && row >= 0 && column < cutout.columns && row < cutout.rows)
        sum += cutout.blurred[row * cutout.columns + column];
    }
  return count > 0 ? sum / count : 0;
}

aircorr_chances aircorr_silhouette_chances(const aircorr_silhouette *silhouette) {
  const Cutout &cutout = silhouette->cutout;
  if (cutout.columns == 0) return {};
  const double cell = cutout.cell_width();
  return {
      cutout.blurred, cutout.columns, cutout.rows, cutout.window.x + (0.5 - cutout.columns / 2.0) * cell,
      cutout.window.y + (0.5 - cutout.rows / 2.0) * cell, cell};
}

void aircorr_silhouette_learn(aircorr_silhouette *silhouette, aircorr_tip tip, double rate) {
  Cutout &cutout = silhouette->cutout;
  HandColours &colours = silhouette->colours;
  if (cutout.columns == 0 || !keep_owner(cutout, tip)) return;
  weigh_mask(cutout);
  float *hand = cutout.planes, *around = cutout.planes + colour_bins;
  count_colours(cutout, cutout.weights[0], hand);
  count_colours(cutout, cutout.weights[1], around);
  const float share = float(rate);
  for (int bin = 0; bin < colour_bins; ++bin) {
    colours.hand[bin] += share * (hand[bin] - colours.hand[bin]);
    colours.around[bin] += share * (around[bin] - colours.around[bin]);
  }
  update_chances(colours);
}
