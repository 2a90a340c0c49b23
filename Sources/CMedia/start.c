// Where to begin decoding when the first pictures are not wanted.
//
// A seek by time alone would lose the numbers of the frames and, in an open group of pictures, their exact values. So
// the file is opened a second time and its packets are read without decoding them, which tells how many pictures come
// before a key picture and whether any picture after it needs an earlier one. (To read them and then go back would do
// with one opening, but FFmpeg's way back to the very first packet differs from container to container.)
#include <math.h>
#include <string.h>

#include "reader.h"

/// True when each packet is one picture: pictures of whole frames in the two containers that store them so.
static bool has_picture_in_each_packet(const airmedia_reader *reader) {
  const AVCodecParameters *parameters = reader->stream->codecpar;
  bool is_codec = parameters->codec_id == AV_CODEC_ID_H264 || parameters->codec_id == AV_CODEC_ID_HEVC;
  bool is_frames = parameters->field_order == AV_FIELD_UNKNOWN || parameters->field_order == AV_FIELD_PROGRESSIVE;
  const char *container = reader->format->iformat->name;
  return is_codec && is_frames && (strstr(container, "mp4") != NULL || strstr(container, "matroska") != NULL);
}

/// What the packets tell.
typedef struct {
  int64_t first_stamp;
  /// Packets, and so pictures, before the chosen key picture.
  int64_t packet_count;
} start;

/// Reads packets up to the first key picture behind `seconds`; false when they do not tell enough.
static bool find(AVFormatContext *format, int stream_index, AVPacket *packet, double seconds, start *found) {
  int64_t packets = 0, latest = INT64_MIN, candidate = INT64_MIN;
  double unit = av_q2d(format->streams[stream_index]->time_base);
  memset(found, 0, sizeof *found);
  found->first_stamp = INT64_MAX;
  // The next key picture closes the group that `seconds` lies in.
  for (bool is_behind = false; !is_behind && av_read_frame(format, packet) >= 0;) {
    int64_t stamp = packet->pts;
    int flags = packet->flags;
    bool is_ours = packet->stream_index == stream_index;
    av_packet_unref(packet);
    if (!is_ours) continue;
    // A picture that is not shown, has no time, or is broken upsets the count. One that is shown before the key picture
    // but stored after it may need the group before.
    bool is_odd = stamp == AV_NOPTS_VALUE || (flags & (AV_PKT_FLAG_DISCARD | AV_PKT_FLAG_CORRUPT)) != 0;
    if (is_odd || stamp < candidate) return false;
    if (stamp < found->first_stamp) found->first_stamp = stamp;
    double time = (double)(stamp - found->first_stamp) * unit;
    bool is_key = (flags & AV_PKT_FLAG_KEY) != 0;
    is_behind = is_key && time > seconds;
    if (is_key && !is_behind && stamp > latest) {
      candidate = stamp;
      found->packet_count = packets;
    }
    if (stamp > latest) latest = stamp;
    packets++;
  }
  return found->packet_count > 0;
}

/// Looks through the file's packets apart from the reader.
static bool look_through(const airmedia_reader *reader, const char *path, double seconds, start *found) {
  airmedia_input input;
  if (airmedia_input_open(path, &input).result != AIRMEDIA_OK) return false;
  AVFormatContext *format = NULL;
  int index = reader->stream->index;
  bool is_open = airmedia_input_open_format(&input, &format) >= 0 && index < (int)format->nb_streams;
  bool is_found = is_open && find(format, index, reader->packet, seconds, found);
  avformat_close_input(&format);
  airmedia_input_close(&input);
  return is_found;
}

void airmedia_pass_to(airmedia_reader *reader, const char *path, double seconds) {
  start found;
  if (!(seconds > 0) || !has_picture_in_each_packet(reader)) return;
  if (!look_through(reader, path, seconds, &found)) return;
  for (int64_t packets = 0; packets < found.packet_count;) {
    if (av_read_frame(reader->format, reader->packet) < 0) return;
    if (reader->packet->stream_index == reader->stream->index) packets++;
    av_packet_unref(reader->packet);
  }
  reader->skipped_frame_count = found.packet_count;
  reader->has_first_timestamp = true;
  reader->first_timestamp = found.first_stamp;
}
