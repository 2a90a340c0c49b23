// Cameras by Video4Linux 2 (https://www.kernel.org/doc/html/v6.1/userspace-api/media/v4l/v4l2.html): the streaming
// interface with memory-mapped buffers.
// POSIX beyond C11: O_CLOEXEC, pread, timespec.
#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <fcntl.h>
#include <linux/videodev2.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "status.h"

enum { BUFFER_COUNT = 4 };

struct airmedia_camera {
  int descriptor;
  bool is_streaming;
  /// Number of the buffer that is lent out, or −1.
  int lent;
  int buffer_count;
  struct {
    void *start;
    size_t length;
  } buffers[BUFFER_COUNT];
};

/// `ioctl` that goes on after a signal.
static int control(int descriptor, unsigned long request, void *argument) {
  int result;
  do {
    result = ioctl(descriptor, request, argument);
  } while (result < 0 && errno == EINTR);
  return result;
}

airmedia_status airmedia_camera_open(const char *path, airmedia_camera **out) {
  *out = NULL;
  int descriptor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC);
  if (descriptor < 0) return airmedia_status_of_system(errno);
  struct v4l2_capability capability = {0};
  bool is_camera = control(descriptor, VIDIOC_QUERYCAP, &capability) == 0;
  if (is_camera) {
    bool has_own = capability.capabilities & V4L2_CAP_DEVICE_CAPS;
    uint32_t capabilities = has_own ? capability.device_caps : capability.capabilities;
    uint32_t needed = V4L2_CAP_VIDEO_CAPTURE | V4L2_CAP_STREAMING;
    is_camera = (capabilities & needed) == needed;
  }
  airmedia_camera *camera = is_camera ? calloc(1, sizeof *camera) : NULL;
  if (camera == NULL) {
    close(descriptor);
    return is_camera ? airmedia_status_of_system(ENOMEM) : airmedia_status_of(AIRMEDIA_NOT_A_CAMERA);
  }
  camera->descriptor = descriptor;
  camera->lent = -1;
  *out = camera;
  return airmedia_status_ok();
}

void airmedia_camera_close(airmedia_camera *camera) {
  if (camera->is_streaming) {
    enum v4l2_buf_type type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
    control(camera->descriptor, VIDIOC_STREAMOFF, &type);
  }
  for (int i = 0; i < camera->buffer_count; i++) munmap(camera->buffers[i].start, camera->buffers[i].length);
  close(camera->descriptor);
  free(camera);
}

/// The modes of one pixel format, appended from `count` on; returns the new count.
static size_t append_sizes(
    const airmedia_camera *camera, uint32_t pixel_format, airmedia_camera_mode *modes, size_t capacity,
    size_t count) {
  struct v4l2_frmsizeenum size = {.pixel_format = pixel_format};
  for (; control(camera->descriptor, VIDIOC_ENUM_FRAMESIZES, &size) == 0; size.index++) {
    airmedia_camera_mode mode = {.pixel_format = pixel_format};
    if (size.type == V4L2_FRMSIZE_TYPE_DISCRETE) {
      mode.minimum_width = mode.maximum_width = (int32_t)size.discrete.width;
      mode.minimum_height = mode.maximum_height = (int32_t)size.discrete.height;
      mode.width_step = mode.height_step = 1;
    } else {
      mode.minimum_width = (int32_t)size.stepwise.min_width;
      mode.maximum_width = (int32_t)size.stepwise.max_width;
      mode.width_step = (int32_t)size.stepwise.step_width;
      mode.minimum_height = (int32_t)size.stepwise.min_height;
      mode.maximum_height = (int32_t)size.stepwise.max_height;
      mode.height_step = (int32_t)size.stepwise.step_height;
    }
    if (count < capacity) modes[count] = mode;
    count++;
    if (size.type != V4L2_FRMSIZE_TYPE_DISCRETE) break;
  }
  return count;
}

size_t airmedia_camera_modes(const airmedia_camera *camera, airmedia_camera_mode *modes, size_t capacity) {
  size_t count = 0;
  struct v4l2_fmtdesc format = {.type = V4L2_BUF_TYPE_VIDEO_CAPTURE};
  for (; control(camera->descriptor, VIDIOC_ENUM_FMT, &format) == 0; format.index++) {
    count = append_sizes(camera, format.pixelformat, modes, modes != NULL ? capacity : 0, count);
  }
  return count;
}

/// Asks for buffers, maps them and queues them all.
static int map_buffers(airmedia_camera *camera) {
  struct v4l2_requestbuffers request = {
      .count = BUFFER_COUNT, .type = V4L2_BUF_TYPE_VIDEO_CAPTURE, .memory = V4L2_MEMORY_MMAP};
  if (control(camera->descriptor, VIDIOC_REQBUFS, &request) != 0) return errno;
  if (request.count < 2) return ENOMEM;
  for (unsigned i = 0; i < request.count && i < BUFFER_COUNT; i++) {
    struct v4l2_buffer buffer = {
        .index = i, .type = V4L2_BUF_TYPE_VIDEO_CAPTURE, .memory = V4L2_MEMORY_MMAP};
    if (control(camera->descriptor, VIDIOC_QUERYBUF, &buffer) != 0) return errno;
    void *start =
        mmap(NULL, buffer.length, PROT_READ | PROT_WRITE, MAP_SHARED, camera->descriptor, buffer.m.offset);
    if (start == MAP_FAILED) return errno;
    camera->buffers[i].start = start;
    camera->buffers[i].length = buffer.length;
    camera->buffer_count++;
    if (control(camera->descriptor, VIDIOC_QBUF, &buffer) != 0) return errno;
  }
  return 0;
}

airmedia_status airmedia_camera_start(
    airmedia_camera *camera, uint32_t pixel_format, int32_t *width, int32_t *height, size_t *bytes_per_row) {
  struct v4l2_format format = {.type = V4L2_BUF_TYPE_VIDEO_CAPTURE};
  format.fmt.pix.width = (uint32_t)*width;
  format.fmt.pix.height = (uint32_t)*height;
  format.fmt.pix.pixelformat = pixel_format;
  format.fmt.pix.field = V4L2_FIELD_NONE;
  if (control(camera->descriptor, VIDIOC_S_FMT, &format) != 0) return airmedia_status_of_system(errno);
  // Drivers answer an unknown format with one of their own instead of an error.
  if (format.fmt.pix.pixelformat != pixel_format) return airmedia_status_of(AIRMEDIA_NO_DECODER);
  *width = (int32_t)format.fmt.pix.width;
  *height = (int32_t)format.fmt.pix.height;
  *bytes_per_row = format.fmt.pix.bytesperline;
  int refusal = map_buffers(camera);
  if (refusal != 0) return airmedia_status_of_system(refusal);
  enum v4l2_buf_type type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
  if (control(camera->descriptor, VIDIOC_STREAMON, &type) != 0) return airmedia_status_of_system(errno);
  camera->is_streaming = true;
  return airmedia_status_ok();
}

/// Gives the lent buffer back to the driver.
static int give_back(airmedia_camera *camera) {
  if (camera->lent < 0) return 0;
  struct v4l2_buffer buffer = {
      .index = (uint32_t)camera->lent, .type = V4L2_BUF_TYPE_VIDEO_CAPTURE, .memory = V4L2_MEMORY_MMAP};
  camera->lent = -1;
  return control(camera->descriptor, VIDIOC_QBUF, &buffer) == 0 ? 0 : errno;
}

airmedia_status airmedia_camera_next(
    airmedia_camera *camera, int32_t timeout_milliseconds, airmedia_camera_frame *frame) {
  int refusal = give_back(camera);
  if (refusal != 0) return airmedia_status_of_system(refusal);
  for (;;) {
    struct pollfd waiting = {.fd = camera->descriptor, .events = POLLIN};
    int ready = poll(&waiting, 1, timeout_milliseconds);
    if (ready < 0 && errno == EINTR) continue;
    if (ready < 0) return airmedia_status_of_system(errno);
    if (ready == 0) return airmedia_status_of(AIRMEDIA_TIMED_OUT);
    struct v4l2_buffer buffer = {.type = V4L2_BUF_TYPE_VIDEO_CAPTURE, .memory = V4L2_MEMORY_MMAP};
    if (control(camera->descriptor, VIDIOC_DQBUF, &buffer) != 0) {
      // With POLLERR (unplugged) the driver tells why here; EAGAIN without it means that another wait is due.
      if (errno == EAGAIN && !(waiting.revents & (POLLERR | POLLHUP))) continue;
      return airmedia_status_of_system(errno == EAGAIN ? ENODEV : errno);
    }
    if (buffer.index >= (uint32_t)camera->buffer_count) return airmedia_status_of_system(EIO);
    camera->lent = (int)buffer.index;
    frame->bytes = camera->buffers[buffer.index].start;
    frame->count = buffer.bytesused <= camera->buffers[buffer.index].length ? buffer.bytesused : 0;
    frame->timestamp = (double)buffer.timestamp.tv_sec + (double)buffer.timestamp.tv_usec / 1e6;
    frame->is_damaged = (buffer.flags & V4L2_BUF_FLAG_ERROR) != 0;
    return airmedia_status_ok();
  }
}
