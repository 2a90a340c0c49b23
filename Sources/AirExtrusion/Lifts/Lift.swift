/// The ways in which a drawing is lifted from its surface.
public enum Lift: Hashable, Sendable {
  /// The united outlines raised straight up, strokes with a height of their own as high as that.
  case prism
  /// As `prism`, of a drawing in which strokes were raised: it is an error if none was.
  case raised
  /// Closed strokes as filled regions, open ones as lines, raised straight up.
  case fill(FillStyle)
  /// Small boxes along the strokes, raised together.
  case dots(DotStyle)
  /// Filled regions and lines puffed up to the style's height.
  case inflate(InflateStyle)
  /// The drawing raised from a base plate.
  case plate(PlateStyle)
  /// The drawing's mirror image raised from a base plate, so that it prints the right way round.
  case stamp(PlateStyle)
  /// A plate with the drawing on it and a hole for a ring.
  case keychain(KeychainStyle)
  /// A plate as thick as the style's height from which the drawing is cut.
  case stencil(StencilStyle)
  /// A thin wall around the drawing with a flange at the bottom.
  case cookieCutter(CookieCutterStyle)
  /// Round or many-sided tubes along the strokes, whose points' heights count.
  case tube(Tube)
  /// Flat bands along the strokes, whose points' heights count.
  case ribbon(Ribbon)
  /// Sheets that stand upright along the strokes, up to the style's height above the points' own.
  case wall(Wall)
  /// The drawing turned about an axis; with a fill style its closed strokes are filled.
  case lathe(Lathe, fill: FillStyle?)

  /// Whether strokes of different colours become parts of their own; else all are one, in the first stroke's colour.
  var isOnePerColor: Bool {
    switch self {
    case .prism, .raised, .fill, .dots, .inflate, .tube, .ribbon, .wall: true
    case .plate, .stamp, .keychain, .stencil, .cookieCutter, .lathe: false
    }
  }

  /// How closed strokes are filled; nil where they stay lines.
  var fill: FillStyle? {
    switch self {
    case .fill(let fill): fill
    case .inflate(let inflate): inflate.fill
    case .lathe(_, let fill): fill
    case .plate(let plate), .stamp(let plate): plate.fill
    case .keychain(let keychain): keychain.plate.fill
    case .stencil(let stencil): stencil.plate.fill
    case .prism, .raised, .dots, .cookieCutter, .tube, .ribbon, .wall: nil
    }
  }

  /// The sweep along paths in space; nil for lifts that are reliefs.
  var spatial: (any SpatialLift)? {
    switch self {
    case .tube(let tube): tube
    case .ribbon(let ribbon): ribbon
    case .wall(let wall): wall
    default: nil
    }
  }

  /// Whether the solid has edges that a bevel can run along.
  var isBevelled: Bool {
    switch self {
    case .prism, .raised, .fill, .dots, .plate, .stamp, .keychain, .stencil, .cookieCutter: true
    case .inflate, .tube, .ribbon, .wall, .lathe: false
    }
  }

  /// Whether the outline is that of the style's pen.
  var isDrawnByPen: Bool {
    switch self {
    case .dots, .tube, .ribbon, .wall: false
    default: true
    }
  }

  /// What is wrong with the lift's measures, each as a clause.
  var problems: [String] {
    switch self {
    case .prism, .raised: []
    case .fill(let style): style.problems
    case .dots(let style): style.problems
    case .inflate(let style): style.problems
    case .plate(let style), .stamp(let style): style.problems
    case .keychain(let style): style.problems
    case .stencil(let style): style.problems
    case .cookieCutter(let style): style.problems
    case .tube(let tube): tube.problems
    case .ribbon(let ribbon): ribbon.problems
    case .wall(let wall): wall.problems
    case .lathe(let lathe, let fill): lathe.problems + (fill?.problems ?? [])
    }
  }
}

/// Which of the places that closed strokes wind around are filled (W3C, "Scalable Vector Graphics 2", 13.4.2
/// “fill-rule”).
public enum FillRule: String, Hashable, Sendable, CaseIterable {
  /// Those that a line from outside reaches over an odd number of strokes: a ring in a ring is a hole.
  case evenOdd = "even-odd"
  /// Those that the strokes wind around a number of times that is not zero: a ring in a ring is a hole if it was
  /// drawn the other way round.
  case nonZero = "non-zero"
}

/// How strokes become filled regions.
public struct FillStyle: Hashable, Sendable {
  /// Which places are filled.
  public var rule: FillRule
  /// A stroke whose ends are no farther apart than this, in metres, is closed; 3 mm at first.
  public var closingDistanceInMetres: Double
  /// Whether closed strokes are drawn by the pen as well, so that their regions reach half its width beyond; else the
  /// regions end at the strokes themselves, as painted shapes do.
  public var isOutlined: Bool

  /// Makes a style.
  public init(rule: FillRule = .evenOdd, closingDistanceInMetres: Double = 0.003, isOutlined: Bool = true) {
    self.rule = rule
    self.closingDistanceInMetres = closingDistanceInMetres
    self.isOutlined = isOutlined
  }

  var problems: [String] {
    [ExtrusionStyle.problem(of: closingDistanceInMetres, named: "closing distance", in: 0...1)].compactMap {
      $0
    }
  }
}

/// The boxes of a drawing of dots.
public struct DotStyle: Hashable, Sendable {
  /// Side of a box in metres; 3 mm at first.
  public var sideInMetres: Double
  /// Radius of a box's upright edges in metres; 1 mm at first.
  public var cornerRadiusInMetres: Double

  /// Makes a style.
  public init(sideInMetres: Double = 0.003, cornerRadiusInMetres: Double = 0.001) {
    self.sideInMetres = sideInMetres
    self.cornerRadiusInMetres = cornerRadiusInMetres
  }

  var problems: [String] {
    var problems = [ExtrusionStyle.problem(of: sideInMetres, named: "box", in: ExtrusionStyle.measureRange)]
    if problems == [nil] {
      problems.append(
        ExtrusionStyle.problem(
          of: cornerRadiusInMetres, named: "box's corner radius", in: 0...sideInMetres / 2))
    }
    return problems.compactMap { $0 }
  }
}

/// How regions are puffed up.
public struct InflateStyle: Hashable, Sendable {
  /// Which regions there are.
  public var fill: FillStyle
  /// Whether the bottom is the top's mirror image; else it is flat.
  public var isTwoSided: Bool
  /// Height of the upright rim in metres, which keeps edges from being too thin to print; 0.2 mm at first.
  public var rimInMetres: Double

  /// Makes a style.
  public init(fill: FillStyle = FillStyle(), isTwoSided: Bool = false, rimInMetres: Double = 0.0002) {
    self.fill = fill
    self.isTwoSided = isTwoSided
    self.rimInMetres = rimInMetres
  }

  var problems: [String] {
    fill.problems
      + [ExtrusionStyle.problem(of: rimInMetres, named: "rim", in: ExtrusionStyle.measureRange)].compactMap {
        $0
      }
  }
}
