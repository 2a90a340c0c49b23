import Glibc

/// Where everything lies in the BIN chunk of a GLB file: view after view, each a whole number of four bytes.
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

  /// A part's places.
  struct Part {
    let triangleRange: Range<Int>
    let vertexCount: Int
    /// The first of its vertices among those of the whole file.
    let firstVertex: Int
    /// In bytes from the start of the view.
    let indexOffset: Int
    let indexWidth: IndexWidth
    /// Which indices are to be replaced so that split vertices become one.
    let merges: VertexMerges?
    /// In bytes from the start of the view.
    let mergeOffset: Int
  }

  /// The views in their order in the chunk.
  enum View: Int, CaseIterable {
    case positions, normals, times, indices, merges, animation
  }

  /// Bytes of a vertex's numbers.
  struct Strides {
    /// Three floats, or three short numbers and a gap up to whole words.
    let position: Int
    /// Three floats, or three short numbers and a gap.
    let normal: Int
    /// One float.
    let time = 4
  }

  /// For each solid its parts, in order.
  let solids: [[Part]]
  /// Bytes of a vertex's numbers.
  let strides: Strides
  /// Whether positions and normals are whole numbers.
  let isQuantized: Bool
  /// The moments at which parts appear, in seconds, each once and in order; none where nothing moves.
  let keyTimes: [Double]
  private let lengths: [Int]

  /// How far the direction of a normal of three short numbers may be off: every component by half of 1/32,767.
  static let largestErrorOfNormalsInDegrees = asin(3.0.squareRoot() / 65534) * 180 / .pi
  /// Bytes of an animation's inputs for one moment: the start, the moment, the end.
  static let keyLength = 12
  /// Bytes of an animation's outputs for one solid: nothing, and its scale twice.
  static let growthLength = 36

  init(_ meshes: [ShadedMesh], _ content: GLTFContent) {
    isQuantized = content.details.contains { $0.quantization != nil }
    strides = isQuantized ? Strides(position: 8, normal: 8) : Strides(position: 12, normal: 12)
    var solids: [[Part]] = []
    var (vertexCount, indexLength, mergeLength) = (0, 0, 0)
    for (mesh, details) in zip(meshes, content.details) {
      var parts: [Part] = []
      for part in mesh.parts {
        // The largest index of a type restarts the primitive in graphics interfaces and is therefore forbidden.
        let width: IndexWidth = part.vertexRange.count <= Int(UInt16.max) ? .short : .long
        let merges = details.statesManifold ? VertexMerges(part, of: mesh) : nil
        parts.append(
          Part(
            triangleRange: part.triangleRange, vertexCount: part.vertexRange.count, firstVertex: vertexCount,
            indexOffset: indexLength, indexWidth: width, merges: merges, mergeOffset: mergeLength))
        vertexCount += part.vertexRange.count
        indexLength += (3 * part.triangleRange.count * width.byteCount + 3) / 4 * 4
        mergeLength += merges?.byteLength(valueWidth: width.byteCount) ?? 0
      }
      solids.append(parts)
    }
    self.solids = solids
    keyTimes = Set(content.details.flatMap { $0.appearanceInSeconds ?? [] }).filter { $0 > 0 }.sorted()
    let hasTimes = content.details.contains { $0.times != nil }
    lengths = [
      strides.position * vertexCount, strides.normal * vertexCount, hasTimes ? strides.time * vertexCount : 0,
      indexLength, mergeLength,
      keyTimes.isEmpty ? 0 : Self.keyLength * keyTimes.count + Self.growthLength * meshes.count,
    ]
  }

  /// Bytes of a view; none where it is left out.
  func length(of view: View) -> Int { lengths[view.rawValue] }

  /// Where a view begins.
  func offset(of view: View) -> Int { lengths[..<view.rawValue].reduce(0, +) }

  /// A view's number in the document, in which those without bytes are left out.
  func number(of view: View) -> Int { lengths[..<view.rawValue].count { $0 > 0 } }

  /// Bytes of the whole chunk.
  var byteLength: Int { lengths.reduce(0, +) }
}

/// Which indices of a part name a split vertex that another one stands for: for each vertex of the mesh its first.
struct VertexMerges {
  /// Places in the part's list of indices, in order.
  let places: [UInt32]
  /// The vertices that belong there.
  let vertices: [UInt32]

  /// - Complexity: O(triangles).
  init(_ part: ShadedMesh.Part, of mesh: ShadedMesh) {
    var firstOfVertex: [UInt32: UInt32] = [:]
    var places: [UInt32] = []
    var vertices: [UInt32] = []
    var place: UInt32 = 0
    for triangle in mesh.triangles[part.triangleRange] {
      for corner in triangle.indices {
        let split = triangle[corner]
        let vertex = mesh.meshVertex[part.vertexRange.lowerBound + Int(split)]
        let first = firstOfVertex[vertex] ?? split
        if first == split {
          firstOfVertex[vertex] = split
        } else {
          places.append(place)
          vertices.append(first)
        }
        place += 1
      }
    }
    (self.places, self.vertices) = (places, vertices)
  }

  /// Bytes of both lists, each a whole number of words.
  func byteLength(valueWidth: Int) -> Int { valueOffset + (vertices.count * valueWidth + 3) / 4 * 4 }

  /// Bytes before the second list.
  var valueOffset: Int { 4 * places.count }
}
