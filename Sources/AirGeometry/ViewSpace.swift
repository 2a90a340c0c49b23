/// The size of a view in points.
public struct ViewSize: Hashable, Sendable {
  /// Width in points.
  public var width: Double
  /// Height in points.
  public var height: Double

  /// Makes a size of `width` × `height` points.
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }
}

/// A point of a view in points, from its top-left corner (UIKit's convention).
public struct ViewPoint: Hashable, Sendable {
  /// Points to the right of the left edge.
  public var x: Double
  /// Points below the top edge.
  public var y: Double

  /// Makes a view point.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// The same place as a fraction of the view.
  public func normalized(in size: ViewSize) -> NormalizedViewPoint {
    NormalizedViewPoint(x: x / size.width, y: y / size.height)
  }
}

/// A box of a view in points, from its top-left corner.
public struct ViewBox: Hashable, Sendable {
  /// Left edge in points.
  public var x: Double
  /// Top edge in points.
  public var y: Double
  /// Width in points.
  public var width: Double
  /// Height in points.
  public var height: Double

  /// Makes a box from its top-left corner and size.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The box's centre.
  public var center: ViewPoint { ViewPoint(x: x + width / 2, y: y + height / 2) }
}

/// A point of a view as a fraction of its size: (0, 0) is the top-left corner, (1, 1) the bottom-right one.
public struct NormalizedViewPoint: Hashable, Sendable {
  /// Fraction of the width.
  public var x: Double
  /// Fraction of the height, downwards.
  public var y: Double

  /// Makes a normalized view point.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// The same place in points.
  public func viewPoint(in size: ViewSize) -> ViewPoint {
    ViewPoint(x: x * size.width, y: y * size.height)
  }
}
