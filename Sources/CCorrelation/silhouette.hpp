// What a hand's outline says: its colours against those around it, and the fingertips of the shape they cut out.
#ifndef AIRDRAW_CCORRELATION_SILHOUETTE_HPP
#define AIRDRAW_CCORRELATION_SILHOUETTE_HPP

#include "patch.hpp"

namespace aircorr {

/// Most cells of a cutout in all; along a side there are `max_columns` at most.
constexpr int silhouette_area = 320 * 240;

/// Blue, green and red in sixteen steps each, of the hand and of what lies around it.
struct HandColours {
  alignas(32) float hand[colour_bins];
  alignas(32) float around[colour_bins];
  /// The chance that a colour is the hand's.
  alignas(32) float chance[colour_bins];
};

/// A part of the picture reduced to cells, and what is known of each.
struct Cutout {
  /// Where its cells lie in the picture.
  Window window;
  int columns;
  int rows;
  /// Whether the picture ends where the cutout does.
  bool ends_left, ends_top, ends_right, ends_bottom;
  alignas(32) float planes[3 * silhouette_area];
  alignas(32) uint16_t bins[silhouette_area];
  /// The chance that a cell is the hand's, by its colour alone and by its neighbours' too.
  alignas(32) float chance[silhouette_area];
  alignas(32) float blurred[silhouette_area];
  /// 1 where a cell is the hand's, with a rim of zeros around them all.
  uint8_t mask[(max_columns + 2) * (max_columns + 2)];
  /// Distance to the nearest cell that is not the hand's, in cells.
  alignas(32) float depth[silhouette_area];
  /// Memory for flooding, for weights and for candidates.
  int32_t stack[silhouette_area];
  uint8_t marks[silhouette_area];
  alignas(32) float weights[2][silhouette_area];

  int area() const { return columns * rows; }
  double cell_width() const { return window.width / columns; }
  uint8_t *mask_row(int y) { return mask + (y + 1) * (columns + 2) + 1; }
  const uint8_t *mask_row(int y) const { return mask + (y + 1) * (columns + 2) + 1; }
  bool holds(int x, int y) const {
    return x >= 0 && y >= 0 && x < columns && y < rows && mask_row(y)[x] != 0;
  }
};

/// A fingertip in a cutout, all lengths in cells.
struct CellTip {
  double x;
  double y;
  double width;
  double direction;
  double score;
  double unseen;
};

/// Distances to the rim of the mask; the cutout's own rim is none.
void measure_depth(Cutout &cutout);

/// Finds the ends of finger-thick parts of the mask, of about `width` cells, and adds them to `found`, best first and
/// apart from one another. Needs `measure_depth`. Returns the new count.
int find_tips(Cutout &cutout, double width, CellTip *found, int count, int capacity);

}  // namespace aircorr

/// The colours of one hand and the memory to find it with.
struct aircorr_silhouette {
  aircorr::HandColours colours;
  aircorr::Resampler resampler;
  aircorr::Cutout cutout;
};

namespace aircorr {

/// Reduces the picture's part to cells and sorts their colours.
void reduce(aircorr_silhouette &silhouette, const aircorr_image &image);
/// The smoothed histogram of weighted cells, of sum 1.
void count_colours(const Cutout &cutout, const float *weights, float *histogram);
/// The chances that both histograms stand for.
void update_chances(HandColours &colours);
/// The hand's cells: where the chance, blurred over 3 × 3 cells, is above one half.
void cut_out(Cutout &cutout, const HandColours &colours);
/// Keeps of the mask only what hangs together with a cell.
void keep_connected(Cutout &cutout, int x, int y);
/// Weights of the cells that are the hand's, and of those that are not, a cell's breadth apart.
void weigh_mask(Cutout &cutout);
/// A tip in pixels of the picture.
aircorr_tip in_picture(const Cutout &cutout, const CellTip &tip);
/// Chooses the part of the picture to look at and how much it is reduced; false where there is too little of it.
bool choose_window(Cutout &cutout, const aircorr_image &image, double x, double y, double radius, double width);

}  // namespace aircorr

#endif
