// Text on pictures, in the strokes of A. V. Hershey's font that OpenCV holds: no font file is needed.
#ifndef AIRDRAW_CVISION_TEXT_H
#define AIRDRAW_CVISION_TEXT_H

#include "CVision.h"

#ifdef __cplusplus
extern "C" {
#endif

/// How text looks.
typedef struct {
  /// Height of its capital letters in pixels.
  double cap_height;
  /// Thickness of its lines in whole pixels.
  int32_t thickness;
  uint8_t blue;
  uint8_t green;
  uint8_t red;
} airvision_text_style;

/// How wide text is in pixels, and how far its letters reach below their line.
airvision_status airvision_measure_text(
    const char *_Nonnull text, airvision_text_style style, int32_t *_Nonnull width, int32_t *_Nonnull descent);

/// Draws ASCII text, smooth at its edges, onto a picture of three bytes a pixel; what lies beyond it is left out.
///
/// `x` and `y` are the pixel at the left end of the line that the letters stand on.
airvision_status airvision_draw_text(
    uint8_t *_Nonnull bgr, int32_t width, int32_t height, size_t bytes_per_row, const char *_Nonnull text, int32_t x,
    int32_t y, airvision_text_style style);

#ifdef __cplusplus
}
#endif

#endif
