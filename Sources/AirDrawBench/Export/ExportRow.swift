import AirDraw
import Glibc

/// What it took everybody to write one format.
struct ExportRow {
  let format: ExportFormat
  /// The folder that was written to.
  let folder: String
  let byteCount: Int
  /// Elapsed seconds of each way in each counted round.
  private(set) var seconds: [ExportWay: [Double]] = [:]
  /// Memory of each way beyond the ready meshes.
  var mebibytes: [ExportWay: Double] = [:]
  private(set) var fidelity: OBJFidelity?

  /// Lets everybody write in turn.
  init(_ format: ExportFormat, triangleCount: Int, rounds: Int, folder: String) throws {
    self.format = format
    self.folder = folder
    let place = try ExportBench.makeFolder(in: folder)
    defer { rmdir(place) }
    let work = ExportWork(format, triangleCount: triangleCount, folder: place, ways: ExportWay.allCases)
    defer { work.clear() }
    // Ours goes first in the round that does not count: its bytes are what the plain write has to write.
    _ = try work.seconds(.ready)
    try work.remember()
    if format == .obj, let shaded = work.shading.first {
      fidelity = try OBJFidelity(path: work.path, shaded: shaded)
    }
    byteCount = work.byteCount
    work.clear()
    for round in 0...rounds {
      for way in ExportWay.allCases where work.offers(way) {
        let elapsed = try work.seconds(way)
        work.clear()
        if round > 0 { seconds[way, default: []].append(elapsed) }
      }
    }
  }

  private func megabytesPerSecond(_ way: ExportWay) -> Double? {
    seconds[way].map { Double(byteCount) / median($0) / 1e6 }
  }

  /// How many times as long as `way` another one takes.
  private func ratio(of other: ExportWay, to way: ExportWay) -> Double? {
    guard let ours = seconds[way], let others = seconds[other] else { return nil }
    return median(zip(others, ours).map { $0 / $1 })
  }

  static func text(of rows: [ExportRow]) -> String {
    var speed = TextTable([
      "format", "in", "MB", "plain write MB/s", "ours MB/s", "of a plain write", "times as fast as Assimp",
      "ours ms", "read again ms", "shaded, read again ms", "Assimp ms",
    ])
    var memory = TextTable(["more memory, MiB", "ours", "read again", "shaded, read again", "Assimp"])
    var notes = ""
    for row in rows {
      func milliseconds(_ way: ExportWay) -> String { fixed(row.seconds[way].map { 1000 * median($0) }, 1) }
      speed.add([
        row.format.name, row.folder, fixed(Double(row.byteCount) / 1e6, 1),
        fixed(row.megabytesPerSecond(.plain), 0), fixed(row.megabytesPerSecond(.ready), 0),
        percent(row.ratio(of: .plain, to: .ready)), fixed(row.ratio(of: .assimp, to: .ready), 1),
        milliseconds(.ready), milliseconds(.verified), milliseconds(.whole), milliseconds(.assimp),
      ])
      if !row.mebibytes.isEmpty {
        let ways: [ExportWay] = [.ready, .verified, .whole, .assimp]
        memory.add([row.format.name] + ways.map { fixed(row.mebibytes[$0], 1) })
        if let fidelity = row.fidelity { notes += "\n" + fidelity.text + "\n" }
      }
    }
    return speed.text + "\n\n" + memory.text + "\n" + notes
  }

  var json: JSONValue {
    var value: JSONValue = [
      "format": .string(format.name), "folder": .string(folder), "bytes": .integer(byteCount),
    ]
    for way in ExportWay.allCases {
      guard let seconds = seconds[way] else { continue }
      value["\(way.rawValue)_seconds"] = .array(seconds.map { .number($0) })
      value["\(way.rawValue)_mebibytes"] = mebibytes[way].map { .number($0) }
    }
    value["share_of_plain_write"] = ratio(of: .plain, to: .ready).map { .number($0) }
    value["times_as_fast_as_assimp"] = ratio(of: .assimp, to: .ready).map { .number($0) }
    if let fidelity {
      value["numbers"] = .integer(fidelity.numberCount)
      value["coordinates_that_differ"] = .integer(fidelity.positionDifferenceCount)
      value["normals_that_differ"] = .integer(fidelity.normalDifferenceCount)
    }
    return value
  }
}
