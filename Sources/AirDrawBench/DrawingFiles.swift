import AirDraw

/// A drawing that is built, with the pen that draws it.
struct BenchDrawing {
  var drawing: Drawing
  var style: ExtrusionStyle
}

/// Drawings from files, in metres.
enum DrawingFiles {
  /// The longer side to which drawings of a set are scaled.
  private static let sizeInMetres = 0.1
  private static let pageStyle = ExtrusionStyle(widthInMetres: 0.001)

  /// The drawings of an NDJSON file in the form of Quick, Draw!: each line's `drawing` holds strokes as lists of x, of
  /// y and of more. They are scaled to 100 mm and drawn with a 3 mm pen.
  static func set(_ path: String) throws -> [BenchDrawing] {
    var drawings: [BenchDrawing] = []
    for (index, line) in try MeasuredSequence.text(of: path).split(separator: "\n").enumerated() {
      let problem = BenchError.notADrawing(path: path, line: index + 1)
      guard let value = try? JSONValue(parsing: line.utf8), let strokes = value["drawing"]?.arrayValue else {
        throw problem
      }
      let points = try strokes.map { stroke -> [SIMD2<Double>] in
        guard let axes = stroke.arrayValue, axes.count >= 2, let xs = axes[0].arrayValue,
          let ys = axes[1].arrayValue, xs.count == ys.count
        else { throw problem }
        return try zip(xs, ys).map { x, y in
          guard let x = x.doubleValue, let y = y.doubleValue else { throw problem }
          return SIMD2(x, y)
        }
      }
      drawings.append(BenchDrawing(drawing: drawing(scaled(points)), style: ExtrusionStyle()))
    }
    guard !drawings.isEmpty else { throw BenchError.notADrawing(path: path, line: 1) }
    return drawings
  }

  /// A page: a list of strokes, each a list of points in metres, drawn with a 1 mm pen.
  static func page(_ path: String) throws -> BenchDrawing {
    let problem = BenchError.notADrawing(path: path, line: 1)
    let text = try MeasuredSequence.text(of: path)
    guard let value = try? JSONValue(parsing: text.utf8),
      let strokes = value.arrayValue, !strokes.isEmpty
    else { throw problem }
    let points = try strokes.map { stroke -> [SIMD2<Double>] in
      guard let points = stroke.arrayValue else { throw problem }
      return try points.map { point in
        guard let numbers = point.arrayValue, numbers.count >= 2, let x = numbers[0].doubleValue,
          let y = numbers[1].doubleValue
        else { throw problem }
        return SIMD2(x, y)
      }
    }
    return BenchDrawing(drawing: drawing(points), style: pageStyle)
  }

  /// A drawing of strokes through points in metres.
  static func drawing(_ strokes: [[SIMD2<Double>]]) -> Drawing {
    Drawing(
      strokes: strokes.map { points in
        Stroke(
          nodes: points.enumerated().map { index, point in
            PointNode(
              point: SurfacePoint(u: point.x, v: point.y), timestampInSeconds: Double(index) / 60,
              confidence: 1)
          })
      })
  }

  private static func scaled(_ strokes: [[SIMD2<Double>]]) -> [[SIMD2<Double>]] {
    var lower = SIMD2<Double>(repeating: .infinity)
    var upper = -lower
    for point in strokes.joined() {
      lower = pointwiseMin(lower, point)
      upper = pointwiseMax(upper, point)
    }
    let scale = sizeInMetres / max(upper.x - lower.x, upper.y - lower.y, 1e-9)
    // The files' y points down.
    return strokes.map { $0.map { ($0 - lower) * SIMD2(scale, -scale) } }
  }
}
