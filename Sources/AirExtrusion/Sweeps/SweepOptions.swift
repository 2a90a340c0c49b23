/// What the options of sweeps have in common.
enum SweepOptions {
  /// What is wrong with options, each as a clause.
  static func problems(_ closingDistanceInMetres: Double, _ gridInMetres: Double?) -> [String] {
    [
      ExtrusionStyle.problem(
        of: closingDistanceInMetres, named: "closing distance", in: Tube.closingDistanceRange),
      gridInMetres.flatMap { ExtrusionStyle.problem(of: $0, named: "grid", in: Tube.gridRange) },
    ].compactMap { $0 }
  }
}
