import AirExtrusion
import AirJSON
import AirGeometry

/// What a file of solids holds, whatever its format.
public struct ExportScene: Sendable {
  /// The solids, one for each surface that was drawn on.
  public var solids: [ExportSolid]
  /// Name and version of the program that makes the file.
  public var generator: String
  /// Where the scale comes from, such as “marker of 40 mm”; nil when nothing gave one, and the file says so.
  public var scaleSource: String?

  /// Makes a scene.
  public init(solids: [ExportSolid], generator: String, scaleSource: String?) {
    self.solids = solids
    self.generator = generator
    self.scaleSource = scaleSource
  }

  /// Checks that a format without poses can hold the scene.
  ///
  /// - Throws: `ExportError.notExpressible` when the solids stand in different places of the world.
  func requireOnePose(in format: ExportFormat, path: String) throws(ExportError) {
    guard Set(solids.map(\.pose)).count <= 1 else {
      throw .notExpressible(
        path: path,
        problem:
          "\(format.name) cannot hold solids on several surfaces in their places; write GLB or one file a "
          + "surface")
    }
  }

  /// The sentence about the scale that files carry.
  var scaleStatement: String { scaleSource ?? "unknown: lengths are not true to size" }
}

/// A solid with its place in the world.
public struct ExportSolid: Sendable {
  /// Name of the solid.
  public var name: String
  /// The mesh, in the frame of its surface (XZ plane, y up); its parts give names and colours.
  public var mesh: Mesh
  /// Where the surface's frame stands in the world, in metres.
  public var pose: Pose
  /// More facts for formats that can carry them, such as the report on the mesh.
  public var extras: [JSONField]
  /// When each vertex of the mesh was drawn, in seconds from the session's start; nil where nobody knows or asks.
  public var vertexTimesInSeconds: [Double]?

  /// Makes a solid.
  public init(
    name: String, mesh: Mesh, pose: Pose = .identity, extras: [JSONField] = [],
    vertexTimesInSeconds: [Double]? = nil
  ) {
    self.name = name
    self.mesh = mesh
    self.pose = pose
    self.extras = extras
    self.vertexTimesInSeconds = vertexTimesInSeconds
  }
}

extension ExportSolid {
  /// Checks what every writer relies on.
  ///
  /// - Throws: `ExportError.wrongLattice` or `.invalidMesh`.
  /// - Complexity: O(vertices + triangles).
  func validate(for format: ExportFormat) throws(ExportError) {
    guard mesh.lattice == format.lattice else { throw .wrongLattice(name: name, format: format) }
    if let problem = mesh.exportProblem { throw .invalidMesh(name: name, problem: problem) }
  }
}

extension Mesh {
  /// What keeps a file from being this mesh, or nil.
  fileprivate var exportProblem: String? {
    let largest = Lattice.largestCoordinate
    for (index, vertex) in vertices.enumerated() {
      if any(vertex .> largest) || any(vertex .< -largest) {
        return "vertex \(index) lies outside the range where coordinates are exact"
      }
    }
    let count = UInt32(clamping: vertices.count)
    for (index, triangle) in triangles.enumerated() {
      if any(triangle .>= count) { return "triangle \(index) names a vertex that does not exist" }
      if triangle.x == triangle.y || triangle.y == triangle.z || triangle.z == triangle.x {
        return "triangle \(index) names a vertex twice"
      }
    }
    var covered = 0
    for part in parts {
      if part.triangleRange.lowerBound != covered { return "its parts do not cover its triangles in order" }
      covered = part.triangleRange.upperBound
    }
    return covered == triangles.count ? nil : "its parts do not cover its triangles in order"
  }
}
