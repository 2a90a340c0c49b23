/// Where everything lies in the BIN chunk of a GLB file.
struct GLBLayout {
  /// How an index is stored.
  enum IndexWidth {
    case short
    case long

    /// Bytes an index.
    var byteCount: Int { self == .short ? 2 : 4 }
    /// The specification's number for the component type.
    var componentType: Int { self == .short ? 5123 : 5125 }
  }

  /// A part's places, in bytes from the start of the view.
  struct Part {
    let triangleRange: Range<Int>
    let vertexCount: Int
    let vertexOffset: Int
    let indexOffset: Int
    let indexWidth: IndexWidth
  }

  /// Bytes of three floats.
  static let vectorSize = 12

  /// For each solid its parts, in order.
  private(set) var solids: [[Part]] = []
  /// Bytes of all positions, and of all normals.
  private(set) var vectorViewLength = 0
  /// Bytes of all indices, each part's padded to whole words.
  private(set) var indexViewLength = 0

  /// Bytes of the whole chunk.
  var byteLength: Int { 2 * vectorViewLength + indexViewLength }

  init(_ meshes: [ShadedMesh]) {
    for mesh in meshes {
      var parts: [Part] = []
      for part in mesh.parts {
        // The largest index of a type restarts the primitive in graphics interfaces and is therefore forbidden.
        let width: IndexWidth = part.vertexRange.count <= Int(UInt16.max) ? .short : .long
        parts.append(
          Part(
            triangleRange: part.triangleRange, vertexCount: part.vertexRange.count,
            vertexOffset: vectorViewLength, indexOffset: indexViewLength, indexWidth: width))
        vectorViewLength += Self.vectorSize * part.vertexRange.count
        indexViewLength += (3 * part.triangleRange.count * width.byteCount + 3) / 4 * 4
      }
      solids.append(parts)
    }
  }
}
