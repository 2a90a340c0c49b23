import AirGeometry

/// A pixel format and a range of sizes that a camera offers.
package struct CameraMode: Hashable, Sendable {
  /// The pixel formats that are understood, by their Video4Linux codes.
  package enum PixelFormat: String, CaseIterable, Sendable {
    case yuyv = "YUYV"
    case uyvy = "UYVY"
    case nv12 = "NV12"
    case mjpg = "MJPG"
    case grey = "GREY"
    case bgr = "BGR3"
    case rgb = "RGB3"

    /// The layout of raw formats; nil for JPEG.
    var layout: PixelBuffer.Layout? {
      switch self {
      case .yuyv: .yuyv
      case .uyvy: .uyvy
      case .nv12: .nv12VideoRange
      case .mjpg: nil
      case .grey: .grey
      case .bgr: .bgr
      case .rgb: .rgb
      }
    }

    /// The four characters as a number, the first one lowest.
    var code: UInt32 { rawValue.utf8.reversed().reduce(0) { $0 << 8 | UInt32($1) } }
  }

  /// Four characters, understood or not.
  package let formatName: String
  package let minimum: ImageSize
  package let maximum: ImageSize
  /// Sizes between the bounds go in these steps.
  package let step: ImageSize

  package init(formatName: String, minimum: ImageSize, maximum: ImageSize, step: ImageSize) {
    self.formatName = formatName
    self.minimum = minimum
    self.maximum = maximum
    self.step = step
  }

  /// A mode of one size.
  package init(formatName: String, size: ImageSize) {
    self.init(formatName: formatName, minimum: size, maximum: size, step: ImageSize(width: 1, height: 1))
  }

  /// The offered size that is nearest to `target`.
  func size(nearest target: ImageSize) -> ImageSize {
    func nearest(_ value: Int, _ low: Int, _ high: Int, _ step: Int) -> Int {
      let inside = min(max(value, low), max(low, high))
      return low + (inside - low) / max(step, 1) * max(step, 1)
    }
    return ImageSize(
      width: nearest(target.width, minimum.width, maximum.width, step.width),
      height: nearest(target.height, minimum.height, maximum.height, step.height))
  }
}

extension CameraMode {
  /// What to ask a camera for.
  package struct Choice: Hashable, Sendable {
    package let format: PixelFormat
    package let size: ImageSize
  }

  /// Up to this many pixels raw pictures pass through USB 2 at 30 frames a second (640 · 480 · 2 · 30 = 18 MB/s);
  /// larger ones come faster as JPEG.
  private static let largestRawPixelCount = 640 * 480

  /// Chooses the size nearest to the preset and, among equals, the format that comes fastest.
  ///
  /// - Returns: nil when no format is understood.
  package static func best(of modes: [CameraMode], for preset: CapturePreset) -> Choice? {
    let choices = modes.compactMap { mode -> Choice? in
      guard let format = PixelFormat(rawValue: mode.formatName) else { return nil }
      return Choice(format: format, size: mode.size(nearest: preset.targetSize ?? mode.maximum))
    }
    return choices.enumerated().min { first, second in
      rank(first.element, preset) + [first.offset] < rank(second.element, preset) + [second.offset]
    }?.element
  }

  /// Lower is better, compared element by element: the distance in size, then more pixels, then colour, then the
  /// format's speed.
  private static func rank(_ choice: Choice, _ preset: CapturePreset) -> [Int] {
    let pixels = choice.size.width * choice.size.height
    let distance =
      preset.targetSize.map {
        abs(choice.size.width - $0.width) + abs(choice.size.height - $0.height)
      } ?? -pixels
    let prefersRaw = pixels <= largestRawPixelCount
    let isRaw = choice.format != .mjpg
    return [distance, -pixels, choice.format == .grey ? 1 : 0, isRaw == prefersRaw ? 0 : 1]
  }
}

/// Compares element by element.
private func < (first: [Int], second: [Int]) -> Bool { first.lexicographicallyPrecedes(second) }
