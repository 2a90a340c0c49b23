// Raw pixel buffers to blue, green, red bytes.
#include <math.h>
#include <string.h>

#include "CMedia.h"

/// The equations' factors in 16-bit fixed point.
typedef struct {
  int32_t luma_offset, luma, red_from_cr, green_from_cb, green_from_cr, blue_from_cb;
} equations;

/// Rec. ITU-R BT.601-7, 2.5.1–2.5.3: Y = Kr·R + (1 − Kr − Kb)·G + Kb·B, Cb = (B − Y) / (2 − 2Kb),
/// Cr = (R − Y) / (2 − 2Kr), with Y in 16…235 and Cb, Cr in 16…240 around 128, or all in 0…255 (JFIF 1.02); solved for
/// R, G, B.
static equations equations_of(const airmedia_raw_picture *picture) {
  double kr = picture->red_weight, kb = picture->blue_weight, kg = 1 - kr - kb;
  double luma = picture->is_full_range ? 65536 : 65536 * 255.0 / 219;
  double chroma = picture->is_full_range ? 65536 : 65536 * 255.0 / 224;
  equations result = {
      .luma_offset = picture->is_full_range ? 0 : 16,
      .luma = (int32_t)lround(luma),
      .red_from_cr = (int32_t)lround(chroma * (2 - 2 * kr)),
      .green_from_cb = (int32_t)lround(chroma * (2 - 2 * kb) * kb / kg),
      .green_from_cr = (int32_t)lround(chroma * (2 - 2 * kr) * kr / kg),
      .blue_from_cb = (int32_t)lround(chroma * (2 - 2 * kb)),
  };
  return result;
}

static uint8_t clamped(int32_t fixed) {
  int32_t value = fixed >> 16;
  return (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value);
}

static inline void write_pixel(const equations *e, int32_t y, int32_t cb, int32_t cr, uint8_t *bgr) {
  int32_t luma = (y - e->luma_offset) * e->luma + (1 << 15);
  cb -= 128;
  cr -= 128;
  bgr[0] = clamped(luma + e->blue_from_cb * cb);
  bgr[1] = clamped(luma - e->green_from_cb * cb - e->green_from_cr * cr);
  bgr[2] = clamped(luma + e->red_from_cr * cr);
}

static void convert_row(
    const airmedia_raw_picture *picture, const equations *e, const uint8_t *first, const uint8_t *second,
    uint8_t *bgr) {
  int width = picture->width;
  switch (picture->layout) {
    case AIRMEDIA_LAYOUT_BGRA:
      for (int x = 0; x < width; x++) memcpy(bgr + 3 * x, first + 4 * x, 3);
      break;
    case AIRMEDIA_LAYOUT_RGB:
      for (int x = 0; x < width; x++) {
        bgr[3 * x] = first[3 * x + 2];
        bgr[3 * x + 1] = first[3 * x + 1];
        bgr[3 * x + 2] = first[3 * x];
      }
      break;
    case AIRMEDIA_LAYOUT_BGR:
      memcpy(bgr, first, 3 * (size_t)width);
      break;
    case AIRMEDIA_LAYOUT_GREY:
      for (int x = 0; x < width; x++) memset(bgr + 3 * x, first[x], 3);
      break;
    case AIRMEDIA_LAYOUT_NV12:
      for (int x = 0; x < width; x++) {
        const uint8_t *chroma = second + x / 2 * 2;
        write_pixel(e, first[x], chroma[0], chroma[1], bgr + 3 * x);
      }
      break;
    case AIRMEDIA_LAYOUT_UYVY:
      for (int x = 0; x < width; x++) {
        const uint8_t *pair = first + x / 2 * 4;
        write_pixel(e, first[2 * x + 1], pair[0], pair[2], bgr + 3 * x);
      }
      break;
    case AIRMEDIA_LAYOUT_YUYV:
      for (int x = 0; x < width; x++) {
        const uint8_t *pair = first + x / 2 * 4;
        write_pixel(e, first[2 * x], pair[1], pair[3], bgr + 3 * x);
      }
      break;
  }
}

void airmedia_convert(const airmedia_raw_picture *picture, uint8_t *bgr) {
  equations e = equations_of(picture);
  for (int y = 0; y < picture->height; y++) {
    const uint8_t *first = picture->first_plane + (size_t)y * picture->first_plane_bytes_per_row;
    const uint8_t *second = picture->second_plane;
    if (second != NULL) second += (size_t)(y / 2) * picture->second_plane_bytes_per_row;
    convert_row(picture, &e, first, second, bgr + 3 * (size_t)y * (size_t)picture->width);
  }
}
