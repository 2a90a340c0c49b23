import AirStroke

/// What a line or an area is painted with.
enum SVGPaint: Hashable {
  case none
  case color(StrokeColor)
  /// The element's own `color`.
  case currentColor
  /// A gradient, a pattern or something newer: some paint, whose one colour nobody knows.
  case other

  /// Reads a paint (SVG 1.1, section 11.2; CSS Color Module Level 3).
  init(_ text: String) {
    let text = text.lowercased().filter { !$0.isWhitespace }
    switch text {
    case "none", "transparent": self = .none
    case "currentcolor": self = .currentColor
    default: self = StrokeColor(css: text).map { .color($0) } ?? .other
    }
  }
}

extension StrokeColor {
  /// Reads a colour of CSS in small letters without spaces: a name, `#rgb`, `#rrggbb`, `rgb(…)`; opacity is passed over.
  init?(css text: String) {
    if let value = SVGColorNames.values[text] {
      self.init(red: UInt8(value >> 16), green: UInt8(value >> 8 & 0xff), blue: UInt8(value & 0xff))
    } else if text.hasPrefix("#") {
      let digits = text.dropFirst()
      switch digits.count {
      case 3, 4: self.init(hexadecimal: digits.prefix(3).map { "\($0)\($0)" }.joined())
      case 6, 8: self.init(hexadecimal: String(digits.prefix(6)))
      default: return nil
      }
    } else if text.hasPrefix("rgb"), let open = text.firstIndex(of: "("), text.hasSuffix(")") {
      let cells = text[text.index(after: open)...].dropLast().split { $0 == "," || $0 == "/" }
      let values = cells.prefix(3).compactMap { cell -> UInt8? in
        let isShare = cell.hasSuffix("%")
        guard let number = Double(isShare ? cell.dropLast() : cell), number.isFinite else { return nil }
        return UInt8(min(max(isShare ? number * 2.55 : number, 0), 255).rounded())
      }
      guard values.count == 3 else { return nil }
      self.init(red: values[0], green: values[1], blue: values[2])
    } else {
      return nil
    }
  }
}
