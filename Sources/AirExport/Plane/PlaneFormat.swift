/// The file formats of the drawing itself, flat on its surface, chosen by a file's ending.
public enum PlaneFormat: String, CaseIterable, Hashable, Sendable {
  /// SVG 1.1 in true size: each stroke a path along its line, as wide and of the colour as it was drawn.
  case svg
  /// DXF of AutoCAD 2000 in millimetres: the outline of what the pen covered, a layer for each colour.
  case dxf

  /// The format that the path's ending stands for, whatever its case; nil when it stands for none of these.
  public init?(path: String) {
    guard let format = Self.allCases.first(where: { path.lowercased().hasSuffix("." + $0.ending) }) else {
      return nil
    }
    self = format
  }

  /// The file's ending, without the dot.
  public var ending: String { rawValue }

  /// The format's name.
  public var name: String { rawValue.uppercased() }
}
