import AirGeometry

/// Why a source of frames could not be opened or broke off, or a video could not be written.
public enum CaptureError: Error, Hashable, Sendable {
  /// There is no such file or folder.
  case missing(path: String)
  /// The operating system refuses to read it.
  case unreadable(path: String, reason: String)
  /// The file has no bytes.
  case emptyFile(path: String)
  /// The file holds text.
  case textInsteadOfVideo(path: String)
  /// The bytes are no known video or image.
  case unknownFormat(path: String)
  /// An MP4 or MOV file was cut before its index was written.
  case indexMissing(path: String)
  /// The file holds sound or data only.
  case noVideoStream(path: String)
  /// There is no decoder for the video's codec.
  case noDecoder(path: String)
  /// Not one picture can be decoded.
  case nothingDecodable(path: String)
  /// The picture's shape changes in mid-stream.
  case shapeChanged(path: String, afterSeconds: Double)
  /// Decoded a second time, it gives other pictures.
  case changedWhileRead(path: String)
  /// Decoding fails for another reason.
  case decodingFailed(path: String, reason: String)

  /// The folder holds no image.
  case folderWithoutImages(path: String)
  /// The list of images is empty.
  case noImages
  /// An image has another size than the first one.
  case imageSizeDiffers(path: String, size: ImageSize, expected: ImageSize)
  /// A frame rate is not positive and finite.
  case invalidFrameRate(Double)

  /// A time or step of a selection makes no sense.
  case invalidSelection(String)
  /// No frame lies in the chosen range.
  case nothingSelected(source: String, selection: String, lastTimestampInSeconds: Double)

  /// There is no such camera.
  case noSuchCamera(path: String, present: [String])
  /// The device is no camera that streams pictures.
  case notACamera(path: String)
  /// Another program uses the camera.
  case cameraBusy(path: String)
  /// The camera went away.
  case cameraLost(path: String)
  /// The camera gives no pictures.
  case cameraSilent(path: String, seconds: Double)
  /// The camera offers no pixel format that is understood.
  case noUsableCameraMode(path: String, offered: [String])

  /// A pixel buffer's planes do not fit its size and layout.
  case invalidPixelBuffer(String)
  /// A pixel buffer has another size than its source.
  case bufferSizeDiffers(size: ImageSize, expected: ImageSize)
  /// A time stamp is not finite or lies before the last one.
  case timestampOutOfOrder(timestampInSeconds: Double, lastInSeconds: Double)
  /// A buffer is handed in after the end or after the reader is gone.
  case sourceFinished

  /// The system gives no thread to decode on.
  case noThread(reason: String)

  /// The disc has no room for the video.
  case discFull(path: String)
  /// The operating system refuses to write the video.
  case unwritable(path: String, reason: String)
  /// FFmpeg was built without H.264 or AAC.
  case noEncoder(path: String)
  /// What is appended to a video, or its format, makes no sense.
  case invalidVideo(String)
  /// Encoding fails for another reason.
  case encodingFailed(path: String, reason: String)
}

extension CaptureError: CustomStringConvertible {
  /// One sentence that names the place and, where there is one, the mend.
  public var description: String {
    switch self {
    case .missing(let path): "There is no file or folder “\(path)”: check the path."
    case .unreadable(let path, let reason): "“\(path)” cannot be read: \(reason)."
    case .emptyFile(let path): "“\(path)” is empty: record or copy it again."
    case .textInsteadOfVideo(let path): "“\(path)” holds text, not a video or an image."
    case .unknownFormat(let path): "“\(path)” is not a video or an image of a known format."
    case .indexMissing(let path):
      "“\(path)” was cut before its index (the “moov” box) was written, so its pictures cannot be found: record "
        + "again, or rebuild the index with a tool such as untrunc and a whole recording of the same camera."
    case .noVideoStream(let path): "“\(path)” has no video stream, only sound or data."
    case .noDecoder(let path):
      "There is no decoder for the video in “\(path)”: convert it to H.264, for example with ffmpeg."
    case .nothingDecodable(let path):
      "Not one picture of “\(path)” can be decoded: the file is damaged; copy or record it again."
    case .shapeChanged(let path, let seconds):
      "The picture of “\(path)” changes its shape after \(Self.seconds(seconds)): cut the recording there."
    case .changedWhileRead(let path):
      "“\(path)” gives other pictures when it is decoded again: it is damaged or was changed meanwhile."
    case .decodingFailed(let path, let reason): "“\(path)” cannot be decoded: \(reason)."
    case .folderWithoutImages(let path):
      "The folder “\(path)” holds no image (PNG, JPEG, BMP, TIFF, WebP or PNM)."
    case .noImages: "The list of images is empty: name at least one."
    case .imageSizeDiffers(let path, let size, let expected):
      "The image “\(path)” is \(size), but the first one is \(expected): all images must have one size."
    case .invalidFrameRate(let rate): "A frame rate must be positive and finite, not \(rate)."
    case .invalidSelection(let reason): "\(reason)."
    case .nothingSelected(let source, let selection, let last):
      "No frame of “\(source)” lies \(selection): its last frame is at \(Self.seconds(last))."
    case .noSuchCamera(let path, let present):
      present.isEmpty
        ? "There is no camera “\(path)”, nor any other video device: plug one in."
        : "There is no camera “\(path)”: the video devices here are \(present.joined(separator: ", "))."
    case .notACamera(let path): "“\(path)” is not a camera that streams pictures."
    case .cameraBusy(let path): "The camera “\(path)” is in use: close the other program that reads it."
    case .cameraLost(let path): "The camera “\(path)” was unplugged or switched off."
    case .cameraSilent(let path, let seconds):
      "The camera “\(path)” gave no picture for \(Self.seconds(seconds)): unplug it and plug it in again."
    case .noUsableCameraMode(let path, let offered):
      "The camera “\(path)” offers no usable pixel format (YUYV, UYVY, NV12, MJPG, GREY, BGR3, RGB3), only "
        + "\(offered.isEmpty ? "none at all" : offered.joined(separator: ", "))."
    case .invalidPixelBuffer(let reason): "The pixel buffer is not valid: \(reason)."
    case .bufferSizeDiffers(let size, let expected):
      "The pixel buffer is \(size), but its source was made for \(expected)."
    case .timestampOutOfOrder(let time, let last):
      "The time stamp \(Self.seconds(time)) comes after \(Self.seconds(last)): stamps must be finite and not decrease."
    case .sourceFinished: "The source takes no more buffers: it was finished or its reader is gone."
    case .noThread(let reason): "No thread could be started to decode on: \(reason)."
    case .discFull(let path):
      "“\(path)” cannot be written: the disc is full; make room or choose another place."
    case .unwritable(let path, let reason): "“\(path)” cannot be written: \(reason)."
    case .noEncoder(let path):
      "“\(path)” cannot be written: FFmpeg has no H.264 or AAC encoder here; install a build with libx264, such as "
        + "Debian's libavcodec."
    case .invalidVideo(let reason): "The video is not valid: \(reason)."
    case .encodingFailed(let path, let reason): "“\(path)” cannot be encoded: \(reason)."
    }
  }

  /// A time to the millisecond, without a locale's decimal comma.
  static func seconds(_ value: Double) -> String {
    guard value.isFinite, abs(value) < 1e12 else { return "\(value) s" }
    return "\((value * 1000).rounded() / 1000) s"
  }
}
