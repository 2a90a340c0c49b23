// From a decoded picture to upright blue, green, red bytes with square pixels.
#ifndef AIRDRAW_CMEDIA_PICTURE_H
#define AIRDRAW_CMEDIA_PICTURE_H

#include <libavutil/frame.h>
#include <libswscale/swscale.h>

#include "CMedia.h"

/// Where a stored pixel's axes point in the upright picture: x' = a·x + c·y, y' = b·x + d·y, each −1, 0 or 1.
typedef struct {
  int a, b, c, d;
} airmedia_orientation;

/// The way a picture is stored.
airmedia_orientation airmedia_orientation_upright(void);

/// The nearest of the eight orientations to a display matrix (ISO/IEC 14496-12, 6.2.2: nine numbers, the linear part
/// in 16.16 fixed point).
airmedia_orientation airmedia_orientation_of_matrix(const int32_t matrix[9]);

/// The orientation of an EXIF tag 0x0112 (CIPA DC-008, 4.6.4: 1…8); upright for other numbers.
airmedia_orientation airmedia_orientation_of_exif(long tag);

/// Turns pictures of one stream; keeps the scaler and a scratch picture between calls. Zero-initialized.
typedef struct {
  struct SwsContext *scaler;
  /// What the scaler's colour equations were set for; −1 before the first picture.
  int colour_space, is_full_range;
  uint8_t *scratch;
  size_t scratch_size;
} airmedia_converter;

void airmedia_converter_close(airmedia_converter *converter);

/// Writes `frame`, scaled to `width` × `height` as stored and then turned, into `3 · width · height` bytes.
///
/// Returns 0 or one of FFmpeg's negative codes.
int airmedia_converter_run(
    airmedia_converter *converter, const AVFrame *frame, int width, int height, airmedia_orientation orientation,
    uint8_t *bgr);

#endif
