/// The kinds of files that drawings are read from. What a file holds decides, whatever its name.
public enum DrawingFormat: String, CaseIterable, Hashable, Sendable {
  /// Quick, Draw! and the like: a JSON object a line, whose `drawing` lists strokes as `[xs, ys]` or `[xs, ys, times]`,
  /// y down, times in milliseconds (googlecreativelab/quickdraw-dataset, raw and simplified).
  case quickDraw = "Quick, Draw! NDJSON"
  /// A JSON list of strokes, each a list of points `[x, y]` or `[x, y, height]` in metres, y up.
  case pointLists = "JSON lists of points"
  /// Omniglot's own strokes: lines of `x,y,t` between `START` and `BREAK`, y up, times in milliseconds (B. Lake,
  /// R. Salakhutdinov, J. Tenenbaum, "Human-level concept learning through probabilistic program induction", Science
  /// 350, 2015).
  case omniglot = "Omniglot strokes"
  /// A table of points as CSV.
  case table = "a table of points"
  /// Scalable Vector Graphics (W3C, SVG 1.1 second edition).
  case svg = "SVG"

  /// Recognizes a format by how a file begins.
  ///
  /// - Throws: a fault that says what the file seems to be where it is no text.
  init(recognizing bytes: [UInt8]) throws(ImportFault) {
    if bytes.starts(with: [0x1f, 0x8b]) { throw ImportFault("it is compressed: unpack it first, by gunzip") }
    if bytes.starts(with: [0xff, 0xfe]) || bytes.starts(with: [0xfe, 0xff]) {
      // XML says by itself how it is written, and its parser reads UTF-16.
      guard bytes.prefix(4).contains(UInt8(ascii: "<")) else {
        throw ImportFault("it is in UTF-16: save it as UTF-8")
      }
      self = .svg
      return
    }
    let text = bytes.dropFirst(bytes.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0)
    guard let first = text.firstIndex(where: { $0 != 0x20 && !(0x09...0x0d).contains($0) }) else {
      throw ImportFault("it is empty: it should hold a drawing")
    }
    guard !text.prefix(1024).contains(0) else { throw ImportFault(Self.unknown) }
    switch text[first] {
    case UInt8(ascii: "<"): self = .svg
    case UInt8(ascii: "{"): self = .quickDraw
    case UInt8(ascii: "["): self = .pointLists
    case _ where text[first...].starts(with: Array("START".utf8)): self = .omniglot
    default: self = .table
    }
  }

  /// What is said of a file that is none of these.
  static let unknown =
    "it is no drawing that is read: give \(allCases.dropLast().map(\.rawValue).joined(separator: ", ")) or "
    + (allCases.last?.rawValue ?? "")
}
