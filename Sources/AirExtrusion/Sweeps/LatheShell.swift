import Glibc

/// Turns a profile about the y axis.
struct LatheShell {
  private(set) var shell = SolidShell()

  private let outline: Outline
  /// Cosine and sine of each step's angle; a full turn's last step is its first.
  private let directions: [SIMD2<Double>]
  private let isFull: Bool
  /// The first vertex of each of the outline's points.
  private var firstVertices: [UInt32] = []

  /// - Parameters:
  ///   - angle: the angle of the turn in radians.
  ///   - steps: the number of steps in which it is made.
  /// - Returns: nil where rounding made the last cap's edges meet.
  init?(_ profile: LatheProfile, angle: Double, steps: Int, isFull: Bool) {
    outline = profile.outline
    self.isFull = isFull
    directions = (0..<(isFull ? steps : steps + 1)).map { step in
      Self.direction(turn: Double(step) / Double(steps) * (isFull ? 1 : angle / (2 * .pi)))
    }
    placeVertices()
    placeBands(steps: steps)
    if !isFull {
      guard let last = directions.last else { return nil }
      let foreshortening = max(abs(last.x), abs(last.y))
      guard let seen = profile.seen(foreshortening: foreshortening) else { return nil }
      placeCap(outline, seen: outline, step: 0, isReversed: true)
      placeCap(outline, seen: seen, step: steps, isReversed: false)
    }
  }

  /// Cosine and sine of a share of a full turn, exact at quarters.
  private static func direction(turn: Double) -> SIMD2<Double> {
    let quarter = (4 * turn).rounded()
    let rest = (turn - quarter / 4) * 2 * .pi
    let (c, s) = (cos(rest), sin(rest))
    switch Int(quarter) % 4 {
    case 0: return SIMD2(c, s)
    case 1: return SIMD2(-s, c)
    case 2: return SIMD2(-c, -s)
    default: return SIMD2(s, -c)
    }
  }

  private mutating func placeVertices() {
    for point in outline.points {
      firstVertices.append(UInt32(shell.vertices.count))
      for direction in directions.prefix(point.x == 0 ? 1 : directions.count) {
        let radius = Double(point.x)
        _ = shell.append(SIMD3(radius * direction.x, Double(point.y), radius * direction.y))
      }
    }
  }

  private func vertex(_ point: Int, step: Int) -> UInt32 {
    if outline.points[point].x == 0 { return firstVertices[point] }
    return firstVertices[point] + UInt32(step == directions.count ? 0 : step)
  }

  private mutating func placeBands(steps: Int) {
    for ring in 0..<outline.ringCount {
      let range = outline.ringStarts[ring]..<outline.ringStarts[ring + 1]
      var last = range.upperBound - 1
      for point in range {
        placeBand(last, point, steps: steps)
        last = point
      }
    }
  }

  private mutating func placeBand(_ start: Int, _ end: Int, steps: Int) {
    let (startsOnAxis, endsOnAxis) = (outline.points[start].x == 0, outline.points[end].x == 0)
    if startsOnAxis, endsOnAxis { return }
    for step in 0..<steps {
      let (a, b) = (vertex(start, step: step), vertex(end, step: step))
      let (c, d) = (vertex(end, step: step + 1), vertex(start, step: step + 1))
      if !endsOnAxis { shell.triangles.append(SIMD3(a, b, c)) }
      if !startsOnAxis { shell.triangles.append(SIMD3(a, c, d)) }
    }
  }

  /// Closes one end of a part of a turn, by the triangulation of the outline as it is seen.
  private mutating func placeCap(_ outline: Outline, seen: Outline, step: Int, isReversed: Bool) {
    var indices: [LatticePoint: UInt32] = [:]
    indices.reserveCapacity(seen.points.count)
    for (index, point) in seen.points.enumerated() { indices[point] = vertex(index, step: step) }
    let triangulation = PlanarTriangulation(of: seen)
    let vertices = triangulation.points.map { indices[$0] ?? 0 }
    let corners = triangulation.triangles
    for first in stride(from: 0, to: corners.count, by: 3) {
      let (a, b, c) = (
        vertices[Int(corners[first])], vertices[Int(corners[first + 1])], vertices[Int(corners[first + 2])]
      )
      shell.triangles.append(isReversed ? SIMD3(a, c, b) : SIMD3(a, b, c))
    }
  }
}
