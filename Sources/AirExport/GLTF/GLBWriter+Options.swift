import AirExtrusion

extension GLBWriter {
  /// Three short whole numbers and a gap of two bytes a vertex.
  func writePositions(
    of solid: ShadedMesh, _ quantization: Quantization, to output: FileOutput
  ) throws(ExportError) {
    try output.appendElements(solid.meshVertex.indices, bytesPerElement: 8) { range, space in
      var place = space
      for index in range {
        let stored = quantization.stored(solid.mesh.vertices[Int(solid.meshVertex[index])])
        for axis in 0..<3 {
          place.storeBytes(
            of: UInt16(truncatingIfNeeded: stored[axis]).littleEndian, toByteOffset: 2 * axis, as: UInt16.self
          )
        }
        place.storeBytes(of: 0, toByteOffset: 6, as: UInt16.self)
        place += 8
      }
    }
  }

  /// Three short numbers and a gap of two bytes a vertex: a component c is stored as round(32767 c) (Khronos, glTF 2.0
  /// specification, section 3.11 “Animations”, the rule for normalised integers). Normals of single bytes would be
  /// half as long, and not of unit length to what checkers demand.
  func writeSmallNormals(of solid: ShadedMesh, to output: FileOutput) throws(ExportError) {
    try output.appendElements(solid.normals.indices, bytesPerElement: 8) { range, space in
      var place = space
      for index in range {
        let scaled = (solid.normals[index] * 32767).rounded(.toNearestOrAwayFromZero)
        for axis in 0..<3 {
          let number = Int16(max(-32767, min(32767, scaled[axis])))
          place.storeBytes(of: number.littleEndian, toByteOffset: 2 * axis, as: Int16.self)
        }
        place.storeBytes(of: 0, toByteOffset: 6, as: UInt16.self)
        place += 8
      }
    }
  }

  /// A float a vertex.
  func writeTimes(
    _ times: [Double], of solid: ShadedMesh, to output: FileOutput
  ) throws(ExportError) {
    try output.appendElements(solid.meshVertex.indices, bytesPerElement: 4) { range, space in
      var place = space
      for index in range {
        let time = Float(times[Int(solid.meshVertex[index])])
        place.storeBytes(of: time.bitPattern.littleEndian, as: UInt32.self)
        place += 4
      }
    }
  }

  /// Which indices are replaced, and by what.
  func writeMerges(of part: GLBLayout.Part, to output: FileOutput) throws(ExportError) {
    guard let merges = part.merges else { return }
    try output.append(littleEndian: merges.places)
    switch part.indexWidth {
    case .long: try output.append(littleEndian: merges.vertices)
    case .short:
      // Two to a word, the first one low.
      try output.append(
        littleEndian: stride(from: 0, to: merges.vertices.count, by: 2).map { index in
          merges.vertices[index] | (index + 1 < merges.vertices.count ? merges.vertices[index + 1] << 16 : 0)
        })
    }
  }

  /// For each moment the start, itself and the end; for each solid nothing and twice its scale.
  func writeAnimation(to output: FileOutput) throws(ExportError) {
    guard let end = content.animationEndInSeconds, !layout.keyTimes.isEmpty else { return }
    for time in layout.keyTimes {
      try output.append(littleEndian: [0, Float(time).bitPattern, Float(end).bitPattern])
    }
    for details in content.details {
      let scale = Float(details.quantization?.step ?? 1).bitPattern
      try output.append(littleEndian: [0, 0, 0] + [UInt32](repeating: scale, count: 6))
    }
  }
}
