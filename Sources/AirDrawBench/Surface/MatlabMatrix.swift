import AirDraw
import FoundationEssentials

/// A matrix of numbers from a MATLAB file (version 5: MathWorks, "MAT-File Format").
struct MatlabMatrix {
  /// Number of rows.
  let rowCount: Int
  /// The numbers, column after column.
  let values: [Double]

  /// Reads the first matrix of `rowCount` rows in a file, on its own or as a field of a structure.
  init(rowCount: Int, contentsOf path: String) throws {
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
    var found: [MatlabMatrix] = []
    // The header takes 128 bytes.
    try Self.collect(bytes.dropFirst(128), into: &found)
    guard let matrix = found.first(where: { $0.rowCount == rowCount }) else {
      throw BenchError.unreadable(path: path)
    }
    self = matrix
  }

  private init(rowCount: Int, values: [Double]) {
    self.rowCount = rowCount
    self.values = values
  }

  private enum Kind {
    static let matrix = 14
    static let compressed = 15
    static let structure = 2
  }

  private struct Element {
    let kind: Int
    let data: ArraySlice<UInt8>
  }

  /// Takes the next element off, or nil at the end.
  private static func next(_ bytes: inout ArraySlice<UInt8>) -> Element? {
    guard bytes.count >= 8 else { return nil }
    let tag = whole(bytes, 4)
    let isSmall = tag >> 16 != 0
    let count = isSmall ? tag >> 16 : whole(bytes.dropFirst(4), 4)
    let start = bytes.startIndex + (isSmall ? 4 : 8)
    guard start + count <= bytes.endIndex else { return nil }
    let element = Element(kind: isSmall ? tag & 0xFFFF : tag, data: bytes[start..<start + count])
    // Elements begin at multiples of eight bytes, packed ones where the last ended.
    let length = isSmall ? 8 : element.kind == Kind.compressed ? 8 + count : 8 + (count + 7) / 8 * 8
    bytes = bytes.dropFirst(length)
    return element
  }

  private static func whole(_ bytes: ArraySlice<UInt8>, _ count: Int) -> Int {
    bytes.prefix(count).reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  private static func collect(_ bytes: ArraySlice<UInt8>, into found: inout [MatlabMatrix]) throws {
    var rest = bytes
    while let element = next(&rest) {
      switch element.kind {
      case Kind.compressed: try collect(Inflater.unpack(Array(element.data))[...], into: &found)
      case Kind.matrix: try collectMatrix(element.data, into: &found)
      default: break
      }
    }
  }

  private static func collectMatrix(_ bytes: ArraySlice<UInt8>, into found: inout [MatlabMatrix]) throws {
    var rest = bytes
    guard let flags = next(&rest), let sizes = next(&rest), next(&rest) != nil, sizes.data.count >= 8 else {
      return
    }
    if flags.data.first.map(Int.init) == Kind.structure {
      // The length of the fields' names, the names, and the fields.
      _ = next(&rest)
      _ = next(&rest)
      return try collect(rest, into: &found)
    }
    guard let numbers = next(&rest) else { return }
    found.append(
      MatlabMatrix(rowCount: whole(sizes.data, 4), values: values(numbers)))
  }

  /// Numbers are kept in the smallest type that holds them.
  private static func values(_ element: Element) -> [Double] {
    let size = [1: 1, 2: 1, 3: 2, 4: 2, 5: 4, 6: 4, 7: 4, 9: 8][element.kind] ?? 8
    return stride(from: element.data.startIndex, to: element.data.endIndex - size + 1, by: size).map {
      start in
      let raw = UInt64(truncatingIfNeeded: whole(element.data[start...], size))
      return switch element.kind {
      case 1: Double(Int8(truncatingIfNeeded: raw))
      case 3: Double(Int16(truncatingIfNeeded: raw))
      case 5: Double(Int32(truncatingIfNeeded: raw))
      case 7: Double(Float(bitPattern: UInt32(truncatingIfNeeded: raw)))
      case 9: Double(bitPattern: raw)
      default: Double(raw)
      }
    }
  }
}
