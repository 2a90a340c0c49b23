import AirJSON

/// The other files that a model file names: a glTF's buffers and images, an OBJ's material libraries.
package enum ReferencedFiles {
  /// Their paths, whether or not they are there; none for other formats and for files that cannot be read.
  ///
  /// - Complexity: O(length of the file).
  package static func paths(namedIn path: String) -> [String] {
    guard let format = try? ExportFormat(path: path), let file = try? MappedFile(path: path) else {
      return []
    }
    defer { withExtendedLifetime(file) {} }
    let names =
      switch format {
      case .glb, .gltf: namesInGLTF(file.bytes)
      case .obj: namesInOBJ(file.bytes)
      case .stl, .ply, .threeMF, .usdz, .dae, .x3d: [String]()
      }
    let folder = FilePath.folder(of: path)
    return names.map { $0.hasPrefix("/") ? $0 : "\(folder)/\($0)" }
  }

  private static func namesInGLTF(_ bytes: UnsafeRawBufferPointer) -> [String] {
    guard let container = try? GLBContainer(bytes),
      let document = try? JSONValue(parsing: container.document)
    else { return [] }
    return ["buffers", "images"].flatMap { document[$0]?.arrayValue ?? [] }.compactMap { item in
      guard let uri = item["uri"]?.stringValue, !uri.hasPrefix("data:") else { return nil }
      return try? GLTFBuffers.path(uri, "")
    }
  }

  private static func namesInOBJ(_ bytes: UnsafeRawBufferPointer) -> [String] {
    var scanner = TextScanner(bytes)
    var names: [String] = []
    while true {
      scanner.skipBlank()
      guard !scanner.isAtEnd else { return names }
      if scanner.word().isWord("mtllib") { names.append(scanner.restOfLine()) } else { scanner.skipLine() }
    }
  }
}
