import FoundationEssentials
import Glibc

/// A file of drawings: its kind is recognized when it is opened, each drawing is read when it is asked for.
///
/// ```swift
/// let file = try DrawingFile(contentsOf: "cat.ndjson")
/// for index in 0..<file.count {
///   let cat = try file.drawing(index)
///   print(cat.name, cat.drawing.strokes.count)
/// }
/// ```
public struct DrawingFile: Sendable {
  /// The file's path, as errors name it.
  public let path: String
  /// What kind of file it is.
  public let format: DrawingFormat
  /// How it is read.
  public let options: ImportOptions
  private let bytes: [UInt8]
  /// For a file of one drawing a line, the lines that are not empty.
  private let lines: [Line]

  private struct Line {
    var number: Int
    var range: Range<Int>
  }

  /// Opens a file.
  ///
  /// - Throws: `ImportError` when it can't be read, is too large, or holds no drawings of a known kind.
  public init(contentsOf path: String, options: ImportOptions = ImportOptions()) throws(ImportError) {
    do throws(ImportFault) {
      let bytes = try Self.contents(of: path, mostBytes: options.mostBytes)
      try self.init(checking: bytes, path: path, options: options)
    } catch {
      throw ImportError(path: path, error)
    }
  }

  /// Takes a file's bytes; `path` is what errors call it.
  public init(bytes: [UInt8], path: String, options: ImportOptions = ImportOptions()) throws(ImportError) {
    do throws(ImportFault) {
      try self.init(checking: bytes, path: path, options: options)
    } catch {
      throw ImportError(path: path, error)
    }
  }

  private init(checking bytes: [UInt8], path: String, options: ImportOptions) throws(ImportFault) {
    self.path = path
    self.options = options
    self.bytes = bytes
    format = try DrawingFormat(recognizing: bytes)
    var lines: [Line] = []
    if format == .quickDraw {
      var start = 0
      for (index, line) in bytes.split(separator: 0x0a, omittingEmptySubsequences: false).enumerated() {
        if line.contains(where: { $0 > 0x20 }) {
          lines.append(Line(number: index + 1, range: start..<start + line.count))
        }
        start += line.count + 1
      }
    }
    self.lines = lines
  }

  /// How many drawings the file holds.
  public var count: Int { format == .quickDraw ? lines.count : 1 }

  /// Reads a drawing.
  ///
  /// - Parameter index: its number from 0, less than `count`.
  /// - Throws: `ImportError` that names the line and the place, when the drawing is malformed, too large or empty.
  /// - Complexity: linear in the drawing's size.
  public func drawing(_ index: Int) throws(ImportError) -> ImportedDrawing {
    do throws(ImportFault) {
      let drawing = try read(index)
      guard !drawing.drawing.strokes.isEmpty else {
        throw ImportFault(
          line: format == .quickDraw ? lines[index].number : nil, "it has no stroke with a point")
      }
      return drawing
    } catch {
      throw ImportError(path: path, error)
    }
  }

  private func read(_ index: Int) throws(ImportFault) -> ImportedDrawing {
    switch format {
    case .quickDraw:
      let line = lines[index]
      do throws(ImportFault) {
        return try QuickDrawReader(options: options).drawing(bytes[line.range], name: stem)
      } catch {
        throw error.at(line: line.number)
      }
    case .pointLists: return try PointListReader(options: options).drawing(bytes, name: stem)
    case .omniglot: return try OmniglotReader(options: options).drawing(bytes, name: stem)
    case .table: return try PointTableReader.drawing(bytes, name: stem, options: options)
    case .svg: return try SVGReader.drawing(bytes, name: stem, options: options)
    }
  }

  /// The file's name without its folder and ending.
  private var stem: String {
    let name = path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...]
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return String(name) }
    return String(name[..<dot])
  }

  private static func contents(of path: String, mostBytes: Int) throws(ImportFault) -> [UInt8] {
    var status = stat()
    guard stat(path, &status) == 0 else { throw ImportFault("there is no such file: check the path") }
    guard status.st_mode & S_IFMT == S_IFREG else { throw ImportFault("it is no regular file: name one") }
    guard status.st_size <= mostBytes else {
      throw ImportFault("it is larger than \(mostBytes >> 20) MiB, the most that is read: split it")
    }
    guard let data = try? Data(contentsOf: URL(filePath: path)) else {
      throw ImportFault("it can't be read: check that you may read it")
    }
    return [UInt8](data)
  }
}
