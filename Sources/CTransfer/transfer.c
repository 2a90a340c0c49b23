#include "CTransfer.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// libcurl's own numbers (curl/curl.h, "Options that can be set with curl_easy_setopt"), part of an ABI that it never
// changes within libcurl.so.4.
enum {
  CURL_GLOBAL_ALL = 3,
  CURLOPT_TIMEOUT_MS = 155,
  CURLOPT_CONNECTTIMEOUT_MS = 156,
  CURLOPT_WRITEDATA = 10001,
  CURLOPT_URL = 10002,
  CURLOPT_ERRORBUFFER = 10010,
  CURLOPT_USERAGENT = 10018,
  CURLOPT_WRITEFUNCTION = 20011,
  CURLOPT_FAILONERROR = 45,
  CURLOPT_FOLLOWLOCATION = 52,
  CURLOPT_MAXREDIRS = 68,
  CURLOPT_NOSIGNAL = 99,
  CURLOPT_PROTOCOLS = 181,
  CURLOPT_REDIR_PROTOCOLS = 182,
  CURLPROTO_HTTP_AND_HTTPS = 3,
  CURLINFO_RESPONSE_CODE = 0x200002,
  CURLE_COULDNT_RESOLVE_HOST = 6,
  CURLE_COULDNT_CONNECT = 7,
  CURLE_HTTP_RETURNED_ERROR = 22,
  CURLE_OPERATION_TIMEDOUT = 28,
  CURL_ERROR_SIZE = 256
};

static struct {
  void *(*init)(void);
  int (*setopt)(void *, int, ...);
  int (*perform)(void *);
  int (*getinfo)(void *, int, ...);
  void (*cleanup)(void *);
  const char *(*strerror)(int);
} curl;

static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  const char *names[] = {"libcurl.so.4", "libcurl-gnutls.so.4"};
  void *library = NULL;
  for (size_t i = 0; i < 2 && !library; i++) library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
  if (!library) return;
  int (*global_init)(long) = (int (*)(long))dlsym(library, "curl_global_init");
  curl.setopt = (int (*)(void *, int, ...))dlsym(library, "curl_easy_setopt");
  curl.perform = (int (*)(void *))dlsym(library, "curl_easy_perform");
  curl.getinfo = (int (*)(void *, int, ...))dlsym(library, "curl_easy_getinfo");
  curl.cleanup = (void (*)(void *))dlsym(library, "curl_easy_cleanup");
  curl.strerror = (const char *(*)(int))dlsym(library, "curl_easy_strerror");
  void *(*init)(void) = (void *(*)(void))dlsym(library, "curl_easy_init");
  if (global_init && curl.setopt && curl.perform && curl.getinfo && curl.cleanup && curl.strerror &&
      global_init(CURL_GLOBAL_ALL) == 0)
    curl.init = init;
}

typedef struct {
  uint8_t *bytes;
  size_t count, capacity, limit;
  int is_too_large;
} body;

static size_t receive(char *data, size_t size, size_t number, void *user) {
  body *into = user;
  const size_t count = size * number;
  if (count > into->limit - into->count) {
    into->is_too_large = 1;
    return 0;
  }
  if (into->count + count > into->capacity) {
    size_t capacity = into->capacity ? into->capacity : 65536;
    while (capacity < into->count + count) capacity *= 2;
    uint8_t *grown = realloc(into->bytes, capacity);
    if (!grown) return 0;
    into->bytes = grown;
    into->capacity = capacity;
  }
  memcpy(into->bytes + into->count, data, count);
  into->count += count;
  return count;
}

airtransfer_answer airtransfer_fetch(const char *url, size_t largest_count, long timeout_in_milliseconds) {
  airtransfer_answer answer = {.result = AIRTRANSFER_NO_LIBRARY};
  pthread_once(&once, load);
  if (!curl.init) return answer;
  answer.result = AIRTRANSFER_FAILED;
  void *handle = curl.init();
  if (!handle) return answer;
  body into = {.limit = largest_count};
  char message[CURL_ERROR_SIZE] = "";
  curl.setopt(handle, CURLOPT_URL, url);
  curl.setopt(handle, CURLOPT_USERAGENT, "airdraw");
  curl.setopt(handle, CURLOPT_ERRORBUFFER, message);
  curl.setopt(handle, CURLOPT_WRITEFUNCTION, receive);
  curl.setopt(handle, CURLOPT_WRITEDATA, &into);
  curl.setopt(handle, CURLOPT_TIMEOUT_MS, timeout_in_milliseconds);
  curl.setopt(handle, CURLOPT_CONNECTTIMEOUT_MS, timeout_in_milliseconds);
  curl.setopt(handle, CURLOPT_NOSIGNAL, 1L);
  curl.setopt(handle, CURLOPT_FAILONERROR, 1L);
  curl.setopt(handle, CURLOPT_FOLLOWLOCATION, 1L);
  curl.setopt(handle, CURLOPT_MAXREDIRS, 5L);
  curl.setopt(handle, CURLOPT_PROTOCOLS, (long)CURLPROTO_HTTP_AND_HTTPS);
  curl.setopt(handle, CURLOPT_REDIR_PROTOCOLS, (long)CURLPROTO_HTTP_AND_HTTPS);
  const int code = curl.perform(handle);
  curl.getinfo(handle, CURLINFO_RESPONSE_CODE, &answer.http_status);
  switch (code) {
    case 0: answer.result = AIRTRANSFER_OK; break;
    case CURLE_COULDNT_RESOLVE_HOST:
    case CURLE_COULDNT_CONNECT:
    case CURLE_OPERATION_TIMEDOUT: answer.result = AIRTRANSFER_NO_ANSWER; break;
    case CURLE_HTTP_RETURNED_ERROR: answer.result = AIRTRANSFER_REFUSED; break;
    default: answer.result = into.is_too_large ? AIRTRANSFER_TOO_LARGE : AIRTRANSFER_FAILED;
  }
  snprintf(answer.message, sizeof answer.message, "%s", message[0] ? message : curl.strerror(code));
  curl.cleanup(handle);
  if (answer.result == AIRTRANSFER_OK) {
    answer.bytes = into.bytes;
    answer.count = into.count;
  } else {
    free(into.bytes);
  }
  return answer;
}

void airtransfer_free(uint8_t *bytes) { free(bytes); }
