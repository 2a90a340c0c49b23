/// Reads STL, binary or as text (3D Systems, Stereolithography Interface Specification, 1989).
///
/// Every triangle has three vertices of its own, as in the file; its normals are not looked at, since the corners' order
/// tells the same.
struct STLReader {
  private static let headerLength = 84
  private static let bytesPerTriangle = 50

  /// - Complexity: linear in the file's size.
  static func parts(of bytes: UnsafeRawBufferPointer) throws(ReadFailure) -> [ImportedScene.Part] {
    // Binary files may begin with “solid” too, but their size tells them apart.
    if bytes.count >= headerLength {
      let count = Int(bytes.little(at: 80, as: UInt32.self))
      if bytes.count == headerLength + count * bytesPerTriangle || !bytes.beginsWithSolid {
        return [try binary(bytes, count: count)]
      }
    }
    return try text(bytes)
  }

  private static func binary(
    _ bytes: UnsafeRawBufferPointer, count: Int
  ) throws(ReadFailure) -> ImportedScene.Part {
    guard count <= (bytes.count - headerLength) / bytesPerTriangle else {
      throw .malformed("it ends before the \(count) triangles that its header states")
    }
    guard 3 * count <= Int(UInt32.max) else {
      throw .unknownFeature("it has more vertices than fit in 32 bits")
    }
    var positions: [SIMD3<Float>] = []
    positions.reserveCapacity(3 * count)
    for triangle in 0..<count {
      let start = headerLength + triangle * bytesPerTriangle + 12
      for corner in 0..<3 {
        let position = bytes.littleVector(at: start + 12 * corner)
        guard position.isFinite else {
          throw .malformed("corner \(corner) of triangle \(triangle) is not a place")
        }
        positions.append(position)
      }
    }
    return part(name: "", positions: positions)
  }

  private static func text(_ bytes: UnsafeRawBufferPointer) throws(ReadFailure) -> [ImportedScene.Part] {
    var scanner = TextScanner(bytes)
    var parts: [ImportedScene.Part] = []
    scanner.skipBlank()
    while !scanner.isAtEnd {
      guard scanner.take("solid") else { throw scanner.failure("there is no “solid”") }
      let name = scanner.restOfLine()
      parts.append(part(name: name, positions: try facets(&scanner)))
      scanner.skipBlank()
    }
    return parts
  }

  /// The corners of the facets up to the end of their solid, which is passed over.
  private static func facets(_ scanner: inout TextScanner) throws(ReadFailure) -> [SIMD3<Float>] {
    var positions: [SIMD3<Float>] = []
    while true {
      scanner.skipBlank()
      if scanner.take("endsolid") {
        scanner.skipLine()
        return positions
      }
      guard scanner.take("facet") else {
        throw scanner.failure(scanner.isAtEnd ? "the solid has no end" : "there is no “facet”")
      }
      scanner.skipSpaces()
      if scanner.take("normal") {
        // Its numbers, which some programs write as no numbers where a facet has no area.
        for _ in 0..<3 {
          scanner.skipSpaces()
          _ = scanner.word()
        }
      }
      try expect("outer", &scanner)
      try expect("loop", &scanner)
      for _ in 0..<3 {
        try expect("vertex", &scanner)
        positions.append(try scanner.vector())
      }
      try expect("endloop", &scanner)
      try expect("endfacet", &scanner)
    }
  }

  private static func expect(_ word: StaticString, _ scanner: inout TextScanner) throws(ReadFailure) {
    scanner.skipBlank()
    guard scanner.take(word) else { throw scanner.failure("there is no “\(word)”") }
  }

  private static func part(name: String, positions: [SIMD3<Float>]) -> ImportedScene.Part {
    ImportedScene.Part(
      name: name, positions: positions,
      triangles: (0..<UInt32(positions.count / 3)).map { SIMD3(3 * $0, 3 * $0 + 1, 3 * $0 + 2) }, color: nil,
      transform: .identity)
  }
}

extension UnsafeRawBufferPointer {
  fileprivate var beginsWithSolid: Bool { run(at: 0, count: 5)?.isWord("solid") ?? false }
}

extension TextScanner {
  /// Three numbers on the line.
  @inline(__always)
  mutating func vector() throws(ReadFailure) -> SIMD3<Float> {
    skipSpaces()
    let x = float()
    skipSpaces()
    let y = float()
    skipSpaces()
    guard let x, let y, let z = float() else { throw failure("there are no three numbers") }
    return SIMD3(x, y, z)
  }
}
