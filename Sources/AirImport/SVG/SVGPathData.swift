import Glibc

/// Draws the data of a path (SVG 1.1, section 8.3) into a flattener.
struct SVGPathData {
  private var scanner: SVGScanner
  /// Where the pen is, in the path's own coordinates.
  private var current = SIMD2<Double>()
  /// Where the subpath began.
  private var start = SIMD2<Double>()
  /// The last curve's second control point with the curve's kind, which S and T mirror.
  private var lastControl: (point: SIMD2<Double>, degree: Int)?

  /// - Throws: a fault that shows the place in the data.
  static func draw(_ text: String, into flattener: inout CurveFlattener) throws(ImportFault) {
    var path = SVGPathData(scanner: SVGScanner(text))
    try path.draw(into: &flattener)
  }

  private init(scanner: SVGScanner) { self.scanner = scanner }

  private mutating func draw(into flattener: inout CurveFlattener) throws(ImportFault) {
    var command = UInt8(0)
    scanner.skipSpace()
    while !scanner.isAtEnd {
      if case UInt8(ascii: "a")...UInt8(ascii: "z") = scanner.current | 0x20 {
        guard command != 0 || scanner.current | 0x20 == UInt8(ascii: "m") else {
          throw ImportFault("its path begins with “\(scanner.surroundings)” and not with M")
        }
        command = scanner.current
        scanner.advance()
        scanner.skipSpace()
      } else {
        // Numbers without a letter go on with the last command; after a move, they are lines.
        switch command {
        case UInt8(ascii: "M"): command = UInt8(ascii: "L")
        case UInt8(ascii: "m"): command = UInt8(ascii: "l")
        case 0, UInt8(ascii: "Z"), UInt8(ascii: "z"): throw fault("a command")
        default: break
        }
      }
      try draw(command, into: &flattener)
      scanner.skipSeparator()
    }
    flattener.endSubpath()
  }

  private mutating func draw(_ command: UInt8, into flattener: inout CurveFlattener) throws(ImportFault) {
    let isRelative = command >= UInt8(ascii: "a")
    let origin = isRelative ? current : SIMD2()
    var control: (point: SIMD2<Double>, degree: Int)?
    switch command & 0xdf {
    case UInt8(ascii: "M"):
      current = origin + (try pair())
      start = current
      flattener.move(to: current)
    case UInt8(ascii: "Z"):
      try flattener.close()
      current = start
    case UInt8(ascii: "L"):
      current = origin + (try pair())
      try flattener.line(to: current)
    case UInt8(ascii: "H"):
      current.x = origin.x + (try number())
      try flattener.line(to: current)
    case UInt8(ascii: "V"):
      current.y = origin.y + (try number())
      try flattener.line(to: current)
    case UInt8(ascii: "C"), UInt8(ascii: "S"):
      let isSmooth = command & 0xdf == UInt8(ascii: "S")
      let first = isSmooth ? mirroredControl(degree: 3) : origin + (try pair())
      let second = origin + (try pair())
      let end = origin + (try pair())
      try flattener.cubic(from: current, first, second, to: end)
      control = (second, 3)
      current = end
    case UInt8(ascii: "Q"), UInt8(ascii: "T"):
      let isSmooth = command & 0xdf == UInt8(ascii: "T")
      let middle = isSmooth ? mirroredControl(degree: 2) : origin + (try pair())
      let end = origin + (try pair())
      try flattener.quadratic(from: current, middle, to: end)
      control = (middle, 2)
      current = end
    case UInt8(ascii: "A"):
      let radii = try pair()
      let rotation = try number()
      let isLarge = try flag()
      let isPositive = try flag()
      let end = origin + (try pair())
      try flattener.arc(
        SVGArc(
          from: current, to: end, radii: radii, rotationInDegrees: rotation, isLarge: isLarge,
          isPositive: isPositive))
      current = end
    default:
      throw ImportFault(
        "its path has a command “\(Character(Unicode.Scalar(command)))”, which SVG does not know")
    }
    lastControl = control
  }

  /// The last control point mirrored at the pen's place, or that place where the last curve was of another kind.
  private func mirroredControl(degree: Int) -> SIMD2<Double> {
    guard let lastControl, lastControl.degree == degree else { return current }
    return current * 2 - lastControl.point
  }

  private mutating func number() throws(ImportFault) -> Double {
    scanner.skipSeparator()
    guard let number = scanner.number() else { throw fault("a number") }
    return number
  }

  private mutating func pair() throws(ImportFault) -> SIMD2<Double> { SIMD2(try number(), try number()) }

  private mutating func flag() throws(ImportFault) -> Bool {
    scanner.skipSeparator()
    guard let flag = scanner.flag() else { throw fault("a flag 0 or 1") }
    return flag
  }

  private func fault(_ missing: String) -> ImportFault {
    ImportFault("its path lacks \(missing) at place \(scanner.place + 1) (“\(scanner.surroundings)”)")
  }
}
