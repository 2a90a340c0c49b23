/// How files are read, and how much of them.
public struct ImportOptions: Hashable, Sendable {
  /// How far, in metres, the points and straight lines of a flattened curve may lie from the curve: 10 µm at first.
  public var curveToleranceInMetres = 10e-6
  /// The most bytes of a file.
  public var mostBytes = 512 << 20
  /// The most points of one drawing, those of flattened curves counted.
  public var mostPoints = 10_000_000
  /// How deeply elements of an SVG may lie in one another.
  public var mostLevels = 256
  /// The most elements of an SVG, those that are used again counted each time.
  public var mostElements = 1_000_000

  /// The usual options.
  public init() {}
}
