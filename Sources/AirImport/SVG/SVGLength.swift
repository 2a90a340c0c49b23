/// A length of an SVG with its unit (SVG 1.1, section 7.10; CSS: 96 pixels an inch).
struct SVGLength: Hashable {
  var number: Double
  var unit: Unit

  enum Unit: String {
    case none = ""
    case px, mm, cm, pt, pc, em, ex
    case inch = "in"
    case quarterMillimetre = "q"
    case percent = "%"
  }

  /// Reads a length; nil where it is none.
  init?(_ text: String) {
    var scanner = SVGScanner(text)
    scanner.skipSpace()
    guard let number = scanner.number() else { return nil }
    var name = scanner.word().lowercased()
    if scanner.current == UInt8(ascii: "%"), name.isEmpty {
      name = "%"
      scanner.advance()
    }
    scanner.skipSpace()
    guard scanner.isAtEnd, let unit = Unit(rawValue: name) else { return nil }
    self.number = number
    self.unit = unit
  }

  /// True where the unit is one of paper and not of pixels.
  var isPhysical: Bool { [.mm, .cm, .inch, .pt, .pc, .quarterMillimetre].contains(unit) }

  /// The length in pixels of the user space; `whole` is what 100 % are.
  func pixels(of whole: Double) -> Double {
    switch unit {
    case .none, .px: number
    case .mm: number * 96 / 25.4
    case .cm: number * 96 / 2.54
    case .inch: number * 96
    case .pt: number * 96 / 72
    case .pc: number * 16
    case .quarterMillimetre: number * 96 / 101.6
    // Without fonts, an em is taken as 16 pixels, the usual size of text.
    case .em: number * 16
    case .ex: number * 8
    case .percent: number / 100 * whole
    }
  }
}
