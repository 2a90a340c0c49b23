import AirExtrusion

/// The file formats that are written, chosen by a file's ending.
public enum ExportFormat: String, CaseIterable, Hashable, Sendable {
  /// glTF 2.0 in one binary file: metres, y up (Khronos, glTF 2.0 specification; ISO/IEC 12113:2022).
  case glb
  /// Wavefront OBJ with its material library (MTL) beside it: millimetres, y up.
  case obj
  /// Binary STL, shape alone: millimetres, z up, as slicers expect.
  case stl

  /// Chooses the format by the path's ending, whatever its case.
  ///
  /// - Throws: `ExportError.unknownEnding`, whose sentence lists the endings that are known.
  public init(path: String) throws(ExportError) {
    guard let format = Self.allCases.first(where: { path.lowercased().hasSuffix("." + $0.ending) }) else {
      throw .unknownEnding(path: path)
    }
    self = format
  }

  /// The file's ending, without the dot.
  public var ending: String { rawValue }

  /// The format's name.
  public var name: String {
    switch self {
    case .glb: "GLB"
    case .obj: "OBJ"
    case .stl: "STL"
    }
  }

  /// The lattice on which a mesh must be built to be written without rounding.
  public var lattice: Lattice {
    switch self {
    case .glb: .metres
    case .obj, .stl: .millimetres
    }
  }

  /// The unit of the file's coordinates.
  public var unitName: String {
    switch lattice {
    case .metres: "metres"
    case .millimetres: "millimetres"
    }
  }

  /// All endings, for a sentence: “.glb or .obj”.
  static var listOfEndings: String {
    let endings = allCases.map { "." + $0.ending }
    return endings.dropLast().joined(separator: ", ") + " or " + (endings.last ?? "")
  }
}
