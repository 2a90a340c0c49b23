import AirGeometry
import CMedia
import Synchronization

/// Gives the frames of a video file from the last to the first: the same numbers, times and pictures as
/// `VideoFileReader`, in the opposite order.
///
/// The file is decoded forward once, keeping no picture but the time stamp and a checksum of each. Then the frames are
/// decoded again in chunks that fit into a stated memory, the last chunk first. Each chunk is begun at the last key
/// picture before it, and every picture on the way is compared with the stamp and the checksum of the first reading. A
/// key picture from which others come (a seek that is not exact, a group of pictures that needs an earlier one, damage)
/// is not used again, and the one before it takes its place, at worst the file's start.
///
/// - Complexity: with g frames between exact key pictures and c frames in a chunk, each frame is decoded about
///   1 + (1 + ⌈g/c⌉)/2 times: linear in the recording's length, unless the file has no exact key picture but its first.
package final class ReversedVideoReader: FrameSource {
  /// Memory for the frames of a chunk in bytes: 80 of 1920 × 1080 pixels, 190 of 1280 × 720.
  package static let defaultChunkSize = 256 << 20

  package let imageSize: ImageSize
  package let estimatedFrameCount: Int?

  /// A frame that is still to come: its number among the noted pictures, its number in the source, its time.
  private struct Entry {
    let note: Int64
    let index: Int
    let timestampInSeconds: Double
  }

  private struct State: ~Copyable {
    let file: MediaFile
    var remaining: [Entry]
    /// How many of the remaining ones, at their end, are held.
    var heldCount = 0
  }

  private let chunkLength: Int
  private let state: Mutex<State>

  /// Opens a file and decodes it up to the first selected frame at `seconds` or later, or to its end.
  ///
  /// - Parameter chunkSize: memory for decoded frames in bytes; one frame is held at least.
  package init(
    path: String, selection: FrameSelection, decodingThreads: Int, from seconds: Double,
    chunkSize: Int = defaultChunkSize
  ) throws(CaptureError) {
    let file = try MediaFile(
      path: path, decodingThreads: decodingThreads,
      startInSeconds: selection.fromInSeconds - FrameSelection.toleranceInSeconds)
    try file.keepNotes()
    let entries = try Self.entries(of: file, selection: selection, upTo: seconds)
    imageSize = file.size
    estimatedFrameCount = entries.count
    chunkLength = max(chunkSize / max(file.heldPictureSize, 1), 1)
    state = Mutex(State(file: file, remaining: entries))
  }

  private static func entries(
    of file: borrowing MediaFile, selection: FrameSelection, upTo seconds: Double
  ) throws(CaptureError) -> [Entry] {
    var selector = FrameSelector(selection)
    var entries: [Entry] = []
    let skipped = Int(file.properties.skipped_frame_count)
    var note = 0
    var last = 0.0
    while let time = try file.advance(after: last) {
      last = time
      let verdict = selector.judge(timestampInSeconds: time)
      if case .end = verdict { break }
      if case .take = verdict {
        entries.append(Entry(note: Int64(note), index: skipped + note, timestampInSeconds: time))
        if time >= seconds { break }
      }
      note += 1
    }
    try selector.finish(source: file.path)
    return entries
  }

  /// How many pictures were decoded a second time or more often so far.
  package var decodedAgainCount: Int { state.withLock { $0.file.decodedAgainCount } }

  /// The frame before the one given last, or nil after the first one.
  package func nextFrame() throws(CaptureError) -> Frame? {
    try state.withLock { (state) throws(CaptureError) in
      if state.heldCount == 0 {
        let chunk = state.remaining.suffix(chunkLength)
        guard !chunk.isEmpty else { return nil }
        try state.file.hold(chunk.map(\.note))
        state.heldCount = chunk.count
      }
      guard let entry = state.remaining.popLast() else { return nil }
      state.heldCount -= 1
      let image = try state.file.heldPicture(at: state.heldCount, size: imageSize)
      return Frame(index: entry.index, timestampInSeconds: entry.timestampInSeconds, image: image)
    }
  }
}
