import AirDraw
import Glibc

/// What it took to turn a drawing into the bytes of a GLB file, its report included.
struct SolidTiming {
  /// Time of the processor in milliseconds.
  let milliseconds: Double
  let triangleCount: Int
  let byteCount: Int

  init(_ sample: BenchDrawing) throws {
    let start = processorMilliseconds()
    let solid = try Extruder.solid(of: sample.drawing, style: sample.style)
    let scene = ExportScene(
      solids: [ExportSolid(name: "drawing", mesh: solid.mesh)], generator: "airdraw-bench",
      scaleSource: "the bench")
    byteCount = try scene.glbBytes().count
    milliseconds = processorMilliseconds() - start
    triangleCount = solid.report.triangleCount
  }
}

/// The times of many drawings.
struct TimingSummary {
  let mean: Double
  let median: Double
  let percentile95: Double
  let largest: Double

  init(_ milliseconds: [Double]) {
    let sorted = milliseconds.sorted()
    mean = sorted.reduce(0, +) / Double(max(sorted.count, 1))
    func quantile(_ share: Double) -> Double {
      sorted.isEmpty ? .nan : sorted[Int((Double(sorted.count - 1) * share).rounded())]
    }
    (median, percentile95, largest) = (quantile(0.5), quantile(0.95), quantile(1))
  }
}

/// The time of the processor that this thread has taken so far: elapsed time would tell of other work on the machine.
func processorMilliseconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
}

/// The largest memory that this process has had, in MiB.
func peakMebibytes() -> Double {
  var usage = rusage()
  getrusage(Int32(RUSAGE_SELF.rawValue), &usage)
  return Double(usage.ru_maxrss) / 1024
}
