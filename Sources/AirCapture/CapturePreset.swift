import AirGeometry

/// The size that is asked of a camera, named as AVFoundation names session presets.
public enum CapturePreset: String, CaseIterable, Hashable, Sendable {
  /// About 320 × 240: for slow machines.
  case low
  /// About 480 × 360.
  case medium
  /// About 1920 × 1080.
  case high
  /// 640 × 480.
  case vga640x480 = "640x480"
  /// 1280 × 720.
  case hd1280x720 = "1280x720"
  /// The largest picture that the camera offers.
  case photo

  /// The size in pixels, or nil for the largest there is.
  public var targetSize: ImageSize? {
    switch self {
    case .low: ImageSize(width: 320, height: 240)
    case .medium: ImageSize(width: 480, height: 360)
    case .high: ImageSize(width: 1920, height: 1080)
    case .vga640x480: ImageSize(width: 640, height: 480)
    case .hd1280x720: ImageSize(width: 1280, height: 720)
    case .photo: nil
    }
  }
}
