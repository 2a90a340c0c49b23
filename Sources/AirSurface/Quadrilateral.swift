import AirGeometry

extension [ImagePoint] {
  /// True for four corners in order around a convex quadrilateral, none of them on a line with its neighbours.
  var isConvexQuadrilateral: Bool {
    guard count == 4 else { return false }
    let turns = indices.map { index in
      let a = self[index]
      let b = self[(index + 1) % 4]
      let c = self[(index + 2) % 4]
      let turn = (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x)
      // The sine of the corner's angle; a pixel's error must not decide on which side it bends.
      let scale = a.distance(to: b) * b.distance(to: c)
      return scale > 0 ? turn / scale : 0
    }
    return turns.allSatisfy { $0 > 1e-3 } || turns.allSatisfy { $0 < -1e-3 }
  }

  /// True when the corners run clockwise as seen in the picture (y is down).
  var runsClockwise: Bool {
    let doubledArea = indices.reduce(0.0) { sum, index in
      let a = self[index]
      let b = self[(index + 1) % count]
      return sum + a.x * b.y - b.x * a.y
    }
    return doubledArea > 0
  }
}
