import AirExtrusion
import AirGeometry
import AirJSON
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
  private var growth: GLTFGrowth?
  private let layout: GLBLayout
  private let content: GLTFContent
  private let bufferName: String?

  /// - Parameter bufferName: the name of the file beside it that holds the binary numbers; nil for the BIN chunk.
  init(_ content: GLTFContent, solids: [ShadedMesh], layout: GLBLayout, bufferName: String?) {
    self.content = content
    self.bufferName = bufferName
    self.layout = layout
    if let end = content.animationEndInSeconds {
      growth = GLTFGrowth(layout, endInSeconds: end, accessors: &accessors)
    }
    for (index, mesh) in solids.enumerated() where !mesh.parts.isEmpty { addSolid(index, mesh: mesh) }
  }

  /// The document as JSON text, not padded.
  var text: String {
    let scene = content.scene
    let extras: JSONValue = [
      "units": .string(ExportFormat.gltf.unitName), "upAxis": "y", "generator": .string(scene.generator),
      "scale": .string(scene.scaleStatement),
    ]
    var document: JSONValue = [
      "asset": ["version": "2.0", "generator": .string(scene.generator)],
      "scene": 0,
      "scenes": [["nodes": .array(roots), "extras": extras]],
      "nodes": .array(nodes),
      "meshes": .array(meshes),
      "materials": .array(materials),
      "accessors": .array(accessors),
      "bufferViews": .array(GLBLayout.View.allCases.compactMap(view)),
      "buffers": [buffer],
    ]
    var used: [JSONValue] = []
    if layout.isQuantized {
      used.append("KHR_mesh_quantization")
      document["extensionsRequired"] = ["KHR_mesh_quantization"]
    }
    if content.details.contains(where: \.statesManifold) { used.append("EXT_mesh_manifold") }
    if !used.isEmpty { document["extensionsUsed"] = .array(used) }
    if let animation = growth?.animation { document["animations"] = [animation] }
    return document.text
  }

  private var buffer: JSONValue {
    var buffer: JSONValue = ["byteLength": .integer(layout.byteLength)]
    if let bufferName { buffer["uri"] = .string(bufferName) }
    return buffer
  }

  private func view(_ view: GLBLayout.View) -> JSONValue? {
    guard layout.length(of: view) > 0 else { return nil }
    var value: JSONValue = [
      "buffer": 0, "byteOffset": .integer(layout.offset(of: view)),
      "byteLength": .integer(layout.length(of: view)),
    ]
    switch view {
    case .positions: value["byteStride"] = .integer(layout.strides.position)
    case .normals: value["byteStride"] = .integer(layout.strides.normal)
    case .times: value["byteStride"] = .integer(layout.strides.time)
    case .indices, .merges, .animation: break
    }
    switch view {
    case .positions, .normals, .times: value["target"] = 34962
    case .indices: value["target"] = 34963
    case .merges, .animation: break
    }
    return value
  }

  private mutating func addSolid(_ index: Int, mesh: ShadedMesh) {
    let (solid, details) = (content.scene.solids[index], content.details[index])
    var node: JSONValue = ["name": .string(names.unique(solid.name))]
    var children: [JSONValue] = []
    for (number, (part, place)) in zip(mesh.parts, layout.solids[index]).enumerated() {
      let name = names.unique(part.name)
      let primitive = primitive(part, place, of: mesh, details)
      var partMesh: JSONValue = ["name": .string(name), "primitives": [primitive]]
      if let merges = place.merges {
        partMesh["extensions"] = ["EXT_mesh_manifold": manifold(primitive, merges, place)]
      }
      meshes.append(partMesh)
      var child: JSONValue = ["name": .string(name), "mesh": .integer(meshes.count - 1)]
      if let quantization = details.quantization {
        child["translation"] = .numbers(quantization.transform.origin)
        child["scale"] = .numbers(SIMD3(repeating: quantization.step))
      }
      if let appearance = details.appearanceInSeconds?[number] {
        growth?.add(node: nodes.count, ofSolid: index, appearingAt: appearance)
      }
      children.append(.integer(nodes.count))
      nodes.append(child)
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
    _ part: ShadedMesh.Part, _ place: GLBLayout.Part, of mesh: ShadedMesh, _ details: GLTFContent.Details
  ) -> JSONValue {
    let step = mesh.mesh.lattice.step
    var position = vector(.positions, place, componentType: layout.isQuantized ? 5123 : 5126)
    if let quantization = details.quantization {
      position["min"] = .integers(quantization.stored(part.minimum))
      position["max"] = .integers(quantization.stored(part.maximum))
    } else {
      position["min"] = .numbers(SIMD3<Double>(part.minimum) * step)
      position["max"] = .numbers(SIMD3<Double>(part.maximum) * step)
    }
    var normal = vector(.normals, place, componentType: layout.isQuantized ? 5122 : 5126)
    if layout.isQuantized { normal["normalized"] = true }
    var attributes: JSONValue = ["POSITION": add(position), "NORMAL": add(normal)]
    if details.times != nil {
      var time = vector(.times, place, componentType: 5126)
      time["type"] = "SCALAR"
      attributes["_TIME"] = add(time)
    }
    return [
      "attributes": attributes, "indices": add(indices(place)),
      "material": .integer(material(of: part.color)),
    ]
  }

  private func vector(_ view: GLBLayout.View, _ place: GLBLayout.Part, componentType: Int) -> JSONValue {
    let stride =
      switch view {
      case .positions: layout.strides.position
      case .normals: layout.strides.normal
      default: layout.strides.time
      }
    return [
      "bufferView": .integer(layout.number(of: view)), "byteOffset": .integer(stride * place.firstVertex),
      "componentType": .integer(componentType), "count": .integer(place.vertexCount), "type": "VEC3",
    ]
  }

  private func indices(_ place: GLBLayout.Part) -> JSONValue {
    [
      "bufferView": .integer(layout.number(of: .indices)), "byteOffset": .integer(place.indexOffset),
      "componentType": .integer(place.indexWidth.componentType),
      "count": .integer(3 * place.triangleRange.count), "type": "SCALAR",
    ]
  }

  /// The extension of a mesh that says how it is closed.
  private mutating func manifold(
    _ primitive: JSONValue, _ merges: VertexMerges, _ place: GLBLayout.Part
  ) -> JSONValue {
    var alone: JSONValue = ["attributes": .object([])]
    if let position = primitive["attributes"]?["POSITION"] { alone["attributes"] = ["POSITION": position] }
    guard !merges.places.isEmpty else {
      alone["indices"] = primitive["indices"]
      return ["manifoldPrimitive": alone]
    }
    let view = JSONValue.integer(layout.number(of: .merges))
    let width = place.indexWidth.componentType
    let (start, middle) = (place.mergeOffset, place.mergeOffset + merges.valueOffset)
    func list(_ offset: Int, _ componentType: Int) -> JSONValue {
      [
        "bufferView": view, "byteOffset": .integer(offset), "componentType": .integer(componentType),
        "count": .integer(merges.places.count), "type": "SCALAR",
      ]
    }
    let (places, vertices) = (add(list(start, 5125)), add(list(middle, width)))
    var merged = indices(place)
    merged["sparse"] = [
      "count": .integer(merges.places.count),
      "indices": ["bufferView": view, "byteOffset": .integer(start), "componentType": 5125],
      "values": ["bufferView": view, "byteOffset": .integer(middle)],
    ]
    alone["indices"] = add(merged)
    return ["manifoldPrimitive": alone, "mergeIndices": places, "mergeValues": vertices]
  }

  /// Adds an accessor; returns its number.
  private mutating func add(_ accessor: JSONValue) -> JSONValue {
    accessors.append(accessor)
    return .integer(accessors.count - 1)
  }

  private mutating func material(of color: StrokeColor) -> Int {
    if let known = materialOfColor[color] { return known }
    let factor = color.linearComponents
    var material: JSONValue = [
      "name": .string(color.materialName),
      "pbrMetallicRoughness": [
        "baseColorFactor": [.number(factor.x), .number(factor.y), .number(factor.z), 1],
        "metallicFactor": 0, "roughnessFactor": 0.6,
      ],
    ]
    // Until the drawing is whole one looks into it.
    if growth != nil { material["doubleSided"] = true }
    materials.append(material)
    materialOfColor[color] = materials.count - 1
    return materials.count - 1
  }
}

extension JSONValue {
  /// An array of a vector's components, without negative zeros.
  fileprivate static func numbers<Vector: SIMD<Double>>(_ vector: Vector) -> JSONValue {
    .array(vector.indices.map { .number(vector[$0] + 0) })
  }

  fileprivate static func integers(_ vector: SIMD3<Int32>) -> JSONValue {
    .array(vector.indices.map { .integer(Int(vector[$0])) })
  }
}
