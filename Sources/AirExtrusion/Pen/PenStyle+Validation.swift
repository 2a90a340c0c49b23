extension PenStyle {
  /// Lengths of tapers that can be asked for, in metres.
  public static let taperRange: ClosedRange<Double> = 0...10
  /// Limits of mitre joins that can be asked for: at 1 every bend is bevelled.
  public static let mitreLimitRange: ClosedRange<Double> = 1...100
  /// Reference speeds that can be asked for, in metres a second.
  public static let referenceSpeedRange: ClosedRange<Double> = 1e-6...1000

  /// All that is wrong, each as a clause.
  var problems: [String] {
    var problems = [
      leastWidthInMetres.flatMap {
        ExtrusionStyle.problem(of: $0, named: "pen's least width", in: ExtrusionStyle.measureRange)
      },
      greatestWidthInMetres.flatMap {
        ExtrusionStyle.problem(of: $0, named: "pen's greatest width", in: ExtrusionStyle.measureRange)
      },
      ExtrusionStyle.problem(
        of: taper.tipWidthInMetres, named: "taper's tip width", in: ExtrusionStyle.measureRange),
      ExtrusionStyle.problem(of: taper.inInMetres, named: "taper in", in: Self.taperRange),
      ExtrusionStyle.problem(of: taper.outInMetres, named: "taper out", in: Self.taperRange),
    ].compactMap { $0 }
    if let least = leastWidthInMetres, let greatest = greatestWidthInMetres, least > greatest {
      problems.append(
        "the pen's least width of \(least * 1000) mm must not exceed its greatest of \(greatest * 1000) mm")
    }
    if case .mitre(let limit) = join, !Self.mitreLimitRange.contains(limit) {
      problems.append("the mitre limit of \(limit) must be \(Self.text(Self.mitreLimitRange)) widths")
    }
    if case .speed(let speed, _) = width, !Self.referenceSpeedRange.contains(speed) {
      problems.append(
        "the reference speed of \(speed) m/s must be \(Self.text(Self.referenceSpeedRange)) m/s")
    }
    return problems
  }

  private static func text(_ range: ClosedRange<Double>) -> String {
    "\(range.lowerBound) to \(range.upperBound)"
  }
}
