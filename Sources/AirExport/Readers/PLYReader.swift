import AirStroke

/// Reads PLY as text or binary of either byte order: the places and colours of its vertices and its triangles, whatever
/// else its elements hold.
struct PLYReader {
  private let header: PLYHeader
  private var values: PLYValues
  private var positions: [SIMD3<Float>] = []
  private var colors: [StrokeColor]?
  private var triangles: [SIMD3<UInt32>] = []

  /// - Throws: `ReadFailure`, `.unknownFeature` for faces that are no triangles.
  /// - Complexity: linear in the file's size.
  static func parts(of bytes: UnsafeRawBufferPointer) throws(ReadFailure) -> [ImportedScene.Part] {
    var reader = try PLYReader(bytes)
    for element in reader.header.elements { try reader.read(element) }
    let count = UInt32(clamping: reader.positions.count)
    for (index, triangle) in reader.triangles.enumerated() where any(triangle .>= count) {
      throw .malformed("face \(index) names a vertex that does not exist")
    }
    return [
      ImportedScene.Part(
        name: "", positions: reader.positions, triangles: reader.triangles, color: nil, transform: .identity,
        vertexColors: reader.colors)
    ]
  }

  private init(_ bytes: UnsafeRawBufferPointer) throws(ReadFailure) {
    header = try PLYHeader(bytes)
    values = PLYValues(bytes, header)
  }

  private mutating func read(_ element: PLYHeader.Element) throws(ReadFailure) {
    // Every row of an element with properties takes some bytes, so that a count that the file can't hold is seen here and
    // not by the memory it would take.
    guard element.properties.isEmpty || element.count <= values.remainingByteCount else {
      throw .malformed("it ends before the \(element.count) rows of “\(element.name)” that its header states")
    }
    switch element.name {
    case "vertex": try readVertices(element)
    case "face": try readFaces(element)
    case "tristrips": throw .unknownFeature("it has strips of triangles")
    default:
      guard !element.properties.isEmpty else { return }
      for _ in 0..<element.count {
        for property in element.properties { try skip(property) }
      }
    }
  }

  private mutating func skip(_ property: PLYHeader.Property) throws(ReadFailure) {
    guard let countType = property.countType else {
      _ = try values.next(property.type)
      return
    }
    for _ in 0..<(try values.nextCount(countType)) { _ = try values.next(property.type) }
  }

  private mutating func readVertices(_ element: PLYHeader.Element) throws(ReadFailure) {
    guard positions.isEmpty, let x = element.index(of: "x"), let y = element.index(of: "y"),
      let z = element.index(of: "z")
    else { throw .malformed("its vertices have no x, y and z") }
    guard element.properties.allSatisfy({ $0.countType == nil }) else {
      throw .unknownFeature("its vertices hold lists")
    }
    guard element.count <= Int(UInt32.max) else { throw .unknownFeature("its vertices are more than 2³²") }
    let channels = ["red", "green", "blue"].compactMap { element.index(of: $0) }
    // What a full channel is: 255 of bytes, 1 of floats.
    let scale: Float = channels.allSatisfy { element.properties[$0].type == .uint8 } ? 1 : 255
    var colors: [StrokeColor] = []
    positions.reserveCapacity(element.count)
    if channels.count == 3 { colors.reserveCapacity(element.count) }
    var row = [Float](repeating: 0, count: element.properties.count)
    for index in 0..<element.count {
      for (column, property) in element.properties.enumerated() {
        row[column] = try values.next(property.type)
      }
      let position = SIMD3(row[x], row[y], row[z])
      guard position.isFinite else { throw .malformed("vertex \(index) is not a place") }
      positions.append(position)
      if channels.count == 3 {
        colors.append(
          StrokeColor(
            red: Self.byte(row[channels[0]] * scale), green: Self.byte(row[channels[1]] * scale),
            blue: Self.byte(row[channels[2]] * scale)))
      }
    }
    if channels.count == 3 { self.colors = colors }
  }

  private static func byte(_ value: Float) -> UInt8 {
    value.isFinite ? UInt8(max(0, min(255, value.rounded()))) : 0
  }

  private mutating func readFaces(_ element: PLYHeader.Element) throws(ReadFailure) {
    let list = element.index(of: "vertex_indices") ?? element.index(of: "vertex_index")
    guard let list, let countType = element.properties[list].countType else {
      throw .malformed("its faces have no list of vertices")
    }
    let type = element.properties[list].type
    triangles.reserveCapacity(element.count)
    for index in 0..<element.count {
      for (column, property) in element.properties.enumerated() {
        guard column == list else {
          try skip(property)
          continue
        }
        guard try values.nextCount(countType) == 3 else {
          throw .unknownFeature("face \(index) is no triangle")
        }
        var triangle = SIMD3<UInt32>()
        for corner in 0..<3 {
          guard let vertex = UInt32(exactly: try values.nextWhole(type)) else {
            throw .malformed("face \(index) names a vertex that does not exist")
          }
          triangle[corner] = vertex
        }
        triangles.append(triangle)
      }
    }
  }
}
