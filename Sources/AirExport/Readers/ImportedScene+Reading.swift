extension ImportedScene {
  /// Reads a model file: GLB, glTF, OBJ, STL, PLY, 3MF and USDZ by readers of our own, every other format, and what
  /// the first five leave out, by Assimp. The ending tells the format.
  ///
  /// - Throws: `ExportError.unreadable`, also when no triangle is in it.
  public init(path: String) throws(ExportError) {
    try self.init(path: path, reportedPath: path)
  }

  /// - Parameters:
  ///   - reportedPath: the path that errors name.
  ///   - format: the format; nil to go by the path's ending.
  ///   - isInFileOrder: true to keep the order of the triangles, where parts are else gathered by their colours.
  init(
    path: String, reportedPath: String, format: ExportFormat? = nil, isInFileOrder: Bool = false
  ) throws(ExportError) {
    let format = format ?? (try? ExportFormat(path: path))
    if format == .threeMF {
      try self.init(threeMF: path, reportedPath: reportedPath, isInFileOrder: isInFileOrder)
      return
    } else if format == .usdz {
      try self.init(usdz: path, reportedPath: reportedPath)
      return
    }
    let parts: [Part]?
    do throws(ReadFailure) {
      parts = try Self.parts(of: path, as: format)
    } catch {
      throw .unreadable(path: reportedPath, reason: error.reason)
    }
    guard let parts else {
      try self.init(assimp: path, reportedPath: reportedPath)
      return
    }
    guard parts.contains(where: { !$0.triangles.isEmpty }) else {
      throw .unreadable(path: reportedPath, reason: "it holds no triangles")
    }
    self.init(parts: parts)
  }

  /// The parts by a reader of our own; nil where there is none or it lacks what the file needs.
  private static func parts(of path: String, as format: ExportFormat?) throws(ReadFailure) -> [Part]? {
    guard let format else { return nil }
    let file = try MappedFile(path: path)
    defer { withExtendedLifetime(file) {} }
    return try parts(of: file.bytes, as: format, in: FilePath.folder(of: path))
  }

  /// The parts that a file of these bytes holds, by a reader of our own; nil where it lacks what the file needs.
  ///
  /// - Parameter folder: where the files lie that the bytes may name.
  package static func parts(
    of bytes: UnsafeRawBufferPointer, as format: ExportFormat, in folder: String
  ) throws(ReadFailure) -> [Part]? {
    do {
      switch format {
      case .glb, .gltf: return try GLTFReader.parts(of: bytes, in: folder)
      case .obj: return try OBJReader.parts(of: bytes, in: folder)
      case .stl: return try STLReader.parts(of: bytes)
      case .ply: return try PLYReader.parts(of: bytes)
      case .threeMF, .usdz, .dae, .x3d: return nil
      }
    } catch .unknownFeature {
      return nil
    }
  }
}
