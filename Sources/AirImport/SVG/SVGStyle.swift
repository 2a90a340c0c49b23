import AirStroke

/// The properties of an element that a drawing keeps (SVG 1.1, chapter 11); children inherit them.
struct SVGStyle {
  private var stroke = SVGPaint.none
  private var fill = SVGPaint.color(StrokeColor(red: 0, green: 0, blue: 0))
  private var color = StrokeColor(red: 0, green: 0, blue: 0)
  /// Width of the stroke in user units.
  private var strokeWidth = 1.0
  private var isVisible = true
  /// False where the element and all within it is left out.
  private(set) var isDisplayed = true

  /// The colour in which the element's line is drawn: its stroke's, else its area's; nil where nothing paints it.
  var drawnColor: StrokeColor? {
    guard isVisible else { return nil }
    let paint = hasStroke ? stroke : fill
    return switch paint {
    case .none: nil
    case .color(let color): color
    case .currentColor: color
    case .other: .ink
    }
  }

  /// The line's width in user units; nil where only the area is painted.
  var drawnWidth: Double? { hasStroke ? strokeWidth : nil }

  private var hasStroke: Bool { stroke != .none && strokeWidth > 0 }

  /// The style of an element within one of this style.
  ///
  /// - Parameters:
  ///   - sheet: the document's style sheets, which count more than attributes and less than the `style` attribute.
  ///   - diagonal: what 100 % of a width are, in user units.
  func inherited(
    by element: SVGElement, sheet: SVGStyleSheet, diagonal: Double
  ) throws(ImportFault) -> SVGStyle {
    var style = self
    for name in ["color", "stroke", "fill", "stroke-width", "visibility", "display"] {
      if let value = element.attributes[name] { try style.set(name, value, self, diagonal) }
    }
    for (name, value) in sheet.declarations(for: element) { try style.set(name, value, self, diagonal) }
    if let own = element.attributes["style"] {
      for (name, value) in SVGStyleSheet.declarations(own) { try style.set(name, value, self, diagonal) }
    }
    return style
  }

  private mutating func set(
    _ name: String, _ value: String, _ parent: SVGStyle, _ diagonal: Double
  ) throws(ImportFault) {
    let isInherited = value == "inherit"
    switch name {
    case "color": if let color = StrokeColor(css: value.lowercased()) { self.color = color }
    case "stroke": stroke = isInherited ? parent.stroke : SVGPaint(value)
    case "fill": fill = isInherited ? parent.fill : SVGPaint(value)
    case "stroke-width":
      guard !isInherited else { return strokeWidth = parent.strokeWidth }
      guard let width = SVGLength(value)?.pixels(of: diagonal), width >= 0 else {
        throw ImportFault("its stroke-width “\(value)” is no length")
      }
      strokeWidth = width
    case "visibility": isVisible = isInherited ? parent.isVisible : value == "visible"
    case "display": isDisplayed = value != "none"
    default: break
    }
  }
}
