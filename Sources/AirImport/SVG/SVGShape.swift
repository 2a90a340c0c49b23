/// Draws the shapes of SVG (SVG 1.1, chapter 9).
enum SVGShape {
  /// Draws an element that is a path or a basic shape.
  static func draw(
    _ element: SVGElement, viewport: SVGViewport, into flattener: inout CurveFlattener
  ) throws(ImportFault) {
    func x(_ name: String) throws(ImportFault) -> Double { try length(element, name, viewport.width) }
    func y(_ name: String) throws(ImportFault) -> Double { try length(element, name, viewport.height) }
    switch element.name {
    case "path":
      if let data = element.attributes["d"], data != "none" { try SVGPathData.draw(data, into: &flattener) }
    case "line":
      flattener.move(to: SIMD2(try x("x1"), try y("y1")))
      try flattener.line(to: SIMD2(try x("x2"), try y("y2")))
    case "polyline": try polyline(element, isClosed: false, into: &flattener)
    case "polygon": try polyline(element, isClosed: true, into: &flattener)
    case "rect": try rectangle(element, viewport, into: &flattener)
    case "circle":
      let radius = try size(element, "r", viewport.diagonal)
      try ellipse(SIMD2(try x("cx"), try y("cy")), SIMD2(radius, radius), into: &flattener)
    case "ellipse":
      // A radius that is not given is the other one (SVG 2, section 10.4).
      let rx = try optionalSize(element, "rx", viewport.width)
      let ry = try optionalSize(element, "ry", viewport.height)
      try ellipse(SIMD2(try x("cx"), try y("cy")), SIMD2(rx ?? ry ?? 0, ry ?? rx ?? 0), into: &flattener)
    default: break
    }
  }

  /// A length of an element in user units; `whole` is what 100 % are, `absent` what holds where it is not given.
  static func length(
    _ element: SVGElement, _ name: String, _ whole: Double, absent: Double = 0
  ) throws(ImportFault) -> Double {
    guard let text = element.attributes[name] else { return absent }
    guard let length = SVGLength(text) else { throw ImportFault("its \(name) “\(text)” is no length") }
    return length.pixels(of: whole)
  }

  private static func size(
    _ element: SVGElement, _ name: String, _ whole: Double
  ) throws(ImportFault) -> Double {
    let size = try length(element, name, whole)
    guard size >= 0 else { throw ImportFault("its \(name) is negative") }
    return size
  }

  private static func optionalSize(
    _ element: SVGElement, _ name: String, _ whole: Double
  ) throws(ImportFault) -> Double? {
    guard let text = element.attributes[name], text != "auto" else { return nil }
    return try size(element, name, whole)
  }

  private static func polyline(
    _ element: SVGElement, isClosed: Bool, into flattener: inout CurveFlattener
  ) throws(ImportFault) {
    var scanner = SVGScanner(element.attributes["points"] ?? "")
    var first = true
    scanner.skipSpace()
    while !scanner.isAtEnd {
      guard let x = scanner.number() else {
        throw ImportFault("its points lack a number at “\(scanner.surroundings)”")
      }
      scanner.skipSeparator()
      guard let y = scanner.number() else { throw ImportFault("its last point has an x and no y") }
      scanner.skipSeparator()
      if first { flattener.move(to: SIMD2(x, y)) } else { try flattener.line(to: SIMD2(x, y)) }
      first = false
    }
    if isClosed { try flattener.close() }
    flattener.endSubpath()
  }

  private static func ellipse(
    _ center: SIMD2<Double>, _ radii: SIMD2<Double>, into flattener: inout CurveFlattener
  ) throws(ImportFault) {
    guard radii.x > 0, radii.y > 0 else { return }
    let arc = SVGArc(ellipseAround: center, radii: radii)
    flattener.move(to: arc.end)
    try flattener.arc(arc)
    flattener.endSubpath()
  }

  private static func rectangle(
    _ element: SVGElement, _ viewport: SVGViewport, into flattener: inout CurveFlattener
  ) throws(ImportFault) {
    let origin = SIMD2(
      try length(element, "x", viewport.width), try length(element, "y", viewport.height))
    let extent = SIMD2(
      try size(element, "width", viewport.width), try size(element, "height", viewport.height))
    guard extent.x > 0, extent.y > 0 else { return }
    let rx = try optionalSize(element, "rx", viewport.width)
    let ry = try optionalSize(element, "ry", viewport.height)
    let radii = pointwiseMin(SIMD2(rx ?? ry ?? 0, ry ?? rx ?? 0), extent / 2)
    let (low, high) = (origin, origin + extent)
    guard radii.x > 0, radii.y > 0 else {
      flattener.move(to: low)
      for corner in [SIMD2(high.x, low.y), high, SIMD2(low.x, high.y)] { try flattener.line(to: corner) }
      return try flattener.close()
    }
    // Clockwise from the top edge's left end, as the specification draws it.
    let ends: [(line: SIMD2<Double>, arc: SIMD2<Double>)] = [
      (SIMD2(high.x - radii.x, low.y), SIMD2(high.x, low.y + radii.y)),
      (SIMD2(high.x, high.y - radii.y), SIMD2(high.x - radii.x, high.y)),
      (SIMD2(low.x + radii.x, high.y), SIMD2(low.x, high.y - radii.y)),
      (SIMD2(low.x, low.y + radii.y), SIMD2(low.x + radii.x, low.y)),
    ]
    flattener.move(to: SIMD2(low.x + radii.x, low.y))
    for (line, arc) in ends {
      try flattener.line(to: line)
      try flattener.arc(
        SVGArc(from: line, to: arc, radii: radii, rotationInDegrees: 0, isLarge: false, isPositive: true))
    }
    flattener.endSubpath()
  }
}
