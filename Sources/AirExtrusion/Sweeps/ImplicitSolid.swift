/// A convex piece of an implicit solid: a rounded line cut by planes, or planes alone.
///
/// Its value at a place is never farther from zero than the place is from its surface, negative inside: that of a
/// rounded line is the distance, that of planes the largest of their distances.
struct ImplicitPiece {
  /// Where the line starts, in lattice steps.
  var start: SIMD3<Double>
  /// From the line's start to its end; zero for a ball.
  var line: SIMD3<Double>
  /// The rounded line's radius, or for planes alone how far the piece reaches from the line.
  var radius: Double
  /// Whether the piece is a rounded line, cut by the planes.
  var isRound: Bool
  /// Outward unit normals of planes, with their distances from the origin.
  var planes: [SIMD4<Double>] = []

  /// A plane through a place.
  static func plane(_ normal: SIMD3<Double>, through place: SIMD3<Double>) -> SIMD4<Double> {
    SIMD4(normal, (normal * place).sum())
  }
}

/// The union of convex pieces, less other pieces, as a function that is negative inside.
struct ImplicitSolid {
  private struct Piece {
    var start: SIMD3<Double>
    var line: SIMD3<Double>
    var inverseSquared: Double
    var radius: Double
    var isRound: Bool
    var isTakenAway: Bool
    var firstPlane: Int
    var endOfPlanes: Int
  }

  private var pieces: [Piece] = []
  private var planes: [SIMD4<Double>] = []

  /// - Parameters:
  ///   - solid: the pieces that are united.
  ///   - takenAway: pieces that are taken away, grown by `gap`.
  init(_ solid: [ImplicitPiece], takenAway: [ImplicitPiece] = [], gap: Double = 0) {
    for piece in solid { append(piece, isTakenAway: false, growth: 0) }
    for piece in takenAway { append(piece, isTakenAway: true, growth: gap) }
  }

  /// Number of pieces of either kind.
  var pieceCount: Int { pieces.count }

  private mutating func append(_ piece: ImplicitPiece, isTakenAway: Bool, growth: Double) {
    let squared = (piece.line * piece.line).sum()
    let first = planes.count
    planes += piece.planes.map { SIMD4($0.x, $0.y, $0.z, $0.w + growth) }
    pieces.append(
      Piece(
        start: piece.start, line: piece.line, inverseSquared: squared > 0 ? 1 / squared : 0,
        radius: piece.radius + growth, isRound: piece.isRound,
        isTakenAway: isTakenAway, firstPlane: first, endOfPlanes: planes.count))
  }

  /// Opposite corners of a box around a piece.
  func bounds(ofPiece index: Int) -> (lower: SIMD3<Double>, upper: SIMD3<Double>) {
    let piece = pieces[index]
    let end = piece.start + piece.line
    return (
      pointwiseMin(piece.start, end) - SIMD3(repeating: piece.radius),
      pointwiseMax(piece.start, end) + SIMD3(repeating: piece.radius)
    )
  }

  /// The value of one piece at a place, in lattice steps.
  func value(ofPiece index: Int, at place: SIMD3<Double>) -> Double {
    pieces.withUnsafeBufferPointer { pieces in
      planes.withUnsafeBufferPointer { Self.value(of: pieces[index], $0, at: place) }
    }
  }

  @inline(__always)
  private static func value(
    of piece: Piece, _ planes: UnsafeBufferPointer<SIMD4<Double>>, at place: SIMD3<Double>
  ) -> Double {
    var value = -Double.infinity
    if piece.isRound {
      let offset = place - piece.start
      let along = max(0, min(1, (offset * piece.line).sum() * piece.inverseSquared))
      let aside = offset - along * piece.line
      value = (aside * aside).sum().squareRoot() - piece.radius
    }
    var index = piece.firstPlane
    while index < piece.endOfPlanes {
      let plane = planes[index]
      value = max(value, (SIMD4(place, -1) * plane).sum())
      index &+= 1
    }
    return value
  }

  /// The solid's value at a place as far as some of its pieces decide it.
  func value(at place: SIMD3<Double>, of indices: ArraySlice<Int32>) -> Double {
    indices.withUnsafeBufferPointer { indices in
      pieces.withUnsafeBufferPointer { pieces in
        planes.withUnsafeBufferPointer { planes in
          var value = Double.infinity
          var least = Double.infinity
          for index in indices {
            let piece = pieces[Int(index)]
            let own = Self.value(of: piece, planes, at: place)
            if piece.isTakenAway { least = min(least, own) } else { value = min(value, own) }
          }
          return max(value, -least)
        }
      }
    }
  }

  /// The solid's value at a place.
  func value(at place: SIMD3<Double>) -> Double {
    value(at: place, of: (0..<Int32(pieces.count)).map { $0 }[...])
  }
}
