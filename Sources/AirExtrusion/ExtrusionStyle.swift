/// How a drawing becomes a solid.
///
/// ```swift
/// var style = ExtrusionStyle(widthInMetres: 0.002, heightInMetres: 0.004)
/// style.bevel = Bevel(.round, sizeInMetres: 0.0005)
/// try style.validate()
/// ```
public struct ExtrusionStyle: Hashable, Sendable {
  /// The way in which the outline is lifted.
  public var lift: Lift
  /// Width of the round pen in metres, for strokes that name none; 3 mm at first, within `measureRange`.
  public var widthInMetres: Double
  /// Height of the solid above the surface, or above its plate, in metres, for strokes that name none; 5 mm at first,
  /// within `measureRange`.
  public var heightInMetres: Double
  /// How far, in metres, the outline may stray from that of a perfectly round pen on the drawn path; 20 µm at
  /// first, within `toleranceRange`. Of pens thinner than eight tolerances, an eighth of the width is used instead.
  ///
  /// Every point of the outline is at the pen's radius from the drawn path, give or take this tolerance: most of it
  /// is spent on leaving out points of the path, the rest on the chords of its round joins and ends.
  public var toleranceInMetres: Double
  /// The bevel of the edges; nil leaves them sharp.
  public var bevel: Bevel?
  /// Copies of the drawing that are united with it; nil for none.
  public var symmetry: Symmetry?
  /// How the pen draws: its ends, its bends and what varies its width; round and of constant width at first.
  public var pen: PenStyle

  /// Widths and heights that can be built, in metres: from about 80 steps of the lattice to a quarter of its reach.
  public static let measureRange: ClosedRange<Double> = 20e-6...1
  /// Tolerances that can be asked for, in metres.
  public static let toleranceRange: ClosedRange<Double> = 2e-6...1e-3

  /// Makes a style; lengths are in metres.
  public init(
    _ lift: Lift = .prism, widthInMetres: Double = 0.003, heightInMetres: Double = 0.005,
    toleranceInMetres: Double = 20e-6, bevel: Bevel? = nil, symmetry: Symmetry? = nil,
    pen: PenStyle = PenStyle()
  ) {
    self.lift = lift
    self.widthInMetres = widthInMetres
    self.heightInMetres = heightInMetres
    self.toleranceInMetres = toleranceInMetres
    self.bevel = bevel
    self.symmetry = symmetry
    self.pen = pen
  }

  /// Checks the whole style at once.
  ///
  /// - Throws: `ExtrusionError.invalidStyle` with all that is wrong.
  public func validate() throws(ExtrusionError) {
    var problems = [
      Self.problem(of: widthInMetres, named: "width", in: Self.measureRange),
      Self.problem(of: heightInMetres, named: "height", in: Self.measureRange),
      Self.problem(of: toleranceInMetres, named: "tolerance", in: Self.toleranceRange),
    ].compactMap { $0 }
    problems += lift.problems
    problems += symmetry?.problems ?? []
    if problems.isEmpty, let bevel {
      problems += bevel.problems(heightInMetres: heightInMetres)
      if !lift.isBevelled { problems.append("this lift has no edges to bevel") }
    }
    problems += pen.problems
    if !lift.isDrawnByPen, pen != PenStyle() {
      problems.append("this lift does not use the pen's caps, joins and changing widths")
    }
    try Self.refuse(problems)
  }

  /// Throws what is wrong with a style, each fault as a clause, if anything is.
  static func refuse(_ problems: [String]) throws(ExtrusionError) {
    guard problems.isEmpty else { throw .invalidStyle(problems) }
  }

  /// What is wrong with a length, as a clause; nil when nothing is.
  static func problem(of length: Double, named name: String, in range: ClosedRange<Double>) -> String? {
    if range.contains(length) { return nil }
    let limits = "\(millimetres(range.lowerBound)) to \(millimetres(range.upperBound))"
    guard length.isFinite else { return "the \(name) is not a finite number and must be \(limits)" }
    return "the \(name) of \(millimetres(length)) must be \(limits)"
  }

  /// A length for a sentence, in millimetres to a nanometre.
  static func millimetres(_ lengthInMetres: Double) -> String {
    let value = (lengthInMetres * 1e9).rounded() / 1e6
    let text = "\(value.isFinite ? value : lengthInMetres * 1000)"
    return (text.hasSuffix(".0") ? String(text.dropLast(2)) : text) + " mm"
  }
}
