/// The surface of an implicit solid between the points of a grid: closed, oriented and free of self-intersection, by
/// construction.
///
/// Marching tetrahedra (A. Doi, A. Koide, "An efficient method of triangulating equi-valued surfaces by using
/// tetrahedral cells", IEICE Transactions E74, 1991). Each edge with one end inside has a vertex strictly between its
/// ends: edges are a power of two of lattice steps long in every coordinate that they change, so that every such
/// place is a lattice point exactly on its edge. Then each tetrahedron holds one triangle, or two that share a
/// diagonal; these meet those of other tetrahedra only in the common faces, in the same segments. No place is ever
/// rounded off its edge, and nothing is left to chance.
struct ImplicitSurface {
  /// The surface.
  private(set) var shell = SolidShell()
  /// The largest value, in lattice steps, that the solid's function has at a triangle's centre or in the middle of its
  /// longest side.
  private(set) var largestError = 0.0

  private let solid: ImplicitSolid
  private let blocks: GridBlocks
  /// For each block and each of its cells, in x, y and z, the bits of the directions in which the edges that leave the
  /// cell's lower corner have a vertex, and the first of these vertices.
  private var edgeMasks: [UInt8]
  private var firstVertices: [UInt32]
  /// For each block and each of its corners, whether it is inside.
  private var isInside: [Bool]

  private static let side = GridBlocks.side
  private static let cellsInBlock = side * side * side
  private static let cornersAlong = side + 1
  private static let cornersInBlock = cornersAlong * cornersAlong * cornersAlong

  /// - Parameters:
  ///   - spacing: length of a cell's edge in lattice steps, a power of two and at least 2.
  ///   - cellLimit: how many cells are allowed.
  /// - Throws: `ExtrusionError.gridTooFine`.
  init(of solid: ImplicitSolid, spacing: Int32, cellLimit: Int) throws(ExtrusionError) {
    self.solid = solid
    blocks = try GridBlocks(of: solid, spacing: spacing, cellLimit: cellLimit)
    let count = blocks.corners.count
    edgeMasks = [UInt8](repeating: 0, count: count * Self.cellsInBlock)
    firstVertices = [UInt32](repeating: 0, count: count * Self.cellsInBlock)
    isInside = [Bool](repeating: false, count: count * Self.cornersInBlock)
    var values = [Double](repeating: 0, count: Self.cornersInBlock)
    for block in 0..<count {
      sample(block, into: &values)
      placeVertices(block, values)
    }
    for block in 0..<count { placeTriangles(block) }
  }

  /// The solid's value at a place; nil away from the surface.
  func value(at place: SIMD3<Double>) -> Double? {
    let corner = (place / Double(Int(blocks.spacing) * Self.side)).rounded(.down)
    guard let block = blocks.block(at: SIMD3(Int32(corner.x), Int32(corner.y), Int32(corner.z))) else {
      return nil
    }
    return solid.value(at: place, of: blocks.pieces(ofBlock: block))
  }

  // MARK: Vertices

  @inline(__always)
  private static func corner(_ x: Int, _ y: Int, _ z: Int) -> Int {
    (z * cornersAlong + y) * cornersAlong + x
  }

  @inline(__always)
  private static func cell(_ x: Int, _ y: Int, _ z: Int) -> Int { (z * side + y) * side + x }

  private func place(_ block: Int, _ x: Int, _ y: Int, _ z: Int) -> SIMD3<Int32> {
    (blocks.corners[block] &* Int32(Self.side) &+ SIMD3(Int32(x), Int32(y), Int32(z))) &* blocks.spacing
  }

  private mutating func sample(_ block: Int, into values: inout [Double]) {
    let list = blocks.pieces(ofBlock: block)
    for z in 0...Self.side {
      for y in 0...Self.side {
        for x in 0...Self.side {
          let value = solid.value(at: SIMD3<Double>(place(block, x, y, z)), of: list)
          let corner = Self.corner(x, y, z)
          values[corner] = value
          isInside[block * Self.cornersInBlock + corner] = value < 0
        }
      }
    }
  }

  private mutating func placeVertices(_ block: Int, _ values: [Double]) {
    let list = blocks.pieces(ofBlock: block)
    for z in 0..<Self.side {
      for y in 0..<Self.side {
        for x in 0..<Self.side {
          let corner = Self.corner(x, y, z)
          let value = values[corner]
          var mask: UInt8 = 0
          let first = UInt32(shell.vertices.count)
          for direction in 1..<8 {
            let (dx, dy, dz) = (direction & 1, direction >> 1 & 1, direction >> 2)
            let other = values[corner + Self.corner(dx, dy, dz)]
            guard (value < 0) != (other < 0) else { continue }
            mask |= 1 << UInt8(direction)
            let start = place(block, x, y, z)
            let step = SIMD3(Int32(dx), Int32(dy), Int32(dz))
            shell.vertices.append(
              start &+ step &* crossing(from: start, along: step, value, other, list))
          }
          let cell = block * Self.cellsInBlock + Self.cell(x, y, z)
          edgeMasks[cell] = mask
          firstVertices[cell] = first
        }
      }
    }
  }

  /// How many steps along an edge the surface is: at least one from either end, and as far as keeps slivers away.
  ///
  /// False position with the Illinois rule (M. Dowell, P. Jarratt, BIT 11, 1971).
  private func crossing(
    from start: SIMD3<Int32>, along step: SIMD3<Int32>, _ startValue: Double, _ endValue: Double,
    _ list: ArraySlice<Int32>
  ) -> Int32 {
    let (origin, direction) = (SIMD3<Double>(start), SIMD3<Double>(step))
    let length = Double(blocks.spacing)
    var (low, high) = (0.0, length)
    var (lowValue, highValue) = (startValue, endValue)
    var middle = length / 2
    for _ in 0..<40 where high - low > 0.5 {
      middle = low + (high - low) * lowValue / (lowValue - highValue)
      let value = solid.value(at: origin + direction * middle, of: list)
      if abs(value) < 0.125 { break }
      if (value < 0) == (lowValue < 0) {
        (low, lowValue) = (middle, value)
        highValue /= 2
      } else {
        (high, highValue) = (middle, value)
        lowValue /= 2
      }
    }
    let margin = max(1, blocks.spacing / 256)
    return max(margin, min(blocks.spacing - margin, Int32(middle.rounded())))
  }

  // MARK: Triangles

  private mutating func placeTriangles(_ block: Int) {
    // The blocks that hold the edges leaving corners on this block's far sides.
    let neighbours = (0..<8 as Range<Int32>).map { bits in
      blocks.block(at: blocks.corners[block] &+ SIMD3(bits & 1, bits >> 1 & 1, bits >> 2)) ?? block
    }
    let list = blocks.pieces(ofBlock: block)
    for z in 0..<Self.side {
      for y in 0..<Self.side {
        for x in 0..<Self.side {
          let set = insideCorners(block, x, y, z)
          guard set != 0, set != 0xff else { continue }
          for tetrahedron in TetrahedronCases.tetrahedra {
            var inside = 0
            for (index, corner) in tetrahedron.corners.enumerated() where set >> corner & 1 == 1 {
              inside |= 1 << index
            }
            let edges = tetrahedron.triangles[inside]
            for first in stride(from: 0, to: edges.count, by: 3) {
              let triangle = SIMD3(
                vertex(on: edges[first], x, y, z, neighbours),
                vertex(on: edges[first + 1], x, y, z, neighbours),
                vertex(on: edges[first + 2], x, y, z, neighbours))
              shell.triangles.append(triangle)
              measure(triangle, list)
            }
          }
        }
      }
    }
  }

  @inline(__always)
  private func insideCorners(_ block: Int, _ x: Int, _ y: Int, _ z: Int) -> UInt8 {
    let base = block * Self.cornersInBlock + Self.corner(x, y, z)
    var set: UInt8 = 0
    for corner in 0..<8
    where isInside[base + Self.corner(corner & 1, corner >> 1 & 1, corner >> 2)] {
      set |= 1 << UInt8(corner)
    }
    return set
  }

  @inline(__always)
  private func vertex(
    on edge: TetrahedronCases.Edge, _ x: Int, _ y: Int, _ z: Int, _ neighbours: [Int]
  ) -> UInt32 {
    let corner = Int(edge.corner)
    let (cx, cy, cz) = (x + (corner & 1), y + (corner >> 1 & 1), z + (corner >> 2))
    let beyond = cx / Self.side | (cy / Self.side) << 1 | (cz / Self.side) << 2
    let inner = Self.side - 1
    let cell = neighbours[beyond] * Self.cellsInBlock + Self.cell(cx & inner, cy & inner, cz & inner)
    let earlier = edgeMasks[cell] & ((1 << edge.direction) - 1)
    return firstVertices[cell] + UInt32(earlier.nonzeroBitCount)
  }

  private mutating func measure(_ triangle: SIMD3<UInt32>, _ list: ArraySlice<Int32>) {
    let a = SIMD3<Double>(shell.vertices[Int(triangle.x)])
    let b = SIMD3<Double>(shell.vertices[Int(triangle.y)])
    let c = SIMD3<Double>(shell.vertices[Int(triangle.z)])
    let sides = [(a, b), (b, c), (c, a)].map { (($0.1 - $0.0) * ($0.1 - $0.0)).sum() }
    let longest = sides[0] >= sides[1] && sides[0] >= sides[2] ? a + b : sides[1] >= sides[2] ? b + c : c + a
    for place in [(a + b + c) / 3, longest / 2] {
      largestError = max(largestError, abs(solid.value(at: place, of: list)))
    }
  }
}
