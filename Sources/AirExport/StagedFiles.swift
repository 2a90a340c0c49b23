import Glibc

/// Files that appear together, whole or not at all.
///
/// They are written under their own names in a hidden folder beside their place, so that readers which go by the
/// ending or by the name of a second file can check them there, and are then moved, which replaces an older file in
/// one step. Whatever happens before that leaves the older file as it was, and the hidden folder goes away with this
/// value. When the process is killed it stays, until `removeAbandoned(beside:)` is asked for the place.
package final class StagedFiles {
  private let folder: String
  private let stagingFolder: StagingFolder
  private var names: [String] = []

  /// Makes the hidden folder beside `path`.
  ///
  /// - Throws: `ExportError` when the folder is missing or may not be written to, or `path` is a folder or a device.
  package init(beside path: String) throws(ExportError) {
    folder = FilePath.folder(of: path)
    guard !FilePath.name(of: path).isEmpty else { throw .notAFile(path: path) }
    stagingFolder = try StagingFolder(in: folder, reportedPath: path)
  }

  deinit {
    for name in names { unlink(stagedPath(name)) }
  }

  /// Removes the files that killed processes left unfinished in the folder of `path`.
  package static func removeAbandoned(beside path: String) {
    StagingFolder.removeAbandoned(in: FilePath.folder(of: AtomicFile.resolvingLink(path)))
  }

  /// Where a file lies until it is published.
  package func stagedPath(_ name: String) -> String { "\(stagingFolder.path)/\(name)" }

  /// Writes a file of this name and closes it.
  ///
  /// - Parameter body: writes the file's bytes.
  /// - Throws: what `body` throws, or `ExportError`.
  package func write(
    _ name: String, _ body: (FileOutput) throws(ExportError) -> Void
  ) throws(ExportError) {
    let output = try FileOutput(path: reserve(name), reportedPath: "\(folder)/\(name)")
    try body(output)
    try output.finish()
  }

  /// Keeps a place for a file of this name that somebody else writes, and flushes to the disc, before all are published.
  ///
  /// - Returns: the path to write it at.
  package func reserve(_ name: String) throws(ExportError) -> String {
    let target = "\(folder)/\(name)"
    guard FileKind(path: target).isReplaceable else { throw .notAFile(path: target) }
    names.append(name)
    return stagedPath(name)
  }

  /// Moves the files to their places, in the order in which they were written.
  ///
  /// - Parameter flushesFolder: false where many files go to one folder, which is flushed once by `flush(folder:)`.
  package func publish(flushesFolder: Bool = true) throws(ExportError) {
    while let name = names.first {
      let target = "\(folder)/\(name)"
      guard rename(stagedPath(name), target) == 0 else { throw ExportError(errno: errno, path: target) }
      names.removeFirst()
    }
    if flushesFolder { Self.flush(folder: folder) }
  }

  /// Waits until the disc has the names in a folder, without which they do not last through a power cut; not every file
  /// system offers that.
  package static func flush(folder: String) {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if descriptor >= 0 {
      fsync(descriptor)
      close(descriptor)
    }
  }
}

/// What is found at a path.
package enum FileKind {
  case nothing
  case regularFile
  case folder
  /// A device, pipe or socket: it is written to, not replaced.
  case stream

  /// Looks at a path, through symbolic links.
  package init(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else {
      self = .nothing
      return
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: self = .regularFile
    case S_IFDIR: self = .folder
    default: self = .stream
    }
  }

  /// True when a new file may take the place.
  package var isReplaceable: Bool { self == .nothing || self == .regularFile }
}
