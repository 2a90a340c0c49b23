import AirArguments
import AirDraw
import FoundationEssentials

/// A file that can't be what the command needs.
struct InputError: Error, CustomStringConvertible {
  let description: String

  init(description: String) { self.description = description }

  /// What went wrong with a file: faults of a drawing itself do not know its file's name.
  init(_ error: any Error, in path: String) {
    let sentence = "\(error)"
    description = sentence.contains(path) ? sentence : "\(path): \(sentence)"
  }
}

/// `airdraw inspect`: what a model file holds, and whether it is a solid.
enum InspectCommand {
  private static let model = Argument(
    "MODEL", .file("glb", "gltf", "obj", "stl", "ply", "3mf", "usdz", "dae", "x3d"),
    help: "A model as 3MF, as USDZ of text, or in any format that Assimp reads.")

  static let command = Command(
    "inspect", abstract: "Say what a model file holds and whether it is a solid.",
    discussion: """
      Vertices at the same place are taken as one. Closed means that every edge has two faces, oriented that they \
      run along it both ways; self-intersections are counted exactly. The exit code tells whether the file could \
      be read, not whether it is a solid.
      """,
    examples: [Example("airdraw inspect drawing.glb --json", "The whole report as JSON.")],
    arguments: [model], options: [OptionGroup("Output", [OutputOptions.quiet, OutputOptions.json])]
  ) { arguments in
    let console = try Console(arguments)
    let path = try arguments[model]
    let data = try check(path)
    let scene = try ImportedScene(path: path)
    var positions: [SIMD3<Float>] = []
    var triangles: [SIMD3<UInt32>] = []
    for part in scene.parts {
      let first = UInt32(positions.count)
      positions += part.scenePositions
      triangles += part.triangles.map { $0 &+ SIMD3(repeating: first) }
    }
    let report: MeshReport
    do throws(ExtrusionError) {
      report = try MeshReport(positions: positions, triangles: triangles)
    } catch {
      throw ExportError.unreadable(path: path, reason: error.clauses)
    }
    console.show(report, of: path, unit: unit(of: path, data), partNames: scene.parts.map(\.name))
    return .success
  }

  /// The unit of a file's lengths, where it is known: glTF's and X3D's is the metre by their specifications, 3MF, USDZ and
  /// COLLADA say their own, which is made millimetres or metres on reading, and our own STL says its own; other formats
  /// leave it open.
  private static func unit(of path: String, _ data: Data) -> MeshUnit? {
    func isOne(of endings: [String]) -> Bool { endings.contains { path.lowercased().hasSuffix($0) } }
    if isOne(of: [".glb", ".gltf", ".usdz", ".dae", ".x3d"]) { return .metre }
    if isOne(of: [".3mf"]) { return .millimetre }
    return data.starts(with: Array("binary STL, millimetres".utf8)) ? .millimetre : nil
  }

  /// Checks what the reader beneath would stumble over: what is no file, and JSON nested more deeply than its stack.
  ///
  /// - Returns: the file's bytes.
  static func check(_ path: String) throws -> Data {
    switch FileKind(path: path) {
    case .regularFile: break
    case .nothing: throw InputError(description: "There is no file “\(path)”: check the path.")
    case .folder, .stream: throw InputError(description: "“\(path)” is no file: name one.")
    }
    guard let data = try? Data(contentsOf: URL(filePath: path)) else {
      throw ExportError.unreadable(path: path, reason: "it may not be read")
    }
    let isBinary = data.starts(with: Array("glTF".utf8))
    guard isBinary || data.first == UInt8(ascii: "{") else { return data }
    var depth = 0
    // A GLB has 20 bytes of headers before its JSON.
    for byte in data.dropFirst(isBinary ? 20 : 0) {
      switch byte {
      case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
      // Behind its JSON a GLB holds binary numbers, in which brackets mean nothing.
      case 0: return data
      default: break
      }
      if depth > 1000 { throw ExportError.unreadable(path: path, reason: "its JSON is nested too deeply") }
    }
    return data
  }
}

extension ExtrusionError {
  /// What is wrong as clauses, without a sentence about them where there are some.
  fileprivate var clauses: String {
    if case .notASolid(let problems) = self { problems.joined(separator: "; ") } else { description }
  }
}
