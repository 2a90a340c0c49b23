import AirExtrusion

/// Writes a scene as glTF 2.0: binary (Khronos, glTF 2.0 specification, section 4: a JSON chunk and a BIN chunk), or as
/// a document and a file of binary numbers.
///
/// The BIN chunk holds all positions, then all normals, then all indices. Everything is laid out first, so that the
/// file is written once from its start to its end and no more than a small buffer is needed beside the meshes.
package struct GLBWriter {
  let content: GLTFContent
  private let solids: [ShadedMesh]
  let layout: GLBLayout
  private let json: [UInt8]

  /// Lays out the file.
  ///
  /// - Parameters:
  ///   - solids: the shaded meshes of the scene's solids, in order.
  ///   - bufferName: the name of the file for the binary numbers, where the document is to be a file of its own.
  /// - Throws: `ExportError.notExpressible` when the file would reach the 4 GiB that its header can state.
  package init(
    _ scene: ExportScene, solids: [ShadedMesh], path: String, bufferName: String? = nil
  ) throws(ExportError) {
    try self.init(GLTFContent(scene), solids: solids, path: path, bufferName: bufferName)
  }

  /// Lays out a file that may hold more than shape and colour.
  init(
    _ content: GLTFContent, solids: [ShadedMesh], path: String, bufferName: String? = nil
  ) throws(ExportError) {
    self.content = content
    self.solids = solids
    layout = GLBLayout(solids, content)
    json = Array(GLBDocument(content, solids: solids, layout: layout, bufferName: bufferName).text.utf8)
    guard totalLength <= UInt32.max else {
      throw .notExpressible(path: path, problem: "a glTF file ends at 4 GiB; write several smaller drawings")
    }
  }

  /// Spaces behind the JSON chunk, up to a whole number of words.
  private var paddingLength: Int { (4 - json.count % 4) % 4 }

  private var totalLength: Int { 12 + 8 + json.count + paddingLength + 8 + layout.byteLength }

  /// The file's bytes.
  package func bytes() throws(ExportError) -> [UInt8] {
    let output = FileOutput(expectedByteCount: totalLength + 1 << 18)
    try write(to: output)
    return output.bytes
  }

  /// Writes the file.
  package func write(to output: FileOutput) throws(ExportError) {
    try output.append(littleEndian: [0x4654_6C67, 2, UInt32(totalLength)])
    try output.append(littleEndian: [UInt32(json.count + paddingLength), 0x4E4F_534A])
    try output.append(json + [UInt8](repeating: 0x20, count: paddingLength))
    // All views are whole numbers of four bytes, so the chunk needs no padding.
    try output.append(littleEndian: [UInt32(layout.byteLength), 0x004E_4942])
    try writeBuffer(to: output)
  }

  /// Writes the document as a file of its own.
  package func writeDocument(to output: FileOutput) throws(ExportError) { try output.append(json) }

  /// Writes the binary numbers.
  package func writeBuffer(to output: FileOutput) throws(ExportError) {
    for (solid, details) in zip(solids, content.details) {
      if let quantization = details.quantization {
        try writePositions(of: solid, quantization, to: output)
      } else {
        try writePositions(of: solid, to: output)
      }
    }
    for solid in solids {
      if layout.isQuantized {
        try writeSmallNormals(of: solid, to: output)
      } else {
        try writeNormals(of: solid, to: output)
      }
    }
    for (solid, details) in zip(solids, content.details) {
      if let times = details.times { try writeTimes(times, of: solid, to: output) }
    }
    for (solid, parts) in zip(solids, layout.solids) {
      for part in parts { try writeIndices(of: solid, part: part, to: output) }
    }
    for part in layout.solids.joined() { try writeMerges(of: part, to: output) }
    try writeAnimation(to: output)
  }

  private func writePositions(of solid: ShadedMesh, to output: FileOutput) throws(ExportError) {
    let step = Float(solid.mesh.lattice.step)
    try output.appendElements(solid.meshVertex.indices, bytesPerElement: 12) { range, space in
      var place = space
      for index in range {
        place.store(SIMD3<Float>(solid.mesh.vertices[Int(solid.meshVertex[index])]) * step, at: 0)
        place += 12
      }
    }
  }

  private func writeNormals(of solid: ShadedMesh, to output: FileOutput) throws(ExportError) {
    try output.appendElements(solid.normals.indices, bytesPerElement: 12) { range, space in
      var place = space
      for index in range {
        place.store(solid.normals[index], at: 0)
        place += 12
      }
    }
  }

  private func writeIndices(
    of solid: ShadedMesh, part: GLBLayout.Part, to output: FileOutput
  ) throws(ExportError) {
    switch part.indexWidth {
    case .long:
      try output.appendElements(part.triangleRange, bytesPerElement: 12) { range, space in
        var place = space
        for index in range {
          let triangle = solid.triangles[index]
          for corner in 0..<3 {
            place.storeBytes(of: triangle[corner].littleEndian, toByteOffset: 4 * corner, as: UInt32.self)
          }
          place += 12
        }
      }
    case .short:
      try output.appendElements(part.triangleRange, bytesPerElement: 6) { range, space in
        var place = space
        for index in range {
          let triangle = solid.triangles[index]
          for corner in 0..<3 {
            place.storeBytes(
              of: UInt16(truncatingIfNeeded: triangle[corner]).littleEndian, toByteOffset: 2 * corner,
              as: UInt16.self)
          }
          place += 6
        }
      }
      if !part.triangleRange.count.isMultiple(of: 2) { try output.append([0, 0]) }
    }
  }
}

extension FileOutput {
  /// Appends whole words, the lowest byte of each first.
  func append(littleEndian words: [UInt32]) throws(ExportError) {
    try append(words.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) } })
  }
}
