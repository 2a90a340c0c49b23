import AirStroke

/// A drawing of somebody else's, as strokes on a surface.
public struct ImportedDrawing: Hashable, Sendable {
  /// What the drawing is called: by the file's own word for it, else the file's name without its ending.
  public var name: String
  /// The strokes in metres: u to the right and v down the sheet as one looks at it, so that nothing is mirrored when the
  /// surface is seen from above.
  public var drawing: Drawing
  /// What gave the lengths, for people; nil where the file does not say how long anything is: then a millimetre stands
  /// for one of its units.
  public var scale: String?
  /// What was left out or guessed, one sentence each.
  public var warnings: [String]

  /// Makes an imported drawing.
  public init(name: String, drawing: Drawing, scale: String?, warnings: [String] = []) {
    self.name = name
    self.drawing = drawing
    self.scale = scale
    self.warnings = warnings
  }

  /// The number of points of all strokes.
  public var pointCount: Int { drawing.strokes.reduce(0) { $0 + $1.nodes.count } }
}
