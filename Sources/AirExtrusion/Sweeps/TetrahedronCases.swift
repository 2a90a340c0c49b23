/// How a surface passes the tetrahedra of a cell, by which of their corners are inside.
///
/// A cell is cut into the six tetrahedra that share its diagonal (H. Freudenthal, "Simplizialzerlegungen von
/// beschränkter Flachheit", Annals of Mathematics 43, 1942); cut alike, neighbouring cells' tetrahedra meet in whole
/// faces. Corners are numbered by bits: 1 for x, 2 for y, 4 for z.
enum TetrahedronCases {
  /// An edge of a cell: the corner with fewer bits, and the bits that lead to the other one.
  struct Edge {
    var corner: UInt8
    var direction: UInt8
  }

  /// A tetrahedron of a cell.
  struct Tetrahedron {
    /// Corners in positive orientation.
    var corners: [UInt8]
    /// For each of the sixteen sets of inside corners, bit i for `corners[i]`, three edges a triangle.
    var triangles: [[Edge]]
  }

  /// The six tetrahedra of a cell.
  static let tetrahedra: [Tetrahedron] = [
    [0, 1, 3, 7], [0, 2, 6, 7], [0, 4, 5, 7], [0, 6, 4, 7], [0, 5, 1, 7], [0, 3, 2, 7],
  ].map { corners in
    Tetrahedron(corners: corners, triangles: (0..<16).map { triangles(of: corners, inside: $0) })
  }

  /// For each set of inside corners an even permutation of the corners that puts them first; sets of three are named
  /// by the one outside.
  private static let single: [[Int]] = [[0, 1, 2, 3], [1, 0, 3, 2], [2, 3, 0, 1], [3, 2, 1, 0]]
  private static let pairs: [Int: [Int]] = [
    0b0011: [0, 1, 2, 3], 0b0101: [0, 2, 3, 1], 0b1001: [0, 3, 1, 2], 0b0110: [1, 2, 0, 3],
    0b1010: [1, 3, 2, 0], 0b1100: [2, 3, 0, 1],
  ]

  private static func triangles(of corners: [UInt8], inside: Int) -> [Edge] {
    func edge(_ a: Int, _ b: Int) -> Edge {
      let (low, high) = (min(corners[a], corners[b]), max(corners[a], corners[b]))
      return Edge(corner: low, direction: low ^ high)
    }
    switch inside.nonzeroBitCount {
    case 1:
      let p = single[inside.trailingZeroBitCount]
      return [edge(p[0], p[1]), edge(p[0], p[2]), edge(p[0], p[3])]
    case 3:
      let p = single[(~inside & 15).trailingZeroBitCount]
      return [edge(p[0], p[1]), edge(p[0], p[3]), edge(p[0], p[2])]
    case 2:
      guard let p = pairs[inside] else { return [] }
      let (ac, ad, bd, bc) = (edge(p[0], p[2]), edge(p[0], p[3]), edge(p[1], p[3]), edge(p[1], p[2]))
      return [ac, ad, bd, ac, bd, bc]
    default:
      return []
    }
  }
}
