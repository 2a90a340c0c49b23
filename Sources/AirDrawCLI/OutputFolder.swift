import AirDraw
import Glibc

/// A folder that results go into.
struct OutputFolder {
  private let path: String
  private let isNew: Bool

  /// Makes the folder where it is not there yet; the folder that it is to be in must be.
  init(_ path: String) throws {
    self.path = path
    switch FileKind(path: path) {
    case .folder: isNew = false
    case .nothing:
      isNew = true
      guard mkdir(path, 0o777) == 0 || errno == EEXIST else {
        throw InputError(
          description:
            "The folder \(path) can't be made (\(String(cString: strerror(errno)))): choose another place.")
      }
    case .regularFile, .stream:
      throw InputError(description: "\(path) is a file and no folder: name another place.")
    }
  }

  /// Takes the folder away again if it was made for results that did not come.
  func removeIfUnused() {
    // A folder that holds something stays: rmdir refuses it.
    if isNew { rmdir(path) }
  }
}
