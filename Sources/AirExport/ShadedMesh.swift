import AirExtrusion
import AirStroke

/// A mesh with a normal for every corner, ready to be written or drawn.
///
/// Edges that are sharper than the crease angle stay sharp, the others are shaded round: caps look flat and the walls
/// of a curve smooth. A vertex at a crease is split into one for each normal; all of them have the position of the one
/// mesh vertex they come from, so welding equal positions gives the closed mesh back.
public struct ShadedMesh: Sendable {
  /// A part with its runs of split vertices and triangles.
  public struct Part: Sendable {
    /// Name of the part.
    public let name: String
    /// Colour of the part.
    public let color: StrokeColor
    /// The part's triangles.
    public let triangleRange: Range<Int>
    /// The part's split vertices; it shares none with other parts.
    public let vertexRange: Range<Int>
    /// Smallest coordinates of its vertices in lattice steps.
    public let minimum: LatticeVertex
    /// Largest coordinates of its vertices in lattice steps.
    public let maximum: LatticeVertex
  }

  /// The mesh that is shaded.
  public let mesh: Mesh
  /// The mesh vertex of each split vertex.
  public let meshVertex: [UInt32]
  /// The unit normal of each split vertex.
  public let normals: [SIMD3<Float>]
  /// Three indices a triangle, counted from the part's first split vertex; the triangles are the mesh's, in its order.
  public let triangles: [SIMD3<UInt32>]
  /// The parts that have triangles, in the mesh's order.
  public let parts: [Part]

  /// The angle between two faces from which their edge is a crease, in degrees: a turned octagon (45° a corner) keeps
  /// its edges, and the arcs of a pen's outline, whose steps are smaller, lose theirs.
  public static let defaultCreaseAngleInDegrees = 40.0

  /// Shades a mesh; its indices must be in range, as `ExportScene.write` checks.
  ///
  /// - Parameter creaseAngleInDegrees: 0…180; an edge whose faces turn by more than this stays sharp.
  /// - Complexity: O(vertices + triangles) in time and memory.
  public init(_ mesh: Mesh, creaseAngleInDegrees: Double = defaultCreaseAngleInDegrees) {
    self.mesh = mesh
    let shading = SmoothingGroups(mesh, creaseAngleInDegrees: creaseAngleInDegrees)
    var meshVertex: [UInt32] = []
    var normals: [SIMD3<Float>] = []
    var triangles: [SIMD3<UInt32>] = []
    var parts: [Part] = []
    meshVertex.reserveCapacity(shading.normals.count)
    normals.reserveCapacity(shading.normals.count)
    triangles.reserveCapacity(mesh.triangles.count)
    // For each group its split vertex, valid when it lies in the current part's run.
    var splitVertexOfGroup = [UInt32](repeating: .max, count: shading.normals.count)

    for part in mesh.parts where !part.triangleRange.isEmpty {
      let first = meshVertex.count
      var minimum = LatticeVertex(repeating: .max)
      var maximum = LatticeVertex(repeating: .min)
      for triangle in part.triangleRange {
        var corners = SIMD3<UInt32>()
        for corner in 0..<3 {
          let group = Int(shading.groupOfCorner[3 * triangle + corner])
          var split = Int(splitVertexOfGroup[group])
          if split < first || split >= meshVertex.count {
            split = meshVertex.count
            splitVertexOfGroup[group] = UInt32(split)
            let vertex = mesh.triangles[triangle][corner]
            meshVertex.append(vertex)
            normals.append(shading.normals[group])
            minimum = pointwiseMin(minimum, mesh.vertices[Int(vertex)])
            maximum = pointwiseMax(maximum, mesh.vertices[Int(vertex)])
          }
          corners[corner] = UInt32(split - first)
        }
        triangles.append(corners)
      }
      parts.append(
        Part(
          name: part.name, color: part.color, triangleRange: part.triangleRange,
          vertexRange: first..<meshVertex.count, minimum: minimum, maximum: maximum))
    }
    self.meshVertex = meshVertex
    self.normals = normals
    self.triangles = triangles
    self.parts = parts
  }
}
