// Decoding noted pictures again, from the nearest place before them that gives the very same ones.
//
// A seek by time is not exact in every container, and a key picture is not in every stream a place to begin at: later
// pictures may still need earlier ones. So nothing is taken on trust. The packet that a seek leads to has to be the one
// that was noted, and each picture from there on has to have its noted stamp and checksum.
#include <errno.h>
#include <libavutil/imgutils.h>
#include <stdlib.h>

#include "reader.h"
#include "status.h"

/// Behind a key packet so many pictures of earlier times may come first, which it does not stand for.
enum { MOST_LEADING_PICTURES = 64 };

/// Finds the pictures that the key packets hold: both are in the order of their stamps.
static void place_entries(airmedia_notes *notes) {
  size_t picture = 0;
  for (size_t i = 0; i < notes->entry_count; i++) {
    int64_t stamp = notes->entries[i].presentation_stamp;
    while (picture < notes->picture_count && notes->pictures[picture].stamp < stamp) picture++;
    bool is_found = picture < notes->picture_count && notes->pictures[picture].stamp == stamp;
    if (is_found) notes->entries[i].picture = (int64_t)picture;
  }
  notes->are_entries_placed = true;
  notes->is_kept = false;
}

/// The last entry for a picture, or NULL where only the file's start is left.
static airmedia_entry *last_entry(airmedia_notes *notes, int64_t picture) {
  for (size_t i = notes->entry_count; i > 0; i--) {
    airmedia_entry *entry = &notes->entries[i - 1];
    if (entry->picture >= 0 && entry->picture <= picture) return entry;
  }
  return NULL;
}

/// Reads on up to a key packet and hands it to the decoder; false when it does not come.
static bool read_to(airmedia_reader *reader, const airmedia_entry *entry) {
  while (av_read_frame(reader->format, reader->packet) >= 0) {
    const AVPacket *packet = reader->packet;
    bool is_ours = packet->stream_index == reader->stream->index;
    bool is_key = is_ours && (packet->flags & AV_PKT_FLAG_KEY) != 0;
    // Times of decoding that the container does not hold are reckoned from the packets before, so differ after a seek.
    int64_t stamp = packet->pts == AV_NOPTS_VALUE ? packet->dts : packet->pts;
    bool is_noted = is_key && stamp == entry->presentation_stamp && packet->size == entry->size;
    bool is_behind = is_key && (stamp == AV_NOPTS_VALUE || stamp > entry->presentation_stamp);
    bool is_taken = is_noted && avcodec_send_packet(reader->decoder, packet) >= 0;
    av_packet_unref(reader->packet);
    if (is_noted) return is_taken;
    if (is_behind) return false;
  }
  return false;
}

/// Goes to a key packet and hands it to the decoder; false when the seek leads behind it.
static bool seek(airmedia_reader *reader, const airmedia_entry *entry) {
  // MP4's seek goes by the times of presentation, that of other containers by those of decoding.
  int64_t targets[] = {entry->presentation_stamp, entry->decoding_stamp};
  int index = reader->stream->index;
  for (int i = 0; i < 2; i++) {
    if (targets[i] == AV_NOPTS_VALUE || (i > 0 && targets[i] == targets[0])) continue;
    if (av_seek_frame(reader->format, index, targets[i], AVSEEK_FLAG_BACKWARD) < 0) continue;
    avcodec_flush_buffers(reader->decoder);
    reader->is_draining = false;
    reader->has_pending_picture = false;
    if (read_to(reader, entry)) return true;
  }
  return false;
}

/// Decodes the next picture into the reader's frame.
static bool decode_next(airmedia_reader *reader) {
  reader->notes.decoded_again_count++;
  if (reader->has_pending_picture) {
    reader->has_pending_picture = false;
    return true;
  }
  return airmedia_decode(reader) == AIRMEDIA_OK;
}

static bool is_noted(const airmedia_reader *reader, int64_t number) {
  const airmedia_noted_picture *noted = &reader->notes.pictures[number];
  return reader->frame->best_effort_timestamp == noted->stamp && airmedia_checksum(reader->frame) == noted->checksum;
}

/// Begins at an entry and decodes the picture that it holds.
static bool begin_at(airmedia_reader *reader, const airmedia_entry *entry) {
  if (!seek(reader, entry)) return false;
  for (int skipped = 0; skipped <= MOST_LEADING_PICTURES && decode_next(reader); skipped++) {
    if (reader->frame->best_effort_timestamp == entry->presentation_stamp) return is_noted(reader, entry->picture);
  }
  return false;
}

static void let_go(airmedia_notes *notes) {
  for (size_t i = 0; i < notes->held_count; i++) av_frame_free(&notes->held[i]);
  free(notes->held);
  notes->held = NULL;
  notes->held_count = 0;
}

/// Holds the pictures asked for, where `number` is the one at hand; false as soon as one is not what was noted.
static bool hold_from(airmedia_reader *reader, int64_t number, const int64_t *numbers, size_t count) {
  airmedia_notes *notes = &reader->notes;
  for (size_t place = 0; place < count; number++) {
    if (number == numbers[place]) {
      notes->held[place] = av_frame_clone(reader->frame);
      if (notes->held[place] == NULL) return false;
      place++;
    }
    if (place == count) return true;
    if (!decode_next(reader) || !is_noted(reader, number + 1)) return false;
  }
  return true;
}

airmedia_status airmedia_hold(airmedia_reader *reader, const int64_t *numbers, int64_t count) {
  airmedia_notes *notes = &reader->notes;
  let_go(notes);
  if (count < 1 || numbers[0] < 0 || numbers[count - 1] >= (int64_t)notes->picture_count) {
    return airmedia_status_of(AIRMEDIA_END);
  }
  if (!notes->are_entries_placed) place_entries(notes);
  notes->held = calloc((size_t)count, sizeof *notes->held);
  if (notes->held == NULL) return airmedia_status_of_system(ENOMEM);
  notes->held_count = (size_t)count;
  for (airmedia_entry *entry; (entry = last_entry(notes, numbers[0])) != NULL;) {
    if (begin_at(reader, entry) && hold_from(reader, entry->picture, numbers, (size_t)count)) {
      return airmedia_status_ok();
    }
    entry->picture = -1;
    for (size_t i = 0; i < notes->held_count; i++) av_frame_free(&notes->held[i]);
  }
  airmedia_status status = airmedia_restart(reader);
  if (status.result != AIRMEDIA_OK) return status;
  bool is_same = decode_next(reader) && is_noted(reader, 0) && hold_from(reader, 0, numbers, (size_t)count);
  // One thread decodes the same bytes to the same pictures; so the file was changed, or is damaged and has several.
  return is_same ? airmedia_status_ok() : airmedia_status_of(AIRMEDIA_CHANGED);
}

airmedia_status airmedia_copy_held(airmedia_reader *reader, int64_t place, uint8_t *bgr) {
  airmedia_notes *notes = &reader->notes;
  if (place < 0 || place >= (int64_t)notes->held_count || notes->held[place] == NULL) {
    return airmedia_status_of(AIRMEDIA_END);
  }
  av_frame_unref(reader->frame);
  av_frame_move_ref(reader->frame, notes->held[place]);
  av_frame_free(&notes->held[place]);
  airmedia_result result = airmedia_shape(reader);
  return result == AIRMEDIA_OK ? airmedia_copy_picture(reader, bgr) : airmedia_status_of(result);
}

int64_t airmedia_held_picture_size(const airmedia_reader *reader) {
  const AVFrame *frame = reader->frame;
  int size = av_image_get_buffer_size((enum AVPixelFormat)frame->format, frame->width, frame->height, 32);
  return size > 0 ? size : 3 * (int64_t)reader->width * reader->height;
}

int64_t airmedia_decoded_again_count(const airmedia_reader *reader) { return reader->notes.decoded_again_count; }
