import AirExtrusion

/// The file formats that are written, chosen by a file's ending.
public enum ExportFormat: String, CaseIterable, Hashable, Sendable {
  /// glTF 2.0 in one binary file: metres, y up (Khronos, glTF 2.0 specification; ISO/IEC 12113:2022).
  case glb
  /// The same as JSON text, with its binary numbers in a file beside it.
  case gltf
  /// Wavefront OBJ with its material library (MTL) beside it: millimetres, y up.
  case obj
  /// STL, shape alone, binary or as text: millimetres, z up, as slicers expect.
  case stl
  /// PLY with a colour at every vertex, binary or as text: millimetres, z up.
  case ply
  /// 3MF with colours, names and a picture: millimetres, z up, as slicers expect.
  case threeMF = "3mf"
  /// USDZ with the poses, for AR viewers such as Quick Look: metres, y up.
  case usdz
  /// COLLADA with the poses: metres, y up.
  case dae
  /// X3D with the poses: metres, y up.
  case x3d

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
    case .gltf: "glTF"
    case .obj: "OBJ"
    case .stl: "STL"
    case .ply: "PLY"
    case .threeMF: "3MF"
    case .usdz: "USDZ"
    case .dae: "COLLADA"
    case .x3d: "X3D"
    }
  }

  /// The lattice on which a mesh must be built to be written without rounding.
  public var lattice: Lattice {
    switch self {
    case .glb, .gltf, .usdz, .dae: .metres
    case .obj, .stl, .ply, .threeMF, .x3d: .millimetres
    }
  }

  /// True where files hold a normal for each corner, so that a mesh is shaded to be written.
  package var holdsNormals: Bool {
    switch self {
    case .glb, .gltf, .obj, .usdz, .dae, .x3d: true
    case .stl, .ply, .threeMF: false
    }
  }

  /// True for the two forms of glTF.
  package var isGLTF: Bool { self == .glb || self == .gltf }

  /// The unit of the file's coordinates.
  public var unitName: String {
    switch lattice {
    case .metres: "metres"
    case .millimetres: "millimetres"
    }
  }

  /// The names of the files that go with a file of this format, in its folder.
  public func companionNames(of path: String) -> [String] {
    switch self {
    case .gltf: [GLTFBuffer.name(for: path)]
    case .obj: [OBJWriter.libraryName(for: path)]
    case .glb, .stl, .ply, .threeMF, .usdz, .dae, .x3d: []
    }
  }

  /// All endings, for a sentence: “.glb or .obj”.
  static var listOfEndings: String {
    let endings = allCases.map { "." + $0.ending }
    return endings.dropLast().joined(separator: ", ") + " or " + (endings.last ?? "")
  }
}
