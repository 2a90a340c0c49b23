import AirExtrusion
import AirJSON
import AirGeometry
import AirStroke

/// The document of a glTF file, which is the JSON chunk of a GLB file.
///
/// A node for each solid carries its pose and its extras; under it a node for each part carries that part's mesh. One
/// material stands for each colour.
struct GLBDocument {
  private var nodes: [JSONValue] = []
  private var meshes: [JSONValue] = []
  private var accessors: [JSONValue] = []
  private var materials: [JSONValue] = []
  private var materialOfColor: [StrokeColor: Int] = [:]
  private var names = UniqueNames()
  private var roots: [JSONValue] = []
  private let layout: GLBLayout
  private let scene: ExportScene
  private let bufferName: String?

  private enum View {
    static let positions = 0
    static let normals = 1
    static let indices = 2
  }

  /// - Parameter bufferName: the name of the file beside it that holds the binary numbers; nil for the BIN chunk.
  init(_ scene: ExportScene, solids: [ShadedMesh], layout: GLBLayout, bufferName: String?) {
    self.scene = scene
    self.bufferName = bufferName
    self.layout = layout
    for (solid, (mesh, places)) in zip(scene.solids, zip(solids, layout.solids)) where !mesh.parts.isEmpty {
      addSolid(solid, mesh: mesh, places: places)
    }
  }

  /// The document as JSON text, not padded.
  var text: String {
    let extras: JSONValue = [
      "units": .string(ExportFormat.gltf.unitName), "upAxis": "y", "generator": .string(scene.generator),
      "scale": .string(scene.scaleStatement),
    ]
    let document: JSONValue = [
      "asset": ["version": "2.0", "generator": .string(scene.generator)],
      "scene": 0,
      "scenes": [["nodes": .array(roots), "extras": extras]],
      "nodes": .array(nodes),
      "meshes": .array(meshes),
      "materials": .array(materials),
      "accessors": .array(accessors),
      "bufferViews": .array(views),
      "buffers": [buffer],
    ]
    return document.text
  }

  private var buffer: JSONValue {
    var buffer: JSONValue = ["byteLength": .integer(layout.byteLength)]
    if let bufferName { buffer["uri"] = .string(bufferName) }
    return buffer
  }

  private var views: [JSONValue] {
    let vectors = layout.vectorViewLength
    return [
      Self.view(offset: 0, length: vectors, target: 34962, stride: GLBLayout.vectorSize),
      Self.view(offset: vectors, length: vectors, target: 34962, stride: GLBLayout.vectorSize),
      Self.view(offset: 2 * vectors, length: layout.indexViewLength, target: 34963, stride: nil),
    ]
  }

  private static func view(offset: Int, length: Int, target: Int, stride: Int?) -> JSONValue {
    var view: JSONValue = [
      "buffer": 0, "byteOffset": .integer(offset), "byteLength": .integer(length),
    ]
    view["byteStride"] = stride.map { .integer($0) }
    view["target"] = .integer(target)
    return view
  }

  private mutating func addSolid(_ solid: ExportSolid, mesh: ShadedMesh, places: [GLBLayout.Part]) {
    var node: JSONValue = ["name": .string(names.unique(solid.name))]
    var children: [JSONValue] = []
    for (part, place) in zip(mesh.parts, places) {
      let name = names.unique(part.name)
      let material = material(of: part.color)
      meshes.append(
        ["name": .string(name), "primitives": [primitive(part, place, of: mesh, material: material)]])
      children.append(.integer(nodes.count))
      nodes.append(["name": .string(name), "mesh": .integer(meshes.count - 1)])
    }
    node["children"] = .array(children)
    // What equals the specification's default is left out.
    if solid.pose.origin != Pose.identity.origin {
      node["translation"] = .numbers(solid.pose.origin.position)
    }
    if solid.pose.rotation != .identity { node["rotation"] = .numbers(solid.pose.rotation.quaternion) }
    if !solid.extras.isEmpty { node["extras"] = .object(solid.extras) }
    roots.append(.integer(nodes.count))
    nodes.append(node)
  }

  private mutating func primitive(
    _ part: ShadedMesh.Part, _ place: GLBLayout.Part, of mesh: ShadedMesh, material: Int
  ) -> JSONValue {
    let step = mesh.mesh.lattice.step
    accessors.append([
      "bufferView": .integer(View.positions), "byteOffset": .integer(place.vertexOffset),
      "componentType": 5126, "count": .integer(place.vertexCount), "type": "VEC3",
      "min": .numbers(SIMD3<Double>(part.minimum) * step),
      "max": .numbers(SIMD3<Double>(part.maximum) * step),
    ])
    accessors.append([
      "bufferView": .integer(View.normals), "byteOffset": .integer(place.vertexOffset),
      "componentType": 5126, "count": .integer(place.vertexCount), "type": "VEC3",
    ])
    accessors.append([
      "bufferView": .integer(View.indices), "byteOffset": .integer(place.indexOffset),
      "componentType": .integer(place.indexWidth.componentType),
      "count": .integer(3 * place.triangleRange.count), "type": "SCALAR",
    ])
    let count = accessors.count
    return [
      "attributes": ["POSITION": .integer(count - 3), "NORMAL": .integer(count - 2)],
      "indices": .integer(count - 1), "material": .integer(material),
    ]
  }

  private mutating func material(of color: StrokeColor) -> Int {
    if let known = materialOfColor[color] { return known }
    let factor = color.linearComponents
    materials.append([
      "name": .string(color.materialName),
      "pbrMetallicRoughness": [
        "baseColorFactor": [.number(factor.x), .number(factor.y), .number(factor.z), 1],
        "metallicFactor": 0, "roughnessFactor": 0.6,
      ],
    ])
    materialOfColor[color] = materials.count - 1
    return materials.count - 1
  }
}

extension JSONValue {
  /// An array of a vector's components, without negative zeros.
  fileprivate static func numbers<Vector: SIMD<Double>>(_ vector: Vector) -> JSONValue {
    .array(vector.indices.map { .number(vector[$0] + 0) })
  }
}
