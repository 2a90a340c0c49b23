import AirExtrusion
import AirStroke

/// Writes a scene as PLY, binary or as text (G. Turk, The PLY Polygon File Format, 1994): millimetres, z up, with a
/// colour at every vertex.
///
/// Slicers and mesh tools take z for up, so the axes are exchanged as in STL: the file's (x, y, z) is the mesh's
/// (x, −z, y). A part's vertices are its own and each is written once, so the file is as closed as the mesh is.
package struct PLYWriter {
  private static let bytesPerVertex = 15
  private static let bytesPerTriangle = 13

  private let scene: ExportScene
  private let isText: Bool
  private let pieces: [MeshPiece]

  /// - Parameter isText: true for the form that people can read.
  /// - Throws: `ExportError.notExpressible` when the solids stand in different places of the world, which PLY can't
  ///   tell, or have more vertices than its indices can count.
  package init(_ scene: ExportScene, isText: Bool, path: String) throws(ExportError) {
    self.scene = scene
    self.isText = isText
    try scene.requireOnePose(in: .ply, path: path)
    pieces = scene.solids.flatMap { MeshPiece.pieces(of: $0.mesh) }
    guard Int32(exactly: vertexCount) != nil else {
      throw .notExpressible(path: path, problem: "a PLY file ends at 2³¹ vertices; write several drawings")
    }
  }

  private var vertexCount: Int { pieces.reduce(0) { $0 + $1.vertices.count } }
  private var triangleCount: Int { pieces.reduce(0) { $0 + $1.part.triangleRange.count } }

  /// Writes the file.
  package func write(to output: FileOutput) throws(ExportError) {
    try output.append(header)
    for piece in pieces {
      if isText {
        try writeTextVertices(of: piece, to: output)
      } else {
        try writeVertices(of: piece, to: output)
      }
    }
    var places = MeshPiecePlaces()
    for piece in pieces {
      places.move(to: piece)
      if isText {
        try writeTextTriangles(of: piece, places, to: output)
      } else {
        try writeTriangles(of: piece, places, to: output)
      }
    }
  }

  private var header: String {
    """
    ply
    format \(isText ? "ascii" : "binary_little_endian") 1.0
    comment \(scene.generator.onOneLine)
    comment Units: \(ExportFormat.ply.unitName), z up
    comment Scale: \(scene.scaleStatement.onOneLine)
    element vertex \(vertexCount)
    property float x
    property float y
    property float z
    property uchar red
    property uchar green
    property uchar blue
    element face \(triangleCount)
    property list uchar int vertex_indices
    end_header

    """
  }

  private func writeVertices(of piece: MeshPiece, to output: FileOutput) throws(ExportError) {
    let step = Float(piece.mesh.lattice.step)
    let color = piece.part.color
    try output.appendElements(piece.vertices.indices, bytesPerElement: Self.bytesPerVertex) { range, space in
      piece.mesh.vertices.withUnsafeBufferPointer { vertices in
        var place = space
        for vertex in piece.vertices[range] {
          place.store(SIMD3<Float>(vertices[Int(vertex)].withZUp) * step, at: 0)
          place.storeBytes(of: color.red, toByteOffset: 12, as: UInt8.self)
          place.storeBytes(of: color.green, toByteOffset: 13, as: UInt8.self)
          place.storeBytes(of: color.blue, toByteOffset: 14, as: UInt8.self)
          place += Self.bytesPerVertex
        }
      }
    }
  }

  private func writeTriangles(
    of piece: MeshPiece, _ places: MeshPiecePlaces, to output: FileOutput
  ) throws(ExportError) {
    try output.appendElements(piece.part.triangleRange, bytesPerElement: Self.bytesPerTriangle) {
      range, space in
      var place = space
      for triangle in piece.mesh.triangles[range] {
        let corners = places[triangle]
        place.storeBytes(of: 3, as: UInt8.self)
        place.storeBytes(of: corners.x.littleEndian, toByteOffset: 1, as: UInt32.self)
        place.storeBytes(of: corners.y.littleEndian, toByteOffset: 5, as: UInt32.self)
        place.storeBytes(of: corners.z.littleEndian, toByteOffset: 9, as: UInt32.self)
        place += Self.bytesPerTriangle
      }
    }
  }

  private func writeTextVertices(of piece: MeshPiece, to output: FileOutput) throws(ExportError) {
    let color = piece.part.color
    try output.appendLines(piece.vertices.indices) { line, index in
      let vertex = piece.mesh.vertices[Int(piece.vertices[index])].withZUp
      for axis in 0..<3 {
        line.append(lattice: vertex[axis])
        line.append(" ")
      }
      line.append(UInt64(color.red))
      line.append(" ")
      line.append(UInt64(color.green))
      line.append(" ")
      line.append(UInt64(color.blue))
    }
  }

  private func writeTextTriangles(
    of piece: MeshPiece, _ places: MeshPiecePlaces, to output: FileOutput
  ) throws(ExportError) {
    try output.appendLines(piece.part.triangleRange) { line, index in
      let corners = places[piece.mesh.triangles[index]]
      line.append("3")
      for corner in 0..<3 {
        line.append(" ")
        line.append(UInt64(corners[corner]))
      }
    }
  }
}
