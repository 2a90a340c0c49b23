import AirGeometry
import CMedia

/// Writes a video that plays everywhere: H.264 in an MP4 file whose index comes first, with sound as AAC.
///
///     let writer = try VideoFileWriter(
///       path: "turn.mp4", format: VideoFileFormat(size: image.size, framesPerSecond: 30))
///     for (number, image) in images.enumerated() {
///       try writer.append(image, timestampInSeconds: Double(number) / 30)
///     }
///     try writer.finish()
///
/// Colours are Rec. ITU-R BT.709 in limited range, and say so. The same pictures and samples give the same bytes: the
/// file holds no date and no version, and the number of the encoder's threads is fixed. A file that was not finished
/// is removed with its writer.
public final class VideoFileWriter {
  /// What is written.
  public let format: VideoFileFormat
  private let writer: OpaquePointer
  /// The path that errors name.
  private let reportedPath: String
  private var isOpen = true

  /// Makes an empty file, or empties one that is there.
  ///
  /// - Parameters:
  ///   - path: the file, whatever its ending is; no device or pipe, since the index is written in front at the end.
  ///   - format: what it will hold.
  ///   - reportedPath: the path that errors name, where the file is to be moved when it is whole.
  /// - Throws: `CaptureError.invalidVideo`, `.unwritable`, `.discFull`, `.noEncoder` or `.encodingFailed`.
  public init(
    path: String, format: VideoFileFormat, reportedPath: String? = nil
  ) throws(CaptureError) {
    if let objection = format.objection { throw .invalidVideo(objection) }
    self.format = format
    self.reportedPath = reportedPath ?? path
    var description = airmedia_video_format(
      width: Int32(format.size.width), height: Int32(format.size.height), frame_rate: format.framesPerSecond,
      sample_rate: Int32(format.soundSampleRate ?? 0))
    var opened: OpaquePointer?
    let status = airmedia_writer_open(path, &description, &opened)
    guard let opened else { throw CaptureError(writing: status, path: self.reportedPath) }
    writer = opened
  }

  deinit { airmedia_writer_close(writer) }

  /// Appends a picture.
  ///
  /// - Parameters:
  ///   - image: a picture of the format's size.
  ///   - timestampInSeconds: its time on any clock, after the last one's; the video begins at the first one's.
  /// - Throws: `CaptureError.invalidVideo` for another size or a time that does not increase, or why writing failed.
  /// - Complexity: linear in the number of pixels. A picture of 1280 × 720 takes some 12 ms on two processors.
  public func append(_ image: PixelImage, timestampInSeconds: Double) throws(CaptureError) {
    try requireOpen()
    guard image.size == format.size else {
      throw .invalidVideo("a picture of \(image.size) does not fit into a video of \(format.size)")
    }
    guard timestampInSeconds.isFinite, abs(timestampInSeconds) < 1e9 else {
      throw .invalidVideo("a picture's time must be finite, not \(timestampInSeconds)")
    }
    let picture = image.format == .bgr8 ? image : image.inColours
    try check(
      picture.bytes.withUnsafeBufferPointer { bytes in
        guard let start = bytes.baseAddress else { return airmedia_status() }
        return airmedia_writer_add_picture(writer, start, picture.bytesPerRow, timestampInSeconds)
      })
  }

  /// Appends sound: the first sample sounds with the first picture.
  ///
  /// Sound and pictures are best appended in turns, a second of each at most, since what lacks its counterpart waits in
  /// memory.
  ///
  /// - Parameter samples: mono, from −1 to 1, `format.soundSampleRate` of them a second; all must be finite.
  /// - Throws: `CaptureError.invalidVideo` where the format has no sound or a sample is not finite, or why writing failed.
  public func append(samples: [Float]) throws(CaptureError) {
    try requireOpen()
    guard format.soundSampleRate != nil else { throw .invalidVideo("it was opened without sound") }
    guard samples.allSatisfy(\.isFinite) else { throw .invalidVideo("a sample of its sound is not finite") }
    try check(
      samples.withUnsafeBufferPointer { buffer in
        guard let start = buffer.baseAddress else { return airmedia_status() }
        return airmedia_writer_add_sound(writer, start, buffer.count)
      })
  }

  /// Writes what is left and the index; nothing may be appended afterwards.
  ///
  /// - Throws: `CaptureError` when the disc is full or refuses.
  /// - Complexity: linear in the size of the file, whose bytes are moved to make room for the index in front.
  public func finish() throws(CaptureError) {
    try requireOpen()
    try check(airmedia_writer_finish(writer))
    isOpen = false
  }

  private func requireOpen() throws(CaptureError) {
    guard isOpen else { throw .invalidVideo("nothing can be appended after its end or after a failure") }
  }

  private func check(_ status: airmedia_status) throws(CaptureError) {
    guard status.result != AIRMEDIA_OK else { return }
    // A picture out of order was left out and nothing else happened; whatever else failed leaves a gap.
    if status.result != AIRMEDIA_OUT_OF_ORDER { isOpen = false }
    throw CaptureError(writing: status, path: reportedPath)
  }
}

extension PixelImage {
  /// The same picture with three bytes a pixel.
  fileprivate var inColours: PixelImage { PixelCanvas(self).image ?? self }
}
