import Glibc

/// The parts of a file's path.
package enum FilePath {
  /// The folder of a file; “.” where the path names none.
  package static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The place that a path leads to, links followed: equal for paths that name the same file, whether it is there yet
  /// or not.
  package static func identity(of path: String) -> String {
    func resolved(_ path: String) -> String? {
      guard let real = realpath(path, nil) else { return nil }
      defer { free(real) }
      return String(cString: real)
    }
    return resolved(path) ?? "\(resolved(folder(of: path)) ?? folder(of: path))/\(name(of: path))"
  }

  /// Makes a folder that nobody else has, its name the prefix and six more letters; nil, and `errno` says why, when it
  /// can't be made.
  package static func makeUniqueFolder(prefix: String) -> String? {
    var template = Array("\(prefix)XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { return nil }
    return String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// The names of all that is in a folder, hidden ones too; none where it can't be read.
  package static func names(inFolder path: String) -> [String] {
    guard let entries = opendir(path) else { return [] }
    defer { closedir(entries) }
    var names: [String] = []
    while let entry = readdir(entries) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { letters in
        String(decoding: letters.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names
  }

  /// The file's name with its ending.
  package static func name(of path: String) -> String {
    String(path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...])
  }

  /// The file's name without its last ending.
  package static func stem(of path: String) -> String {
    let name = name(of: path)
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
    return String(name[..<dot])
  }
}
