/// What a kind of model file means by its numbers where the file itself does not say.
public struct ModelConvention: Hashable, Sendable {
  /// The axis that points up.
  public enum UpAxis: String, CaseIterable, Hashable, Sendable {
    case y
    case z
  }

  /// The axis that points up.
  public var upAxis: UpAxis
  /// How long the file's unit of length is.
  public var millimetresPerUnit: Double
  /// How colours are stated.
  public enum Colors: Hashable, Sendable {
    /// In linear light.
    case linear
    /// In sRGB (IEC 61966-2-1).
    case sRGB
    /// Not at all: what a reader tells of colours is made up.
    case none
  }

  /// How colours are stated.
  public var colors: Colors

  /// Makes a convention.
  public init(upAxis: UpAxis, millimetresPerUnit: Double, colors: Colors = .sRGB) {
    self.upAxis = upAxis
    self.millimetresPerUnit = millimetresPerUnit
    self.colors = colors
  }

  /// Chooses by the ending of a file's name.
  ///
  /// glTF 2.0 (3.4, 3.9.2) and X3D (ISO/IEC 19775-1, 4.3.6) are in metres, y up, and so is what is read of USDZ and
  /// COLLADA, whose files state their own unit and axis. STL, 3MF and AMF come from and go to printers: millimetres, z
  /// up, and so does our PLY. The others leave it open; a millimetre and y up are what our own files have.
  public init(path: String) {
    let ending = path.lastIndex(of: ".").map { path[path.index(after: $0)...].lowercased() } ?? ""
    switch ending {
    case "glb", "gltf", "usdz": self.init(upAxis: .y, millimetresPerUnit: 1000, colors: .linear)
    case "dae", "x3d", "x3db", "wrl": self.init(upAxis: .y, millimetresPerUnit: 1000)
    case "stl", "ply": self.init(upAxis: .z, millimetresPerUnit: 1, colors: .none)
    case "3mf", "amf": self.init(upAxis: .z, millimetresPerUnit: 1)
    default: self.init(upAxis: .y, millimetresPerUnit: 1)
    }
  }
}
