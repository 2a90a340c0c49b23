import AirDraw
import Glibc

/// Other ways from drawings to GLB files: Python programs that time themselves.
struct PeerTools {
  /// The ways that are measured: the fastest that gives clean solids on drawings, the fastest clean on all, and the
  /// fastest of all.
  static let names = ["shapely_manifold", "snap_simplify_triangle", "clipper642_earcut"]

  private let script: String
  private let python: String

  /// - Parameter folder: the folder with peers.py.
  /// - Throws: `BenchError.noPeers` when it or its Python environment is missing.
  init(folder: String) throws(BenchError) {
    script = "\(folder)/peers.py"
    let home = getenv("JUDGE_HOME").map { String(cString: $0) }
    let user = getenv("HOME").map { String(cString: $0) } ?? ""
    python = "\(home ?? "\(user)/.cache/airdraw-judge")/venv/bin/python"
    for path in [script, python] where access(path, R_OK) != 0 { throw .noPeers(path: path) }
  }

  /// One way's own report on a set of drawings, or on the page of so many strokes.
  func run(_ name: String, set: String, count: Int, pageStrokes: Int? = nil) -> PeerResult? {
    var words = [python, script, "--set", set, "--n", "\(count)", "--peers", name]
    if let pageStrokes { words += ["--page", "\(pageStrokes)", "--width", "0.001"] }
    guard let output = ChildProcess.output(of: words), let line = output.split(separator: "\n").last,
      let value = try? JSONValue(parsing: line.utf8)
    else { return nil }
    return PeerResult(name: name, value)
  }
}

/// What a way of others took.
struct PeerResult {
  let name: String
  let mean: Double
  let median: Double
  let percentile95: Double
  let meanTriangleCount: Double
  /// Number of drawings that failed, or whose solids intersect themselves or are not closed.
  let badCount: Int

  init?(name: String, _ value: JSONValue) {
    guard let mean = value["ms_mean"]?.doubleValue, let median = value["ms_p50"]?.doubleValue,
      let percentile95 = value["ms_p95"]?.doubleValue, let triangles = value["tris_mean"]?.doubleValue
    else { return nil }
    self.name = name
    (self.mean, self.median, self.percentile95, meanTriangleCount) = (mean, median, percentile95, triangles)
    badCount = ["fail", "watertight", "selfint"].reduce(0) {
      $0 + (value["bad_drawings"]?[$1]?.integerValue ?? 0)
    }
  }
}
