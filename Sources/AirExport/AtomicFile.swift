import Glibc

/// One file that appears whole or not at all.
package enum AtomicFile {
  /// Writes a file; an older one stays untouched until the new one is complete on the disc.
  ///
  /// A symbolic link is followed. A device or pipe, such as `/dev/stdout`, is written to as it is.
  ///
  /// - Parameter body: writes the file's bytes.
  /// - Throws: what `body` throws, or `ExportError`; no new file is left then.
  package static func write(
    to path: String, _ body: (FileOutput) throws(ExportError) -> Void
  ) throws(ExportError) {
    if FileKind(path: path) == .stream {
      let output = try FileOutput(path: path, reportedPath: path, isNew: false)
      try body(output)
      try output.finish()
      return
    }
    try stage(for: path, body).publish()
  }

  /// Writes a file aside, all but giving it its place. A symbolic link is followed.
  ///
  /// - Parameter body: writes the file's bytes.
  /// - Returns: the file, to be published.
  /// - Throws: what `body` throws, or `ExportError`; no file is left then.
  package static func stage(
    for path: String, _ body: (FileOutput) throws(ExportError) -> Void
  ) throws(ExportError) -> StagedFiles {
    let target = resolvingLink(path)
    let staged = try StagedFiles(beside: target)
    try staged.write(FilePath.name(of: target), body)
    return staged
  }

  /// Keeps a place aside for a file that somebody else writes, and flushes to the disc, before it is published. A
  /// symbolic link is followed.
  ///
  /// - Returns: the file, to be published, and the path to write it at.
  /// - Throws: `ExportError` when no file could take its place there.
  package static func reserve(_ path: String) throws(ExportError) -> (file: StagedFiles, place: String) {
    let target = resolvingLink(path)
    let staged = try StagedFiles(beside: target)
    return (staged, try staged.reserve(FilePath.name(of: target)))
  }

  /// Writes a file of this text in UTF-8.
  package static func write(_ text: String, to path: String) throws(ExportError) {
    try write(to: path) { (output) throws(ExportError) in try output.append(text) }
  }

  /// The file behind a symbolic link, or the path itself.
  package static func resolvingLink(_ path: String) -> String {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK, let resolved = realpath(path, nil)
    else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
