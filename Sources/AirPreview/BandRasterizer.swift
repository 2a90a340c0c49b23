/// Finds what each sample of the picture sees, a band of rows at a time.
struct BandRasterizer {
  /// What a sample sees of the meshes.
  struct Hit {
    let albedo: SIMD3<Float>
    let normal: SIMD3<Float>
    let towardsCamera: SIMD3<Float>
  }

  /// A sample's triangle and its place in the picture.
  struct Sample {
    fileprivate var triangle: UInt32
    fileprivate var place: SIMD2<Float>
  }

  /// Samples along each side of a pixel.
  private static let samplesPerSide = 4
  private static let nothing = UInt32.max

  private let scene: PreviewScene
  private let camera: PreviewCamera
  private let width: Int
  private let height: Int
  private let bandHeight: Int
  /// The vertices: x and y in samples from the picture's top left sample, and 1/depth.
  private let projected: [SIMD3<Float>]
  /// For each band the triangles that reach into it.
  private let trianglesOfBand: [[UInt32]]

  /// The number of bands.
  var count: Int { trianglesOfBand.count }

  init(scene: PreviewScene, camera: PreviewCamera, width: Int, height: Int, bandHeight: Int) {
    self.scene = scene
    self.camera = camera
    self.width = width
    self.height = height
    self.bandHeight = bandHeight
    let samples = SIMD2(Float(width), Float(height)) * Float(Self.samplesPerSide)
    projected = scene.positions.map { position in
      let point = camera.project(position)
      return SIMD3(
        (point.x + 1) / 2 * samples.x - 0.5, (1 - point.y) / 2 * samples.y - 0.5, point.z)
    }
    let bandSamples = Float(bandHeight * Self.samplesPerSide)
    let bandCount = (height + bandHeight - 1) / bandHeight
    var trianglesOfBand = [[UInt32]](repeating: [], count: bandCount)
    for (index, triangle) in scene.triangles.enumerated() {
      let ys = SIMD3(
        projected[Int(triangle.x)].y, projected[Int(triangle.y)].y, projected[Int(triangle.z)].y)
      let first = max(0, Int((ys.min() / bandSamples).rounded(.down)))
      let last = min(bandCount - 1, Int((ys.max() / bandSamples).rounded(.down)))
      for band in first...max(first, last) where band < bandCount {
        trianglesOfBand[band].append(UInt32(index))
      }
    }
    self.trianglesOfBand = trianglesOfBand
  }

  /// Calls `body` with the column, row and samples of each pixel of a band, row by row.
  func forEachPixel(ofBand band: Int, _ body: (Int, Int, [Sample]) -> Void) {
    let side = Self.samplesPerSide
    let columns = width * side
    let firstRow = band * bandHeight
    let endRow = min(height, firstRow + bandHeight)
    let sampleRows = firstRow * side..<endRow * side
    let seen = triangles(seenIn: sampleRows, columns: columns, band: band)
    var samples = [Sample](repeating: Sample(triangle: Self.nothing, place: SIMD2()), count: side * side)
    for row in firstRow..<endRow {
      for column in 0..<width {
        for number in samples.indices {
          let x = column * side + number % side
          let y = row * side + number / side
          samples[number] = Sample(
            triangle: seen[(y - sampleRows.lowerBound) * columns + x], place: SIMD2(Float(x), Float(y)))
        }
        body(column, row, samples)
      }
    }
  }

  /// The nearest triangle at each sample of some rows.
  private func triangles(seenIn rows: Range<Int>, columns: Int, band: Int) -> [UInt32] {
    var nearest = [UInt32](repeating: Self.nothing, count: rows.count * columns)
    var inverseDepth = [Float](repeating: 0, count: rows.count * columns)
    for index in trianglesOfBand[band] {
      let corners = corners(of: index)
      guard let raster = raster(of: corners) else { continue }
      raster.forEachRow(columns: 0..<columns, rows: rows) { row, run in
        // 1/depth is affine in the picture.
        let depths = SIMD3(corners.0.z, corners.1.z, corners.2.z)
        let start = (raster.weights(at: SIMD2(Float(run.lowerBound), Float(row))) * depths).sum()
        let end = (raster.weights(at: SIMD2(Float(run.upperBound), Float(row))) * depths).sum()
        let step = (end - start) / Float(run.count)
        var depth = start
        for place in (row - rows.lowerBound) * columns + run.lowerBound..<(row - rows.lowerBound) * columns
          + run.upperBound
        {
          if depth > inverseDepth[place] {
            inverseDepth[place] = depth
            nearest[place] = index
          }
          depth += step
        }
      }
    }
    return nearest
  }

  /// What a sample sees, or nil for the ground.
  func hit(of sample: Sample) -> Hit? {
    guard sample.triangle != Self.nothing else { return nil }
    let corners = corners(of: sample.triangle)
    guard let raster = raster(of: corners) else { return nil }
    // Attributes are affine in space, so their weights are those of the picture times 1/depth.
    var weights = raster.weights(at: sample.place) * SIMD3(corners.0.z, corners.1.z, corners.2.z)
    weights /= weights.sum()
    let triangle = scene.triangles[Int(sample.triangle)]
    let normal = blend(scene.normals, triangle, weights)
    let towardsCamera = camera.position - blend(scene.positions, triangle, weights)
    return Hit(
      albedo: scene.colors[Int(scene.colorOfTriangle[Int(sample.triangle)])],
      normal: normal / (normal * normal).sum().squareRoot(),
      towardsCamera: towardsCamera / (towardsCamera * towardsCamera).sum().squareRoot())
  }

  private func blend(
    _ values: [SIMD3<Float>], _ triangle: SIMD3<UInt32>, _ weights: SIMD3<Float>
  ) -> SIMD3<Float> {
    values[Int(triangle.x)] * weights.x + values[Int(triangle.y)] * weights.y
      + values[Int(triangle.z)] * weights.z
  }

  private func corners(of triangle: UInt32) -> (SIMD3<Float>, SIMD3<Float>, SIMD3<Float>) {
    let corners = scene.triangles[Int(triangle)]
    return (projected[Int(corners.x)], projected[Int(corners.y)], projected[Int(corners.z)])
  }

  /// Nil for a face that is turned away.
  private func raster(of corners: (SIMD3<Float>, SIMD3<Float>, SIMD3<Float>)) -> TriangleRaster? {
    func flat(_ corner: SIMD3<Float>) -> SIMD2<Float> { SIMD2(corner.x, corner.y) }
    return TriangleRaster(flat(corners.0), flat(corners.1), flat(corners.2))
  }
}
