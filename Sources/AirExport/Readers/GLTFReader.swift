import AirJSON

/// Reads the triangles of glTF 2.0, as one binary file or as a document with files beside it (Khronos, glTF 2.0
/// specification), with the positions of `KHR_mesh_quantization`.
struct GLTFReader {
  private let document: JSONValue
  private let buffers: GLTFBuffers
  /// The primitives of the meshes that were read, so that a mesh at many nodes is there once.
  private var meshes: [Int: [Primitive]] = [:]

  private struct Primitive {
    let positions: [SIMD3<Float>]
    let triangles: [SIMD3<UInt32>]
    let color: SIMD4<Float>?
  }

  /// Extensions that may be required of a reader and change no triangle, or are understood.
  private static let knownExtensions: Set = [
    "KHR_mesh_quantization", "EXT_mesh_manifold", "KHR_texture_transform", "KHR_lights_punctual",
  ]

  /// - Parameter folder: the folder of the file, where its buffers lie.
  /// - Throws: `ReadFailure`, `.unknownFeature` for sparse accessors.
  /// - Complexity: linear in the file's size and in the number of parts.
  static func parts(
    of bytes: UnsafeRawBufferPointer, in folder: String
  ) throws(ReadFailure) -> [ImportedScene.Part] {
    let container = try GLBContainer(bytes)
    let document: JSONValue
    do {
      document = try JSONValue(parsing: container.document)
    } catch {
      throw .malformed("\(error)")
    }
    guard document["asset"]?["version"]?.stringValue?.hasPrefix("2.") == true else {
      throw .unknownFeature("it does not say that it is glTF 2")
    }
    for required in document["extensionsRequired"]?.arrayValue ?? [] {
      guard let name = required.stringValue,
        knownExtensions.contains(name) || name.hasPrefix("KHR_materials_")
      else {
        throw .malformed("it needs the extension \(required.stringValue ?? "?"), which is not read here")
      }
    }
    let buffers = try GLTFBuffers(document, chunk: container.binary, folder: folder)
    defer { withExtendedLifetime(buffers) {} }
    var reader = GLTFReader(document: document, buffers: buffers)
    return try reader.parts()
  }

  private init(document: JSONValue, buffers: GLTFBuffers) {
    self.document = document
    self.buffers = buffers
  }

  /// The parts of all nodes of the scene, depth first.
  private mutating func parts() throws(ReadFailure) -> [ImportedScene.Part] {
    guard case .array(let nodes)? = document["nodes"] else { return [] }
    var parts: [ImportedScene.Part] = []
    var pending = try roots().reversed().map { (index: $0, parent: ImportedScene.AffineTransform.identity) }
    var isPlaced = [Bool](repeating: false, count: nodes.count)
    while let (index, parent) = pending.popLast() {
      guard nodes.indices.contains(index) else { throw .malformed("node \(index) does not exist") }
      // So there are no circles either.
      guard !isPlaced[index] else { throw .malformed("node \(index) stands in two places") }
      isPlaced[index] = true
      let node = nodes[index]
      let transform = parent.after(try ImportedScene.AffineTransform(node, place: "node \(index)"))
      if node["mesh"] != nil {
        let name = node["name"]?.stringValue ?? ""
        for primitive in try primitives(of: try node.count("mesh", in: "node \(index)")) {
          parts.append(
            ImportedScene.Part(
              name: name, positions: primitive.positions, triangles: primitive.triangles,
              color: primitive.color, transform: transform))
        }
      }
      for child in try node.indices("children", in: "node \(index)").reversed() {
        pending.append((child, transform))
      }
    }
    return parts
  }

  private func roots() throws(ReadFailure) -> [Int] {
    guard let scenes = document["scenes"] else { return [] }
    let index = try document.count("scene", in: "the document", absent: 0)
    guard let scene = scenes.element(index) else { throw .malformed("scene \(index) does not exist") }
    return try scene.indices("nodes", in: "scene \(index)")
  }

  private mutating func primitives(of mesh: Int) throws(ReadFailure) -> [Primitive] {
    if let known = meshes[mesh] { return known }
    guard let list = document["meshes"]?.element(mesh)?["primitives"]?.arrayValue else {
      throw .malformed("mesh \(mesh) does not exist or has no primitives")
    }
    var primitives: [Primitive] = []
    for (number, json) in list.enumerated() {
      let place = "primitive \(number) of mesh \(mesh)"
      if json["extensions"]?["KHR_draco_mesh_compression"] != nil {
        throw .malformed("\(place) is compressed in a way that is not read here")
      }
      let mode = try json.count("mode", in: place, absent: 4)
      // Points and lines have no triangles.
      guard mode >= 4, let attributes = json["attributes"], attributes["POSITION"] != nil else { continue }
      let positions = try GLTFAccessor(
        try attributes.count("POSITION", in: place), type: "VEC3", in: document, buffers: buffers
      ).vectors(named: place)
      guard positions.count <= Int(UInt32.max) else { throw .malformed("\(place) has too many vertices") }
      let indices: [UInt32]
      if json["indices"] != nil {
        indices = try GLTFAccessor(
          try json.count("indices", in: place), type: "SCALAR", in: document, buffers: buffers
        ).indices(vertexCount: positions.count, named: place)
      } else {
        indices = Array(0..<UInt32(positions.count))
      }
      primitives.append(
        Primitive(
          positions: positions, triangles: try Self.triangles(indices, mode: mode, place),
          color: color(ofMaterial: json["material"]?.integerValue)))
    }
    meshes[mesh] = primitives
    return primitives
  }

  /// The triangles of a list, strip or fan (section 3.7.2.1).
  private static func triangles(
    _ indices: [UInt32], mode: Int, _ place: String
  ) throws(ReadFailure) -> [SIMD3<UInt32>] {
    switch mode {
    case 4:
      guard indices.count.isMultiple(of: 3) else {
        throw .malformed("\(place) has a triangle without an end")
      }
      return (0..<indices.count / 3).map { SIMD3(indices[3 * $0], indices[3 * $0 + 1], indices[3 * $0 + 2]) }
    case 5:
      return (0..<max(0, indices.count - 2)).map {
        SIMD3(indices[$0], indices[$0 + 1 + $0 % 2], indices[$0 + 2 - $0 % 2])
      }
    case 6:
      return (0..<max(0, indices.count - 2)).map { SIMD3(indices[$0 + 1], indices[$0 + 2], indices[0]) }
    default: throw .malformed("\(place) has the unknown mode \(mode)")
    }
  }

  /// The base colour of a material; nil when there is none.
  private func color(ofMaterial index: Int?) -> SIMD4<Float>? {
    guard let index, let material = document["materials"]?.element(index) else { return nil }
    guard let factor = material["pbrMetallicRoughness"]?["baseColorFactor"]?.arrayValue else {
      return SIMD4(repeating: 1)
    }
    let numbers = factor.compactMap(\.doubleValue)
    guard numbers.count == 4 else { return nil }
    return SIMD4<Float>(SIMD4(numbers[0], numbers[1], numbers[2], numbers[3]))
  }
}

extension JSONValue {
  /// A list of places in other lists; empty where there is no such field.
  fileprivate func indices(_ name: String, in place: String) throws(ReadFailure) -> [Int] {
    guard let field = self[name] else { return [] }
    guard case .array(let values) = field else { throw .malformed("“\(name)” of \(place) is no list") }
    let indices = values.compactMap(\.integerValue)
    guard indices.count == values.count else {
      throw .malformed("“\(name)” of \(place) is no list of places")
    }
    return indices
  }

  /// A list of as many numbers.
  fileprivate func numbers(_ name: String, count: Int, in place: String) throws(ReadFailure) -> [Double]? {
    guard let field = self[name] else { return nil }
    let numbers = field.arrayValue?.compactMap(\.doubleValue) ?? []
    guard numbers.count == count else {
      throw .malformed("“\(name)” of \(place) is no list of \(count) numbers")
    }
    return numbers
  }
}

extension ImportedScene.AffineTransform {
  /// A node's own transform: a matrix, or a scale, then a rotation, then a translation (section 3.5.3).
  fileprivate init(_ node: JSONValue, place: String) throws(ReadFailure) {
    if let m = try node.numbers("matrix", count: 16, in: place) {
      self.init(
        x: SIMD3(m[0], m[1], m[2]), y: SIMD3(m[4], m[5], m[6]), z: SIMD3(m[8], m[9], m[10]),
        origin: SIMD3(m[12], m[13], m[14]))
      return
    }
    let translation = try node.numbers("translation", count: 3, in: place) ?? [0, 0, 0]
    let q = try node.numbers("rotation", count: 4, in: place) ?? [0, 0, 0, 1]
    let scale = try node.numbers("scale", count: 3, in: place) ?? [1, 1, 1]
    let (x, y, z, w) = (q[0], q[1], q[2], q[3])
    self.init(
      x: SIMD3(1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)) * scale[0],
      y: SIMD3(2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)) * scale[1],
      z: SIMD3(2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y)) * scale[2],
      origin: SIMD3(translation[0], translation[1], translation[2]))
  }
}
