import AirDraw
import Glibc

/// A folder that results go into.
enum OutputFolder {
  /// Makes the folder where it is not there yet; the folder that it is to be in must be.
  static func make(_ path: String) throws {
    switch FileKind(path: path) {
    case .folder: return
    case .nothing:
      guard mkdir(path, 0o777) == 0 || errno == EEXIST else {
        throw InputError(
          description:
            "The folder \(path) can't be made (\(String(cString: strerror(errno)))): choose another place.")
      }
    case .regularFile, .stream:
      throw InputError(description: "\(path) is a file and no folder: name another place.")
    }
  }
}
