/// Which triangle each sample of a part of the picture sees, by a depth buffer.
struct DepthRaster {
  private let columns: Range<Int>
  private let rows: Range<Int>
  private let side: Int
  private let width: Int
  private let height: Int
  /// 1/depth of the nearest triangle; 0 where there is none.
  private var inverseDepth: [Float]
  private var corners: [SIMD3<UInt32>]
  /// The weights of the nearest triangle's second and third corner.
  private var weights: [SIMD2<Float>]

  /// - Parameters:
  ///   - columns: the part's columns of pixels.
  ///   - rows: its rows.
  ///   - samplesPerSide: samples along each side of a pixel.
  init(columns: Range<Int>, rows: Range<Int>, samplesPerSide: Int) {
    self.columns = columns
    self.rows = rows
    side = samplesPerSide
    width = columns.count * samplesPerSide
    height = rows.count * samplesPerSide
    inverseDepth = [Float](repeating: 0, count: width * height)
    corners = [SIMD3<UInt32>](repeating: SIMD3(), count: width * height)
    weights = [SIMD2<Float>](repeating: SIMD2(), count: width * height)
  }

  /// Draws a triangle.
  ///
  /// - Parameters:
  ///   - triangle: its corners, counter-clockwise seen from outside.
  ///   - vertices: x and y in pixels and 1/depth, 0 for those that are not seen.
  ///   - bothSides: whether it is seen from inside too.
  mutating func fill(_ triangle: SIMD3<UInt32>, _ vertices: [SIMD3<Float>], bothSides: Bool) {
    let seen = (vertices[Int(triangle.x)], vertices[Int(triangle.y)], vertices[Int(triangle.z)])
    guard min(seen.0.z, seen.1.z, seen.2.z) > 0 else { return }
    let raster = TriangleRaster(sample(seen.0), sample(seen.1), sample(seen.2), isTwoSided: bothSides)
    guard let raster else { return }
    let nearness = SIMD3(seen.0.z, seen.1.z, seen.2.z)
    raster.forEachRow(columns: 0..<width, rows: 0..<height) { y, run in
      for x in run {
        let weight = raster.weights(at: SIMD2(Float(x), Float(y)))
        let depth = (weight * nearness).sum()
        let index = y * width + x
        guard depth > inverseDepth[index] else { continue }
        inverseDepth[index] = depth
        corners[index] = triangle
        weights[index] = SIMD2(weight.y, weight.z)
      }
    }
  }

  /// 1 for each pixel that a triangle covers, of a raster of one sample a pixel.
  var covered: [Float] { inverseDepth.map { $0 > 0 ? 1 : 0 } }

  /// Each pixel's light, weighted by its cover, and its cover.
  func resolved(_ lights: [SIMD3<Float>]) -> (light: [SIMD3<Float>], cover: [Float]) {
    var light = [SIMD3<Float>](repeating: SIMD3(), count: columns.count * rows.count)
    var cover = [Float](repeating: 0, count: light.count)
    let share = 1 / Float(side * side)
    for y in 0..<height {
      for x in 0..<width where inverseDepth[y * width + x] > 0 {
        let index = y * width + x
        let (triangle, weight) = (corners[index], weights[index])
        let pixel = y / side * columns.count + x / side
        let a = lights[Int(triangle.x)] * (1 - weight.x - weight.y)
        light[pixel] +=
          (a + lights[Int(triangle.y)] * weight.x + lights[Int(triangle.z)] * weight.y) * share
        cover[pixel] += share
      }
    }
    return (light, cover)
  }

  /// A vertex in samples from the part's first one: samples lie evenly within their pixel, whose centre is a whole number.
  private func sample(_ vertex: SIMD3<Float>) -> SIMD2<Float> {
    let place = SIMD2(vertex.x - Float(columns.lowerBound), vertex.y - Float(rows.lowerBound))
    return (place + 0.5) * Float(side) - 0.5
  }
}
