import Glibc

/// A hidden folder of a process, where files lie until they are whole.
///
/// It is locked as long as the process holds it. The lock goes with the process however that ends, so a folder that is
/// not locked was left by one that was killed.
final class StagingFolder {
  private static let prefix = ".airdraw-unfinished-"

  let path: String
  private let descriptor: Int32

  /// Makes a folder in another one.
  ///
  /// - Throws: `ExportError` that names `reportedPath` when the system refuses.
  init(in parent: String, reportedPath: String) throws(ExportError) {
    while true {
      guard let made = FilePath.makeUniqueFolder(prefix: "\(parent)/\(Self.prefix)") else {
        throw ExportError(errno: errno, path: reportedPath)
      }
      let opened = open(made, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      let reason = errno
      if opened >= 0 {
        // Where a file system has no locks nobody can take one there to remove the folder either.
        while flock(opened, LOCK_EX) != 0, errno == EINTR {}
        var status = stat()
        if fstat(opened, &status) == 0, status.st_nlink > 0 {
          (path, descriptor) = (made, opened)
          return
        }
        close(opened)
      } else if reason != ENOENT {
        rmdir(made)
        throw ExportError(errno: reason, path: reportedPath)
      }
      // Another process took the new folder for one that was left, before it was locked: make another.
    }
  }

  deinit {
    rmdir(path)
    close(descriptor)
  }

  /// Removes what killed processes of this user left in a folder.
  ///
  /// Only a folder with a name as this type makes them, in which there is nothing but regular files, is removed, and only
  /// when nobody has it locked.
  ///
  /// - Complexity: O(names in the folder).
  static func removeAbandoned(in parent: String) {
    for name in FilePath.names(inFolder: parent) where isName(name) {
      removeIfAbandoned("\(parent)/\(name)")
    }
  }

  private static func isName(_ name: String) -> Bool {
    guard name.hasPrefix(prefix) else { return false }
    let letters = name.utf8.dropFirst(prefix.utf8.count)
    return letters.count == 6
      && letters.allSatisfy { letter in
        switch letter {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "a")...UInt8(ascii: "z"):
          true
        default: false
        }
      }
  }

  private static func removeIfAbandoned(_ path: String) {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_uid == geteuid(),
      flock(descriptor, LOCK_EX | LOCK_NB) == 0
    else { return }
    let names = FilePath.names(inFolder: path)
    let holdsFilesAlone = names.allSatisfy { name in
      fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 && status.st_mode & S_IFMT == S_IFREG
    }
    guard holdsFilesAlone else { return }
    for name in names { unlinkat(descriptor, name, 0) }
    rmdir(path)
  }
}
