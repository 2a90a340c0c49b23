// Pictures in and out behind a C ABI: FFmpeg's demuxers and decoders, its PNG, H.264 and AAC encoders, Video4Linux
// cameras and raw pixel buffers. No FFmpeg or kernel type leaves; FFmpeg's log is silenced.
#ifndef AIRDRAW_CMEDIA_H
#define AIRDRAW_CMEDIA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The longest error text, its closing zero included.
enum { AIRMEDIA_MESSAGE_CAPACITY = 256 };

/// How a call ended.
typedef enum {
  AIRMEDIA_OK,
  /// There are no more pictures.
  AIRMEDIA_END,
  /// The operating system refused: `system_error` is its errno.
  AIRMEDIA_SYSTEM_REFUSED,
  /// The file has no bytes.
  AIRMEDIA_EMPTY,
  /// The file holds text.
  AIRMEDIA_TEXT,
  /// The bytes are no video or image that FFmpeg knows.
  AIRMEDIA_UNKNOWN_FORMAT,
  /// An MP4 or MOV file without its index (`moov` box).
  AIRMEDIA_INDEX_MISSING,
  /// There are streams, but none of pictures.
  AIRMEDIA_NO_VIDEO,
  /// FFmpeg knows the codec's name but cannot decode it.
  AIRMEDIA_NO_DECODER,
  /// FFmpeg was built without an encoder that is needed, or the file has no such track.
  AIRMEDIA_NO_ENCODER,
  /// A picture's time is not after the last one's.
  AIRMEDIA_OUT_OF_ORDER,
  /// Not one picture could be decoded.
  AIRMEDIA_NOTHING_DECODED,
  /// The upright picture's shape changes in mid-stream.
  AIRMEDIA_SHAPE_CHANGED,
  /// A file gave other pictures when it was decoded again.
  AIRMEDIA_CHANGED,
  /// A camera gave nothing in time.
  AIRMEDIA_TIMED_OUT,
  /// The device is no camera that streams pictures.
  AIRMEDIA_NOT_A_CAMERA,
  /// Anything else: `message` tells.
  AIRMEDIA_FAILED,
} airmedia_result;

/// A result with the system's errno (0 if it has nothing to say) and FFmpeg's own words (may be empty).
typedef struct {
  airmedia_result result;
  int32_t system_error;
  char message[AIRMEDIA_MESSAGE_CAPACITY];
} airmedia_status;

// MARK: Files

/// An open video file, animation or image.
typedef struct airmedia_reader airmedia_reader;

/// What is known of an open file.
typedef struct {
  /// Upright picture with square pixels.
  int32_t width;
  int32_t height;
  /// Pictures a second on average, or 0 when unknown.
  double frame_rate;
  /// What the container claims, checked for sense, or −1.
  int64_t estimated_frame_count;
  /// True when the file is one still image.
  bool is_still_image;
  /// Pictures that were passed over at opening: the number of the first one that comes.
  int64_t skipped_frame_count;
  /// FFmpeg's short names.
  char container[32];
  char codec[32];
} airmedia_properties;

/// What went wrong on the way so far.
typedef struct {
  /// Pictures that were damaged and left out.
  int64_t damaged_frame_count;
  /// Pictures of another resolution, scaled to the first one's.
  int64_t rescaled_frame_count;
  /// True when reading stopped before the end of the file; `message` tells why.
  bool stopped_early;
  char message[AIRMEDIA_MESSAGE_CAPACITY];
} airmedia_damage;

/// Opens a file by its content, whatever its name is, and decodes the first picture.
///
/// `thread_count` threads decode (1 or more) where the codec gains by it. Pictures before `start`, in seconds since the
/// first one, may be passed over where the later ones come out the same.
airmedia_status airmedia_open(
    const char *_Nonnull path, int32_t thread_count, double start, airmedia_reader *_Nullable *_Nonnull reader);

void airmedia_close(airmedia_reader *_Nonnull reader);

airmedia_properties airmedia_get_properties(const airmedia_reader *_Nonnull reader);

airmedia_damage airmedia_get_damage(const airmedia_reader *_Nonnull reader);

/// Moves to the next good picture and gives its time in seconds since the first one's, never decreasing.
airmedia_status airmedia_advance(airmedia_reader *_Nonnull reader, double *_Nonnull timestamp);

/// Writes the current picture, upright and with square pixels, as blue, green, red bytes.
///
/// `bgr` holds `3 · width · height` bytes without gaps between the rows.
airmedia_status airmedia_copy_picture(airmedia_reader *_Nonnull reader, uint8_t *_Nonnull bgr);

// MARK: Files, from their end to their start

/// From now on `airmedia_advance` notes each picture, so that it can be decoded again later. Call before the first one.
airmedia_status airmedia_keep_notes(airmedia_reader *_Nonnull reader);

/// Decodes pictures that were noted once more and holds them; those held before are let go.
///
/// `numbers` are `count` numbers of noted pictures, from 0 and ascending. Decoding begins at the last place before them
/// from which the very same pictures come: each one's time stamp and checksum are compared with what was noted, and a
/// place that gives others is not used again. The last resort is the file's start. After this call the reader no longer
/// advances.
airmedia_status airmedia_hold(airmedia_reader *_Nonnull reader, const int64_t *_Nonnull numbers, int64_t count);

/// Writes a held picture, by its place among those held, as `airmedia_copy_picture` does, and lets it go.
airmedia_status airmedia_copy_held(airmedia_reader *_Nonnull reader, int64_t place, uint8_t *_Nonnull bgr);

/// How many bytes a held picture takes.
int64_t airmedia_held_picture_size(const airmedia_reader *_Nonnull reader);

/// How many pictures `airmedia_hold` has decoded so far, those on the way to the wanted ones too.
int64_t airmedia_decoded_again_count(const airmedia_reader *_Nonnull reader);

// MARK: JPEG pictures in memory, as cameras give them

typedef struct airmedia_jpeg_decoder airmedia_jpeg_decoder;

airmedia_status airmedia_jpeg_open(airmedia_jpeg_decoder *_Nullable *_Nonnull decoder);

void airmedia_jpeg_close(airmedia_jpeg_decoder *_Nonnull decoder);

/// Decodes one JPEG picture, scaled to `width` × `height` if it has another size, into `3 · width · height` bytes.
airmedia_status airmedia_jpeg_decode(
    airmedia_jpeg_decoder *_Nonnull decoder, const uint8_t *_Nonnull bytes, size_t count, int32_t width,
    int32_t height, uint8_t *_Nonnull bgr);

// MARK: Raw pixel buffers

/// How a raw buffer's bytes lie in memory.
typedef enum {
  AIRMEDIA_LAYOUT_BGRA,
  AIRMEDIA_LAYOUT_RGB,
  AIRMEDIA_LAYOUT_BGR,
  AIRMEDIA_LAYOUT_GREY,
  /// A plane of Y, then a plane of interleaved Cb and Cr at half the width and height.
  AIRMEDIA_LAYOUT_NV12,
  /// Cb Y0 Cr Y1.
  AIRMEDIA_LAYOUT_UYVY,
  /// Y0 Cb Y1 Cr.
  AIRMEDIA_LAYOUT_YUYV,
} airmedia_layout;

/// A raw picture borrowed for one call. Luma weights are those of the standard that the sender follows.
typedef struct {
  airmedia_layout layout;
  int32_t width;
  int32_t height;
  const uint8_t *_Nonnull first_plane;
  size_t first_plane_bytes_per_row;
  const uint8_t *_Nullable second_plane;
  size_t second_plane_bytes_per_row;
  /// True when Y fills 0…255, false when it fills 16…235 (and Cb, Cr 16…240).
  bool is_full_range;
  double red_weight;
  double blue_weight;
} airmedia_raw_picture;

/// Writes a raw picture as blue, green, red bytes into `3 · width · height` bytes.
void airmedia_convert(const airmedia_raw_picture *_Nonnull picture, uint8_t *_Nonnull bgr);

// MARK: PNG

/// Encodes 8-bit pixels as PNG, the same bytes at each run.
///
/// `layout` is BGR, RGB or GREY. On success `bytes` holds `count` bytes; give them back with `airmedia_free`.
airmedia_status airmedia_encode_png(
    const uint8_t *_Nonnull pixels, int32_t width, int32_t height, size_t bytes_per_row, airmedia_layout layout,
    uint8_t *_Nullable *_Nonnull bytes, size_t *_Nonnull count);

void airmedia_free(void *_Nullable bytes);

// MARK: Video files out

/// An MP4 file that is being written: H.264 (4:2:0, BT.709, limited range) and mono AAC, the same bytes at each run.
typedef struct airmedia_writer airmedia_writer;

typedef struct {
  /// Size of the pictures that are handed in. A side that is odd gets its last column or row twice.
  int32_t width;
  int32_t height;
  /// Pictures a second on average, for the distribution of bits and the length of the last picture.
  double frame_rate;
  /// Samples a second of the sound, 0 for none.
  int32_t sample_rate;
} airmedia_video_format;

/// Makes an empty file, or empties one that is there. Only regular files will do.
airmedia_status airmedia_writer_open(
    const char *_Nonnull path, const airmedia_video_format *_Nonnull format,
    airmedia_writer *_Nullable *_Nonnull writer);

/// Lets go of the writer, and removes the file unless it was finished.
void airmedia_writer_close(airmedia_writer *_Nonnull writer);

/// Appends a picture of blue, green, red bytes. `timestamp` is in seconds on any clock; the file begins at the first.
airmedia_status airmedia_writer_add_picture(
    airmedia_writer *_Nonnull writer, const uint8_t *_Nonnull bgr, size_t bytes_per_row, double timestamp);

/// Appends samples from −1 to 1; the first one sounds with the first picture.
airmedia_status airmedia_writer_add_sound(
    airmedia_writer *_Nonnull writer, const float *_Nonnull samples, size_t count);

/// Writes what is left and the index, and waits until the disc has them. Nothing may be appended afterwards.
airmedia_status airmedia_writer_finish(airmedia_writer *_Nonnull writer);

// MARK: Cameras (Video4Linux 2)

typedef struct airmedia_camera airmedia_camera;

/// A pixel format and a size that a camera offers. A range of sizes is given by its bounds and steps; for a single
/// size the bounds are equal.
typedef struct {
  /// Four characters, the first in the lowest byte.
  uint32_t pixel_format;
  int32_t minimum_width, maximum_width, width_step;
  int32_t minimum_height, maximum_height, height_step;
} airmedia_camera_mode;

/// One picture as the driver gives it; the bytes stay valid until the next call.
typedef struct {
  const uint8_t *_Nullable bytes;
  size_t count;
  double timestamp;
  /// True when the driver says that the picture is broken.
  bool is_damaged;
} airmedia_camera_frame;

/// Opens a device and asks what it is.
airmedia_status airmedia_camera_open(
    const char *_Nonnull path, airmedia_camera *_Nullable *_Nonnull camera);

/// Stops the stream, if one runs, and lets go of the device.
void airmedia_camera_close(airmedia_camera *_Nonnull camera);

/// Writes up to `capacity` modes and returns how many there are.
size_t airmedia_camera_modes(
    const airmedia_camera *_Nonnull camera, airmedia_camera_mode *_Nullable modes, size_t capacity);

/// Sets format and size (the driver may adjust the size: the given numbers are updated) and starts to stream.
airmedia_status airmedia_camera_start(
    airmedia_camera *_Nonnull camera, uint32_t pixel_format, int32_t *_Nonnull width, int32_t *_Nonnull height,
    size_t *_Nonnull bytes_per_row);

/// Waits for the next picture, `timeout_milliseconds` at most.
airmedia_status airmedia_camera_next(
    airmedia_camera *_Nonnull camera, int32_t timeout_milliseconds, airmedia_camera_frame *_Nonnull frame);

#endif
