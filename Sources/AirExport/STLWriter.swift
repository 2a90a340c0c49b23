import AirExtrusion

/// Writes a scene as STL, binary or as text (3D Systems, Stereolithography Interface Specification, 1989): millimetres, z
/// up.
///
/// Slicers take z for up, so the axes are exchanged: the file's (x, y, z) is the mesh's (x, −z, y), a quarter turn about
/// x that moves no coordinate off the lattice. STL has neither names, colours nor units; the header says the unit and
/// the axis for people.
package struct STLWriter {
  private static let headerLength = 80
  private static let bytesPerTriangle = 50

  private let scene: ExportScene
  private let isText: Bool

  /// - Throws: `ExportError.notExpressible` when the solids stand in different places of the world, which STL can't
  ///   tell, or have more triangles than its header can count.
  package init(_ scene: ExportScene, isText: Bool = false, path: String) throws(ExportError) {
    self.scene = scene
    self.isText = isText
    try scene.requireOnePose(in: .stl, path: path)
    guard isText || UInt32(exactly: triangleCount) != nil else {
      throw .notExpressible(path: path, problem: "an STL file ends at 2³² triangles; write several drawings")
    }
  }

  private var triangleCount: Int { scene.solids.reduce(0) { $0 + $1.mesh.triangles.count } }

  /// Writes the file.
  package func write(to output: FileOutput) throws(ExportError) {
    if isText { return try writeText(to: output) }
    try output.append(header)
    try output.append((0..<4).map { UInt8(truncatingIfNeeded: triangleCount >> (8 * $0)) })
    for solid in scene.solids { try write(solid.mesh, to: output) }
  }

  /// Eighty letters of ASCII. They must not begin with “solid”, by which readers know the text form of STL.
  private var header: [UInt8] {
    let text = "binary STL, millimetres, z up; \(scene.generator); scale: \(scene.scaleStatement)"
    let letters = text.unicodeScalars.map { (0x20..<0x7f).contains($0.value) ? UInt8($0.value) : 0x3f }
    return Array(letters.prefix(Self.headerLength))
      + [UInt8](repeating: 0x20, count: max(0, Self.headerLength - letters.count))
  }

  /// One solid of all triangles: readers differ on several.
  private func writeText(to output: FileOutput) throws(ExportError) {
    try output.append("solid millimetres, z up; \(scene.generator.onOneLine)\n")
    for solid in scene.solids {
      let mesh = solid.mesh
      try output.appendLines(mesh.triangles.indices) { line, index in
        let triangle = mesh.triangles[index]
        let corners: [3 of LatticeVertex] = [
          mesh.vertices[Int(triangle.x)].withZUp, mesh.vertices[Int(triangle.y)].withZUp,
          mesh.vertices[Int(triangle.z)].withZUp,
        ]
        let normal = Self.unitNormal(corners[0], corners[1], corners[2])
        line.append("facet normal")
        for axis in 0..<3 {
          line.append(" ")
          line.append(shortest: normal[axis])
        }
        line.append("\nouter loop\n")
        for corner in 0..<3 {
          line.append("vertex")
          for axis in 0..<3 {
            line.append(" ")
            line.append(lattice: corners[corner][axis])
          }
          line.append("\n")
        }
        line.append("endloop\nendfacet")
      }
    }
    try output.append("endsolid\n")
  }

  private func write(_ mesh: Mesh, to output: FileOutput) throws(ExportError) {
    let step = Float(mesh.lattice.step)
    try output.appendElements(mesh.triangles.indices, bytesPerElement: Self.bytesPerTriangle) {
      range, space in
      mesh.vertices.withUnsafeBufferPointer { vertices in
        var place = space
        for triangle in mesh.triangles[range] {
          let a = vertices[Int(triangle.x)].withZUp
          let b = vertices[Int(triangle.y)].withZUp
          let c = vertices[Int(triangle.z)].withZUp
          place.store(Self.unitNormal(a, b, c), at: 0)
          place.store(SIMD3<Float>(a) * step, at: 12)
          place.store(SIMD3<Float>(b) * step, at: 24)
          place.store(SIMD3<Float>(c) * step, at: 36)
          // The attribute word is zero: what readers make of other values differs.
          place.storeBytes(of: 0, toByteOffset: 48, as: UInt16.self)
          place += Self.bytesPerTriangle
        }
      }
    }
  }

  /// The unit normal of a triangle, rounded once: its cross product is a whole number under 2⁵², so it is exact. Zero
  /// for a triangle without area.
  @inline(__always)
  private static func unitNormal(
    _ a: LatticeVertex, _ b: LatticeVertex, _ c: LatticeVertex
  ) -> SIMD3<Float> {
    // By component, which compiles to far fewer instructions than vectors of three.
    let (ux, uy, uz) = (Double(b.x &- a.x), Double(b.y &- a.y), Double(b.z &- a.z))
    let (vx, vy, vz) = (Double(c.x &- a.x), Double(c.y &- a.y), Double(c.z &- a.z))
    let (x, y, z) = (uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx)
    let length = (x * x + y * y + z * z).squareRoot()
    // Adding zero turns -0 into 0.
    return length > 0
      ? SIMD3(Float(x / length) + 0, Float(y / length) + 0, Float(z / length) + 0) : SIMD3()
  }
}

extension LatticeVertex {
  /// The vertex in a frame whose z axis points up instead of y.
  var withZUp: LatticeVertex { LatticeVertex(x, 0 &- z, y) }
}

extension UnsafeMutableRawPointer {
  /// Stores three floats, little-endian and without padding.
  func store(_ vector: SIMD3<Float>, at offset: Int) {
    for axis in 0..<3 {
      storeBytes(of: vector[axis].bitPattern.littleEndian, toByteOffset: offset + 4 * axis, as: UInt32.self)
    }
  }
}
