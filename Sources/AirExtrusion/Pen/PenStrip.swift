import Glibc

/// The stretch of a pen between two points: the trapezia on both sides of the axis, whose parallel legs lead from the
/// points to the sides.
struct PenStrip {
  var start: PenPoint
  var end: PenPoint
  /// Unit vector from start to end.
  private(set) var direction: SIMD2<Double>
  /// Unit vectors of the legs to the right and to the left of the direction.
  private(set) var right: SIMD2<Double>
  private(set) var left: SIMD2<Double>
  /// The angle by which both legs lean forward.
  private(set) var tilt: Double
  /// Whether the sides touch the circles around the ends.
  private(set) var isTangent: Bool

  /// The strip of a nib, whose legs are square to the direction; the points are apart.
  init(nibFrom start: PenPoint, to end: PenPoint) {
    (self.start, self.end) = (start, end)
    direction = (end.place - start.place) / start.distance(to: end)
    right = SIMD2(direction.y, -direction.x)
    left = SIMD2(-direction.y, direction.x)
    tilt = 0
    isTangent = start.radius == end.radius
  }

  /// The strip of a disc, whose sides are the outer tangents of the circles; nil where one disc contains the other.
  init?(discFrom start: PenPoint, to end: PenPoint) {
    let length = start.distance(to: end)
    let shrinking = start.radius - end.radius
    guard length > abs(shrinking) else { return nil }
    (self.start, self.end) = (start, end)
    direction = (end.place - start.place) / length
    // A tangent's normal has this much in common with the direction: over the length it takes up what the radii
    // differ by.
    let sine = shrinking / length
    let cosine = (1 - sine * sine).squareRoot()
    let aside = SIMD2(-direction.y, direction.x)
    right = direction * sine - aside * cosine
    left = direction * sine + aside * cosine
    tilt = asin(sine)
    isTangent = true
  }

  /// The same strip the other way.
  var reversed: PenStrip {
    var strip = self
    (strip.start, strip.end) = (end, start)
    (strip.right, strip.left) = (left, right)
    strip.direction = -direction
    strip.tilt = -tilt
    return strip
  }

  /// The parts before and after the middle.
  var halves: (first: PenStrip, second: PenStrip) {
    var (first, second) = (self, self)
    let middle = PenPoint.interpolated(start, end, 0.5)
    first.end = middle
    second.start = middle
    return (first, second)
  }

  /// Ends of the right side.
  var rightStart: SIMD2<Double> { start.place + right * start.radius }
  var rightEnd: SIMD2<Double> { end.place + right * end.radius }

  /// Whether a place lies in the trapezium on the right.
  func rightContains(_ place: SIMD2<Double>) -> Bool {
    Planar.cross(direction, place - start.place) <= 0
      && Planar.cross(rightEnd - rightStart, place - rightStart) >= 0
      && Planar.cross(right, place - start.place) >= 0 && Planar.cross(right, place - end.place) <= 0
  }
}
