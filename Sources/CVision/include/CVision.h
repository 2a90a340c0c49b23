// OpenCV behind a C ABI: every exception becomes a text, no OpenCV type leaves.
#ifndef AIRDRAW_CVISION_H
#define AIRDRAW_CVISION_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The longest error text, its closing zero included.
enum { AIRVISION_MESSAGE_CAPACITY = 512 };

/// How a call ended: `message` is empty when it went well, else OpenCV's own text.
typedef struct {
  char message[AIRVISION_MESSAGE_CAPACITY];
} airvision_status;

/// A picture borrowed for one call: 1 (grey) or 3 (blue, green, red) bytes a pixel.
typedef struct {
  const uint8_t *_Nonnull data;
  int32_t width;
  int32_t height;
  int32_t channels;
  size_t bytes_per_row;
} airvision_image;

/// A part of a picture in whole pixels.
typedef struct {
  int32_t x;
  int32_t y;
  int32_t width;
  int32_t height;
} airvision_region;

#ifdef __cplusplus
}
#endif

#endif
