import AirArguments
import AirDraw

/// The ways in which a drawing is lifted, and their measures.
enum LiftOptions {
  static let extrude = Option(
    "extrude", .choice(LiftChoice.self), default: .prism, help: "How the drawing is lifted.")
  static let bevel = Option(
    "bevel", .custom("[round:]MM", BevelChoice.init(parsing:)),
    help: "Break the edges by this size, or round them with round:MM.")
  static let bevelEdges = Option(
    "bevel-edges", .choice(Bevel.Edges.self), default: .top, help: "The edges that are bevelled.")
  static let bevelSteps = Option(
    "bevel-steps", .integer(in: Bevel.stepCountRange), default: 6, help: "Steps of a round bevel.")
  static let symmetry = Option(
    "symmetry",
    .custom("mirror-u:MM|mirror-v:MM|radial:N@U,V|repeat:N@DU,DV", SymmetryChoice.init(parsing:)),
    help:
      "Unite the drawing with its mirror image at a place, or with copies turned about a place or moved by steps."
  )
  static let fillRule = Option(
    "fill-rule", .choice(FillRule.self), default: .evenOdd,
    help: "Which places closed strokes fill: with even-odd a ring in a ring is a hole.")
  static let close = Option(
    "close", .decimal(unit: "mm", in: 0...1000), default: 3,
    help: "A stroke is closed if its ends are no farther apart than this.")
  static let dot = Option(
    "dot", .decimal(unit: "mm", in: 0.02...1000), default: 3, help: "Side of a dot's box.")
  static let dotCorner = Option(
    "dot-corner", .decimal(unit: "mm", in: 0...500), default: 1, help: "Radius of a box's upright edges.")
  static let separate = Flag("separate", help: "Write each dot as a solid of its own.")
  static let twoSided = Flag("two-sided", help: "Puff up the bottom like the top.")
  static let margin = Option(
    "margin", .decimal(unit: "mm", in: 0.02...1000), default: 5,
    help: "How far a plate reaches past the drawing.")
  static let plate = Option(
    "plate", .decimal(unit: "mm", in: 0.02...1000), default: 2,
    help: "Thickness of a plate under the drawing.")
  static let plateCorner = Option(
    "plate-corner", .decimal(unit: "mm", in: 0...1000), default: 3, help: "Radius of a plate's corners.")
  static let hole = Option(
    "hole", .decimal(unit: "mm", in: 0.02...1000), default: 4, help: "Diameter of a keychain's hole.")
  static let bridge = Option(
    "bridge", .decimal(unit: "mm", in: 0...1000), default: 1.5,
    help: "Width of the bridges that keep a stencil in one piece; 0 for none.")
  static let wall = Option(
    "wall", .decimal(unit: "mm", in: 0.02...1000), default: 0.8, help: "Thickness of a cookie cutter's wall.")
  static let flange = Option(
    "flange", .decimal(unit: "mm", in: 0.02...1000), default: 4, help: "Width of a cookie cutter's flange.")
  static let flangeHeight = Option(
    "flange-height", .decimal(unit: "mm", in: 0.02...1000), default: 2,
    help: "Height of a cookie cutter's flange.")

  static let sides = Option(
    "sides", .integer(in: Tube.sideRange), help: "Sides of a tube; it is round without this.")
  static let tubeCap = Option(
    "tube-cap", .choice(Tube.Cap.self), default: .dome, help: "How a tube's open ends are closed.")
  static let thickness = Option(
    "thickness", .decimal(unit: "mm", in: 0.02...1000), default: 1, help: "Thickness of a ribbon.")
  static let frame = Option(
    "frame", .choice(SweepFrame.self), default: .upright, help: "How a ribbon turns along its path.")
  static let grid = Option(
    "grid", .decimal(unit: "mm", in: Tube.gridRange.lowerBound * 1000...Tube.gridRange.upperBound * 1000),
    help:
      "Edge of the grid on which solids that meet in space are united; as fine as the tolerance needs without this."
  )
  static let axis = Option(
    "axis", .custom("left|bottom|u:MM|v:MM", AxisChoice.init(parsing:)),
    help: "The line about which a lathe turns: the drawing's left edge without this.")
  static let angle = Option(
    "angle", .decimal("DEGREES", unit: "degrees", in: 0.1...360), default: 360, help: "How far a lathe turns."
  )
  static let filled = Flag("filled", help: "Fill closed strokes on plates, in stencils and on a lathe.")
  static let outline = Flag(
    invertible: "outline", default: true,
    help: "Draw the lines of filled strokes too; without it a painted shape is as large as it is painted.")

  static let group = OptionGroup(
    "Lift",
    [
      extrude, bevel, bevelEdges, bevelSteps, symmetry, fillRule, close, dot, dotCorner, separate, twoSided,
      margin, plate, plateCorner, hole, bridge, wall, flange, flangeHeight, sides, tubeCap, thickness, frame,
      grid, axis, angle, filled, outline,
    ])

  /// The lift that the arguments ask for.
  ///
  /// - Throws: `UsageError` for measures that the chosen lift does not have.
  static func lift(_ arguments: ParsedArguments) throws -> Lift {
    let choice = try arguments[extrude]
    try check(arguments, for: choice)
    let fill = FillStyle(
      rule: try arguments[fillRule], closingDistanceInMetres: try arguments[close] / 1000,
      isOutlined: try arguments[outline])
    let plate = PlateStyle(
      marginInMetres: try arguments[margin] / 1000, thicknessInMetres: try arguments[Self.plate] / 1000,
      cornerRadiusInMetres: try arguments[plateCorner] / 1000, fill: try arguments[filled] ? fill : nil)
    switch choice {
    case .prism: return .prism
    case .lift: return .raised
    case .fill: return .fill(fill)
    case .inflate: return .inflate(InflateStyle(fill: fill, isTwoSided: try arguments[twoSided]))
    case .dots:
      return .dots(
        DotStyle(
          sideInMetres: try arguments[dot] / 1000, cornerRadiusInMetres: try arguments[dotCorner] / 1000))
    case .plate: return .plate(plate)
    case .stamp: return .stamp(plate)
    case .keychain: return .keychain(KeychainStyle(plate: plate, holeInMetres: try arguments[hole] / 1000))
    case .stencil:
      let bridge = try arguments[bridge] / 1000
      return .stencil(StencilStyle(plate: plate, bridgeInMetres: bridge > 0 ? bridge : nil))
    case .cookieCutter:
      return .cookieCutter(
        CookieCutterStyle(
          wallInMetres: try arguments[wall] / 1000, flangeInMetres: try arguments[flange] / 1000,
          flangeHeightInMetres: try arguments[flangeHeight] / 1000))
    case .tube, .ribbon, .wall, .lathe: return try swept(choice, fill, arguments)
    }
  }

  private static func swept(
    _ choice: LiftChoice, _ fill: FillStyle, _ arguments: ParsedArguments
  ) throws -> Lift {
    let grid = try arguments[grid].map { $0 / 1000 }
    switch choice {
    case .tube:
      return .tube(Tube(sides: try arguments[sides], cap: try arguments[tubeCap], gridInMetres: grid))
    case .ribbon:
      return .ribbon(
        Ribbon(
          thicknessInMetres: try arguments[thickness] / 1000, frame: try arguments[frame], gridInMetres: grid)
      )
    case .wall: return .wall(Wall(gridInMetres: grid))
    default:
      let axis = try arguments[axis]?.axis ?? .vertical(uInMetres: nil)
      return .lathe(
        Lathe(axis: axis, angleInDegrees: try arguments[angle]), fill: try arguments[filled] ? fill : nil)
    }
  }

  /// The height that the arguments ask for in mm; a cookie cutter has one of its own unless told.
  static func height(_ arguments: ParsedArguments) throws -> Double {
    if try arguments[extrude] == .cookieCutter, !arguments.isGiven(SolidOptions.height) { return 12 }
    return try arguments[SolidOptions.height]
  }

  /// The bevel that the arguments ask for.
  static func bevel(_ arguments: ParsedArguments) throws -> Bevel? {
    guard let choice = try arguments[bevel] else {
      for (isGiven, name) in [
        (arguments.isGiven(bevelEdges), "bevel-edges"), (arguments.isGiven(bevelSteps), "bevel-steps"),
      ] where isGiven {
        throw arguments.usageError("--\(name) says how to bevel: give --bevel MM as well.")
      }
      return nil
    }
    return Bevel(
      choice.shape, sizeInMetres: choice.sizeInMetres, stepCount: try arguments[bevelSteps],
      edges: try arguments[bevelEdges])
  }

  private static func check(_ arguments: ParsedArguments, for choice: LiftChoice) throws {
    let plates: [LiftChoice] = [.plate, .stamp, .keychain]
    let isFilled = try arguments[filled]
    let fills: [LiftChoice] = [.fill, .inflate] + (isFilled ? plates + [.stencil, .lathe] : [])
    let owners: [(isGiven: Bool, name: String, lifts: [LiftChoice])] = [
      (arguments.isGiven(fillRule), "fill-rule", fills),
      (arguments.isGiven(close), "close", fills),
      (arguments.isGiven(dot), "dot", [.dots]), (arguments.isGiven(dotCorner), "dot-corner", [.dots]),
      (arguments.isGiven(separate), "separate", [.dots]),
      (arguments.isGiven(twoSided), "two-sided", [.inflate]),
      (arguments.isGiven(margin), "margin", plates + [.stencil]),
      (arguments.isGiven(plate), "plate", plates),
      (arguments.isGiven(plateCorner), "plate-corner", plates + [.stencil]),
      (arguments.isGiven(hole), "hole", [.keychain]), (arguments.isGiven(bridge), "bridge", [.stencil]),
      (arguments.isGiven(wall), "wall", [.cookieCutter]),
      (arguments.isGiven(flange), "flange", [.cookieCutter]),
      (arguments.isGiven(flangeHeight), "flange-height", [.cookieCutter]),
      (arguments.isGiven(sides), "sides", [.tube]), (arguments.isGiven(tubeCap), "tube-cap", [.tube]),
      (arguments.isGiven(thickness), "thickness", [.ribbon]), (arguments.isGiven(frame), "frame", [.ribbon]),
      (arguments.isGiven(grid), "grid", [.tube, .ribbon, .wall]), (arguments.isGiven(axis), "axis", [.lathe]),
      (arguments.isGiven(angle), "angle", [.lathe]),
      (arguments.isGiven(filled), "filled", plates + [.stencil, .lathe]),
      (arguments.isGiven(outline), "outline", fills),
    ]
    for owner in owners where owner.isGiven && !owner.lifts.contains(choice) {
      let names = owner.lifts.map { "--extrude " + $0.rawValue }
      let list =
        names.count < 2
        ? names.joined() : names.dropLast().joined(separator: ", ") + " or " + names[names.count - 1]
      throw arguments.usageError("--\(owner.name) goes with \(list).")
    }
  }
}

/// The lifts by name.
enum LiftChoice: String, CaseIterable, Sendable {
  case prism, fill, dots, lift, inflate, tube, ribbon, wall, lathe, plate, stamp, keychain, stencil
  case cookieCutter = "cookie-cutter"
}

/// A lathe's axis as it is written: `left`, `bottom`, `u:20` or `v:-5`.
struct AxisChoice: Sendable {
  let axis: Lathe.Axis

  init(parsing text: String) throws(InvalidValue) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    let place =
      parts.count == 2 ? Double(parts[1]).flatMap { (-4000...4000).contains($0) ? $0 / 1000 : nil } : nil
    switch (parts[0], place) {
    case ("left", nil) where parts.count == 1: axis = .vertical(uInMetres: nil)
    case ("bottom", nil) where parts.count == 1: axis = .horizontal(vInMetres: nil)
    case ("u", .some(let place)): axis = .vertical(uInMetres: place)
    case ("v", .some(let place)): axis = .horizontal(vInMetres: place)
    default: throw InvalidValue("it must be left, bottom, u:MM or v:MM within ±4000 mm")
    }
  }
}

/// A bevel as it is written: `0.5`, `chamfer:0.5` or `round:0.5`.
struct BevelChoice: Sendable {
  let shape: Bevel.Shape
  let sizeInMetres: Double

  init(parsing text: String) throws(InvalidValue) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    let shape = parts.count == 2 ? Bevel.Shape(rawValue: String(parts[0])) : .chamfer
    guard let shape, parts.count <= 2, let last = parts.last, let size = Double(last),
      (0.02...1000).contains(size)
    else {
      throw InvalidValue("it must be MM, chamfer:MM or round:MM with 0.02 to 1000 mm, such as round:0.8")
    }
    self.shape = shape
    sizeInMetres = size / 1000
  }
}

/// A symmetry as it is written: `mirror-u:20`, `radial:6@50,50`, `repeat:4@30,0`.
struct SymmetryChoice: Sendable {
  let symmetry: Symmetry

  init(parsing text: String) throws(InvalidValue) {
    guard let symmetry = Self.symmetry(text) else {
      throw InvalidValue(
        "it must be mirror-u:MM, mirror-v:MM, radial:N@U,V or repeat:N@DU,DV in mm on the surface, such as "
          + "radial:6@50,50")
    }
    self.symmetry = symmetry
  }

  private static func symmetry(_ text: String) -> Symmetry? {
    let parts = text.split(separator: ":", maxSplits: 1)
    guard parts.count == 2 else { return nil }
    let metres = { (text: Substring) -> Double? in
      guard let value = Double(text), value.isFinite else { return nil }
      return value / 1000
    }
    switch parts[0] {
    case "mirror-u": return metres(parts[1]).map { .mirrorU(at: $0) }
    case "mirror-v": return metres(parts[1]).map { .mirrorV(at: $0) }
    case "radial", "repeat":
      let halves = parts[1].split(separator: "@")
      let pair = halves.last?.split(separator: ",").map(metres) ?? []
      guard halves.count == 2, let count = Int(halves[0]), Symmetry.countRange.contains(count),
        pair.count == 2,
        let first = pair[0], let second = pair[1]
      else { return nil }
      return parts[0] == "radial"
        ? .radial(count: count, centreU: first, centreV: second)
        : .translational(count: count, stepU: first, stepV: second)
    default: return nil
    }
  }
}
