import AirGeometry

extension Stroke {
  /// The stroke with its nodes at equal distances along a smooth curve through the old ones.
  ///
  /// The curve is a centripetal Catmull–Rom spline (P. Yuksel, S. Schaefer, J. Keyser, "On the parameterization of
  /// Catmull–Rom curves", SIAM/ACM Geometric and Physical Modeling 2009), which neither loops nor overshoots between
  /// nodes; time, height, confidence and pressure go linearly. First and last node stay where they are.
  ///
  /// - Parameter spacingInMetres: distance between nodes; it is shrunk a little so that a whole number fits. A stroke
  ///   that would get more than `mostNodes` is left as it is.
  /// - Complexity: linear in the old and new numbers of nodes.
  public func resampled(spacingInMetres: Double) -> Stroke {
    guard nodes.count > 1, spacingInMetres > 0, spacingInMetres.isFinite else { return self }
    // The spline is hardly longer than its chords; the check comes first, since a path to the moon has no end of nodes.
    guard lengthInMetres / spacingInMetres < Double(Self.mostNodes) else { return self }
    let curve = densified(chordInMetres: spacingInMetres / 4)
    var lengths = [0.0]
    lengths.reserveCapacity(curve.count)
    for (a, b) in zip(curve, curve.dropFirst()) {
      lengths.append(lengths[lengths.count - 1] + a.point.distance(to: b.point))
    }
    let total = lengths[lengths.count - 1]
    let intervals = max(1, Int((total / spacingInMetres).rounded(.up)))
    guard total > 0, let first = curve.first, let last = curve.last else { return self }
    var result = [first]
    result.reserveCapacity(intervals + 1)
    var segment = 0
    for step in 1..<intervals {
      let target = total * Double(step) / Double(intervals)
      while lengths[segment + 1] < target { segment += 1 }
      let span = lengths[segment + 1] - lengths[segment]
      let t = span > 0 ? (target - lengths[segment]) / span : 0
      result.append(.interpolated(curve[segment], curve[segment + 1], t))
    }
    result.append(last)
    var stroke = self
    stroke.nodes = result
    return stroke
  }

  /// The most nodes that a stroke is resampled to.
  public static let mostNodes = 2_000_000

  /// The spline as a polyline whose chords are at most `chordInMetres` long (as far as 64 chords a span allow).
  private func densified(chordInMetres: Double) -> [PointNode] {
    var curve: [PointNode] = []
    for index in 0..<(nodes.count - 1) {
      let p1 = nodes[index]
      let p2 = nodes[index + 1]
      let p0 = index > 0 ? nodes[index - 1] : p1
      let p3 = index + 2 < nodes.count ? nodes[index + 2] : p2
      let chords = Int(min(64, max(1, (p1.point.distance(to: p2.point) / chordInMetres).rounded(.up))))
      for chord in 0..<chords {
        let t = Double(chord) / Double(chords)
        var node = PointNode.interpolated(p1, p2, t)
        let place = Self.catmullRom(p0.point, p1.point, p2.point, p3.point, t)
        node.point.u = place.x
        node.point.v = place.y
        curve.append(node)
      }
    }
    if let last = nodes.last { curve.append(last) }
    return curve
  }

  /// The centripetal spline between `p1` and `p2` by the Barry–Goldman pyramid; a missing neighbour, given as a copy
  /// of its inner one, makes its side straight.
  private static func catmullRom(
    _ p0: SurfacePoint, _ p1: SurfacePoint, _ p2: SurfacePoint, _ p3: SurfacePoint, _ t: Double
  ) -> SIMD2<Double> {
    let a = SIMD2(p0.u, p0.v)
    let b = SIMD2(p1.u, p1.v)
    let c = SIMD2(p2.u, p2.v)
    let d = SIMD2(p3.u, p3.v)
    func knot(_ from: SIMD2<Double>, _ to: SIMD2<Double>) -> Double {
      let delta = to - from
      return (delta * delta).sum().squareRoot().squareRoot()
    }
    let middle = knot(b, c)
    guard middle > 0 else { return b }
    let before = knot(a, b)
    let after = knot(c, d)
    let x = t * middle
    let bc = b + (c - b) * t
    let ab = before > 0 ? b + (b - a) * (x / before) : bc
    let cd = after > 0 ? c + (d - c) * ((x - middle) / after) : bc
    let left = before > 0 ? ab + (bc - ab) * ((x + before) / (middle + before)) : bc
    let right = after > 0 ? bc + (cd - bc) * (x / (middle + after)) : bc
    return left + (right - left) * t
  }
}

extension PointNode {
  /// The node at the share `t` of the way from `a` to `b`; a pressure that only one of them has reaches half the way.
  static func interpolated(_ a: PointNode, _ b: PointNode, _ t: Double) -> PointNode {
    func mix(_ x: Double, _ y: Double) -> Double { x + (y - x) * t }
    let pressure: Double?
    if let pressureA = a.pressure, let pressureB = b.pressure {
      pressure = mix(pressureA, pressureB)
    } else {
      pressure = t < 0.5 ? a.pressure : b.pressure
    }
    return PointNode(
      point: SurfacePoint(
        u: mix(a.point.u, b.point.u), v: mix(a.point.v, b.point.v),
        height: mix(a.point.height, b.point.height)),
      timestampInSeconds: mix(a.timestampInSeconds, b.timestampInSeconds),
      confidence: mix(a.confidence, b.confidence), pressure: pressure)
  }
}
