import AirCapture
import AirGeometry

/// A small copy of a picture in Y′CbCr, on which things of a finger's size can be looked for quickly.
struct ReducedPicture {
  /// The cells of a reduced picture: each stands for a square of pixels.
  struct Grid: Hashable {
    let width: Int
    let height: Int
    /// Side of a cell in pixels, at least 1.
    let cellSide: Double

    /// A grid of about `targetCount` cells, or one of whole pixels for a picture that has no more.
    init(covering size: ImageSize, targetCount: Int = 36_000) {
      let pixels = Double(size.width) * Double(size.height)
      cellSide = max((pixels / Double(targetCount)).squareRoot(), 1)
      width = max(Int(Double(size.width) / cellSide), 1)
      height = max(Int(Double(size.height) / cellSide), 1)
    }

    var count: Int { width * height }

    /// The place in the picture of a place on the grid, where (0, 0) is the first cell's centre.
    func imagePoint(x: Double, y: Double) -> ImagePoint {
      ImagePoint(x: (x + 0.5) * cellSide - 0.5, y: (y + 0.5) * cellSide - 0.5)
    }
  }

  let grid: Grid
  /// False for a picture in shades of grey.
  let isColored: Bool
  /// Y′, Cb − 128, Cr − 128 and 0 of each cell, rows from top to bottom.
  let colors: [SIMD4<Float>]

  /// Averages 2 × 2 samples for each cell.
  init(_ image: PixelImage, grid: Grid) {
    self.grid = grid
    isColored = image.format == .bgr8
    let columns = Self.samplePlaces(grid.width, grid.cellSide, limit: image.size.width)
    let rows = Self.samplePlaces(grid.height, grid.cellSide, limit: image.size.height)
    let bytesPerPixel = image.format.bytesPerPixel
    // A grey picture has one byte that is all of its colours.
    let (greenPlace, redPlace) = isColored ? (1, 2) : (0, 0)
    colors = [SIMD4<Float>](unsafeUninitializedCapacity: grid.count) { cells, filled in
      image.bytes.withUnsafeBufferPointer { bytes in
        for y in 0..<grid.height {
          let (upper, lower) = (rows[2 * y] * image.bytesPerRow, rows[2 * y + 1] * image.bytesPerRow)
          for x in 0..<grid.width {
            let (left, right) = (columns[2 * x] * bytesPerPixel, columns[2 * x + 1] * bytesPerPixel)
            func sum(_ place: Int) -> Int {
              Int(bytes[upper + left + place]) + Int(bytes[upper + right + place])
                + Int(bytes[lower + left + place]) + Int(bytes[lower + right + place])
            }
            cells[y * grid.width + x] = Self.lumaAndChroma(
              blue: 0.25 * Float(sum(0)), green: 0.25 * Float(sum(greenPlace)),
              red: 0.25 * Float(sum(redPlace)))
          }
        }
      }
      filled = grid.count
    }
  }

  /// Two pixels of each cell along one axis, a quarter of its side from its edges.
  private static func samplePlaces(_ cells: Int, _ cellSide: Double, limit: Int) -> [Int] {
    (0..<2 * cells).map { min(Int((Double($0) + 0.5) / 2 * cellSide), limit - 1) }
  }

  /// Y′CbCr of ITU-R BT.601 in full range.
  private static func lumaAndChroma(blue: Float, green: Float, red: Float) -> SIMD4<Float> {
    let luma = 0.114 * blue + 0.587 * green + 0.299 * red
    return SIMD4(luma, (blue - luma) / 1.772, (red - luma) / 1.402, 0)
  }
}
