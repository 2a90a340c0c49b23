import AirExtrusion

extension ExportScene {
  /// Writes the scene as one file, or for OBJ as two, whole or not at all.
  ///
  /// The same scene gives the same bytes, whatever the locale. An older file at the path is replaced in one step when
  /// the new one is complete. Unless told otherwise the new file is first read again by Assimp and compared with the
  /// meshes in memory: every corner of every triangle to the bit and in order, and the colours and the pose where the
  /// format has them.
  ///
  /// - Parameters:
  ///   - path: where to write; a symbolic link is followed.
  ///   - format: the format; nil to choose it by the path's ending.
  ///   - isVerified: false to skip the comparison, which takes longer than the writing.
  /// - Returns: the paths of the files, the named one first.
  /// - Throws: `ExportError`; no new file is left then, and an older one is as it was.
  @discardableResult
  public func write(
    to path: String, format: ExportFormat? = nil, isVerified: Bool = true
  ) throws(ExportError) -> [String] {
    let staged = try stage(for: path, format: format, isVerified: isVerified)
    try staged.files.publish()
    return staged.paths
  }

  /// Writes the scene aside and checks it, all but giving the files their places.
  ///
  /// - Returns: the files, to be published, and their paths, the named one first.
  /// - Throws: `ExportError`, as `write(to:format:isVerified:)` does.
  package func stage(
    for path: String, format: ExportFormat? = nil, isVerified: Bool = true
  ) throws(ExportError) -> (files: StagedFiles, paths: [String]) {
    let chosen: ExportFormat
    if let format { chosen = format } else { chosen = try ExportFormat(path: path) }
    for solid in solids { try solid.validate(for: chosen) }
    guard solids.contains(where: { !$0.mesh.triangles.isEmpty }) else { throw .nothingToWrite(path: path) }

    let target = AtomicFile.resolvingLink(path)
    let name = FilePath.name(of: target)
    let staged = try StagedFiles(beside: target)
    var companions: [String] = []
    switch chosen {
    case .glb:
      let shaded = solids.map { ShadedMesh($0.mesh) }
      let writer = try GLBWriter(self, solids: shaded, path: path)
      try staged.write(name, writer.write(to:))
    case .obj:
      let shaded = solids.map { ShadedMesh($0.mesh) }
      let writer = try OBJWriter(self, solids: shaded, path: target)
      // Before the file that names it, so that no reader finds a name without a file.
      try staged.write(writer.libraryName, writer.writeLibrary(to:))
      try staged.write(name, writer.write(to:))
      companions.append(writer.libraryName)
    case .stl:
      try staged.write(name, try STLWriter(self, path: path).write(to:))
    }
    if isVerified {
      let imported = try ImportedScene(path: staged.stagedPath(name), reportedPath: path)
      if let difference = imported.difference(from: self, writtenAs: chosen) {
        throw .readBackDiffers(path: path, difference: difference)
      }
    }
    let folder = FilePath.folder(of: target)
    return (staged, [path] + companions.map { folder == "." ? $0 : "\(folder)/\($0)" })
  }
}
