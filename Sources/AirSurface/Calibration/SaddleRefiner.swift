import AirGeometry
import Glibc

/// Finds where four squares of a board meet, to a few hundredths of a pixel.
///
/// Around a corner every brightness gradient is perpendicular to the line to the corner, so the corner is where
/// Σ w·((p − c)·∇I(p))² is least (W. Förstner, E. Gülch, ISPRS Intercommission Workshop 1987; OpenCV's `cornerSubPix`
/// solves the same equation over an upright rectangle of pixels). Here the window is measured in squares of the board
/// as the board's neighbouring corners span them: small and slanted squares are used as far as they reach and no farther,
/// which is what lowers the residual of slanted views.
struct SaddleRefiner {
  /// How far the window reaches, in squares: it stays clear of the next corners' edges.
  static let reach = 0.42
  /// The standard deviation of the window's weight, in squares.
  static let spread = 0.22
  /// The least reach in pixels; a gradient is felt over two.
  static let leastReachInPixels = 2.5
  /// Where the least sum is above this share of what it would be for gradients of any direction, there is no corner.
  static let largestMisfit = 0.15

  let grey: GreyPicture
  /// Beyond this distance from both edges, in squares, a marker may begin; `reach` where there is none.
  let clearance: Double

  /// The corner near `start`; nil where there is none, or where the window leaves the picture.
  ///
  /// - Parameters:
  ///   - right: from one corner of the board to the next in its row, in pixels.
  ///   - down: likewise in its column.
  func corner(near start: ImagePoint, right: SIMD2<Double>, down: SIMD2<Double>) -> ImagePoint? {
    let shorter = min(norm(right), norm(down))
    let determinant = right.x * down.y - right.y * down.x
    guard shorter > 4, abs(determinant) > 0.05 * norm(right) * norm(down) else { return nil }
    let reach = min(0.45, max(Self.reach, Self.leastReachInPixels / shorter))
    // The corner may move by some pixels from where it is looked for.
    let margin = 0.15 * shorter + 1
    let reachX = reach * (abs(right.x) + abs(down.x)) + margin
    let reachY = reach * (abs(right.y) + abs(down.y)) + margin
    guard
      let slopes = Slopes(
        grey,
        columns: Int((start.x - reachX).rounded(.down))...Int((start.x + reachX).rounded(.up)),
        rows: Int((start.y - reachY).rounded(.down))...Int((start.y + reachY).rounded(.up)))
    else { return nil }
    // Blur carries a marker's edge outwards by a pixel or two.
    let clear = clearance < Self.reach ? max(clearance - 1.5 / shorter, 0.05) : reach
    var corner = start
    for _ in 0..<30 {
      let sums = slopes.sums(around: corner, right: right, down: down, reach: reach, clearance: clear)
      guard let step = sums.step else { return nil }
      corner = corner.moved(dx: step.x, dy: step.y)
      guard corner.distance(to: start) <= 0.3 * shorter else { return nil }
      guard norm(step) < 1e-4 else { continue }
      return sums.misfit <= Self.largestMisfit ? corner : nil
    }
    return nil
  }

  private func norm(_ v: SIMD2<Double>) -> Double { (v * v).sum().squareRoot() }
}

/// The brightness gradient over a part of a picture.
private struct Slopes {
  private let firstColumn: Int
  private let firstRow: Int
  private let width: Int
  private let height: Int
  private var x: [Double]
  private var y: [Double]

  /// Takes the gradient by Scharr's filter ("Optimal operators in digital image processing", 2000) after a blur of 0.7 px,
  /// which quietens noise and the blocks of JPEG more than it moves edges. Nil where too little of the part is in the
  /// picture.
  init?(_ grey: GreyPicture, columns: ClosedRange<Int>, rows: ClosedRange<Int>) {
    let inside = (
      columns.clamped(to: 3...max(3, grey.size.width - 4)), rows.clamped(to: 3...max(3, grey.size.height - 4))
    )
    guard inside.0.count * 4 > columns.count * 3, inside.1.count * 4 > rows.count * 3, grey.size.width > 8,
      grey.size.height > 8
    else { return nil }
    firstColumn = inside.0.lowerBound
    firstRow = inside.1.lowerBound
    width = inside.0.count
    height = inside.1.count
    // The blur's kernel joined with the filter's two: smoothing (3, 10, 3) / 16 and difference (−1, 0, 1) / 2.
    let blur = [2, 1, 0, 1, 2].map { exp(-$0 * $0 / (2 * 0.49)) }
    let total = blur.reduce(0, +)
    func joined(_ kernel: [Double]) -> [Double] {
      var result = [Double](repeating: 0, count: 7)
      for (i, a) in blur.enumerated() { for (j, b) in kernel.enumerated() { result[i + j] += a * b / total } }
      return result
    }
    let smooth = joined([3.0 / 16, 10.0 / 16, 3.0 / 16])
    let difference = joined([-0.5, 0, 0.5])
    let padded = height + 6
    var smoothRows = [Double](repeating: 0, count: padded * width)
    var steepRows = smoothRows
    for row in 0..<padded {
      let start = (firstRow + row - 3) * grey.size.width + firstColumn - 3
      for column in 0..<width {
        var (a, b) = (0.0, 0.0)
        for k in 0..<7 {
          let value = Double(grey.bytes[start + column + k])
          a += smooth[k] * value
          b += difference[k] * value
        }
        smoothRows[row * width + column] = a
        steepRows[row * width + column] = b
      }
    }
    x = [Double](repeating: 0, count: width * height)
    y = x
    for row in 0..<height {
      for column in 0..<width {
        var (a, b) = (0.0, 0.0)
        for k in 0..<7 {
          a += smooth[k] * steepRows[(row + k) * width + column]
          b += difference[k] * smoothRows[(row + k) * width + column]
        }
        x[row * width + column] = a
        y[row * width + column] = b
      }
    }
  }

  /// The sums of the least squares problem around a corner.
  struct Sums {
    var xx = 0.0
    var xy = 0.0
    var yy = 0.0
    var x = 0.0
    var y = 0.0
    var own = 0.0
    var any = 0.0

    /// From where the window stands to where the sum is least; nil where gradients point one way only.
    var step: SIMD2<Double>? {
      let determinant = xx * yy - xy * xy
      let trace = xx + yy
      guard determinant > 1e-3 * trace * trace, trace > 0 else { return nil }
      return SIMD2((yy * x - xy * y) / determinant, (xx * y - xy * x) / determinant)
    }

    /// The sum at the window's middle as a share of Σ w·|p − c|²·|∇I|²: 0 for a perfect corner, one half for gradients of
    /// any direction.
    var misfit: Double { any > 0 ? own / any : .infinity }
  }

  func sums(
    around corner: ImagePoint, right: SIMD2<Double>, down: SIMD2<Double>, reach: Double, clearance: Double
  ) -> Sums {
    let determinant = right.x * down.y - right.y * down.x
    let factor = -1 / (2 * SaddleRefiner.spread * SaddleRefiner.spread)
    var sums = Sums()
    for row in 0..<height {
      let dy = Double(firstRow + row) - corner.y
      for column in 0..<width {
        let dx = Double(firstColumn + column) - corner.x
        let s = (dx * down.y - dy * down.x) / determinant
        let t = (right.x * dy - right.y * dx) / determinant
        let m = min(abs(s), abs(t))
        guard abs(s) < reach, abs(t) < reach, m < clearance else { continue }
        // Smooth towards the window's border, so that pixels that come and go do not make the corner jump.
        let (a, b, c) = (s / reach, t / reach, m / clearance)
        let fade = (1 - a * a) * (1 - b * b) * (1 - c * c)
        let weight = exp(factor * (s * s + t * t)) * fade
        let gx = x[row * width + column]
        let gy = y[row * width + column]
        let along = gx * dx + gy * dy
        sums.xx += weight * gx * gx
        sums.xy += weight * gx * gy
        sums.yy += weight * gy * gy
        sums.x += weight * gx * along
        sums.y += weight * gy * along
        sums.own += weight * along * along
        sums.any += weight * (gx * gx + gy * gy) * (dx * dx + dy * dy)
      }
    }
    return sums
  }
}
