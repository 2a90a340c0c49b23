/// What the lamp sees of a model: how near to the lamp its surface is along each of the lamp's rays. A place that lies
/// behind that is in the model's own shadow (L. Williams, Casting Curved Shadows on Curved Surfaces, SIGGRAPH 1978).
struct LampView {
  /// Cells along the longer side.
  private static let resolution = 1024
  /// How far from a surface, in cells, its places are looked up, so that it does not shade itself.
  private static let offset: Float = 2

  private let lampDirection: SIMD3<Float>
  private let right: SIMD3<Float>
  private let down: SIMD3<Float>
  private let origin: SIMD2<Float>
  private let cellsPerUnit: Float
  private let columns: Int
  private let rows: Int
  private var nearness: [Float]

  /// - Parameter lampDirection: unit vector towards the lamp, aslant.
  /// - Complexity: O(triangles + cells).
  init(of model: PreviewModel, lampDirection: SIMD3<Float>) {
    self.lampDirection = lampDirection
    let across = SIMD3(lampDirection.z, 0, -lampDirection.x)
    let right = across / (across * across).sum().squareRoot()
    let down = SIMD3(
      right.z * lampDirection.y - right.y * lampDirection.z,
      right.x * lampDirection.z - right.z * lampDirection.x,
      right.y * lampDirection.x - right.x * lampDirection.y)
    self.right = right
    self.down = down
    var minimum = SIMD2<Float>(repeating: .infinity)
    var maximum = SIMD2<Float>(repeating: -.infinity)
    for point in model.framedPoints {
      let place = SIMD2((point * right).sum(), (point * down).sum())
      minimum = SIMD2(min(minimum.x, place.x), min(minimum.y, place.y))
      maximum = SIMD2(max(maximum.x, place.x), max(maximum.y, place.y))
    }
    let extent = maximum - minimum
    let cellsPerUnit = Float(Self.resolution) / max(extent.x, extent.y)
    self.cellsPerUnit = cellsPerUnit
    // A rim of cells that see nothing, so that neighbours of a place are always there.
    let rim: Float = 4
    let origin = minimum - rim / cellsPerUnit
    self.origin = origin
    columns = Int(extent.x * cellsPerUnit + 2 * rim) + 1
    rows = Int(extent.y * cellsPerUnit + 2 * rim) + 1
    nearness = [Float](repeating: -.infinity, count: columns * rows)
    let seen = model.positions.map { point in
      SIMD3(
        ((point * right).sum() - origin.x) * cellsPerUnit, ((point * down).sum() - origin.y) * cellsPerUnit,
        (point * lampDirection).sum())
    }
    look(at: model, seen)
  }

  /// - Parameter seen: the vertices in columns and rows, and their nearness.
  private mutating func look(at model: PreviewModel, _ seen: [SIMD3<Float>]) {
    let (columns, rows) = (columns, rows)
    nearness.withUnsafeMutableBufferPointer { nearness in
      seen.withUnsafeBufferPointer { seen in
        for triangle in model.triangles {
          let (a, b, c) = (seen[Int(triangle.x)], seen[Int(triangle.y)], seen[Int(triangle.z)])
          guard
            let raster = TriangleRaster(
              SIMD2(a.x, a.y), SIMD2(b.x, b.y), SIMD2(c.x, c.y), isTwoSided: model.isTwoSided)
          else { continue }
          let corners = SIMD3(a.z, b.z, c.z)
          let (least, most) = (corners.min(), corners.max())
          raster.forEachRow(columns: 0..<columns, rows: 0..<rows) { row, run in
            for column in run {
              let height = (raster.weights(at: SIMD2(Float(column), Float(row))) * corners).sum()
              let cell = row * columns + column
              nearness[cell] = max(nearness[cell], min(max(height, least), most))
            }
          }
        }
      }
    }
  }

  /// The part of the lamp's light, 0…1, that the model lets through to a place of its surface: of 16 rays around it.
  @inline(__always)
  func visibility(of point: SIMD3<Float>, normal: SIMD3<Float>) -> Float {
    let place = point + normal * (Self.offset / cellsPerUnit)
    let column = ((place * right).sum() - origin.x) * cellsPerUnit - 1.5
    let row = ((place * down).sum() - origin.y) * cellsPerUnit - 1.5
    let height = (place * lampDirection).sum() + 0.5 / cellsPerUnit
    guard column >= 0, row >= 0, column < Float(columns - 5), row < Float(rows - 5) else { return 1 }
    let (firstColumn, firstRow) = (Int(column), Int(row))
    let (across, along) = (column - Float(firstColumn), row - Float(firstRow))
    return nearness.withUnsafeBufferPointer { nearness in
      // Of 5 × 5 cells those at the border count in part, so that the shadow's edge has no steps.
      var lit: Float = 0
      for step in 0..<5 {
        let start = (firstRow + step) * columns + firstColumn
        let weight = step == 0 ? 1 - along : step == 4 ? along : 1
        var inRow: Float = nearness[start] <= height ? 1 - across : 0
        for cell in 1..<4 where nearness[start + cell] <= height { inRow += 1 }
        if nearness[start + 4] <= height { inRow += across }
        lit += inRow * weight
      }
      return lit / 16
    }
  }
}
