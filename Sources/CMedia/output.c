// POSIX beyond C11: O_CLOEXEC, fsync, lseek.
#define _POSIX_C_SOURCE 200809L

#include "output.h"

#include <errno.h>
#include <fcntl.h>
#include <libavutil/error.h>
#include <libavutil/mem.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "status.h"

enum { BUFFER_SIZE = 1 << 18 };

static int write_bytes(void *opaque, uint8_t *bytes, int size) {
  airmedia_output *output = opaque;
  int done = 0;
  while (done < size) {
    ssize_t count = write(output->descriptor, bytes + done, (size_t)(size - done));
    if (count >= 0) {
      done += (int)count;
    } else if (errno != EINTR) {
      if (output->system_error == 0) output->system_error = errno;
      return AVERROR(errno);
    }
  }
  return size;
}

static int64_t seek_bytes(void *opaque, int64_t offset, int whence) {
  const airmedia_output *output = opaque;
  if (whence & AVSEEK_SIZE) {
    struct stat details;
    return fstat(output->descriptor, &details) == 0 ? details.st_size : AVERROR(errno);
  }
  off_t position = lseek(output->descriptor, offset, whence & ~AVSEEK_FORCE);
  return position < 0 ? AVERROR(errno) : position;
}

airmedia_status airmedia_output_open(const char *path, airmedia_output *output) {
  // Without O_TRUNC, so that a device or a pipe is refused before anything happens to it.
  output->descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0666);
  if (output->descriptor < 0) return airmedia_status_of_system(errno);
  struct stat details;
  if (fstat(output->descriptor, &details) != 0) return airmedia_status_of_system(errno);
  // The header of an MP4 file is written last: what cannot be gone back in is no place for it.
  if (!S_ISREG(details.st_mode)) return airmedia_status_of_system(ESPIPE);
  if (ftruncate(output->descriptor, 0) != 0) return airmedia_status_of_system(errno);
  uint8_t *buffer = av_malloc(BUFFER_SIZE);
  if (buffer != NULL) {
    output->io = avio_alloc_context(buffer, BUFFER_SIZE, 1, output, NULL, write_bytes, seek_bytes);
    if (output->io == NULL) av_free(buffer);
  }
  return output->io != NULL ? airmedia_status_ok() : airmedia_status_of_system(ENOMEM);
}

int airmedia_output_flush(airmedia_output *output) {
  avio_flush(output->io);
  if (output->system_error == 0 && fsync(output->descriptor) != 0 && errno != EINVAL && errno != EROFS) {
    output->system_error = errno;
  }
  return output->system_error;
}

void airmedia_output_close(airmedia_output *output) {
  if (output->io != NULL) av_freep(&output->io->buffer);
  avio_context_free(&output->io);
  if (output->descriptor >= 0) close(output->descriptor);
  output->descriptor = -1;
}
