internal import CAssimp

extension ImportedScene {
  /// Reads a model file of any format that Assimp reads; the ending tells which.
  ///
  /// - Parameter reportedPath: the path that errors name.
  package init(assimp path: String, reportedPath: String) throws(ExportError) {
    // Assimp logs to nobody unless asked. It joins and sorts vertices only when told to; triangulation leaves
    // triangles as they are.
    let read = PointLocale.within { aiImportFile(path, aiProcess_Triangulate.rawValue) }
    guard let scene = read else {
      let reason = String(cString: aiGetErrorString())
      throw .unreadable(path: reportedPath, reason: reason.isEmpty ? "Assimp refuses it" : reason)
    }
    defer { aiReleaseImport(scene) }
    guard let root = scene.pointee.mRootNode else {
      throw .unreadable(path: reportedPath, reason: "it has no nodes")
    }
    var parts: [Part] = []
    // Depth first, in the file's order, without recursion: files may nest nodes deeper than a stack is.
    var pending: [(node: UnsafeMutablePointer<aiNode>, parent: AffineTransform)] = [(root, .identity)]
    while let (node, parent) = pending.popLast() {
      let transform = parent.after(AffineTransform(node.pointee.mTransformation))
      for index in 0..<Int(node.pointee.mNumMeshes) {
        guard let meshes = scene.pointee.mMeshes, let number = node.pointee.mMeshes?[index],
          let mesh = meshes[Int(number)]
        else { continue }
        let triangles = mesh.pointee.triangles
        guard !triangles.contains(where: { any($0 .>= mesh.pointee.mNumVertices) }) else {
          throw .unreadable(path: reportedPath, reason: "a face names a vertex that does not exist")
        }
        parts.append(
          Part(
            name: node.pointee.mName.text, positions: mesh.pointee.positions,
            triangles: triangles,
            color: scene.pointee.color(ofMaterial: mesh.pointee.mMaterialIndex), transform: transform))
      }
      for index in (0..<Int(node.pointee.mNumChildren)).reversed() {
        if let child = node.pointee.mChildren?[index] { pending.append((child, transform)) }
      }
    }
    guard parts.contains(where: { !$0.triangles.isEmpty }) else {
      throw .unreadable(path: reportedPath, reason: "it holds no triangles")
    }
    self.init(parts: parts)
  }
}

extension ImportedScene.AffineTransform {
  fileprivate init(_ m: aiMatrix4x4) {
    self.init(
      x: SIMD3(Double(m.a1), Double(m.b1), Double(m.c1)), y: SIMD3(Double(m.a2), Double(m.b2), Double(m.c2)),
      z: SIMD3(Double(m.a3), Double(m.b3), Double(m.c3)),
      origin: SIMD3(Double(m.a4), Double(m.b4), Double(m.c4)))
  }
}

extension aiString {
  fileprivate var text: String {
    withUnsafeBytes(of: data) { String(decoding: $0.prefix(Int(length)), as: UTF8.self) }
  }
}

extension aiMesh {
  fileprivate var positions: [SIMD3<Float>] {
    UnsafeBufferPointer(start: mVertices, count: Int(mNumVertices)).map { SIMD3($0.x, $0.y, $0.z) }
  }

  fileprivate var triangles: [SIMD3<UInt32>] {
    UnsafeBufferPointer(start: mFaces, count: Int(mNumFaces)).compactMap { face in
      guard face.mNumIndices == 3, let corners = face.mIndices else { return nil }
      return SIMD3(corners[0], corners[1], corners[2])
    }
  }
}

extension aiScene {
  fileprivate func color(ofMaterial index: UInt32) -> SIMD4<Float>? {
    guard index < mNumMaterials, let material = mMaterials?[Int(index)] else { return nil }
    // glTF's base colour, else the diffuse colour of older formats.
    for key in ["$clr.base", "$clr.diffuse"] {
      var color = aiColor4D()
      if aiGetMaterialColor(material, key, 0, 0, &color) == aiReturn_SUCCESS {
        return SIMD4(color.r, color.g, color.b, color.a)
      }
    }
    return nil
  }
}
