// What a reader notes while it goes forward, so that the same pictures can be decoded again from within the file.
#ifndef AIRDRAW_CMEDIA_NOTES_H
#define AIRDRAW_CMEDIA_NOTES_H

#include <libavutil/frame.h>
#include <stdbool.h>
#include <stdint.h>

#include "CMedia.h"

/// A picture as forward reading gave it.
typedef struct {
  int64_t stamp;
  uint64_t checksum;
} airmedia_noted_picture;

/// A key packet: a place where decoding may begin.
typedef struct {
  /// That of decoding, where the container gives no other.
  int64_t presentation_stamp;
  int64_t decoding_stamp;
  int size;
  /// Number of the picture that it holds, or −1 where none of the noted ones has its stamp, or others came from there.
  int64_t picture;
} airmedia_entry;

typedef struct {
  bool is_kept;
  bool are_entries_placed;
  airmedia_noted_picture *pictures;
  size_t picture_count, picture_capacity;
  airmedia_entry *entries;
  size_t entry_count, entry_capacity;
  AVFrame **held;
  size_t held_count;
  int64_t decoded_again_count;
} airmedia_notes;

/// Notes the packet at hand where it is a key packet.
void airmedia_note_packet(airmedia_reader *reader);

/// Notes the picture at hand.
airmedia_status airmedia_note_picture(airmedia_reader *reader);

/// A number that differs for pictures that differ in any pixel, but for one chance in 2⁶⁴.
uint64_t airmedia_checksum(const AVFrame *frame);

void airmedia_notes_close(airmedia_notes *notes);

#endif
