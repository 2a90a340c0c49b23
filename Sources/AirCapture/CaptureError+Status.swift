import CMedia
import Glibc

extension CaptureError {
  /// Reads what CMedia says of a file.
  init(_ status: airmedia_status, path: String, afterSeconds: Double = 0) {
    switch status.result {
    case AIRMEDIA_SYSTEM_REFUSED where status.system_error == ENOENT || status.system_error == ENOTDIR:
      self = .missing(path: path)
    case AIRMEDIA_SYSTEM_REFUSED: self = .unreadable(path: path, reason: systemReason(status.system_error))
    case AIRMEDIA_EMPTY: self = .emptyFile(path: path)
    case AIRMEDIA_TEXT: self = .textInsteadOfVideo(path: path)
    case AIRMEDIA_UNKNOWN_FORMAT: self = .unknownFormat(path: path)
    case AIRMEDIA_INDEX_MISSING: self = .indexMissing(path: path)
    case AIRMEDIA_NO_VIDEO: self = .noVideoStream(path: path)
    case AIRMEDIA_NO_DECODER: self = .noDecoder(path: path)
    case AIRMEDIA_NOTHING_DECODED: self = .nothingDecodable(path: path)
    case AIRMEDIA_SHAPE_CHANGED: self = .shapeChanged(path: path, afterSeconds: afterSeconds)
    case AIRMEDIA_CHANGED: self = .changedWhileRead(path: path)
    default:
      var message = status.message
      let reason = decodedText(&message)
      self = .decodingFailed(path: path, reason: reason.isEmpty ? "the decoder gives no reason" : reason)
    }
  }

  /// Reads what CMedia says of a video that is written.
  init(writing status: airmedia_status, path: String) {
    switch (status.result, status.system_error) {
    case (AIRMEDIA_SYSTEM_REFUSED, ENOSPC), (AIRMEDIA_SYSTEM_REFUSED, EDQUOT): self = .discFull(path: path)
    case (AIRMEDIA_SYSTEM_REFUSED, ESPIPE):
      self = .unwritable(path: path, reason: "it is a device or a pipe; name a file")
    case (AIRMEDIA_SYSTEM_REFUSED, let number):
      self = .unwritable(path: path, reason: systemReason(number))
    case (AIRMEDIA_NO_ENCODER, _): self = .noEncoder(path: path)
    case (AIRMEDIA_OUT_OF_ORDER, _): self = .invalidVideo("each picture must come later than the last one")
    default:
      var message = status.message
      let reason = decodedText(&message)
      self = .encodingFailed(path: path, reason: reason.isEmpty ? "the encoder gives no reason" : reason)
    }
  }

  /// Reads what CMedia says of a camera.
  init(camera status: airmedia_status, path: String, timeoutInSeconds: Double) {
    switch (status.result, status.system_error) {
    case (AIRMEDIA_NOT_A_CAMERA, _): self = .notACamera(path: path)
    case (AIRMEDIA_TIMED_OUT, _): self = .cameraSilent(path: path, seconds: timeoutInSeconds)
    case (AIRMEDIA_SYSTEM_REFUSED, ENODEV), (AIRMEDIA_SYSTEM_REFUSED, ENXIO), (AIRMEDIA_SYSTEM_REFUSED, EIO):
      self = .cameraLost(path: path)
    case (AIRMEDIA_SYSTEM_REFUSED, EBUSY): self = .cameraBusy(path: path)
    default: self.init(status, path: path)
    }
  }
}

/// The system's words for an errno, its first letter small as befits the middle of a sentence.
func systemReason(_ number: Int32) -> String {
  guard let words = strerror(number) else { return "error \(number)" }
  let reason = String(cString: words)
  return reason.prefix(1).lowercased() + reason.dropFirst()
}

/// The text in a C array of characters, which Swift sees as a tuple.
func decodedText<Characters>(_ characters: inout Characters) -> String {
  withUnsafeBytes(of: &characters) { bytes in
    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }
}
