#include "picture.h"

#include <libavutil/mem.h>
#include <libavutil/pixdesc.h>
#include <stdlib.h>
#include <string.h>

airmedia_orientation airmedia_orientation_upright(void) {
  airmedia_orientation orientation = {1, 0, 0, 1};
  return orientation;
}

static int sign(int64_t value) { return value < 0 ? -1 : 1; }

airmedia_orientation airmedia_orientation_of_matrix(const int32_t matrix[9]) {
  // FFmpeg stores the matrix (a b u, c d v, x y w) row by row; a point is a row vector before it.
  int64_t a = matrix[0], b = matrix[1], c = matrix[3], d = matrix[4];
  airmedia_orientation orientation = {0};
  if (llabs(a) + llabs(d) >= llabs(b) + llabs(c)) {
    orientation.a = sign(a);
    orientation.d = sign(d);
  } else {
    orientation.b = sign(b);
    orientation.c = sign(c);
  }
  return orientation;
}

airmedia_orientation airmedia_orientation_of_exif(long tag) {
  static const airmedia_orientation orientations[9] = {
      {1, 0, 0, 1},  {1, 0, 0, 1}, {-1, 0, 0, 1},  {-1, 0, 0, -1}, {1, 0, 0, -1},
      {0, 1, 1, 0},  {0, 1, -1, 0}, {0, -1, -1, 0}, {0, -1, 1, 0},
  };
  return orientations[tag >= 1 && tag <= 8 ? tag : 0];
}

void airmedia_converter_close(airmedia_converter *converter) {
  sws_freeContext(converter->scaler);
  av_free(converter->scratch);
  memset(converter, 0, sizeof *converter);
}

/// True when the stream's tag or, without one, its pixel format says that luma fills 0…255.
static int is_full_range(const AVFrame *frame) {
  switch ((enum AVPixelFormat)frame->format) {
    case AV_PIX_FMT_YUVJ420P:
    case AV_PIX_FMT_YUVJ422P:
    case AV_PIX_FMT_YUVJ444P:
    case AV_PIX_FMT_YUVJ440P:
    case AV_PIX_FMT_YUVJ411P:
      return 1;
    default:
      break;
  }
  if (frame->color_range != AVCOL_RANGE_UNSPECIFIED) return frame->color_range == AVCOL_RANGE_JPEG;
  const AVPixFmtDescriptor *description = av_pix_fmt_desc_get(frame->format);
  // Grey images fill the whole range unless they say otherwise.
  return description != NULL && description->nb_components < 3;
}

/// Prepares the scaler for a picture of this format, size and colour space.
static int prepare(airmedia_converter *converter, const AVFrame *frame, int width, int height) {
  struct SwsContext *before = converter->scaler;
  // Without scaling, bilinear takes swscale's direct way from 4:2:0 to RGB (0.5 ms for 1280 × 720).
  converter->scaler = sws_getCachedContext(
      before, frame->width, frame->height, frame->format, width, height, AV_PIX_FMT_BGR24, SWS_BILINEAR, NULL, NULL,
      NULL);
  if (converter->scaler == NULL) return AVERROR(EINVAL);
  int full = is_full_range(frame);
  if (converter->scaler != before || converter->colour_space != (int)frame->colorspace ||
      converter->is_full_range != full) {
    const AVPixFmtDescriptor *description = av_pix_fmt_desc_get(frame->format);
    if (description != NULL && !(description->flags & (AV_PIX_FMT_FLAG_RGB | AV_PIX_FMT_FLAG_PAL))) {
      // AVColorSpace and swscale's colour spaces are the same numbers; what is not tagged is taken as BT.601, as FFmpeg
      // and OpenCV take it.
      sws_setColorspaceDetails(
          converter->scaler, sws_getCoefficients(frame->colorspace), full, sws_getCoefficients(SWS_CS_DEFAULT), 1, 0,
          1 << 16, 1 << 16);
    }
    converter->colour_space = frame->colorspace;
    converter->is_full_range = full;
  }
  return 0;
}

/// Copies `width` × `height` pixels to their upright places. Works in tiles, since a quarter turn reads along one
/// axis and writes along the other.
static void turn(
    const uint8_t *stored, size_t stored_bytes_per_row, int width, int height, airmedia_orientation orientation,
    uint8_t *bgr) {
  enum { TILE = 32 };
  bool is_turned = orientation.a == 0;
  ptrdiff_t row = 3 * (ptrdiff_t)(is_turned ? height : width);
  ptrdiff_t step_x = 3 * orientation.a + row * orientation.b;
  ptrdiff_t step_y = 3 * orientation.c + row * orientation.d;
  uint8_t *origin = bgr;
  if (step_x < 0) origin -= step_x * (width - 1);
  if (step_y < 0) origin -= step_y * (height - 1);
  for (int top = 0; top < height; top += TILE) {
    int bottom = top + TILE < height ? top + TILE : height;
    for (int left = 0; left < width; left += TILE) {
      int right = left + TILE < width ? left + TILE : width;
      for (int y = top; y < bottom; y++) {
        const uint8_t *from = stored + (size_t)y * stored_bytes_per_row + 3 * (size_t)left;
        uint8_t *to = origin + y * step_y + left * step_x;
        for (int x = left; x < right; x++, from += 3, to += step_x) {
          to[0] = from[0];
          to[1] = from[1];
          to[2] = from[2];
        }
      }
    }
  }
}

int airmedia_converter_run(
    airmedia_converter *converter, const AVFrame *frame, int width, int height, airmedia_orientation orientation,
    uint8_t *bgr) {
  int result = prepare(converter, frame, width, height);
  if (result < 0) return result;
  bool is_upright = orientation.a == 1 && orientation.d == 1;
  // swscale's fast paths write pixels in groups of 16: in a gapless picture of another width they would leave the last
  // columns unwritten or write beyond the end, so such a picture takes the way over the scratch rows.
  if (is_upright && width % 16 == 0) {
    uint8_t *planes[4] = {bgr};
    int strides[4] = {3 * width};
    result = sws_scale(
        converter->scaler, (const uint8_t *const *)frame->data, frame->linesize, 0, frame->height, planes, strides);
    return result < 0 ? result : 0;
  }
  size_t stride = 3 * (((size_t)width + 31) / 32 * 32);
  size_t needed = stride * (size_t)height + 64;
  if (needed > converter->scratch_size) {
    av_freep(&converter->scratch);
    converter->scratch_size = 0;
    converter->scratch = av_malloc(needed);
    if (converter->scratch == NULL) return AVERROR(ENOMEM);
    converter->scratch_size = needed;
  }
  uint8_t *planes[4] = {converter->scratch};
  int strides[4] = {(int)stride};
  result = sws_scale(
      converter->scaler, (const uint8_t *const *)frame->data, frame->linesize, 0, frame->height, planes, strides);
  if (result < 0) return result;
  if (is_upright) {
    size_t row = 3 * (size_t)width;
    for (int y = 0; y < height; y++) {
      memcpy(bgr + (size_t)y * row, converter->scratch + (size_t)y * stride, row);
    }
  } else {
    turn(converter->scratch, stride, width, height, orientation, bgr);
  }
  return 0;
}
