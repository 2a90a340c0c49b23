// Noting pictures and key packets on the way forward.
#include "notes.h"

#include <errno.h>
#include <libavutil/imgutils.h>
#include <libavutil/pixdesc.h>
#include <stdlib.h>
#include <string.h>

#include "reader.h"
#include "status.h"

airmedia_status airmedia_keep_notes(airmedia_reader *reader) {
  reader->notes.is_kept = true;
  // The first picture was decoded at opening, before its key packet could be noted; the file's start serves for it.
  return airmedia_status_ok();
}

/// Makes room for one more element in an array that grows by doubling; false without memory.
static bool make_room(void **elements, size_t count, size_t *capacity, size_t element_size) {
  if (count < *capacity) return true;
  size_t larger = *capacity == 0 ? 256 : 2 * *capacity;
  void *grown = realloc(*elements, larger * element_size);
  if (grown == NULL) return false;
  *elements = grown;
  *capacity = larger;
  return true;
}

void airmedia_note_packet(airmedia_reader *reader) {
  airmedia_notes *notes = &reader->notes;
  const AVPacket *packet = reader->packet;
  bool is_key = (packet->flags & AV_PKT_FLAG_KEY) != 0 && (packet->flags & AV_PKT_FLAG_CORRUPT) == 0;
  int64_t stamp = packet->pts == AV_NOPTS_VALUE ? packet->dts : packet->pts;
  if (!notes->is_kept || !is_key || stamp == AV_NOPTS_VALUE) return;
  // Without memory for it, this is a place less to begin at.
  if (!make_room((void **)&notes->entries, notes->entry_count, &notes->entry_capacity, sizeof *notes->entries)) return;
  airmedia_entry entry = {stamp, packet->dts, packet->size, -1};
  notes->entries[notes->entry_count++] = entry;
}

airmedia_status airmedia_note_picture(airmedia_reader *reader) {
  airmedia_notes *notes = &reader->notes;
  if (!notes->is_kept) return airmedia_status_ok();
  bool has_room =
      make_room((void **)&notes->pictures, notes->picture_count, &notes->picture_capacity, sizeof *notes->pictures);
  if (!has_room) return airmedia_status_of_system(ENOMEM);
  airmedia_noted_picture picture = {reader->frame->best_effort_timestamp, airmedia_checksum(reader->frame)};
  notes->pictures[notes->picture_count++] = picture;
  return airmedia_status_ok();
}

static uint64_t mix(uint64_t sum, uint64_t word) {
  // An odd factor (2⁶⁴ over the golden ratio) keeps every bit; the shift brings the high ones down again.
  sum = (sum ^ word) * 0x9E3779B97F4A7C15u;
  return sum ^ (sum >> 32);
}

static uint64_t checksum_of_row(uint64_t sum, const uint8_t *bytes, size_t count) {
  // Four sums side by side, since one would wait for its own multiplication.
  uint64_t lanes[4] = {sum, sum + 1, sum + 2, sum + 3};
  uint64_t words[4];
  size_t offset = 0;
  for (; offset + sizeof words <= count; offset += sizeof words) {
    memcpy(words, bytes + offset, sizeof words);
    for (int i = 0; i < 4; i++) lanes[i] = mix(lanes[i], words[i]);
  }
  if (offset < count) {
    memset(words, 0, sizeof words);
    memcpy(words, bytes + offset, count - offset);
    for (int i = 0; i < 4; i++) lanes[i] = mix(lanes[i], words[i]);
  }
  return mix(mix(mix(lanes[0], lanes[1]), lanes[2]), lanes[3]);
}

uint64_t airmedia_checksum(const AVFrame *frame) {
  const AVPixFmtDescriptor *format = av_pix_fmt_desc_get((enum AVPixelFormat)frame->format);
  uint64_t sum = mix(mix(0, (uint64_t)frame->width), (uint64_t)frame->height);
  if (format == NULL) return sum;
  for (int plane = 0; plane < 4 && frame->data[plane] != NULL; plane++) {
    int count = av_image_get_linesize((enum AVPixelFormat)frame->format, frame->width, plane);
    bool is_chroma = plane == 1 || plane == 2;
    int rows = is_chroma ? AV_CEIL_RSHIFT(frame->height, format->log2_chroma_h) : frame->height;
    if (plane == 1 && (format->flags & AV_PIX_FMT_FLAG_PAL)) {
      count = AVPALETTE_SIZE;
      rows = 1;
    }
    for (int row = 0; row < rows && count > 0; row++) {
      sum = checksum_of_row(sum, frame->data[plane] + (ptrdiff_t)row * frame->linesize[plane], (size_t)count);
    }
  }
  return sum;
}

void airmedia_notes_close(airmedia_notes *notes) {
  for (size_t i = 0; i < notes->held_count; i++) av_frame_free(&notes->held[i]);
  free(notes->held);
  free(notes->entries);
  free(notes->pictures);
  memset(notes, 0, sizeof *notes);
}
