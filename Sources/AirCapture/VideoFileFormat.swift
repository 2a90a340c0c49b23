import AirGeometry

/// What a video file that is written holds.
public struct VideoFileFormat: Hashable, Sendable {
  /// Size of the pictures. H.264 with halved colours needs even sides: a side that is odd gets its last column or row
  /// twice, so that the picture's top left corner and its scale stay.
  public var size: ImageSize
  /// Frames a second on average. Each frame has a time of its own: this is for the distribution of bits and for the
  /// length of the last frame.
  public var framesPerSecond: Double
  /// Samples a second of the sound, or nil for none.
  public var soundSampleRate: Int?

  /// The sample rates of AAC (ISO/IEC 14496-3, table 1.18).
  public static let soundSampleRates = [
    7350, 8000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 64_000, 88_200, 96_000,
  ]

  /// A format; without a sample rate there is no sound.
  public init(size: ImageSize, framesPerSecond: Double, soundSampleRate: Int? = nil) {
    self.size = size
    self.framesPerSecond = framesPerSecond
    self.soundSampleRate = soundSampleRate
  }

  /// Why there is no such video, or nil.
  var objection: String? {
    // The largest picture of H.264's level 6.2 has 139,264 blocks of 16 × 16 pixels, and no side is longer than the
    // square root of eight times that many blocks (Rec. ITU-T H.264, A.3.1 and table A-1).
    let sides = 16...16_880
    let blocks = ((size.width + 15) / 16) * ((size.height + 15) / 16)
    guard sides.contains(size.width), sides.contains(size.height), blocks <= 139_264 else {
      return "its picture may not be \(size)"
    }
    guard framesPerSecond.isFinite, (0.01...1000).contains(framesPerSecond) else {
      return "its frame rate must lie between 0.01 and 1000, not \(framesPerSecond)"
    }
    if let soundSampleRate, !Self.soundSampleRates.contains(soundSampleRate) {
      return "its sound may not have \(soundSampleRate) samples a second, but for example 48000"
    }
    return nil
  }
}
