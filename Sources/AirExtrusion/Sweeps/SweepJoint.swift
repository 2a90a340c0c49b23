import AirGeometry

/// What happens at a point of a path: the plane in which two segments are joined, or the end of one.
struct SweepJoint {
  /// Place in lattice steps.
  let place: SIMD3<Double>
  /// Unit normal of the joint's plane, which bisects the bend; at an end, the segment's direction.
  let normal: SIMD3<Double>
  /// Unit direction within the plane along which sections are stretched; zero on straight ways.
  let stretchDirection: SIMD3<Double>
  /// By how much sections are stretched, one at least.
  let stretch: Double
  /// Whether the bend is so sharp that the joint is not mitred.
  let isSharp: Bool

  /// The stretch beyond which joints are not mitred; the mitre limit of pens, at a bend of 120°.
  static let mitreLimit = 2.0

  /// An end of a path.
  init(end place: SIMD3<Double>, direction: SIMD3<Double>) {
    self.place = place
    normal = direction
    stretchDirection = .zero
    stretch = 1
    isSharp = false
  }

  /// A joint between segments of unit directions.
  init(_ place: SIMD3<Double>, from before: SIMD3<Double>, to after: SIMD3<Double>) {
    self.place = place
    let sum = before + after
    let norm = length(sum)
    // Half the sum's length is the cosine of half the bend.
    isSharp = norm * Self.mitreLimit < 2
    guard norm > 1e-9 else {
      normal = before
      stretchDirection = .zero
      stretch = 1
      return
    }
    normal = sum / norm
    let difference = after - before
    let size = length(difference)
    stretchDirection = size > 1e-12 ? difference / size : .zero
    stretch = isSharp ? Self.mitreLimit : 2 / norm
  }

  /// A vector of the joint's plane as it is in the stretched section.
  func stretched(_ vector: SIMD3<Double>) -> SIMD3<Double> {
    vector + (stretch - 1) * dot(vector, stretchDirection) * stretchDirection
  }

  /// The joints of a path of two points or more, one for each point.
  static func joints(of path: SweepPath) -> [SweepJoint] {
    let directions = (0..<path.segmentCount).map { index in
      let line = path.point(after: index) - path.points[index]
      return line / length(line)
    }
    return path.points.indices.map { index in
      if path.isClosed {
        let before = directions[index == 0 ? directions.count - 1 : index - 1]
        return SweepJoint(path.points[index], from: before, to: directions[index])
      }
      if index == 0 { return SweepJoint(end: path.points[index], direction: directions[0]) }
      if index == directions.count {
        return SweepJoint(end: path.points[index], direction: directions[index - 1])
      }
      return SweepJoint(path.points[index], from: directions[index - 1], to: directions[index])
    }
  }
}
