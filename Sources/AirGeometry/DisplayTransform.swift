/// How a device is held while its camera's picture is shown, named as UIKit names interface orientations.
///
/// The camera's own picture is upright in `landscapeRight`.
public enum DisplayOrientation: String, CaseIterable, Hashable, Sendable {
  /// Home button or indicator at the right: the camera's picture is shown as it is.
  case landscapeRight
  /// The other landscape: the picture is turned by 180°.
  case landscapeLeft
  /// Upright: the picture is turned clockwise by 90°.
  case portrait
  /// Upside down: the picture is turned counter-clockwise by 90°.
  case portraitUpsideDown
}

/// Maps the normalized camera image to the normalized view that shows it, as
/// `ARFrame.displayTransform(for:viewportSize:)` does: aspect fill, cropped around the centre, in four
/// orientations, mirrored on wish.
///
/// The six numbers are those of a `CGAffineTransform`: x' = a·x + c·y + tx, y' = b·x + d·y + ty. The formulas for
/// building them from sizes reproduce the published readings of real devices that this project's tests compare with.
public struct DisplayTransform: Hashable, Sendable {
  /// Coefficient of x in x'.
  public let a: Double
  /// Coefficient of x in y'.
  public let b: Double
  /// Coefficient of y in x'.
  public let c: Double
  /// Coefficient of y in y'.
  public let d: Double
  /// Constant part of x'.
  public let tx: Double
  /// Constant part of y'.
  public let ty: Double

  /// Makes a transform from six recorded numbers.
  ///
  /// - Returns: nil when a number is not finite or the transform has no inverse.
  public init?(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
    let determinant = a * d - b * c
    guard [a, b, c, d, tx, ty].allSatisfy(\.isFinite), determinant.isFinite, determinant != 0 else {
      return nil
    }
    self.a = a
    self.b = b
    self.c = c
    self.d = d
    self.tx = tx
    self.ty = ty
  }

  /// Makes the transform of a picture that fills a view and is cropped around its centre.
  ///
  /// - Parameters:
  ///   - imageSize: the camera image in pixels, as captured (landscape right).
  ///   - viewSize: the view in points.
  ///   - orientation: how the device is held.
  ///   - isMirrored: true when the view shows the picture as a mirror does (front cameras).
  /// - Returns: nil when a size is not positive and finite.
  public init?(
    imageSize: ImageSize, viewSize: ViewSize, orientation: DisplayOrientation, isMirrored: Bool = false
  ) {
    guard imageSize.width > 0, imageSize.height > 0, viewSize.width > 0, viewSize.height > 0 else {
      return nil
    }
    let isUpright = orientation == .portrait || orientation == .portraitUpsideDown
    let shown = isUpright ? imageSize.turned : imageSize
    let w = Double(shown.width)
    let h = Double(shown.height)
    let scale = max(viewSize.width / w, viewSize.height / h)
    let sx = w * scale / viewSize.width
    let sy = h * scale / viewSize.height
    let ox = (1 - sx) / 2
    let oy = (1 - sy) / 2
    let upright: (Double, Double, Double, Double, Double, Double)
    switch orientation {
    case .landscapeRight: upright = (sx, 0, 0, sy, ox, oy)
    case .landscapeLeft: upright = (-sx, 0, 0, -sy, sx + ox, sy + oy)
    case .portrait: upright = (0, sy, -sx, 0, sx + ox, oy)
    case .portraitUpsideDown: upright = (0, -sy, sx, 0, ox, sy + oy)
    }
    let (a, b, c, d, tx, ty) = upright
    if isMirrored {
      // The mirror acts on the finished view: x' becomes 1 − x'.
      self.init(a: -a, b: b, c: -c, d: d, tx: 1 - tx, ty: ty)
    } else {
      self.init(a: a, b: b, c: c, d: d, tx: tx, ty: ty)
    }
  }

  /// Where a point of the image is seen in the view; outside 0…1 where it is cropped away.
  public func callAsFunction(_ point: NormalizedImagePoint) -> NormalizedViewPoint {
    NormalizedViewPoint(x: a * point.x + c * point.y + tx, y: b * point.x + d * point.y + ty)
  }

  /// The point of the image that is seen at a point of the view: the exact inverse.
  public func inverse(_ point: NormalizedViewPoint) -> NormalizedImagePoint {
    let determinant = a * d - b * c
    let x = point.x - tx
    let y = point.y - ty
    return NormalizedImagePoint(x: (d * x - c * y) / determinant, y: (a * y - b * x) / determinant)
  }

  /// The pixel under a tap.
  ///
  /// - Parameters:
  ///   - tap: the tap in the view, in points.
  ///   - viewSize: the view's size in points.
  ///   - imageSize: the image's size in pixels.
  public func imagePoint(under tap: ViewPoint, viewSize: ViewSize, imageSize: ImageSize) -> ImagePoint {
    inverse(tap.normalized(in: viewSize)).imagePoint(in: imageSize)
  }

  /// The place in the view where a pixel of the image is seen, in points.
  public func viewPoint(of point: ImagePoint, viewSize: ViewSize, imageSize: ImageSize) -> ViewPoint {
    self(point.normalized(in: imageSize)).viewPoint(in: viewSize)
  }

  /// The box of the view that encloses a box of the image, in points.
  public func viewBox(enclosing box: ImageBox, viewSize: ViewSize, imageSize: ImageSize) -> ViewBox {
    let w = Double(imageSize.width)
    let h = Double(imageSize.height)
    // A pixel box spans corners, not centres: its left edge is at x / width exactly.
    let first = self(NormalizedImagePoint(x: box.x / w, y: box.y / h)).viewPoint(in: viewSize)
    let second = self(
      NormalizedImagePoint(x: (box.x + box.width) / w, y: (box.y + box.height) / h)
    ).viewPoint(in: viewSize)
    return ViewBox(
      x: min(first.x, second.x), y: min(first.y, second.y), width: abs(second.x - first.x),
      height: abs(second.y - first.y))
  }
}
