// A window of the picture resampled to a fixed number of pixels.
#ifndef AIRDRAW_CCORRELATION_PATCH_HPP
#define AIRDRAW_CCORRELATION_PATCH_HPP

#include "CCorrelation.h"

namespace aircorr {

constexpr int max_patch = 128;
/// Most columns that are resampled at once.
constexpr int max_columns = 384;

/// Memory for resampling, kept so that no frame allocates.
struct Resampler {
  /// Two resampled rows of four floats a pixel, and the picture rows that they hold.
  alignas(32) float rows[2][max_columns * 4];
  int row_numbers[2];
  int offsets[max_columns * 2];
  alignas(32) float fractions[max_columns * 2];
  alignas(32) float accumulated[max_columns * 4];
};

/// A window: its centre, and its width and height in pixels of the picture.
struct Window {
  double x;
  double y;
  double width;
  double height;
};

/// Resamples `window` to `columns` × `rows` pixels into the planes blue, green and red, one after the other, each of
/// `columns` · `rows` floats, 0…255. Output pixel i of n lies at centre + ((i + ½)/n − ½) · width. Pixels outside
/// the picture repeat its border. Where the picture is finer than the output, each output pixel is the mean of 2 × 2
/// bilinear samples, so the cost does not depend on the window's size.
void resample(
    Resampler &memory, const aircorr_image &image, const Window &window, int columns, int rows, float *planes);

/// As `resample`, into one plane: the mean of green twice, blue and red (all that matters is that it is linear).
void resample_grey(
    Resampler &memory, const aircorr_image &image, const Window &window, int columns, int rows, float *plane);

/// Colours in sixteen steps of blue, green and red.
constexpr int colour_bins = 16 * 16 * 16;

/// The bin of each of `count` pixels in three planes, one after the other.
void quantize_colours(const float *planes, int count, uint16_t *bins);

}  // namespace aircorr

#endif
