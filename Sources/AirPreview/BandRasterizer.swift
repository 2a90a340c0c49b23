/// Finds the triangle that each sample of the picture sees, a band of rows at a time.
struct BandRasterizer {
  /// Samples along each side of a pixel.
  static let samplesPerSide = 4
  /// What stands in a sample that sees no triangle.
  static let nothing = UInt32.max

  /// Samples in a row of the picture.
  let columns: Int
  /// The vertices: x and y in samples from the picture's top left sample, and their nearness.
  let projected: [SIMD3<Float>]
  private let model: PreviewModel
  private let height: Int
  private let bandHeight: Int
  /// For each band the triangles that reach into it.
  private let trianglesOfBand: [[UInt32]]

  /// The number of bands.
  var bandCount: Int { trianglesOfBand.count }

  /// Projects and sorts the triangles.
  ///
  /// - Parameter bandHeight: rows of pixels in a band, except perhaps the last.
  init(model: PreviewModel, camera: PreviewCamera, width: Int, height: Int, bandHeight: Int) {
    self.model = model
    self.height = height
    self.bandHeight = bandHeight
    columns = width * Self.samplesPerSide
    let samples = SIMD2(Float(columns), Float(height * Self.samplesPerSide))
    let projected = model.positions.map { position in
      let point = camera.project(position)
      return SIMD3(
        (point.x + 1) / 2 * samples.x - 0.5, (1 - point.y) / 2 * samples.y - 0.5, point.z)
    }
    let bandSamples = Float(bandHeight * Self.samplesPerSide)
    let bandCount = (height + bandHeight - 1) / bandHeight
    var trianglesOfBand = [[UInt32]](repeating: [], count: bandCount)
    for (index, triangle) in model.triangles.enumerated() {
      let (a, b, c) = (
        projected[Int(triangle.x)].y, projected[Int(triangle.y)].y, projected[Int(triangle.z)].y
      )
      let first = max(0, Int((min(a, b, c) / bandSamples).rounded(.down)))
      let last = min(bandCount - 1, Int((max(a, b, c) / bandSamples).rounded(.down)))
      for band in first..<max(first, last + 1) where band < bandCount {
        trianglesOfBand[band].append(UInt32(index))
      }
    }
    self.projected = projected
    self.trianglesOfBand = trianglesOfBand
  }

  /// The rows of pixels of a band.
  func rows(ofBand band: Int) -> Range<Int> {
    band * bandHeight..<min(height, (band + 1) * bandHeight)
  }

  /// Room for the samples of a band.
  func makeBuffer() -> SampleBuffer { SampleBuffer(count: columns * bandHeight * Self.samplesPerSide) }

  /// Fills the buffer with the nearest triangle at each sample of a band, row by row.
  func fill(_ buffer: SampleBuffer, ofBand band: Int) {
    buffer.clear()
    let pixels = rows(ofBand: band)
    let rows = pixels.lowerBound * Self.samplesPerSide..<pixels.upperBound * Self.samplesPerSide
    let columns = columns
    projected.withUnsafeBufferPointer { projected in
      model.triangles.withUnsafeBufferPointer { triangles in
        for index in trianglesOfBand[band] {
          let corners = triangles[Int(index)]
          let (a, b, c) = (
            projected[Int(corners.x)], projected[Int(corners.y)], projected[Int(corners.z)]
          )
          guard
            let raster = TriangleRaster(
              SIMD2(a.x, a.y), SIMD2(b.x, b.y), SIMD2(c.x, c.y), isTwoSided: model.isTwoSided)
          else { continue }
          let nearnesses = SIMD3(a.z, b.z, c.z)
          let (least, most) = (nearnesses.min(), nearnesses.max())
          let origin = (raster.weights(at: SIMD2(a.x, a.y)) * nearnesses).sum()
          let alongColumn = (raster.weights(at: SIMD2(a.x + 1, a.y)) * nearnesses).sum() - origin
          raster.forEachRow(columns: 0..<columns, rows: rows) { row, run in
            let start = (raster.weights(at: SIMD2(Float(run.lowerBound), Float(row))) * nearnesses).sum()
            let first = (row - rows.lowerBound) * columns + run.lowerBound
            for step in 0..<run.count {
              // Slopes of slivers are all but meaningless: no sample is nearer than the nearest corner.
              let nearness = min(max(start + Float(step) * alongColumn, least), most)
              if nearness > buffer.nearness[first + step] {
                buffer.nearness[first + step] = nearness
                buffer.triangles[first + step] = index
              }
            }
          }
        }
      }
    }
  }
}

/// The samples of a band: the triangle that each sees, and how near it is.
final class SampleBuffer {
  let triangles: UnsafeMutablePointer<UInt32>
  let nearness: UnsafeMutablePointer<Float>
  private let count: Int

  init(count: Int) {
    self.count = count
    triangles = .allocate(capacity: count)
    nearness = .allocate(capacity: count)
    clear()
  }

  deinit {
    triangles.deallocate()
    nearness.deallocate()
  }

  func clear() {
    triangles.initialize(repeating: BandRasterizer.nothing, count: count)
    nearness.initialize(repeating: -.infinity, count: count)
  }
}
