import Foundation

/// A CSV file with a header line.
public struct Table: Sendable {
  /// The rows, each a cell by its column's name.
  public let rows: [[String: String]]

  /// Reads a table.
  public init(contentsOf url: URL) throws {
    let lines = try String(contentsOf: url, encoding: .utf8).split(separator: "\n")
    let names = lines.first?.split(separator: ",").map(String.init) ?? []
    rows = lines.dropFirst().map { line in
      let cells = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      return Dictionary(zip(names, cells)) { first, _ in first }
    }
  }
}

extension [String: String] {
  /// A cell's number; nil where the cell is empty or absent.
  public func number(_ name: String) -> Double? { self[name].flatMap { Double($0) } }
}

/// Distance of a point from the nearest place of a polyline.
public func distance(from point: SIMD2<Double>, to path: [SIMD2<Double>]) -> Double {
  var nearest = path.count == 1 ? ((point - path[0]) * (point - path[0])).sum() : Double.infinity
  for (a, b) in zip(path, path.dropFirst()) {
    let along = b - a
    let length = (along * along).sum()
    let t = length > 0 ? Swift.min(Swift.max(((point - a) * along).sum() / length, 0), 1) : 0
    let delta = point - (a + along * t)
    nearest = Swift.min(nearest, (delta * delta).sum())
  }
  return nearest.squareRoot()
}

/// The value in the middle.
public func median(_ values: [Double]) -> Double {
  values.isEmpty ? .nan : values.sorted()[values.count / 2]
}
