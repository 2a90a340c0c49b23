import Glibc

extension AffineMap {
  /// Reads a list of transforms such as `translate(10) rotate(30, 5 5)` (SVG 1.1, section 7.6).
  init(parsingTransforms text: String) throws(ImportFault) {
    var scanner = SVGScanner(text)
    var map = AffineMap.identity
    scanner.skipSeparator()
    while !scanner.isAtEnd {
      map = map(try Self.transform(&scanner))
      scanner.skipSeparator()
    }
    self = map
  }

  private static func transform(_ scanner: inout SVGScanner) throws(ImportFault) -> AffineMap {
    let name = scanner.word()
    scanner.skipSpace()
    guard scanner.current == UInt8(ascii: "(") else { throw fault(scanner) }
    scanner.advance()
    scanner.skipSpace()
    var n: [Double] = []
    while let number = scanner.number() {
      n.append(number)
      scanner.skipSeparator()
    }
    guard scanner.current == UInt8(ascii: ")") else { throw fault(scanner) }
    scanner.advance()
    switch (name, n.count) {
    case ("matrix", 6): return AffineMap(a: n[0], b: n[1], c: n[2], d: n[3], e: n[4], f: n[5])
    case ("translate", 1...2): return .translation(n[0], n.count > 1 ? n[1] : 0)
    case ("scale", 1...2): return .scaling(n[0], n.count > 1 ? n[1] : n[0])
    case ("rotate", 1): return .rotation(degrees: n[0])
    case ("rotate", 3):
      return AffineMap.translation(n[1], n[2])(.rotation(degrees: n[0]))(.translation(-n[1], -n[2]))
    case ("skewX", 1): return AffineMap(c: tan(n[0] * .pi / 180))
    case ("skewY", 1): return AffineMap(b: tan(n[0] * .pi / 180))
    default: throw ImportFault("its transform \(name) with \(n.count) numbers is none of SVG's")
    }
  }

  private static func fault(_ scanner: SVGScanner) -> ImportFault {
    ImportFault("its transform can't be read at “\(scanner.surroundings)”")
  }
}
