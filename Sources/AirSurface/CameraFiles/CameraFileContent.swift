import AirGeometry
import AirJSON
import CVision
import FoundationEssentials
import Glibc

/// A file's text, made ready for the readers to recognise.
struct CameraFileContent {
  /// The largest file that is read: an hour of poses at 60 Hz is half as large.
  static let mostBytes = 64 << 20
  /// The largest calibration: real ones are a few kilobytes.
  static let mostStorageBytes = 1 << 20

  /// The file, for messages.
  let path: String
  /// The whole text.
  let text: String
  /// What the text says as JSON, YAML or XML; nil for tables of numbers.
  let tree: JSONValue?
  /// The size of the pictures that the camera is wanted for, where the caller knows it.
  let imageSize: ImageSize?
  /// Why a text that begins like JSON, YAML or XML is none.
  let treeFault: String?

  /// Reads a file.
  ///
  /// - Throws: `SurfaceError.camera` when it can't be read, is too large, empty or no text.
  init(contentsOf path: String, imageSize: ImageSize?) throws(SurfaceError) {
    let bytes = try Self.bytes(of: path)
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw .camera(path: path, reason: "it is no text; give a calibration file, not a picture or video")
    }
    if text.utf8.allSatisfy({ $0 <= 0x20 }) { throw .camera(path: path, reason: "it is empty") }
    self.init(path: path, text: text, imageSize: imageSize)
  }

  /// Takes a text; `path` is what errors call it.
  init(path: String, text: String, imageSize: ImageSize?) {
    self.path = path
    self.text = text
    self.imageSize = imageSize
    do {
      tree = try Self.tree(of: text)
      treeFault = nil
    } catch {
      tree = nil
      treeFault = error.reason
    }
  }

  /// Whether a file begins like text, so that pictures and videos in a folder are passed over unread.
  static func beginsLikeText(_ path: String) -> Bool {
    guard let bytes = try? bytes(of: path, upTo: 4096) else { return false }
    return !bytes.isEmpty && !bytes.contains(0)
  }

  private struct Fault: Error {
    var reason: String
  }

  private static func tree(of text: String) throws(Fault) -> JSONValue? {
    let start = text.utf8.first { $0 > 0x20 }
    switch start {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      do throws(JSONError) {
        return try JSONValue(parsing: text.utf8)
      } catch {
        // OpenCV before 4.5 wrote numbers such as `0.`, which JSON does not know.
        guard text.utf8.count <= mostStorageBytes, let lenient = try? YAMLFlow.value(of: text) else {
          throw Fault(reason: "it is no JSON: \(error.description)")
        }
        return lenient
      }
    case UInt8(ascii: "<"): return try storage(text)
    case UInt8(ascii: "%"): return try storage(text)
    default:
      guard looksLikeYAML(text) else { return nil }
      guard text.utf8.count <= mostStorageBytes else {
        throw Fault(
          reason: "it is larger than any calibration in YAML; \(mostStorageBytes >> 20) MiB are read")
      }
      do throws(YAMLError) {
        return try YAMLSubset.value(of: text)
      } catch {
        throw Fault(reason: "in line \(error.line) \(error.reason)")
      }
    }
  }

  /// True when the first line that is no comment begins with a name and a colon, or a dash.
  private static func looksLikeYAML(_ text: String) -> Bool {
    for line in text.prefix(4096).split(whereSeparator: \.isNewline) {
      let content = line.drop { $0 == " " || $0 == "\t" }
      if content.isEmpty || content.first == "#" { continue }
      if content.hasPrefix("---") || content.hasPrefix("- ") { return true }
      guard let colon = content.firstIndex(of: ":") else { return false }
      let name = content[..<colon]
      return name.allSatisfy { $0.isLetter || $0.isNumber || "_-\"' ".contains($0) }
        && name.first?.isNumber != true
    }
    return false
  }

  /// What OpenCV's own reader makes of a text in YAML or XML.
  private static func storage(_ text: String) throws(Fault) -> JSONValue {
    guard text.utf8.count <= mostStorageBytes else {
      throw Fault(reason: "it is larger than any calibration; \(mostStorageBytes >> 20) MiB are read")
    }
    guard !text.utf8.contains(0) else { throw Fault(reason: "it holds a zero byte") }
    guard deepestNesting(text) <= YAMLSubset.mostLevels else {
      throw Fault(reason: "it is nested more deeply than any calibration")
    }
    var json: [UInt8] = []
    let status = withUnsafeMutablePointer(to: &json) { pointer in
      airvision_storage_json(text, pointer) { context, bytes, count in
        let copy = UnsafeRawBufferPointer(start: bytes, count: count)
        context?.assumingMemoryBound(to: [UInt8].self).pointee = [UInt8](copy)
      }
    }
    do throws(SurfaceError) {
      try status.check()
    } catch {
      guard case .vision(let reason) = error else { throw Fault(reason: error.description) }
      throw Fault(reason: "OpenCV can't read it (\(reason))")
    }
    do throws(JSONError) {
      return try JSONValue(parsing: json)
    } catch {
      throw Fault(reason: error.description)
    }
  }

  /// How deeply brackets and tags are nested: parsers that recurse run out of stack on what nobody writes.
  private static func deepestNesting(_ text: String) -> Int {
    var depth = 0
    var deepest = 0
    var last: UInt8 = 0
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: "<"): depth += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
      // A closing tag takes back its own bracket and that of the tag it closes; `?>`, `/>` and `->` close alone.
      case UInt8(ascii: "/") where last == UInt8(ascii: "<"): depth -= 2
      case UInt8(ascii: ">") where [UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "-")].contains(last):
        depth -= 1
      default: break
      }
      deepest = max(deepest, depth)
      last = byte
    }
    return deepest
  }

  /// A file's first bytes.
  ///
  /// - Parameter most: how many are read at most; nil for the whole of a file, which must not be larger than `mostBytes`.
  private static func bytes(of path: String, upTo most: Int? = nil) throws(SurfaceError) -> [UInt8] {
    // A pipe would keep its reader waiting.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      throw .camera(path: path, reason: "it can't be read; check that it exists and may be read")
    }
    defer { close(descriptor) }
    var details = stat()
    guard fstat(descriptor, &details) == 0, details.st_mode & S_IFMT == S_IFREG else {
      throw .camera(path: path, reason: "it is no file; name one")
    }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count <= most ?? mostBytes {
      let count = read(descriptor, &piece, piece.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else {
        throw .camera(path: path, reason: "it can't be read (\(String(cString: strerror(errno))))")
      }
      if count == 0 { return bytes }
      bytes += piece[..<count]
    }
    guard most != nil else {
      throw .camera(
        path: path, reason: "it is larger than \(mostBytes >> 20) MiB; give a calibration or a log of poses")
    }
    return bytes
  }
}
