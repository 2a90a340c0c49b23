import AirStroke
import Glibc

extension StoreyPlan {
  /// The storeys of round tubes around paths in one plane: the outlines of ever thinner pens, at the heights above the
  /// middle of the tubes at which they are so wide.
  ///
  /// A cut through the union of balls of radius r about a path, at height z above it, is the union of discs of radius
  /// √(r² − z²): so tubes are united exactly however they cross.
  ///
  /// - Returns: nil where the strokes' tubes are not of this kind: with sides that do not stand upright, of several
  ///   widths, or with paths that leave a plane.
  /// - Throws: `ExtrusionError`.
  func flatTube(_ tube: Tube, of strokes: NumberedStrokes) throws(ExtrusionError) -> [Storey]? {
    let widths = Set(strokes.strokes.map { $0.widthInMetres ?? style.widthInMetres })
    guard let level = level(of: strokes), widths.count == 1, let width = widths.first,
      ExtrusionStyle.measureRange.contains(width), style.pen == PenStyle(),
      tube.sides.map({ $0.isMultiple(of: 4) }) ?? true
    else { return nil }
    var pen = style
    pen.lift = .prism
    if tube.cap == .flat { pen.pen.cap = .flat }
    let (sides, radius) = Self.section(
      of: tube, radiusInMetres: width / 2, toleranceInMetres: style.toleranceInMetres)
    var storeys: [Storey] = []
    for corner in 0..<sides / 4 {
      let angle = 2 * .pi * (Double(corner) + 0.5) / Double(sides)
      // The thinnest of tubes keep their first storey.
      let thinnest = ExtrusionStyle.measureRange.lowerBound
      pen.widthInMetres = storeys.isEmpty ? max(2 * radius * cos(angle), thinnest) : 2 * radius * cos(angle)
      guard pen.widthInMetres >= thinnest else { break }
      var thinner = strokes.strokes
      for index in thinner.indices { thinner[index].widthInMetres = pen.widthInMetres }
      let region = try Outline(of: thinner, numbered: strokes.numbers, style: pen, lattice: lattice)
      storeys.append(
        Storey(region: region, height: height(radius * sin(angle)), middle: height(level)))
    }
    return storeys
  }

  /// The number of sides, a multiple of four, and the distance of the corners of a tube's section, which for a round
  /// tube has the circle's area.
  private static func section(
    of tube: Tube, radiusInMetres radius: Double, toleranceInMetres: Double
  ) -> (sides: Int, radius: Double) {
    if let sides = tube.sides { return (sides, radius) }
    let tolerance = min(toleranceInMetres, radius / 4) * SweepPath.arcShare
    let angle = SweepSection.cornerAngle(radius: radius, tolerance: tolerance)
    let sides = 4 * Int((.pi / 2 / angle).rounded(.up))
    return (sides, SweepSection.cornerRadius(sides: sides, radius: radius))
  }
}

extension StoreyPlan {
  /// The storey of bands that lie flat in one plane, mitred at their bends: they are united however they cross.
  ///
  /// - Returns: nil where the strokes' bands are not of this kind.
  /// - Throws: `ExtrusionError`.
  func flatRibbon(_ ribbon: Ribbon, of strokes: NumberedStrokes) throws(ExtrusionError) -> [Storey]? {
    guard let level = level(of: strokes), ribbon.frame == .upright else { return nil }
    let half = height(ribbon.thicknessInMetres / 2)
    return [Storey(region: try bands(strokes), height: half, middle: height(level))]
  }

  /// The storeys of upright sheets whose tops are level, mitred at their bends: they are united however they cross.
  ///
  /// - Returns: nil where a sheet's top is not level.
  /// - Throws: `ExtrusionError`.
  func levelWall(of strokes: NumberedStrokes) throws(ExtrusionError) -> [Storey]? {
    let levels = strokes.pairs.compactMap { level(of: NumberedStrokes(strokes: [$0.0], numbers: [$0.1])) }
    guard levels.count == strokes.strokes.count else { return nil }
    return try storeys(of: strokes, heights: levels.map { height(max(0, $0) + style.heightInMetres) }) {
      (strokes) throws(ExtrusionError) in try bands(strokes)
    }
  }

  /// The height of all points, in metres; nil where they are not all in one plane.
  private func level(of strokes: NumberedStrokes) -> Double? {
    let heights = Set(strokes.strokes.flatMap(\.nodes).map(\.point.height))
    guard heights.count == 1, let height = heights.first, abs(height) <= 1 else { return nil }
    return height
  }

  /// The outline of bands with flat ends and mitred bends.
  private func bands(_ strokes: NumberedStrokes) throws(ExtrusionError) -> Outline {
    var pen = style
    pen.lift = .prism
    pen.pen.cap = .flat
    pen.pen.join = .mitre(limit: PenStyle.usualMitreLimit)
    return try Outline(of: strokes.strokes, numbered: strokes.numbers, style: pen, lattice: lattice)
  }
}

extension Relief {
  /// A solid whose top and bottom are the same above and under the storeys' middle.
  static func mirrored(_ storeys: [Storey]) -> Relief {
    guard let first = storeys.first, let last = storeys.last else { return Relief(base: 0, rising: []) }
    let inner = storeys.dropFirst().map(\.height) + [last.height]
    let rising = zip(storeys, inner).map { storey, inner in
      ReliefLevel(region: storey.region, rim: storey.height + first.height, inner: inner + first.height)
    }
    let sinking = zip(storeys, inner).dropFirst().map { storey, inner in
      ReliefLevel(region: storey.region, rim: storey.height - first.height, inner: inner - first.height)
    }
    return Relief(
      base: first.middle - first.height, rising: rising, sinking: sinking,
      firstDepth: inner[0] - first.height)
  }
}
