import AirArguments
import AirDraw

/// How the pen draws: its ends, its bends and what varies its width.
enum PenOptions {
  static let cap = Option("cap", .choice(PenStyle.Cap.self), default: .round, help: "The ends of strokes.")
  static let join = Option("join", .choice(JoinChoice.self), default: .round, help: "The bends of strokes.")
  static let mitreLimit = Option(
    "mitre-limit", .decimal("WIDTHS", in: PenStyle.mitreLimitRange), default: PenStyle.usualMitreLimit,
    help: "The longest corner that --join mitre makes, from its inner to its outer side.")
  static let taper = Option(
    "taper", .custom("IN[:OUT]", PenLengths.init(taper:)),
    help: """
      Lengths in mm over which strokes grow to their width and lose it again; one number is for both. Short strokes \
      are tapered over their whole length.
      """)
  static let taperWidth = Option(
    "taper-width", .decimal(unit: "mm", in: 0.02...1000), default: PenTaper().tipWidthInMetres * 1000,
    help: "Width of tapered ends.")
  static let widthBy = Option(
    "width-by", .choice(WidthChoice.self), default: .constant,
    help:
      "What varies the width: the pen's speed, its pressure where that is known, or the tracker's confidence."
  )
  static let widthRange = Option(
    "width-range", .custom("MIN:MAX", PenLengths.init(range:)),
    help:
      "Least and greatest width in mm with --width-by; half of --width to one and a half times unless told.")
  static let faster = Option(
    "faster", .choice(PenStyle.SpeedEffect.self), default: .thinner, help: "What speed does to the width.")
  static let fullSpeed = Option(
    "full-speed", .decimal("MM/S", in: 1...10_000), default: PenStyle.usualReferenceSpeed * 1000,
    help: "The speed from which on the width changes no more.")

  static let group = OptionGroup(
    "Pen", [cap, join, mitreLimit, taper, taperWidth, widthBy, widthRange, faster, fullSpeed])

  enum JoinChoice: String, CaseIterable, Sendable {
    case round, mitre, bevel
  }

  enum WidthChoice: String, CaseIterable, Sendable {
    case constant, speed, pressure, confidence
  }

  static func pen(_ arguments: ParsedArguments) throws -> PenStyle {
    let (join, widthBy) = (try arguments[join], try arguments[widthBy])
    let idle = [
      join == .mitre ? nil : ("--mitre-limit", mitreLimit as any ArgumentKey, "--join mitre"),
      arguments.isGiven(taper) ? nil : ("--taper-width", taperWidth, "--taper"),
      widthBy == .speed ? nil : ("--faster", faster, "--width-by speed"),
      widthBy == .speed ? nil : ("--full-speed", fullSpeed, "--width-by speed"),
      widthBy == .constant ? ("--width-range", widthRange, "--width-by speed, pressure or confidence") : nil,
    ].compactMap(\.self)
    for (name, option, condition) in idle where arguments.isGiven(option) {
      throw arguments.usageError("\(name) does nothing without \(condition).")
    }
    var pen = PenStyle(cap: try arguments[cap])
    switch join {
    case .round: pen.join = .round
    case .mitre: pen.join = .mitre(limit: try arguments[mitreLimit])
    case .bevel: pen.join = .bevel
    }
    switch widthBy {
    case .constant: pen.width = .constant
    case .speed:
      pen.width = .speed(
        referenceInMetresPerSecond: try arguments[fullSpeed] / 1000, faster: try arguments[faster])
    case .pressure: pen.width = .pressure
    case .confidence: pen.width = .confidence
    }
    if let range = try arguments[widthRange] {
      pen.leastWidthInMetres = range.first
      pen.greatestWidthInMetres = range.second
    }
    if let lengths = try arguments[taper] {
      pen.taper = PenTaper(
        inInMetres: lengths.first, outInMetres: lengths.second,
        tipWidthInMetres: try arguments[taperWidth] / 1000)
    }
    return pen
  }
}

/// Two lengths that are given in millimetres.
struct PenLengths: Sendable {
  let first: Double
  let second: Double

  /// Reads `5` or `5:10`.
  init(taper text: String) throws(InvalidValue) {
    let numbers = Self.numbers(text)
    guard (1...2).contains(numbers.count), numbers.allSatisfy(PenStyle.taperRange.contains) else {
      throw InvalidValue("it must be a length in mm or two as in 5:10, each from 0 to 10000")
    }
    (first, second) = (numbers[0], numbers[numbers.count - 1])
  }

  /// Reads `1:5`.
  init(range text: String) throws(InvalidValue) {
    let numbers = Self.numbers(text)
    guard numbers.count == 2, numbers[0] <= numbers[1],
      numbers.allSatisfy(ExtrusionStyle.measureRange.contains)
    else {
      throw InvalidValue("it must be two widths in mm as in 1:5, the least first, each from 0.02 to 1000")
    }
    (first, second) = (numbers[0], numbers[1])
  }

  /// The numbers between colons in metres; NaN for what is none.
  private static func numbers(_ text: String) -> [Double] {
    text.split(separator: ":", omittingEmptySubsequences: false).map { (Double($0) ?? .nan) / 1000 }
  }
}
