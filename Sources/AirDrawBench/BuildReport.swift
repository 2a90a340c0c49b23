import AirDraw

/// What `airdraw-bench build` found.
struct BuildReport {
  /// Some drawings, and what they took in each round.
  struct Work {
    let name: String
    let drawingCount: Int
    private(set) var meanTriangleCount = 0.0
    private(set) var meanByteCount = 0.0
    private var rounds: [[Double]] = []

    init(name: String, drawingCount: Int) {
      self.name = name
      self.drawingCount = drawingCount
    }

    mutating func add(_ timings: [SolidTiming]) {
      rounds.append(timings.map(\.milliseconds))
      meanTriangleCount = Double(timings.reduce(0) { $0 + $1.triangleCount }) / Double(timings.count)
      meanByteCount = Double(timings.reduce(0) { $0 + $1.byteCount }) / Double(timings.count)
    }

    /// Each drawing's median over the rounds, summed up.
    var summary: TimingSummary {
      TimingSummary((0..<drawingCount).map { index in median(rounds.map { $0[index] }) })
    }
  }

  var works: [Work] = []
  var peers: [PeerResult] = []
  var growth: [GrowthPoint] = []
  var fidelities: [OutlineFidelity] = []
  var notes: [String] = []
  var peakMebibytes = 0.0

  var text: String {
    var text = ""
    if !works.isEmpty {
      var table = TextTable(
        ["strokes to GLB bytes", "drawings", "mean ms", "median ms", "p95 ms", "largest ms", "triangles"])
      for work in works {
        let summary = work.summary
        table.add([
          "AirDraw: \(work.name)", "\(work.drawingCount)", fixed(summary.mean, 2), fixed(summary.median, 2),
          fixed(summary.percentile95, 2), fixed(summary.largest, 2), fixed(work.meanTriangleCount, 0),
        ])
      }
      for peer in peers {
        table.add([
          peer.name + (peer.badCount > 0 ? " (\(peer.badCount) not sound)" : ""), "", fixed(peer.mean, 2),
          fixed(peer.median, 2), fixed(peer.percentile95, 2), "", fixed(peer.meanTriangleCount, 0),
        ])
      }
      text += table.text + "\n\nPeak memory: \(fixed(peakMebibytes, 0)) MiB.\n"
    }
    if !fidelities.isEmpty { text += "\n" + fidelityText + "\n" }
    if !growth.isEmpty { text += (text.isEmpty ? "" : "\n") + Self.text(of: growth) + "\n" }
    return text + notes.map { "\n\($0)\n" }.joined()
  }

  static func text(of growth: [GrowthPoint]) -> String {
    var table = TextTable(
      ["stroke", "points", "ms", "ms per million n·log₂ n", "peak MiB", "triangles"])
    for point in growth {
      table.add([
        point.kind.rawValue, "\(point.pointCount)", fixed(point.milliseconds, 1), fixed(point.perNLogN, 1),
        fixed(point.peakMebibytes, 0), "\(point.triangleCount)",
      ])
    }
    return table.text
  }

  private var fidelityText: String {
    var table = TextTable(["against a round pen, \(fidelities.count) drawings", "median", "largest"])
    func add(_ name: String, _ values: [Double], _ unit: String, _ scale: Double) {
      table.add([name] + [median(values), values.max() ?? .nan].map { fixed($0 * scale, 3) + unit })
    }
    add("our outline from the true one", fidelities.map(\.outwardInMetres), " µm", 1e6)
    add("the true outline from ours", fidelities.map(\.inwardInMetres), " µm", 1e6)
    add("volume against area × height", fidelities.map { abs($0.volumeError) }, " %", 100)
    return table.text
  }

  var json: JSONValue {
    [
      "works": .array(works.map(Self.json(of:))), "peers": .array(peers.map(Self.json(of:))),
      "growth": .array(growth.map(\.json)), "fidelity": .array(fidelities.map(Self.json(of:))),
      "peak_mebibytes": .number(peakMebibytes), "notes": .array(notes.map { .string($0) }),
    ]
  }

  private static func json(of work: Work) -> JSONValue {
    let summary = work.summary
    return [
      "name": .string(work.name), "drawings": .integer(work.drawingCount), "mean_ms": .number(summary.mean),
      "median_ms": .number(summary.median), "p95_ms": .number(summary.percentile95),
      "largest_ms": .number(summary.largest), "mean_triangles": .number(work.meanTriangleCount),
      "mean_bytes": .number(work.meanByteCount),
    ]
  }

  private static func json(of peer: PeerResult) -> JSONValue {
    [
      "name": .string(peer.name), "mean_ms": .number(peer.mean), "median_ms": .number(peer.median),
      "p95_ms": .number(peer.percentile95), "mean_triangles": .number(peer.meanTriangleCount),
      "not_sound": .integer(peer.badCount),
    ]
  }

  private static func json(of fidelity: OutlineFidelity) -> JSONValue {
    [
      "outline_from_true_m": .number(fidelity.outwardInMetres),
      "true_from_outline_m": .number(fidelity.inwardInMetres),
      "relative_volume_error": .number(fidelity.volumeError),
    ]
  }
}
