import AirStroke

/// Turns strokes into the storeys of their lift.
struct StoreyPlan {
  let style: ExtrusionStyle
  let lattice: Lattice

  /// A length in lattice steps, not rounded.
  func steps(_ lengthInMetres: Double) -> Double { lengthInMetres / lattice.stepInMetres }

  /// A height in whole lattice steps.
  func height(_ lengthInMetres: Double) -> Int32 { Int32(steps(lengthInMetres).rounded()) }

  /// How far arcs may stray from circles, in lattice steps.
  var arcTolerance: Double { steps(style.toleranceInMetres) / 2 }

  /// The storeys of every colour, cut back where later colours lie on top: they neither cross nor touch them.
  ///
  /// - Returns: nil where the lift is no relief: its strokes must be swept along their paths in space.
  /// - Throws: `ExtrusionError`.
  func reliefs(of groups: [Extruder.Group]) throws(ExtrusionError) -> [[Storey]]? {
    let gap = steps(Extruder.colorGapInMetres)
    // The last colour first: what was drawn later lies on top.
    var reliefs: [[Storey]] = []
    var surroundings: [Outline] = []
    for group in groups.reversed() {
      if let later = reliefs.last?.first?.region {
        surroundings.append(try later.widened(by: gap, tolerance: gap / 8))
      }
      guard var storeys = try storeys(of: group.strokes) else { return nil }
      for index in storeys.indices {
        for later in surroundings { storeys[index].region = try storeys[index].region.subtracting(later) }
      }
      reliefs.append(storeys.filter { $0.region.ringCount > 0 })
    }
    return reliefs.reversed()
  }

  /// The storeys of strokes, from the widest and lowest to the narrowest and highest.
  ///
  /// - Throws: `ExtrusionError`.
  private func storeys(of strokes: NumberedStrokes) throws(ExtrusionError) -> [Storey]? {
    switch style.lift {
    case .wall: return try levelWall(of: strokes)
    case .lathe: return nil
    case .tube(let tube): return try flatTube(tube, of: strokes)
    case .ribbon(let ribbon): return try flatRibbon(ribbon, of: strokes)
    case .prism, .raised, .fill, .dots, .inflate:
      return try raised(strokes)
    case .plate(let plate):
      return try storeys(on: plate, of: region(of: strokes))
    case .stamp(let plate):
      return try storeys(on: plate, of: region(of: strokes).mirrored())
    case .keychain(let keychain):
      return try storeys(of: keychain, under: region(of: strokes))
    case .stencil(let stencil):
      return [
        Storey(
          region: try region(of: stencil, around: region(of: strokes)), height: height(style.heightInMetres))
      ]
    case .cookieCutter(let cutter):
      return try storeys(of: cutter, around: lines(strokes))
    }
  }

  /// The region of strokes, one storey for each of the heights that strokes have of their own.
  ///
  /// Heights that differ by less than the tolerance are one.
  private func raised(_ strokes: NumberedStrokes) throws(ExtrusionError) -> [Storey] {
    var heights: [Int32] = []
    for (stroke, number) in strokes.pairs {
      let metres = stroke.heightInMetres ?? style.heightInMetres
      if let problem = ExtrusionStyle.problem(of: metres, named: "height", in: ExtrusionStyle.measureRange) {
        throw .invalidStroke(stroke: number, problem: problem)
      }
      heights.append(height(metres))
    }
    return try storeys(of: strokes, heights: heights) { (strokes) throws(ExtrusionError) in
      try region(of: strokes)
    }
  }

  /// A storey for each of the heights that strokes have, with the region of all that are at least so high.
  func storeys(
    of strokes: NumberedStrokes, heights: [Int32],
    region: (NumberedStrokes) throws(ExtrusionError) -> Outline
  ) throws(ExtrusionError) -> [Storey] {
    var storeys: [Storey] = []
    var highest: Int32 = 0
    for top in Set(heights).sorted()
    where storeys.isEmpty || Double(top - highest) >= steps(style.toleranceInMetres) {
      highest = top
      storeys.append(Storey(region: .empty(lattice), height: top))
    }
    for index in storeys.indices.reversed() {
      let lowest = storeys[index].height
      let own = try region(strokes.filter { _, place in heights[place] >= lowest })
      storeys[index].region =
        index + 1 < storeys.count ? try own.united(with: storeys[index + 1].region) : own
    }
    return storeys
  }

  /// The region that strokes cover in this lift.
  func region(of strokes: NumberedStrokes) throws(ExtrusionError) -> Outline {
    if case .dots(let dots) = style.lift { return try boxes(strokes, dots) }
    guard let fill = style.lift.fill else { return try lines(strokes) }
    return try filled(strokes, fill)
  }

  /// The outline that the pen leaves.
  func lines(_ strokes: NumberedStrokes) throws(ExtrusionError) -> Outline {
    try Outline(of: strokes.strokes, numbered: strokes.numbers, style: style, lattice: lattice)
  }
}

/// Strokes with their numbers in the drawing, from 1.
struct NumberedStrokes {
  var strokes: [Stroke] = []
  var numbers: [Int] = []

  var pairs: [(Stroke, Int)] { Array(zip(strokes, numbers)) }

  mutating func append(_ stroke: Stroke, _ number: Int) {
    strokes.append(stroke)
    numbers.append(number)
  }

  /// The strokes that a condition holds for, which is given the stroke and its index.
  func filter(_ isIncluded: (Stroke, Int) -> Bool) -> NumberedStrokes {
    var kept = NumberedStrokes()
    for index in strokes.indices where isIncluded(strokes[index], index) {
      kept.append(strokes[index], numbers[index])
    }
    return kept
  }
}
