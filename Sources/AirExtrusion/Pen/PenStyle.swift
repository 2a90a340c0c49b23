/// How a pen draws: the ends and the bends of its strokes, and how wide they are along their way.
///
/// ```swift
/// var style = ExtrusionStyle()
/// style.pen = PenStyle(
///   width: .speed(referenceInMetresPerSecond: 0.2, faster: .thinner),
///   taper: PenTaper(inInMetres: 0.005, outInMetres: 0.01))
/// ```
///
/// A pen whose ends and bends are round is a disc: its outline is that of all discs along the path, whose radius
/// changes evenly from each point to the next. Any other pen is a nib held across the path: each stretch between two
/// points is a trapezium with square ends, as wide at each point as the pen is there, and joins and caps are added to
/// those. A nib follows the path that is left when points nearer to one another than the style's tolerance are
/// straightened out: trembling has no corners.
///
/// A stroke that ends at the very point where it began is closed: unless its pen is a disc or it is tapered, its ends
/// are joined like any other two stretches, as wide as both in the mean. A stroke of one place has no direction, nor has
/// one that stays within the tolerance: with round caps it is a disc, with others a square along the axes.
public struct PenStyle: Hashable, Sendable {
  /// The ends of strokes.
  public enum Cap: String, Hashable, Sendable, CaseIterable {
    /// A half disc around the last point.
    case round
    /// A half square beyond the last point.
    case square
    /// Straight across the last point.
    case flat
  }

  /// The bends of strokes.
  public enum Join: Hashable, Sendable {
    /// An arc around the point.
    case round
    /// The outer sides lengthened until they meet, or a bevel where the corner would be longer than `limit` widths.
    ///
    /// The corner's length goes from the inner to the outer side, as in SVG 2, section 13.5.6, "stroke-miterlimit": it
    /// is 1 / sin(θ/2) widths at the angle θ between the stretches.
    case mitre(limit: Double)
    /// A straight line from the end of one outer side to the start of the next.
    case bevel
  }

  /// What decides how wide a pen is at a point of its stroke.
  public enum Width: Hashable, Sendable {
    /// Nothing: it has the stroke's width, or else the style's, everywhere.
    case constant
    /// How fast it moves: from one of the pen's two widths at rest evenly to the other at a speed, from where on it
    /// stays. Strokes whose points have all the same time are as wide as those of constant width.
    case speed(referenceInMetresPerSecond: Double, faster: SpeedEffect)
    /// How hard it is pressed, evenly from the least width at 0 to the greatest at 1. Points whose pressure is not
    /// known are as wide as those of constant width.
    case pressure
    /// How sure its place is, evenly from the least width at 0 to the greatest at 1.
    case confidence
  }

  /// What speed does to a pen's width.
  public enum SpeedEffect: String, Hashable, Sendable, CaseIterable {
    /// The faster the thinner, as with ink that has no time to flow.
    case thinner
    /// The faster the wider.
    case wider
  }

  /// The ends of strokes; round at first.
  public var cap: Cap
  /// The bends of strokes; round at first.
  public var join: Join
  /// What decides how wide the pen is; nothing at first.
  public var width: Width
  /// The least width, before tapering, in metres; nil for half of the width without variation.
  public var leastWidthInMetres: Double?
  /// The greatest width in metres; nil for one and a half times the width without variation.
  public var greatestWidthInMetres: Double?
  /// How strokes grow thin towards their ends; they do not at first.
  public var taper: PenTaper

  /// The limit of mitre joins in SVG and in most programs that draw.
  public static let usualMitreLimit = 4.0
  /// The speed from which on a pen does not get any thinner unless told otherwise: a hand's in a brisk drawing.
  public static let usualReferenceSpeed = 0.2

  /// Makes a pen; lengths are in metres.
  public init(
    cap: Cap = .round, join: Join = .round, width: Width = .constant, leastWidthInMetres: Double? = nil,
    greatestWidthInMetres: Double? = nil, taper: PenTaper = PenTaper()
  ) {
    self.cap = cap
    self.join = join
    self.width = width
    self.leastWidthInMetres = leastWidthInMetres
    self.greatestWidthInMetres = greatestWidthInMetres
    self.taper = taper
  }

  /// Whether the pen is a disc.
  package var isDisc: Bool { cap == .round && join == .round }
  /// Whether the pen is as wide along the whole of a stroke.
  package var isConstant: Bool { width == .constant && taper.isNone }
}

/// How strokes grow thin towards their ends: evenly along a length of the path.
///
/// A stroke that is shorter than both lengths together is tapered over its whole length, in the same ratio. One that
/// has no length is not tapered.
public struct PenTaper: Hashable, Sendable {
  /// Length over which a stroke reaches its width in metres; 0 for none.
  public var inInMetres: Double
  /// Length over which it loses its width in metres; 0 for none.
  public var outInMetres: Double
  /// Width of a tapered end in metres, where the stroke is not thinner anyhow.
  public var tipWidthInMetres: Double

  /// Makes a taper; none at first, with tips of 0.2 mm.
  public init(inInMetres: Double = 0, outInMetres: Double = 0, tipWidthInMetres: Double = 0.0002) {
    self.inInMetres = inInMetres
    self.outInMetres = outInMetres
    self.tipWidthInMetres = tipWidthInMetres
  }

  /// Whether nothing is tapered.
  var isNone: Bool { inInMetres == 0 && outInMetres == 0 }
}
