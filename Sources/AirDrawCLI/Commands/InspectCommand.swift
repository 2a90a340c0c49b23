import AirArguments
import AirDraw

/// `airdraw inspect`: what a model file holds, and whether it is a solid.
enum InspectCommand {
  private static let model = Argument(
    "MODEL", .file("glb", "gltf", "obj", "stl", "ply", "3mf", "dae", "x3d"),
    help: "A model in any format that Assimp reads.")

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
    let scene = try ImportedScene(path: path)
    var positions: [SIMD3<Float>] = []
    var triangles: [SIMD3<UInt32>] = []
    for part in scene.parts {
      let first = UInt32(positions.count)
      positions += part.scenePositions
      triangles += part.triangles.map { $0 &+ SIMD3(repeating: first) }
    }
    let report = try MeshReport(positions: positions, triangles: triangles)
    console.show(report, of: path, partNames: scene.parts.map(\.name))
    return .success
  }
}
