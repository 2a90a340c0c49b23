#include "status.h"

#include <libavutil/error.h>
#include <libavutil/log.h>

airmedia_status airmedia_status_of(airmedia_result result) {
  airmedia_status status = {.result = result};
  return status;
}

airmedia_status airmedia_status_ok(void) { return airmedia_status_of(AIRMEDIA_OK); }

airmedia_status airmedia_status_of_system(int system_error) {
  airmedia_status status = {.result = AIRMEDIA_SYSTEM_REFUSED, .system_error = system_error};
  return status;
}

airmedia_status airmedia_status_of_ffmpeg(airmedia_result result, int error) {
  airmedia_status status = {.result = result};
  airmedia_describe(error, status.message);
  return status;
}

void airmedia_describe(int error, char message[AIRMEDIA_MESSAGE_CAPACITY]) {
  av_strerror(error, message, AIRMEDIA_MESSAGE_CAPACITY);
}

void airmedia_quieten(void) { av_log_set_level(AV_LOG_QUIET); }
