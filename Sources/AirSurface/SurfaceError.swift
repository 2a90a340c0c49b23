/// Why there is no surface.
public enum SurfaceError: Error, Hashable, Sendable {
  /// The description of the surface is wrong.
  case specification(String)
  /// The camera's file can't be used.
  case camera(path: String, reason: String)
  /// The camera belongs to another image size than the recording.
  case cameraSize(path: String, camera: String, recording: String)
  /// The surface was never seen.
  case neverSeen(what: String, frames: Int)
  /// The surface was seen, but no pose fits what was seen.
  case noPose(what: String)
  /// The surface is seen so flatly that its places can't be told.
  case edgeOn(what: String)
  /// The camera belongs to another image size than the frames.
  case frameSize(camera: String, frame: String)
  /// A printed picture, or a list of them, can't be used.
  indirect case picture(PictureError)
  /// A moving camera gave no plane.
  case motion(PlaneMotionError)
  /// The plane that an AR session recorded can't be used.
  case recorded(path: String, reason: String)
  /// OpenCV failed.
  case vision(String)
}

extension SurfaceError: CustomStringConvertible {
  /// One sentence that says what is wrong and how to mend it.
  public var description: String {
    switch self {
    case .specification(let reason): reason.prefix(1).uppercased() + reason.dropFirst() + "."
    case .camera(let path, let reason): "The camera file \(path) can't be used: \(reason)."
    case .cameraSize(let path, let camera, let recording):
      "The camera file \(path) is for pictures of \(camera), but the recording has \(recording), which is another "
        + "shape; give the camera that this recording was made with, or say what crop of its picture the recording is."
    case .neverSeen(let what, let frames):
      "\(what.prefix(1).uppercased() + what.dropFirst()) was not seen in any of the \(frames) frames that were searched; check that all of it is in the "
        + "picture for a moment, or point its corners out with a quad."
    case .noPose(let what):
      "No place of the camera explains how \(what) is seen; check the camera file and the corners."
    case .edgeOn(let what):
      "The plane of \(what) is seen edge-on, so a pixel of it is centimetres; put the camera higher above it."
    case .frameSize(let camera, let frame):
      "The camera was calibrated for pictures of \(camera), but the recording has \(frame); give the camera that this "
        + "recording was made with."
    case .picture(let error): error.description
    case .motion(let error): error.description
    case .recorded(let path, let reason): "The recorded surface of \(path) can't be used: \(reason)."
    case .vision(let reason): "Image processing failed: \(reason)."
    }
  }
}
