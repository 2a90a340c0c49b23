import AirGeometry
import AirImport
import AirStroke
import Foundation

extension DrawingFile {
  /// Opens a text.
  init(text: String, path: String = "folder/cat.txt", options: ImportOptions = ImportOptions()) throws {
    try self.init(bytes: Array(text.utf8), path: path, options: options)
  }
}

/// The first drawing of a text.
func imported(_ text: String, options: ImportOptions = ImportOptions()) throws -> ImportedDrawing {
  try DrawingFile(text: text, options: options).drawing(0)
}

extension Drawing {
  /// The strokes as points in millimetres.
  var millimetres: [[SIMD2<Double>]] {
    strokes.map { $0.nodes.map { SIMD2($0.point.u, $0.point.v) * 1000 } }
  }
}

/// A CSS pixel in millimetres.
let pixel = 25.4 / 96

/// What points are rounded to, in millimetres.
let nanometre = 1e-6

/// The strokes of elements of an SVG whose user unit is a millimetre.
func lines(_ elements: String, options: ImportOptions = ImportOptions()) throws -> [[SIMD2<Double>]] {
  try imported(svg(elements), options: options).drawing.millimetres
}

/// An SVG whose user unit is a millimetre.
func svg(_ elements: String) -> String {
  """
  <svg xmlns="http://www.w3.org/2000/svg" width="1000mm" height="1000mm" viewBox="0 0 1000 1000">\(elements)</svg>
  """
}

/// True when two lists of lines have the same points to a nanometre.
func isClose(_ a: [[SIMD2<Double>]], _ b: [[SIMD2<Double>]]) -> Bool {
  a.count == b.count
    && zip(a, b).allSatisfy { a, b in
      a.count == b.count
        && zip(a, b).allSatisfy { (($0 - $1) * ($0 - $1)).sum().squareRoot() <= nanometre }
    }
}
