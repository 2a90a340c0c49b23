import AirExtrusion
import AirGeometry
import AirStroke

/// The strokes of a finished drawing as they were at each moment of its recording.
struct GrowingStrokes {
  private struct Node {
    let disc: InkLayer.Disc
    let time: Double
  }

  private struct Path {
    let nodes: [Node]
    let colour: UInt8
  }

  /// The colours of the strokes, red, green and blue from 0 to 255.
  private(set) var colours: [SIMD3<Float>] = []
  private var paths: [Path] = []
  private var layer: InkLayer
  /// How the layer was seen, and until when it was drawn.
  private var drawn: (projection: SurfaceProjection, time: Double)?

  /// Longer stretches are drawn in pieces, since perspective bends the picture of a pen's width, in metres.
  private static let longestPiece = 0.004

  init(_ drawing: Drawing, style: ExtrusionStyle, imageSize: ImageSize) {
    layer = InkLayer(size: imageSize)
    var known: [StrokeColor] = []
    for stroke in drawing.strokes where !stroke.nodes.isEmpty {
      // More colours than a byte tells are drawn in the last one.
      let number = known.firstIndex(of: stroke.color) ?? min(known.count, 255)
      if number == known.count {
        known.append(stroke.color)
        colours.append(SIMD3(Float(stroke.color.red), Float(stroke.color.green), Float(stroke.color.blue)))
      }
      let widths = style.penWidths(of: stroke)
      let nodes = zip(stroke.nodes, widths).map { node, width in
        Node(
          disc: InkLayer.Disc(place: SIMD2(node.point.u, node.point.v), radius: width / 2),
          time: node.timestampInSeconds)
      }
      paths.append(Path(nodes: nodes, colour: UInt8(number)))
    }
  }

  /// The ink at a moment: all strokes cut at this time, the last stretch in its part.
  ///
  /// - Complexity: linear in what was drawn since the last moment where the camera stands still, else in all strokes.
  mutating func ink(at time: Double, seenBy projection: SurfaceProjection) -> InkLayer {
    var start = -Double.infinity
    if let drawn, drawn.projection == projection, drawn.time <= time {
      start = drawn.time
    } else {
      layer.clear()
    }
    for path in paths { draw(path, from: start, to: time, projection) }
    drawn = (projection, time)
    return layer
  }

  private mutating func draw(
    _ path: Path, from start: Double, to end: Double, _ projection: SurfaceProjection
  ) {
    guard let first = path.nodes.first, let last = path.nodes.last, first.time <= end, last.time >= start
    else {
      return
    }
    if path.nodes.count == 1 {
      layer.ink(from: first.disc, to: first.disc, colour: path.colour, projection: projection)
    }
    for (a, b) in zip(path.nodes, path.nodes.dropFirst()) where b.time >= start && a.time <= end {
      let share = b.time > end ? (end - a.time) / (b.time - a.time) : 1
      let along = (b.disc.place - a.disc.place) * share
      let length = (along * along).sum().squareRoot()
      let pieces = max(1, Int((length / Self.longestPiece).rounded(.up)))
      func disc(_ piece: Int) -> InkLayer.Disc {
        let part = share * Double(piece) / Double(pieces)
        return InkLayer.Disc(
          place: a.disc.place + (b.disc.place - a.disc.place) * part,
          radius: a.disc.radius + (b.disc.radius - a.disc.radius) * part)
      }
      for piece in 0..<pieces {
        layer.ink(
          from: disc(piece), to: disc(piece + 1), colour: path.colour, projection: projection)
      }
    }
  }
}
