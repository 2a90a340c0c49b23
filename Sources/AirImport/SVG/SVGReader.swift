import AirGeometry
import AirStroke

/// Reads the lines of an SVG as strokes.
///
/// Every subpath of a shape is a stroke along its line, in its stroke's colour and width; where only its area is painted,
/// its edge is one in the area's colour. What nothing paints is left out, and so are texts and images.
struct SVGReader {
  private let options: ImportOptions
  private var sheet = SVGStyleSheet()
  private var elementsByID: [String: SVGElement] = [:]
  private var flattener: CurveFlattener
  private var strokes: [Stroke] = []
  private var visitCount = 0
  private var leftOut: [String: Int] = [:]

  /// Metres of a CSS pixel: 96 make an inch (CSS Values and Units Module Level 3, section 5.2).
  private static let metresPerPixel = 0.0254 / 96

  static func drawing(
    _ bytes: [UInt8], name: String, options: ImportOptions
  ) throws(ImportFault) -> ImportedDrawing {
    let root = try SVGElement.root(of: bytes, options: options)
    var reader = SVGReader(options: options)
    reader.gather(root)
    let page: (viewport: SVGViewport, scale: String)
    do throws(ImportFault) {
      page = try Self.page(root)
    } catch {
      throw error.at(line: root.line)
    }
    let context = Context(
      map: .scaling(metresPerPixel, metresPerPixel), viewport: page.viewport, style: SVGStyle(), level: 0)
    try reader.visitViewport(root, context, size: SIMD2(page.viewport.width, page.viewport.height))
    let title = root.children.first { $0.name == "title" }?.text.split(whereSeparator: \.isWhitespace)
    let warnings = reader.leftOut.sorted { $0.key < $1.key }.map { name, count in
      "\(count) \(name) \(count == 1 ? "element is" : "elements are") left out: turn \(count == 1 ? "it" : "them") into "
        + "paths"
    }
    guard !reader.strokes.isEmpty else {
      throw ImportFault("it has no painted line" + (warnings.first.map { "; \($0)" } ?? ""))
    }
    return ImportedDrawing(
      name: title.flatMap { $0.isEmpty ? nil : $0.joined(separator: " ") } ?? name,
      drawing: Drawing(strokes: reader.strokes), scale: page.scale, warnings: warnings)
  }

  private init(options: ImportOptions) {
    self.options = options
    flattener = CurveFlattener(options)
  }

  /// What an element finds around it.
  private struct Context {
    var map: AffineMap
    var viewport: SVGViewport
    var style: SVGStyle
    var level: Int
  }

  /// Finds the style sheets and the elements that others may use.
  private mutating func gather(_ element: SVGElement) {
    if element.name == "style" { sheet.add(element.text) }
    if let id = element.attributes["id"], elementsByID[id] == nil { elementsByID[id] = element }
    for child in element.children { gather(child) }
  }

  /// The size of the page in pixels, and what it rests on.
  private static func page(_ root: SVGElement) throws(ImportFault) -> (viewport: SVGViewport, scale: String) {
    func length(_ name: String) throws(ImportFault) -> SVGLength? {
      guard let text = root.attributes[name], text != "auto" else { return nil }
      guard let length = SVGLength(text), length.number > 0 else {
        throw ImportFault("its \(name) “\(text)” is no positive length")
      }
      return length.unit == .percent ? nil : length
    }
    let width = try length("width")
    let height = try length("height")
    let box = try root.attributes["viewBox"].map(SVGViewport.ViewBox.init(parsing:))
    // Sizes of an SVG that stands alone and gives none: those of its view box, else of CSS's replaced elements.
    let ratio = box.map { $0.height / $0.width } ?? 0.5
    let w = width?.pixels(of: 0) ?? height.map { $0.pixels(of: 0) / ratio } ?? box?.width ?? 300
    let h = height?.pixels(of: 0) ?? w * ratio
    let isPhysical = (width ?? height)?.isPhysical ?? false
    return (
      SVGViewport(width: w, height: h), isPhysical ? "the SVG's own size" : "the SVG's pixels, 96 an inch"
    )
  }
}

extension SVGReader {
  /// Goes through an element that has a place of its own, named by x and y, and a view box.
  private mutating func visitViewport(
    _ element: SVGElement, _ outer: Context, size: SIMD2<Double>
  ) throws(ImportFault) {
    var context = outer
    do throws(ImportFault) {
      context.viewport = SVGViewport(width: size.x, height: size.y)
      if let text = element.attributes["viewBox"] {
        let box = try SVGViewport.ViewBox(parsing: text)
        context.map = context.map(
          context.viewport.map(of: box, alignment: element.attributes["preserveAspectRatio"]))
        context.viewport = SVGViewport(width: box.width, height: box.height)
      }
      context.style = try context.style.inherited(
        by: element, sheet: sheet, diagonal: context.viewport.diagonal)
    } catch {
      throw error.at(line: element.line)
    }
    guard context.style.isDisplayed else { return }
    context.level += 1
    for child in element.children { try visit(child, context) }
  }

  private mutating func visit(_ element: SVGElement, _ outer: Context) throws(ImportFault) {
    do throws(ImportFault) {
      try visitUnplaced(element, outer)
    } catch {
      throw error.at(line: element.line)
    }
  }

  private mutating func visitUnplaced(_ element: SVGElement, _ outer: Context) throws(ImportFault) {
    visitCount += 1
    guard visitCount <= options.mostElements, outer.level <= options.mostLevels else {
      throw ImportFault("elements use one another without end, or more than \(options.mostElements) times")
    }
    switch element.name {
    case "g", "a", "switch", "svg", "use", "path", "line", "polyline", "polygon", "rect", "circle", "ellipse":
      break
    case "text", "image", "foreignObject":
      leftOut[element.name, default: 0] += 1
      return
    default: return
    }
    var context = outer
    context.level += 1
    context.style = try context.style.inherited(
      by: element, sheet: sheet, diagonal: context.viewport.diagonal)
    guard context.style.isDisplayed else { return }
    if let text = element.attributes["transform"] {
      context.map = context.map(try AffineMap(parsingTransforms: text))
    }
    switch element.name {
    case "g", "a", "switch": for child in element.children { try visit(child, context) }
    case "svg": try visitPlaced(element, context, named: element)
    case "use":
      guard let used = element.attributes["href"].flatMap({ elementsByID[String($0.dropFirst())] }) else {
        return
      }
      if used.name == "symbol" || used.name == "svg" {
        try visitPlaced(used, context, named: element)
      } else {
        context.map = context.map(
          .translation(
            try SVGShape.length(element, "x", context.viewport.width),
            try SVGShape.length(element, "y", context.viewport.height)))
        try visit(used, context)
      }
    default: try draw(element, context)
    }
  }

  /// Goes through an inner SVG or a symbol where `place`, it itself or what uses it, puts it.
  private mutating func visitPlaced(
    _ element: SVGElement, _ outer: Context, named place: SVGElement
  ) throws(ImportFault) {
    var context = outer
    let viewport = outer.viewport
    context.map = context.map(
      .translation(
        try SVGShape.length(place, "x", viewport.width), try SVGShape.length(place, "y", viewport.height)))
    let size = SIMD2(
      try SVGShape.length(place, "width", viewport.width, absent: viewport.width),
      try SVGShape.length(place, "height", viewport.height, absent: viewport.height))
    guard size.x > 0, size.y > 0 else { return }
    try visitViewport(element, context, size: size)
  }

  private mutating func draw(_ element: SVGElement, _ context: Context) throws(ImportFault) {
    guard let color = context.style.drawnColor else { return }
    flattener.map = context.map
    try SVGShape.draw(element, viewport: context.viewport, into: &flattener)
    let width = context.style.drawnWidth.map { ($0 * context.map.meanScale * 1e9).rounded() / 1e9 }
    for path in flattener.takePaths() {
      let nodes = path.map {
        PointNode(point: SurfacePoint(u: $0.x, v: $0.y), timestampInSeconds: 0, confidence: 1)
      }
      strokes.append(Stroke(nodes: nodes, color: color, widthInMetres: width.flatMap { $0 > 0 ? $0 : nil }))
    }
  }
}
