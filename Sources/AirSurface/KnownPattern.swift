import AirGeometry

/// A straight brightness step at a known place on a surface.
struct PatternEdge: Hashable, Sendable {
  /// Where the step starts, (u, v) in metres.
  var start: SIMD2<Double>
  /// Where it ends.
  var end: SIMD2<Double>
  /// What is brighter, seen from above, going from start to end: the left side (1), the right side (−1), or not known
  /// (0).
  var brighterSide: Double
}

/// What is known of the look of a thing on a surface: the straight steps in it, and four corners that span it.
package struct KnownPattern: Hashable, Sendable {
  /// Four corners, clockwise seen from above, in metres.
  package let corners: [SurfacePoint]
  /// The steps.
  let edges: [PatternEdge]

  /// A plain rectangle of another brightness than its surroundings: a sheet or a card, whose rounded corners are no
  /// part of its edges.
  package init(
    rectangleOfWidth width: Double, height: Double, cornerRadius: Double = 0, isBright: Bool? = true
  ) {
    corners = Self.rectangle(width: width, height: height)
    let side = isBright.map { $0 ? -1.0 : 1.0 } ?? 0
    edges = Self.sides(of: corners, inset: cornerRadius, brighterSide: side)
  }

  /// A square marker around the surface's origin: its outline and every step between its cells.
  ///
  /// - Parameters:
  ///   - side: length of the black border's side in metres.
  ///   - cells: cells in a row, the border included.
  ///   - isWhite: the cells by rows from the top-left.
  package init(markerOfSide side: Double, cells: Int, isWhite: [Bool]) {
    let half = side / 2
    corners = [(-half, -half), (half, -half), (half, half), (-half, half)].map {
      SurfacePoint(u: $0.0, v: $0.1)
    }
    func white(_ row: Int, _ column: Int) -> Bool {
      let isInside = row >= 0 && column >= 0 && row < cells && column < cells
      return !isInside || isWhite[row * cells + column]
    }
    func place(_ column: Int, _ row: Int) -> SIMD2<Double> {
      SIMD2(Double(column), Double(row)) * (side / Double(cells)) - half
    }
    var steps: [PatternEdge] = []
    for line in 0...cells {
      // Runs of cells along the line with the same step across it become one edge.
      Self.addRuns(
        count: cells, sign: { Self.step(left: white(line - 1, $0), right: white(line, $0)) },
        edge: { PatternEdge(start: place($0, line), end: place($1, line), brighterSide: $2) },
        to: &steps)
      Self.addRuns(
        count: cells, sign: { Self.step(left: white($0, line), right: white($0, line - 1)) },
        edge: { PatternEdge(start: place(line, $0), end: place(line, $1), brighterSide: $2) },
        to: &steps)
    }
    edges = steps
  }

  /// A part of a chessboard: `columns` × `rows` squares with every step in it and around it. Which squares are dark need
  /// not be known.
  package init(chessboardOfSquare side: Double, columns: Int, rows: Int, hasInterior: Bool = true) {
    corners = Self.rectangle(width: Double(columns) * side, height: Double(rows) * side)
    func place(_ column: Int, _ row: Int) -> SIMD2<Double> { SIMD2(Double(column), Double(row)) * side }
    var steps: [PatternEdge] = []
    for row in 0...rows where hasInterior || row == 0 || row == rows {
      for column in 0..<columns {
        steps.append(
          PatternEdge(start: place(column, row), end: place(column + 1, row), brighterSide: 0))
      }
    }
    for column in 0...columns where hasInterior || column == 0 || column == columns {
      for row in 0..<rows {
        steps.append(
          PatternEdge(start: place(column, row), end: place(column, row + 1), brighterSide: 0))
      }
    }
    edges = steps
  }

  private static func rectangle(width: Double, height: Double) -> [SurfacePoint] {
    [(0, 0), (width, 0), (width, height), (0, height)].map { SurfacePoint(u: $0.0, v: $0.1) }
  }

  private static func sides(
    of corners: [SurfacePoint], inset: Double, brighterSide: Double
  ) -> [PatternEdge] {
    corners.indices.map { index in
      let (a, b) = (corners[index], corners[(index + 1) % 4])
      let length = a.distance(to: b)
      let along = SIMD2(b.u - a.u, b.v - a.v) / length * min(inset, 0.4 * length)
      return PatternEdge(
        start: SIMD2(a.u, a.v) + along, end: SIMD2(b.u, b.v) - along, brighterSide: brighterSide)
    }
  }

  private static func step(left: Bool, right: Bool) -> Double {
    left == right ? 0 : left ? 1 : -1
  }

  private static func addRuns(
    count: Int, sign: (Int) -> Double, edge: (Int, Int, Double) -> PatternEdge, to steps: inout [PatternEdge]
  ) {
    var start = 0
    while start < count {
      let brighterSide = sign(start)
      var end = start + 1
      while end < count, sign(end) == brighterSide { end += 1 }
      if brighterSide != 0 { steps.append(edge(start, end, brighterSide)) }
      start = end
    }
  }
}
