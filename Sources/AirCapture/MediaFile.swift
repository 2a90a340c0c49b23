import AirGeometry
import CMedia

/// An open video file or image: the owner of CMedia's reader.
struct MediaFile: ~Copyable {
  private let reader: OpaquePointer
  let path: String

  /// Opens a file by its content.
  ///
  /// - Parameter startInSeconds: frames before this time may be passed over; `skippedFrameCount` tells how many were.
  init(path: String, decodingThreads: Int, startInSeconds: Double = 0) throws(CaptureError) {
    var opened: OpaquePointer?
    let status = airmedia_open(path, Int32(clamping: decodingThreads), startInSeconds, &opened)
    guard let opened else { throw CaptureError(status, path: path) }
    reader = opened
    self.path = path
  }

  deinit { airmedia_close(reader) }

  var properties: airmedia_properties { airmedia_get_properties(reader) }

  var size: ImageSize {
    let properties = properties
    return ImageSize(width: Int(properties.width), height: Int(properties.height))
  }

  /// What was wrong on the way so far.
  func warnings() -> [String] {
    var damage = airmedia_get_damage(reader)
    var warnings: [String] = []
    if damage.damaged_frame_count > 0 {
      warnings.append(
        leftOutSentence(damage.damaged_frame_count, one: "damaged frame", many: "damaged frames", of: path))
    }
    if damage.rescaled_frame_count > 0 {
      let count = damage.rescaled_frame_count
      warnings.append(
        "\(count) \(count == 1 ? "frame" : "frames") of “\(path)” had another resolution and "
          + "\(count == 1 ? "was" : "were") scaled to the first frame's.")
    }
    if damage.stopped_early {
      let reason = decodedText(&damage.message)
      warnings.append("“\(path)” could not be read to its end: \(reason).")
    }
    return warnings
  }

  /// Moves to the next good picture and gives its time, or nil after the last one.
  func advance(after lastTimestampInSeconds: Double) throws(CaptureError) -> Double? {
    var timestamp = 0.0
    let status = airmedia_advance(reader, &timestamp)
    if status.result == AIRMEDIA_END { return nil }
    guard status.result == AIRMEDIA_OK else {
      throw CaptureError(status, path: path, afterSeconds: lastTimestampInSeconds)
    }
    return timestamp
  }

  /// The current picture.
  func picture(size: ImageSize) throws(CaptureError) -> PixelImage {
    try PixelImage(size: size) { (start) throws(CaptureError) in
      let status = airmedia_copy_picture(reader, start)
      guard status.result == AIRMEDIA_OK else { throw CaptureError(status, path: path) }
    }
  }
}

extension MediaFile {
  /// Notes each picture from now on, so that it can be held later; call before the first one.
  func keepNotes() throws(CaptureError) {
    let status = airmedia_keep_notes(reader)
    guard status.result == AIRMEDIA_OK else { throw CaptureError(status, path: path) }
  }

  /// Decodes noted pictures again and holds them; the numbers count from the first noted one and ascend.
  func hold(_ numbers: [Int64]) throws(CaptureError) {
    let status = airmedia_hold(reader, numbers, Int64(numbers.count))
    guard status.result == AIRMEDIA_OK else { throw CaptureError(status, path: path) }
  }

  /// A held picture, by its place among them; it is not held any longer.
  func heldPicture(at place: Int, size: ImageSize) throws(CaptureError) -> PixelImage {
    try PixelImage(size: size) { (start) throws(CaptureError) in
      let status = airmedia_copy_held(reader, Int64(place), start)
      guard status.result == AIRMEDIA_OK else { throw CaptureError(status, path: path) }
    }
  }

  /// How many bytes a held picture takes.
  var heldPictureSize: Int { Int(airmedia_held_picture_size(reader)) }

  /// How many pictures were decoded to hold some.
  var decodedAgainCount: Int { Int(airmedia_decoded_again_count(reader)) }
}

/// For example `3 damaged frames of “desk.mp4” were left out.`
func leftOutSentence(_ count: some BinaryInteger, one: String, many: String, of source: String) -> String {
  "\(count) \(count == 1 ? one : many) of “\(source)” \(count == 1 ? "was" : "were") left out."
}
