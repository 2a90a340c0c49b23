// Fetching a file by http or https, by the system's libcurl: loaded at the first call, so that nobody else waits for it.
#ifndef AIRDRAW_CTRANSFER_H
#define AIRDRAW_CTRANSFER_H

#include <stddef.h>
#include <stdint.h>

/// How a fetch ended.
typedef enum {
  AIRTRANSFER_OK,
  /// The system has no libcurl.
  AIRTRANSFER_NO_LIBRARY,
  /// The file is larger than the limit.
  AIRTRANSFER_TOO_LARGE,
  /// The time ran out, or nobody answers there.
  AIRTRANSFER_NO_ANSWER,
  /// The server answered with something other than the file: `http_status` tells.
  AIRTRANSFER_REFUSED,
  /// Anything else: `message` tells.
  AIRTRANSFER_FAILED
} airtransfer_result;

/// What came of a fetch. `bytes` is to be freed with `airtransfer_free`; it is null unless all went well.
typedef struct {
  airtransfer_result result;
  uint8_t *_Nullable bytes;
  size_t count;
  long http_status;
  char message[256];
} airtransfer_answer;

/// Fetches what a URL names, following at most five redirections, by http and https alone.
airtransfer_answer airtransfer_fetch(const char *_Nonnull url, size_t largest_count, long timeout_in_milliseconds);

/// Frees an answer's bytes.
void airtransfer_free(uint8_t *_Nullable bytes);

#endif
