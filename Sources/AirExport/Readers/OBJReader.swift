import AirStroke

/// Reads Wavefront OBJ with its material libraries: vertices, their colours where they are given, and triangles, a part
/// for each run of them under one name and material.
struct OBJReader {
  /// A run of triangles.
  private struct Run {
    let name: String
    let material: String
    let triangleRange: Range<Int>
  }

  private var scanner: TextScanner
  private var positions: [SIMD3<Float>] = []
  /// The colours of all vertices; empty when some have none.
  private var colors: [StrokeColor] = []
  private var triangles: [SIMD3<UInt32>] = []
  private var runs: [Run] = []
  private var runStart = 0
  private var objectName = ""
  private var groupName = ""
  private var material = ""
  private var libraries: [String] = []

  /// - Parameter folder: the folder of the file, where its material libraries lie.
  /// - Throws: `ReadFailure`, `.unknownFeature` for faces that are no triangles and lines that go on on the next.
  /// - Complexity: linear in the file's size.
  static func parts(
    of bytes: UnsafeRawBufferPointer, in folder: String
  ) throws(ReadFailure) -> [ImportedScene.Part] {
    var reader = OBJReader(scanner: TextScanner(bytes))
    try reader.readLines()
    reader.endRun()
    var materials: [String: SIMD4<Float>] = [:]
    for library in reader.libraries {
      // A model whose library is missing has its shape all the same.
      guard let file = try? MappedFile(path: "\(folder)/\(library)") else { continue }
      defer { withExtendedLifetime(file) {} }
      materials.merge(MTLReader.colors(of: file.bytes)) { first, _ in first }
    }
    return reader.parts(materials)
  }

  private init(scanner: TextScanner) { self.scanner = scanner }

  private mutating func readLines() throws(ReadFailure) {
    while true {
      scanner.skipBlank()
      guard !scanner.isAtEnd else { return }
      let word = scanner.word()
      if word.isWord("v") {
        try readVertex()
      } else if word.isWord("f") {
        try readFace()
      } else if word.isWord("o") {
        endRun()
        objectName = scanner.restOfLine()
        groupName = ""
      } else if word.isWord("g") {
        endRun()
        groupName = scanner.restOfLine()
      } else if word.isWord("usemtl") {
        endRun()
        material = scanner.restOfLine()
      } else if word.isWord("mtllib") {
        libraries.append(scanner.restOfLine())
      } else {
        // Normals, texture coordinates, lines, points, smoothing groups and comments.
        scanner.skipLine()
      }
    }
  }

  private mutating func readVertex() throws(ReadFailure) {
    let position = try scanner.vector()
    guard positions.count < Int(UInt32.max) else {
      throw .unknownFeature("its vertices are more than 2³²")
    }
    positions.append(position)
    if !isAtEndOfNumbers() { try readColor() }
    try endLine()
  }

  /// The numbers behind the three coordinates: a weight, or a colour.
  private mutating func readColor() throws(ReadFailure) {
    guard let red = scanner.float() else { throw scanner.failure("there is no number") }
    guard !isAtEndOfNumbers() else { return }
    let green = scanner.float()
    scanner.skipSpaces()
    guard let green, let blue = scanner.float() else { throw scanner.failure("there are no three numbers") }
    // Opacity.
    if !isAtEndOfNumbers() { _ = scanner.float() }
    guard colors.count == positions.count - 1 else { return }
    colors.append(StrokeColor(red: Self.byte(red), green: Self.byte(green), blue: Self.byte(blue)))
  }

  private static func byte(_ component: Float) -> UInt8 { UInt8((max(0, min(1, component)) * 255).rounded()) }

  private mutating func readFace() throws(ReadFailure) {
    var triangle = SIMD3<UInt32>()
    for corner in 0..<3 {
      scanner.skipSpaces()
      triangle[corner] = try readCorner()
    }
    guard isAtEndOfNumbers() else {
      guard isAtCorner else { throw scanner.failure("there is no vertex number") }
      throw .unknownFeature("line \(scanner.line): the face is no triangle")
    }
    triangles.append(triangle)
    try endLine()
  }

  private var isAtCorner: Bool {
    var ahead = scanner
    return ahead.wholeNumber() != nil
  }

  /// A corner, such as `3`, `3/4`, `3//5`, `3/4/5` or with numbers that count back from the last vertex.
  @inline(__always)
  private mutating func readCorner() throws(ReadFailure) -> UInt32 {
    guard let number = scanner.wholeNumber() else { throw scanner.failure("there is no vertex number") }
    while scanner.take(byte: UInt8(ascii: "/")) { _ = scanner.wholeNumber() }
    let index = number < 0 ? positions.count + number : number - 1
    guard index >= 0, index < positions.count else {
      throw scanner.failure("vertex \(number) does not stand before it")
    }
    return UInt32(index)
  }

  /// True at the line's end or a comment.
  private mutating func isAtEndOfNumbers() -> Bool {
    scanner.isAtLineEnd() || scanner.isAt(UInt8(ascii: "#"))
  }

  private mutating func endLine() throws(ReadFailure) {
    if isAtEndOfNumbers() { return scanner.skipLine() }
    if scanner.take("\\") { throw .unknownFeature("line \(scanner.line): the line goes on on the next") }
    throw scanner.failure("there is more than belongs there")
  }

  private mutating func endRun() {
    guard runStart < triangles.count else { return }
    runs.append(
      Run(
        name: groupName.isEmpty ? objectName : groupName, material: material,
        triangleRange: runStart..<triangles.count))
    runStart = triangles.count
  }

  /// The parts, each with the vertices that it uses in the order of their first use.
  private func parts(_ materials: [String: SIMD4<Float>]) -> [ImportedScene.Part] {
    let hasColors = !colors.isEmpty && colors.count == positions.count
    // For each vertex its place in a part, valid when that place holds it in the current one.
    var place = [UInt32](repeating: 0, count: positions.count)
    return runs.map { run in
      var vertices: [UInt32] = []
      let corners = triangles[run.triangleRange].map { triangle in
        var corners = SIMD3<UInt32>()
        for corner in 0..<3 {
          let vertex = Int(triangle[corner])
          let known = Int(place[vertex])
          if known >= vertices.count || vertices[known] != triangle[corner] {
            place[vertex] = UInt32(vertices.count)
            vertices.append(triangle[corner])
          }
          corners[corner] = place[vertex]
        }
        return corners
      }
      return ImportedScene.Part(
        name: run.name, positions: vertices.map { positions[Int($0)] }, triangles: corners,
        color: materials[run.material], transform: .identity,
        vertexColors: hasColors ? vertices.map { colors[Int($0)] } : nil)
    }
  }
}

/// Reads the colours of a material library.
enum MTLReader {
  /// The diffuse colour and opacity of each material that states a colour.
  static func colors(of bytes: UnsafeRawBufferPointer) -> [String: SIMD4<Float>] {
    var scanner = TextScanner(bytes)
    var colors: [String: SIMD4<Float>] = [:]
    var name = ""
    var opacity: Float = 1
    while true {
      scanner.skipBlank()
      guard !scanner.isAtEnd else { return colors }
      let word = scanner.word()
      scanner.skipSpaces()
      if word.isWord("newmtl") {
        name = scanner.restOfLine()
        opacity = 1
        continue
      } else if word.isWord("kd"), let color = try? scanner.vector() {
        colors[name] = SIMD4(color, opacity)
      } else if word.isWord("d"), let value = scanner.float() {
        opacity = value
        colors[name]?.w = value
      } else if word.isWord("tr"), let value = scanner.float() {
        opacity = 1 - value
        colors[name]?.w = opacity
      }
      scanner.skipLine()
    }
  }
}
