/// The size of an image in whole pixels.
public struct ImageSize: Hashable, Sendable {
  /// Number of pixel columns.
  public var width: Int
  /// Number of pixel rows.
  public var height: Int

  /// Makes a size of `width` × `height` pixels.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// The size after a quarter turn.
  public var turned: ImageSize { ImageSize(width: height, height: width) }

  /// True when the pixel that `point` falls into exists: each pixel reaches half a pixel around its centre.
  public func contains(_ point: ImagePoint) -> Bool {
    point.x >= -0.5 && point.y >= -0.5 && point.x < Double(width) - 0.5 && point.y < Double(height) - 0.5
  }
}

extension ImageSize: CustomStringConvertible {
  /// For example `1280×720`.
  public var description: String { "\(width)×\(height)" }
}

/// A point of an upright image in pixels: the top-left pixel's **centre** is (0, 0), x to the right, y down
/// (OpenCV's convention).
public struct ImagePoint: Hashable, Sendable {
  /// Pixels to the right of the top-left pixel's centre.
  public var x: Double
  /// Pixels below the top-left pixel's centre.
  public var y: Double

  /// Makes a point from pixel coordinates.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// Distance to `other` in pixels.
  public func distance(to other: ImagePoint) -> Double {
    let dx = x - other.x
    let dy = y - other.y
    return (dx * dx + dy * dy).squareRoot()
  }

  /// This point moved by (`dx`, `dy`) pixels.
  public func moved(dx: Double, dy: Double) -> ImagePoint { ImagePoint(x: x + dx, y: y + dy) }

  /// The same place as a fraction of the picture, whose corners are half a pixel beyond the outer pixels' centres.
  public func normalized(in size: ImageSize) -> NormalizedImagePoint {
    NormalizedImagePoint(x: (x + 0.5) / Double(size.width), y: (y + 0.5) / Double(size.height))
  }
}

/// An axis-aligned box of pixels: it covers the pixels from `x` up to, but without, `x + width`, and likewise in y.
///
/// A box of whole numbers is a box of whole pixels, as in tracking benchmarks and OpenCV's `Rect`, so its centre
/// lies at `x + (width − 1) / 2`: the centre of a one-pixel box is that pixel's centre.
public struct ImageBox: Hashable, Sendable {
  /// The leftmost pixel column.
  public var x: Double
  /// The topmost pixel row.
  public var y: Double
  /// Width in pixels.
  public var width: Double
  /// Height in pixels.
  public var height: Double

  /// Makes a box from its top-left pixel and its size.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// Makes a box of the given size around a centre.
  public init(center: ImagePoint, width: Double, height: Double) {
    self.init(
      x: center.x - (width - 1) / 2, y: center.y - (height - 1) / 2, width: width, height: height)
  }

  /// The box's centre.
  public var center: ImagePoint { ImagePoint(x: x + (width - 1) / 2, y: y + (height - 1) / 2) }

  /// Area in square pixels.
  public var area: Double { max(width, 0) * max(height, 0) }

  /// The part shared with `other`, or nil when they do not overlap.
  public func intersection(_ other: ImageBox) -> ImageBox? {
    let left = max(x, other.x)
    let top = max(y, other.y)
    let right = min(x + width, other.x + other.width)
    let bottom = min(y + height, other.y + other.height)
    guard right > left, bottom > top else { return nil }
    return ImageBox(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// Intersection over union: 1 for equal boxes, 0 for boxes apart (Jaccard index, as tracking benchmarks use it).
  public func intersectionOverUnion(with other: ImageBox) -> Double {
    guard let shared = intersection(other)?.area else { return 0 }
    return shared / (area + other.area - shared)
  }

  /// The same box normalized and seen from the bottom-left corner, as Apple's Vision framework gives boxes.
  public func visionBox(in size: ImageSize) -> VisionBox {
    let w = Double(size.width)
    let h = Double(size.height)
    return VisionBox(x: x / w, y: 1 - (y + height) / h, width: width / w, height: height / h)
  }
}

/// A point of an image as a fraction of its size: (0, 0) is the top-left **corner**, (1, 1) the bottom-right corner.
public struct NormalizedImagePoint: Hashable, Sendable {
  /// Fraction of the width.
  public var x: Double
  /// Fraction of the height, downwards.
  public var y: Double

  /// Makes a normalized point.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// The same place in pixels.
  public func imagePoint(in size: ImageSize) -> ImagePoint {
    ImagePoint(x: x * Double(size.width) - 0.5, y: y * Double(size.height) - 0.5)
  }
}

/// A normalized box with its origin in the picture's bottom-left corner, as Apple's Vision framework gives boxes.
public struct VisionBox: Hashable, Sendable {
  /// Left edge as a fraction of the width.
  public var x: Double
  /// Bottom edge as a fraction of the height, upwards.
  public var y: Double
  /// Width as a fraction of the picture's width.
  public var width: Double
  /// Height as a fraction of the picture's height.
  public var height: Double

  /// Makes a box from its bottom-left corner and size.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The same box in pixels from the top-left. The flip is y' = 1 − y − height: without the height it would be off
  /// by one box.
  public func imageBox(in size: ImageSize) -> ImageBox {
    let w = Double(size.width)
    let h = Double(size.height)
    return ImageBox(x: x * w, y: (1 - y - height) * h, width: width * w, height: height * h)
  }
}
