import Glibc

/// How much of the light reaches each place of the ground on which a mesh lies.
///
/// The lamp and the sky are many small lights. Each throws a hard shadow, the mesh projected onto the ground along its
/// direction, and their mean is soft: sharp where the mesh touches the ground and wider farther off.
struct GroundShadow {
  private static let lampSamples = 32
  private static let skySamples = 48
  /// Radius of the lamp as seen from the scene, as the tangent of the angle.
  private static let lampRadius: Float = 0.11
  /// Cells along the longer side of the map.
  private static let resolution = 640

  private let groundHeight: Float
  private let origin: SIMD2<Float>
  private let cellsPerUnit: Float
  private let columns: Int
  private let rows: Int
  private var lamp: [Float]
  private var sky: [Float]

  /// Computes the map.
  ///
  /// - Parameter lampDirection: unit vector from the ground to the lamp, upwards.
  /// - Complexity: O(triangles + cells), eighty times.
  init(of scene: PreviewScene, lampDirection: SIMD3<Float>) {
    groundHeight = scene.groundHeight
    let lights = Self.lights(around: lampDirection)
    var minimum = SIMD2<Float>(repeating: .infinity)
    var maximum = SIMD2<Float>(repeating: -.infinity)
    // The steepest third of the sky: the shadows of the flatter rest may leave the map, where nobody misses them.
    let framed = lights.lamp + lights.sky.prefix(Self.skySamples / 3)
    for light in framed {
      for position in scene.framedPoints {
        let shadow = Self.project(position, along: light, onto: groundHeight)
        minimum = pointwiseMin(minimum, shadow)
        maximum = pointwiseMax(maximum, shadow)
      }
    }
    let extent = maximum - minimum
    let margin = 0.1 * max(extent.x, extent.y, scene.maximum.y - scene.minimum.y)
    origin = minimum - margin
    cellsPerUnit = Float(Self.resolution) / (extent + 2 * margin).max()
    columns = Int((extent.x + 2 * margin) * cellsPerUnit) + 2
    rows = Int((extent.y + 2 * margin) * cellsPerUnit) + 2
    lamp = []
    sky = []
    lamp = visibility(of: lights.lamp, in: scene)
    sky = visibility(of: lights.sky, in: scene)
  }

  /// The parts of the lamp's and of the sky's light, 0…1, that reach a place of the ground.
  func visibility(x: Float, z: Float) -> (lamp: Float, sky: Float) {
    let place = (SIMD2(x, z) - origin) * cellsPerUnit - 0.5
    guard place.x >= 0, place.y >= 0, place.x < Float(columns - 1), place.y < Float(rows - 1) else {
      return (1, 1)
    }
    let column = Int(place.x)
    let row = Int(place.y)
    let (fx, fy) = (place.x - Float(column), place.y - Float(row))
    func blend(_ map: [Float]) -> Float {
      let cell = row * columns + column
      let near = map[cell] * (1 - fx) + map[cell + 1] * fx
      let far = map[cell + columns] * (1 - fx) + map[cell + columns + 1] * fx
      return near * (1 - fy) + far * fy
    }
    return (blend(lamp), blend(sky))
  }

  /// Directions that fill the lamp's disc and the sky evenly, on spirals of the golden angle (H. Vogel, Mathematical
  /// Biosciences 44, 1979). The sky's are cosine-weighted: uniform on the unit disc, then lifted (Malley's method).
  private static func lights(
    around lampDirection: SIMD3<Float>
  ) -> (lamp: [SIMD3<Float>], sky: [SIMD3<Float>]) {
    let goldenAngle: Float = 2.399_963_2
    func spiral(_ index: Int, of count: Int) -> SIMD2<Float> {
      let radius = ((Float(index) + 0.5) / Float(count)).squareRoot()
      return SIMD2(radius * cosf(goldenAngle * Float(index)), radius * sinf(goldenAngle * Float(index)))
    }
    let lamp = (0..<lampSamples).map { index in
      let place = spiral(index, of: lampSamples) * lampRadius
      return lampDirection + SIMD3(place.x, 0, place.y)
    }
    // Nothing below 20° of elevation: those shadows are long, faint and would need an endless map.
    let sky = (0..<skySamples).map { index in
      let place = spiral(index, of: skySamples) * 0.94
      return SIMD3(place.x, (1 - (place * place).sum()).squareRoot(), place.y)
    }
    return (lamp, sky)
  }

  private static func project(
    _ point: SIMD3<Float>, along light: SIMD3<Float>, onto height: Float
  ) -> SIMD2<Float> {
    let fall = (point.y - height) / light.y
    return SIMD2(point.x - light.x * fall, point.z - light.z * fall)
  }

  /// The part of the lights that each cell sees.
  private func visibility(
    of lights: [SIMD3<Float>], in scene: PreviewScene
  ) -> [Float] {
    var blocked = [UInt16](repeating: 0, count: columns * rows)
    // The last light whose shadow a cell was found in, so that a cell counts once for each light.
    var lastLight = [UInt16](repeating: .max, count: columns * rows)
    var shadow = [SIMD2<Float>](repeating: SIMD2(), count: scene.positions.count)
    for (number, light) in lights.enumerated() {
      for index in scene.positions.indices {
        let place = Self.project(scene.positions[index], along: light, onto: groundHeight)
        shadow[index] = (place - origin) * cellsPerUnit - 0.5
      }
      for triangle in scene.triangles {
        // On a closed mesh the faces turned to the light throw the whole shadow.
        let raster = TriangleRaster(
          shadow[Int(triangle.x)], shadow[Int(triangle.y)], shadow[Int(triangle.z)])
        raster?.forEachRow(columns: 0..<columns, rows: 0..<rows) { row, run in
          for cell in row * columns + run.lowerBound..<row * columns + run.upperBound
          where lastLight[cell] != UInt16(number) {
            lastLight[cell] = UInt16(number)
            blocked[cell] += 1
          }
        }
      }
    }
    return smoothed(blocked.map { 1 - Float($0) / Float(lights.count) })
  }

  /// The map after two passes of a 3 × 3 mean, which hide the edges of the single shadows.
  private func smoothed(_ map: [Float]) -> [Float] {
    var map = map
    for _ in 0..<2 {
      for step in [1, columns] {
        let before = map
        for cell in step..<map.count - step {
          map[cell] = (before[cell - step] + before[cell] + before[cell + step]) / 3
        }
      }
    }
    return map
  }
}
