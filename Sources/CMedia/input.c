// POSIX beyond C11: O_CLOEXEC, pread, timespec.
#define _POSIX_C_SOURCE 200809L

#include "input.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "status.h"

enum { BUFFER_SIZE = 1 << 16 };

static int read_bytes(void *opaque, uint8_t *buffer, int size) {
  const airmedia_input *input = opaque;
  ssize_t count;
  do {
    count = read(input->descriptor, buffer, (size_t)size);
  } while (count < 0 && errno == EINTR);
  if (count == 0) return AVERROR_EOF;
  return count < 0 ? AVERROR(errno) : (int)count;
}

static int64_t seek_bytes(void *opaque, int64_t offset, int whence) {
  const airmedia_input *input = opaque;
  if (whence & AVSEEK_SIZE) {
    struct stat details;
    return fstat(input->descriptor, &details) == 0 ? details.st_size : AVERROR(errno);
  }
  off_t position = lseek(input->descriptor, offset, whence & ~AVSEEK_FORCE);
  return position < 0 ? AVERROR(errno) : position;
}

airmedia_status airmedia_input_open(const char *path, airmedia_input *input) {
  input->io = NULL;
  input->descriptor = open(path, O_RDONLY | O_CLOEXEC);
  if (input->descriptor < 0) return airmedia_status_of_system(errno);
  struct stat details;
  int refusal = 0;
  if (fstat(input->descriptor, &details) != 0) {
    refusal = errno;
  } else if (S_ISDIR(details.st_mode)) {
    refusal = EISDIR;
  }
  if (refusal != 0) {
    airmedia_input_close(input);
    return airmedia_status_of_system(refusal);
  }
  if (S_ISREG(details.st_mode) && details.st_size == 0) {
    airmedia_input_close(input);
    return airmedia_status_of(AIRMEDIA_EMPTY);
  }
  bool is_seekable = lseek(input->descriptor, 0, SEEK_CUR) >= 0;
  uint8_t *buffer = av_malloc(BUFFER_SIZE);
  if (buffer != NULL) {
    input->io =
        avio_alloc_context(buffer, BUFFER_SIZE, 0, input, read_bytes, NULL, is_seekable ? seek_bytes : NULL);
    if (input->io == NULL) av_free(buffer);
  }
  if (input->io == NULL) {
    airmedia_input_close(input);
    return airmedia_status_of_system(ENOMEM);
  }
  return airmedia_status_ok();
}

int airmedia_input_open_format(const airmedia_input *input, AVFormatContext **format) {
  *format = avformat_alloc_context();
  if (*format == NULL) return AVERROR(ENOMEM);
  (*format)->pb = input->io;
  // Playlists would open further files and addresses by name; a recording has no need to.
  (*format)->protocol_whitelist = av_strdup("none");
  return avformat_open_input(format, NULL, NULL, NULL);
}

void airmedia_input_close(airmedia_input *input) {
  if (input->io != NULL) av_freep(&input->io->buffer);
  avio_context_free(&input->io);
  if (input->descriptor >= 0) close(input->descriptor);
  input->descriptor = -1;
}

/// True when no byte is a control character: bytes from 0x80 may be letters of UTF-8, and no container's first 4096
/// bytes are without a zero.
static bool is_text(const uint8_t *bytes, size_t count) {
  for (size_t i = 0; i < count; i++) {
    bool is_space = bytes[i] == '\t' || bytes[i] == '\n' || bytes[i] == '\r' || bytes[i] == '\f';
    if ((bytes[i] < 0x20 && !is_space) || bytes[i] == 0x7f) return false;
  }
  return count > 0;
}

/// Walks over the top-level boxes (ISO/IEC 14496-12, 4.2): true when there is a `ftyp` but no `moov`.
static bool lacks_index(int descriptor) {
  uint8_t header[16];
  off_t position = 0;
  bool has_brand = false;
  while (pread(descriptor, header, sizeof header, position) >= 8) {
    uint64_t size = 0;
    for (int i = 0; i < 4; i++) size = size << 8 | header[i];
    if (memcmp(header + 4, "ftyp", 4) == 0) has_brand = true;
    if (memcmp(header + 4, "moov", 4) == 0 || !has_brand) return false;
    if (size == 1) {
      size = 0;
      for (int i = 8; i < 16; i++) size = size << 8 | header[i];
    }
    // Size 0 means "to the end of the file"; less than a header, or beyond any file, is no box.
    if (size < 8 || size > INT64_MAX / 2) break;
    position += (off_t)size;
  }
  return has_brand;
}

airmedia_result airmedia_input_diagnose(const airmedia_input *input) {
  uint8_t start[4096];
  ssize_t count = pread(input->descriptor, start, sizeof start, 0);
  if (count > 0 && is_text(start, (size_t)count)) return AIRMEDIA_TEXT;
  return lacks_index(input->descriptor) ? AIRMEDIA_INDEX_MISSING : AIRMEDIA_UNKNOWN_FORMAT;
}
