import AirExtrusion
import AirGeometry
import AirStroke

/// A drawing on its surface, ready to be written as lines and outlines in the plane.
///
/// Lengths are in millimetres on the surface, u to the right and v down as one looks at it from above.
///
/// ```swift
/// let scene = try PlaneScene(drawing, style: ExtrusionStyle(widthInMetres: 0.002), name: "cat", generator: "me 1.0")
/// try scene.write(to: "cat.svg", format: .svg)
/// ```
public struct PlaneScene: Sendable {
  /// The strokes, with their images where the style is symmetric, and where they come from.
  struct Line {
    let name: String
    let stroke: Stroke
    let widthInMetres: Double
  }

  /// What a pen of one colour covered.
  struct Region {
    let color: StrokeColor
    let outline: Outline
  }

  /// What the drawing is called.
  public let name: String
  /// Name and version of the program that makes the file.
  public let generator: String
  /// Where the scale comes from; nil when nothing gave one, and the file says so.
  public let scaleSource: String?
  /// The strokes in the order of drawing.
  let lines: [Line]
  /// What each colour covers, exactly united, in the order of the colours' first strokes.
  let regions: [Region]
  /// True where the pen is a disc of constant width, so that a line and its width tell all.
  let isDrawnByDisc: Bool

  /// Prepares a drawing.
  ///
  /// - Parameters:
  ///   - style: the pen, its width for strokes that name none, the tolerance of outlines, and the symmetry; the way in
  ///     which a solid is lifted does not matter.
  ///   - name: what the drawing is called.
  ///   - generator: name and version of the program that makes the file.
  ///   - scaleSource: where the scale comes from.
  /// - Throws: `ExtrusionError` for an invalid style, no points, and points or widths that cannot be drawn.
  /// - Complexity: O((n + k) log n) for n points and k places where outlines come near each other.
  public init(
    _ drawing: Drawing, style: ExtrusionStyle, name: String, generator: String, scaleSource: String? = nil
  ) throws(ExtrusionError) {
    self.name = name
    self.generator = generator
    self.scaleSource = scaleSource
    isDrawnByDisc = style.pen.isDisc && style.pen.isConstant
    var lines: [Line] = []
    var colors: [StrokeColor] = []
    var strokesOfColor: [StrokeColor: (strokes: [Stroke], numbers: [Int])] = [:]
    for (number, stroke) in zip(1..., drawing.strokes) where !stroke.nodes.isEmpty {
      let images = style.symmetry?.images(of: stroke) ?? [stroke]
      for (copy, image) in zip(1..., images) {
        lines.append(
          Line(
            name: copy == 1 ? "stroke-\(number)" : "stroke-\(number)-copy-\(copy)", stroke: image,
            widthInMetres: image.widthInMetres ?? style.widthInMetres))
        if strokesOfColor[image.color] == nil { colors.append(image.color) }
        strokesOfColor[image.color, default: ([], [])].strokes.append(image)
        strokesOfColor[image.color, default: ([], [])].numbers.append(number)
      }
    }
    guard !lines.isEmpty else { throw .emptyDrawing }
    var regions: [Region] = []
    for color in colors {
      guard let (strokes, numbers) = strokesOfColor[color] else { continue }
      let outline = try Outline(of: strokes, numbered: numbers, style: style, lattice: .millimetres)
      regions.append(Region(color: color, outline: outline))
    }
    self.lines = lines
    self.regions = regions
  }

  /// The sentence about the scale that files carry.
  var scaleStatement: String { scaleSource ?? "unknown: lengths are not true to size" }

  /// The smallest page of whole millimetres that all ink lies on.
  var page: (minimum: SIMD2<Int>, maximum: SIMD2<Int>) {
    var (minimum, maximum) = (SIMD2<Double>(repeating: .infinity), SIMD2<Double>(repeating: -.infinity))
    func include(_ place: SIMD2<Double>, reach: Double) {
      minimum = pointwiseMin(minimum, place - reach)
      maximum = pointwiseMax(maximum, place + reach)
    }
    if isDrawnByDisc {
      // The outline may stray from the disc by its tolerance, which would often cost a millimetre.
      for line in lines {
        for node in line.stroke.nodes {
          include(SIMD2(node.point.u, node.point.v) * 1000, reach: line.widthInMetres * 500)
        }
      }
    } else {
      for region in regions {
        for point in region.outline.points {
          include(SIMD2<Double>(point) * Lattice.millimetres.step, reach: 0)
        }
      }
    }
    // Less than a nanometre is what arithmetic leaves.
    let low = (minimum + 1e-6).rounded(.down)
    let high = (maximum - 1e-6).rounded(.up)
    return (SIMD2(Int(low.x), Int(low.y)), SIMD2(Int(high.x), Int(high.y)))
  }
}

extension PlaneScene {
  /// Writes the drawing as one file, whole or not at all. The same drawing gives the same bytes, whatever the locale.
  ///
  /// - Parameters:
  ///   - path: where to write; a symbolic link is followed.
  ///   - format: the format.
  /// - Throws: `ExportError`; no new file is left then, and an older one is as it was.
  public func write(to path: String, format: PlaneFormat) throws(ExportError) {
    try stage(for: path, format: format).publish()
  }

  /// Writes the drawing aside, all but giving the file its place.
  package func stage(for path: String, format: PlaneFormat) throws(ExportError) -> StagedFiles {
    switch format {
    case .svg: try AtomicFile.stage(for: path, SVGWriter(self).write(to:))
    case .dxf: try AtomicFile.stage(for: path, DXFWriter(self).write(to:))
    }
  }
}
