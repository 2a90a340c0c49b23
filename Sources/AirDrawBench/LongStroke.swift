import AirDraw
import Glibc

/// Long strokes of a kind, to see how the time grows with their points.
enum LongStroke: String, CaseIterable {
  /// 100 turns out to a radius of half a metre.
  case spiral
  /// A wave 3 m long.
  case wave
  /// To and fro over a square of 200 mm, the longer the more often over the same places.
  case scribble
  /// Points at random within 0.3 mm of one place.
  case noise
  /// A spiral that trembles by 0.3 mm.
  case tremble

  func points(_ count: Int) -> [SIMD2<Double>] {
    var random = Xorshift()
    return (0..<count).map { index in
      let share = Double(index) / Double(count)
      let turn = 200 * Double.pi * share.squareRoot()
      let onSpiral = SIMD2(cos(turn), sin(turn)) * (0.5 * share.squareRoot())
      switch self {
      case .spiral: return onSpiral
      case .wave: return SIMD2(3 * share, 0.01 * sin(Double(index) * 0.01))
      case .scribble:
        let t = Double(index) / 100
        return SIMD2(0.1 * sin(t) + 0.003 * sin(13 * t), 0.1 * sin(1.31 * t + 0.3) + 0.003 * cos(11 * t))
      case .noise: return SIMD2(random.next(), random.next()) * 0.0003
      case .tremble: return onSpiral + SIMD2(random.next(), random.next()) * 0.0003
      }
    }
  }

  /// Random numbers in −1…1 (G. Marsaglia, "Xorshift RNGs", Journal of Statistical Software 8(14), 2003).
  private struct Xorshift {
    private var state: UInt64 = 88_172_645_463_325_252

    mutating func next() -> Double {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return Double(state >> 11) * 0x1p-52 - 1
    }
  }
}

/// How long a stroke of some points takes, and how much memory.
struct GrowthPoint {
  let kind: LongStroke
  let pointCount: Int
  let milliseconds: Double
  let peakMebibytes: Double
  let triangleCount: Int

  /// Milliseconds for each million of n · log₂ n.
  var perNLogN: Double { milliseconds * 1e6 / (Double(pointCount) * log2(Double(pointCount))) }

  /// Builds the stroke in this process, whose memory is then the stroke's.
  init(_ kind: LongStroke, pointCount: Int) throws {
    self.kind = kind
    self.pointCount = pointCount
    let timing = try SolidTiming(
      BenchDrawing(drawing: DrawingFiles.drawing([kind.points(pointCount)]), style: ExtrusionStyle()))
    milliseconds = timing.milliseconds
    triangleCount = timing.triangleCount
    peakMebibytes = AirDrawBench.peakMebibytes()
  }

  /// Builds the stroke in a process of its own.
  init?(_ kind: LongStroke, pointCount: Int, program: String) {
    let words = [program, "build", "--stroke", "\(kind.rawValue):\(pointCount)", "--json"]
    guard let output = ChildProcess.output(of: words), let value = try? JSONValue(parsing: output.utf8),
      let milliseconds = value["ms"]?.doubleValue, let memory = value["peak_mebibytes"]?.doubleValue,
      let triangles = value["triangles"]?.integerValue
    else { return nil }
    (self.kind, self.pointCount, self.milliseconds) = (kind, pointCount, milliseconds)
    (peakMebibytes, triangleCount) = (memory, triangles)
  }

  var json: JSONValue {
    [
      "stroke": .string(kind.rawValue), "points": .integer(pointCount), "ms": .number(milliseconds),
      "ms_per_million_n_log2_n": .number(perNLogN), "peak_mebibytes": .number(peakMebibytes),
      "triangles": .integer(triangleCount),
    ]
  }
}
