/// A base plate under a drawing.
public struct PlateStyle: Hashable, Sendable {
  /// How far the plate reaches past the drawing on all sides, in metres; 5 mm at first.
  public var marginInMetres: Double
  /// Thickness of the plate in metres; 2 mm at first.
  public var thicknessInMetres: Double
  /// Radius of the plate's corners in metres; 3 mm at first. At most half of the shorter side is used.
  public var cornerRadiusInMetres: Double
  /// How closed strokes of the drawing on it, or cut from it, are filled; nil leaves them lines.
  public var fill: FillStyle?

  /// Makes a style; lengths are in metres.
  public init(
    marginInMetres: Double = 0.005, thicknessInMetres: Double = 0.002, cornerRadiusInMetres: Double = 0.003,
    fill: FillStyle? = nil
  ) {
    self.marginInMetres = marginInMetres
    self.thicknessInMetres = thicknessInMetres
    self.cornerRadiusInMetres = cornerRadiusInMetres
    self.fill = fill
  }

  var problems: [String] {
    [
      ExtrusionStyle.problem(of: marginInMetres, named: "margin", in: ExtrusionStyle.measureRange),
      ExtrusionStyle.problem(
        of: thicknessInMetres, named: "plate's thickness", in: ExtrusionStyle.measureRange),
      ExtrusionStyle.problem(of: cornerRadiusInMetres, named: "plate's corner radius", in: 0...1),
    ].compactMap { $0 } + (fill?.problems ?? [])
  }
}

/// A plate with a hole for a ring in the middle of its upper edge.
public struct KeychainStyle: Hashable, Sendable {
  /// The plate.
  public var plate: PlateStyle
  /// Diameter of the hole in metres; 4 mm at first.
  public var holeInMetres: Double
  /// Width of what is left around the hole in metres; 3 mm at first.
  public var collarInMetres: Double

  /// Makes a style; lengths are in metres.
  public init(
    plate: PlateStyle = PlateStyle(), holeInMetres: Double = 0.004, collarInMetres: Double = 0.003
  ) {
    self.plate = plate
    self.holeInMetres = holeInMetres
    self.collarInMetres = collarInMetres
  }

  var problems: [String] {
    plate.problems
      + [
        ExtrusionStyle.problem(of: holeInMetres, named: "hole", in: ExtrusionStyle.measureRange),
        ExtrusionStyle.problem(of: collarInMetres, named: "collar", in: ExtrusionStyle.measureRange),
      ].compactMap { $0 }
  }
}

/// A plate from which a drawing is cut.
public struct StencilStyle: Hashable, Sendable {
  /// Margin and corners of the plate; it is as thick as the extrusion is high.
  public var plate: PlateStyle
  /// Width of the bridges that hold what a ring of the drawing would cut out, in metres; nil lets it fall out. 1.5 mm
  /// at first.
  public var bridgeInMetres: Double?

  /// Makes a style; lengths are in metres.
  public init(plate: PlateStyle = PlateStyle(), bridgeInMetres: Double? = 0.0015) {
    self.plate = plate
    self.bridgeInMetres = bridgeInMetres
  }

  var problems: [String] {
    plate.problems
      + [
        bridgeInMetres.flatMap {
          ExtrusionStyle.problem(of: $0, named: "bridge", in: ExtrusionStyle.measureRange)
        }
      ].compactMap { $0 }
  }
}

/// A cutter in the shape of a drawing's outer outline.
public struct CookieCutterStyle: Hashable, Sendable {
  /// Thickness of the wall in metres; 0.8 mm at first.
  public var wallInMetres: Double
  /// Width of the flange, the wall included, in metres; 4 mm at first.
  public var flangeInMetres: Double
  /// Height of the flange in metres; 2 mm at first.
  public var flangeHeightInMetres: Double

  /// Makes a style; lengths are in metres.
  public init(
    wallInMetres: Double = 0.0008, flangeInMetres: Double = 0.004, flangeHeightInMetres: Double = 0.002
  ) {
    self.wallInMetres = wallInMetres
    self.flangeInMetres = flangeInMetres
    self.flangeHeightInMetres = flangeHeightInMetres
  }

  var problems: [String] {
    var problems = [
      ExtrusionStyle.problem(of: wallInMetres, named: "wall", in: ExtrusionStyle.measureRange),
      ExtrusionStyle.problem(of: flangeInMetres, named: "flange", in: ExtrusionStyle.measureRange),
      ExtrusionStyle.problem(
        of: flangeHeightInMetres, named: "flange's height", in: ExtrusionStyle.measureRange),
    ].compactMap { $0 }
    if problems.isEmpty, flangeInMetres <= wallInMetres {
      problems.append("the flange must be wider than the wall")
    }
    return problems
  }
}
