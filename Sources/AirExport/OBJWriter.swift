import AirExtrusion
import AirStroke

/// Writes a scene as Wavefront OBJ with its material library (Wavefront, Advanced Visualizer manual, appendix B1, and
/// the MTL specification).
///
/// OBJ has no node transforms, so the vertices stay in the frame of the surface: turning them would round them. Every
/// vertex of the mesh is written once and shared by its faces; the normals are counted on their own. On wish three more
/// numbers of a vertex give its colour, red, green and blue in sRGB from 0 to 1, as Blender, MeshLab and others read it.
package struct OBJWriter {
  private let scene: ExportScene
  private let solids: [ShadedMesh]
  private let hasVertexColors: Bool
  /// The material library's file name.
  package let libraryName: String

  /// - Parameters:
  ///   - hasVertexColors: true to write a colour at every vertex; each part then has vertices of its own.
  ///   - path: the OBJ file's path; the library's name is made from it.
  /// - Throws: `ExportError.notExpressible` when the solids stand in different places of the world.
  package init(
    _ scene: ExportScene, solids: [ShadedMesh], hasVertexColors: Bool = false, path: String
  ) throws(ExportError) {
    self.scene = scene
    self.solids = solids
    self.hasVertexColors = hasVertexColors
    libraryName = Self.libraryName(for: path)
    try scene.requireOnePose(in: .obj, path: path)
  }

  /// The name of the material library beside an OBJ file: the same stem. The name stands at the end of a line that
  /// readers trim, so control characters and spaces at its start are replaced.
  static func libraryName(for path: String) -> String {
    var stem = FilePath.stem(of: path)
    if stem.first?.isWhitespace == true { stem = "_" + stem.dropFirst() }
    return String(stem.map { $0.unicodeScalars.contains { $0.value < 0x20 } ? "_" : $0 }) + ".mtl"
  }

  /// Writes the material library: one material for each colour, in the order of first use.
  package func writeLibrary(to output: FileOutput) throws(ExportError) {
    try output.append("# \(scene.generator.onOneLine): colours in sRGB, 0 to 1\n")
    var written: Set<StrokeColor> = []
    for part in solids.flatMap(\.parts) where written.insert(part.color).inserted {
      let color = part.color.components
      try output.append("\nnewmtl \(part.color.materialName)\n")
      try output.append("Kd \(color.x.fixedText) \(color.y.fixedText) \(color.z.fixedText)\n")
      try output.append("Ka 0 0 0\nKs 0.04 0.04 0.04\nNs 20\nd 1\nillum 2\n")
    }
  }

  /// Writes the OBJ file.
  package func write(to output: FileOutput) throws(ExportError) {
    try output.append("# \(scene.generator.onOneLine)\n# Units: \(ExportFormat.obj.unitName), y up\n")
    try output.append("# Scale: \(scene.scaleStatement.onOneLine)\n")
    try output.append("mtllib \(libraryName)\n")
    var names = UniqueNames()
    var vertexOffset = 1
    var normalOffset = 1
    for (solid, shaded) in zip(scene.solids, solids) where !shaded.parts.isEmpty {
      try output.append("o \(names.unique(solid.name.asWord))\n")
      let pieces = hasVertexColors ? MeshPiece.pieces(of: shaded.mesh) : []
      for piece in pieces { try writeVertices(of: piece, to: output) }
      if !hasVertexColors { try writeVertices(of: shaded.mesh, to: output) }
      let vertices = hasVertexColors ? shaded.vertices(of: pieces) : shaded.meshVertex
      let normals = SharedNormals(shaded.normals)
      try writeNormals(normals.distinct, to: output)
      for part in shaded.parts {
        try output.append("g \(names.unique(part.name.asWord))\nusemtl \(part.color.materialName)\n")
        try writeFaces(
          shaded.triangles, of: part, vertices: vertices, normals: normals.place,
          vertexOffset: vertexOffset, normalOffset: normalOffset, to: output)
      }
      vertexOffset +=
        hasVertexColors ? pieces.reduce(0) { $0 + $1.vertices.count } : shaded.mesh.vertices.count
      normalOffset += normals.distinct.count
    }
  }

  private func writeVertices(of mesh: Mesh, to output: FileOutput) throws(ExportError) {
    try output.appendLines(mesh.vertices.indices) { line, index in
      line.append(vertex: mesh.vertices[index])
    }
  }

  private func writeVertices(of piece: MeshPiece, to output: FileOutput) throws(ExportError) {
    let color = SIMD3<Float>(piece.part.color.components)
    try output.appendLines(piece.vertices.indices) { line, index in
      line.append(vertex: piece.mesh.vertices[Int(piece.vertices[index])])
      for channel in 0..<3 {
        line.append(" ")
        line.append(shortest: color[channel])
      }
    }
  }

  private func writeNormals(_ normals: [SIMD3<Float>], to output: FileOutput) throws(ExportError) {
    try output.appendLines(normals.indices) { line, index in
      line.append("vn")
      for axis in 0..<3 {
        line.append(" ")
        line.append(shortest: normals[index][axis])
      }
    }
  }

  /// - Parameters:
  ///   - vertices: for each split vertex its place among the vertices of the solid.
  ///   - normals: for each split vertex the place of its normal.
  private func writeFaces(
    _ triangles: [SIMD3<UInt32>], of part: ShadedMesh.Part, vertices: [UInt32], normals: [UInt32],
    vertexOffset: Int, normalOffset: Int, to output: FileOutput
  ) throws(ExportError) {
    try output.appendLines(part.triangleRange) { line, index in
      let triangle = triangles[index]
      line.append("f")
      for corner in 0..<3 {
        let split = part.vertexRange.lowerBound + Int(triangle[corner])
        line.append(" ")
        line.append(UInt64(Int(vertices[split]) + vertexOffset))
        line.append("//")
        line.append(UInt64(Int(normals[split]) + normalOffset))
      }
    }
  }
}

extension TextLine {
  /// A vertex's three coordinates behind its keyword.
  fileprivate mutating func append(vertex: LatticeVertex) {
    append("v")
    for axis in 0..<3 {
      append(" ")
      append(lattice: vertex[axis])
    }
  }
}

extension ShadedMesh {
  /// For each split vertex its place among the vertices of pieces that follow one another.
  fileprivate func vertices(of pieces: [MeshPiece]) -> [UInt32] {
    var places = [UInt32](repeating: 0, count: meshVertex.count)
    var placesOfPiece = MeshPiecePlaces()
    for (part, piece) in zip(parts, pieces.filter { !$0.part.triangleRange.isEmpty }) {
      placesOfPiece.move(to: piece)
      for index in part.triangleRange {
        let corners = placesOfPiece[mesh.triangles[index]]
        for corner in 0..<3 {
          places[part.vertexRange.lowerBound + Int(triangles[index][corner])] = corners[corner]
        }
      }
    }
    return places
  }
}

/// The normals of a mesh without most of their repetitions: flat caps have one normal for all of their vertices.
private struct SharedNormals {
  private(set) var distinct: [SIMD3<Float>] = []
  /// For each split vertex the place of its normal in `distinct`.
  private(set) var place: [UInt32] = []

  init(_ normals: [SIMD3<Float>]) {
    // A table of what was last seen at a hash is enough, and far quicker than a dictionary.
    var lastSeen = [UInt32](repeating: .max, count: 1 << 12)
    place.reserveCapacity(normals.count)
    for normal in normals {
      var hash = normal.x.bitPattern
      hash = hash &* 0x9E37_79B1 ^ normal.y.bitPattern
      hash = hash &* 0x85EB_CA77 ^ normal.z.bitPattern
      let slot = Int((hash &* 0xC2B2_AE3D) >> 20)
      let known = Int(lastSeen[slot])
      if known < distinct.count, distinct[known] == normal {
        place.append(UInt32(known))
      } else {
        lastSeen[slot] = UInt32(distinct.count)
        place.append(UInt32(distinct.count))
        distinct.append(normal)
      }
    }
  }
}

extension String {
  /// The text with line breaks turned to spaces, for a comment.
  var onOneLine: String { String(map { $0.isNewline ? " " : $0 }) }

  /// The text as a name in OBJ, where a space would begin another name.
  fileprivate var asWord: String {
    let word = String(map { $0.isWhitespace || $0.unicodeScalars.contains { $0.value < 0x20 } ? "_" : $0 })
    return word.isEmpty ? "unnamed" : word
  }
}

extension Double {
  /// A number 0…1 with up to six decimals.
  fileprivate var fixedText: String {
    let millionths = Int((self * 1e6).rounded())
    let digits = String(millionths % 1_000_000)
    return "\(millionths / 1_000_000)." + String(repeating: "0", count: 6 - digits.count) + digits
  }
}
