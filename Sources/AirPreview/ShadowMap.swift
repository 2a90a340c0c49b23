/// How much of some lights reaches each place of the ground: each throws a hard shadow, the model projected onto the
/// ground along its direction, and their mean is soft, sharp where the model touches the ground and wider farther off.
struct ShadowMap {
  /// Cells along the longer side.
  private static let resolution = 640
  /// Part of the longer side along the border in which shadows fade away: less than the margin.
  private static let fadedPart: Float = 0.07
  /// Lights whose shadows are gathered in the bits of one byte.
  private static let lightsAtOnce = 8

  private let origin: SIMD2<Float>
  private let cellsPerUnit: Float
  private let columns: Int
  private let rows: Int
  private var visible: [Float] = []

  /// Computes the map.
  ///
  /// - Parameters:
  ///   - model: what throws the shadow.
  ///   - lights: directions towards the lights, upwards.
  ///   - framedCount: of how many of the lights, the first, the whole shadow lies on the map.
  /// - Complexity: O(lights · (triangles + cells)).
  init(of model: PreviewModel, lights: [SIMD3<Float>], framedCount: Int) {
    var minimum = SIMD2<Float>(repeating: .infinity)
    var maximum = SIMD2<Float>(repeating: -.infinity)
    for light in lights.prefix(framedCount) {
      for position in model.framedPoints {
        let shadow = Self.project(position, along: light)
        minimum = SIMD2(min(minimum.x, shadow.x), min(minimum.y, shadow.y))
        maximum = SIMD2(max(maximum.x, shadow.x), max(maximum.y, shadow.y))
      }
    }
    let extent = maximum - minimum
    let margin = 0.1 * max(extent.x, extent.y, Float(model.size.y))
    origin = minimum - margin
    cellsPerUnit = Float(Self.resolution) / (max(extent.x, extent.y) + 2 * margin)
    columns = Int((extent.x + 2 * margin) * cellsPerUnit) + 2
    rows = Int((extent.y + 2 * margin) * cellsPerUnit) + 2
    guard !model.triangles.isEmpty else {
      visible = [Float](repeating: 1, count: columns * rows)
      return
    }
    let blocked = blocked(lights, model)
    visible = smoothed(blocked.map { 1 - Float($0) / Float(lights.count) })
    fadeOut()
  }

  /// Lets what shadow reaches the map's border fade away towards it, where it would end with a step.
  private mutating func fadeOut() {
    let width = Self.fadedPart * Float(max(columns, rows))
    visible.withUnsafeMutableBufferPointer { visible in
      for row in 0..<rows {
        for column in 0..<columns {
          let distance = min(column, columns - 1 - column, row, rows - 1 - row)
          guard Float(distance) < width else { continue }
          let part = Float(distance) / width
          let cell = row * columns + column
          visible[cell] = 1 - (1 - visible[cell]) * part * part * (3 - 2 * part)
        }
      }
    }
  }

  /// The part of the light, 0…1, that reaches a place of the ground; all of it off the map.
  @inline(__always)
  func visibility(x: Float, z: Float) -> Float {
    let column = (x - origin.x) * cellsPerUnit - 0.5
    let row = (z - origin.y) * cellsPerUnit - 0.5
    guard column >= 0, row >= 0, column < Float(columns - 1), row < Float(rows - 1) else { return 1 }
    let cell = Int(row) * columns + Int(column)
    let across = column - Float(Int(column))
    let down = row - Float(Int(row))
    return visible.withUnsafeBufferPointer { visible in
      let near = visible[cell] * (1 - across) + visible[cell + 1] * across
      let far = visible[cell + columns] * (1 - across) + visible[cell + columns + 1] * across
      return near * (1 - down) + far * down
    }
  }

  /// Where the light that a point is in the way of would meet the ground, y = 0.
  @inline(__always)
  private static func project(_ point: SIMD3<Float>, along light: SIMD3<Float>) -> SIMD2<Float> {
    let fall = point.y / light.y
    return SIMD2(point.x - light.x * fall, point.z - light.z * fall)
  }

  /// For each cell the number of lights that do not reach it. Sums of whole numbers: the order of the threads is no
  /// matter.
  private func blocked(_ lights: [SIMD3<Float>], _ model: PreviewModel) -> [UInt16] {
    let count = columns * rows
    let groupCount = (lights.count + Self.lightsAtOnce - 1) / Self.lightsAtOnce
    let masks = UnsafeMutablePointer<UInt8>.allocate(capacity: groupCount * count)
    masks.initialize(repeating: 0, count: groupCount * count)
    defer { masks.deallocate() }
    Parallelism.forEach(groupCount) { group in
      var shadow = [SIMD2<Float>](repeating: SIMD2(), count: model.positions.count)
      let first = group * Self.lightsAtOnce
      for number in first..<min(first + Self.lightsAtOnce, lights.count) {
        cast(
          model, along: lights[number], bit: 1 << UInt8(number - first), into: masks + group * count,
          by: &shadow)
      }
    }
    return (0..<count).map { cell in
      var blocked = 0
      for group in 0..<groupCount { blocked += masks[group * count + cell].nonzeroBitCount }
      return UInt16(blocked)
    }
  }

  /// Sets a bit in each cell that lies in the hard shadow of one light.
  ///
  /// - Parameter shadow: room for a place of each vertex.
  private func cast(
    _ model: PreviewModel, along light: SIMD3<Float>, bit: UInt8, into mask: UnsafeMutablePointer<UInt8>,
    by shadow: inout [SIMD2<Float>]
  ) {
    shadow.withUnsafeMutableBufferPointer { shadow in
      model.positions.withUnsafeBufferPointer { positions in
        for index in 0..<positions.count {
          shadow[index] = (Self.project(positions[index], along: light) - origin) * cellsPerUnit - 0.5
        }
      }
      model.triangles.withUnsafeBufferPointer { triangles in
        for triangle in triangles {
          // On a closed mesh the faces turned to the light throw the whole shadow.
          let raster = TriangleRaster(
            shadow[Int(triangle.x)], shadow[Int(triangle.y)], shadow[Int(triangle.z)],
            isTwoSided: model.isTwoSided)
          raster?.forEachRow(columns: 0..<columns, rows: 0..<rows) { row, run in
            let start = mask + row * columns + run.lowerBound
            for cell in 0..<run.count { start[cell] |= bit }
          }
        }
      }
    }
  }

  /// The map after two passes of a 3 × 3 mean, which hide the edges of the single shadows.
  private func smoothed(_ map: [Float]) -> [Float] {
    var map = map
    var before = map
    for _ in 0..<2 {
      for step in [1, columns] {
        swap(&map, &before)
        map.withUnsafeMutableBufferPointer { map in
          before.withUnsafeBufferPointer { before in
            for cell in 0..<step { map[cell] = before[cell] }
            for cell in map.count - step..<map.count { map[cell] = before[cell] }
            for cell in step..<map.count - step {
              map[cell] = (before[cell - step] + before[cell] + before[cell + step]) * (1 / 3)
            }
          }
        }
      }
    }
    return map
  }
}
