internal import CAssimp
import AirExtrusion
import AirGeometry
import AirStroke

/// A scene in Assimp's own structures, for its exporters. All of it is in memory that goes away with this value.
final class AssimpScene {
  /// The scene.
  let pointer: UnsafeMutablePointer<aiScene>
  private var memory: [UnsafeMutableRawPointer] = []

  /// - Parameters:
  ///   - names: gives what stands for a name in the file.
  ///   - lengthPerUnit: what the root multiplies lengths by, such as 0.001 for millimetres in a file of metres.
  init(
    _ scene: ExportScene, solids: [ShadedMesh], lengthPerUnit: Double, name: (String) -> String
  ) {
    pointer = .allocate(capacity: 1)
    pointer.initialize(to: aiScene())
    let written = zip(scene.solids, solids).filter { !$0.1.parts.isEmpty }
    var places: [StrokeColor: UInt32] = [:]
    var materials: [UnsafeMutablePointer<aiMaterial>?] = []
    var meshes: [UnsafeMutablePointer<aiMesh>?] = []
    var children: [UnsafeMutablePointer<aiNode>?] = []
    for (solid, mesh) in written {
      var parts: [UnsafeMutablePointer<aiNode>?] = []
      for part in mesh.parts {
        if places[part.color] == nil {
          places[part.color] = UInt32(materials.count)
          materials.append(material(part.color))
        }
        let name = name(part.name)
        let node = allocate(aiNode())
        node.pointee.mName = aiString(name)
        node.pointee.mTransformation = aiMatrix4x4(.identity)
        node.pointee.mNumMeshes = 1
        node.pointee.mMeshes = allocate(UInt32(meshes.count))
        meshes.append(self.mesh(part, of: mesh, named: name, material: places[part.color, default: 0]))
        parts.append(node)
      }
      let node = self.node(name(solid.name), ImportedScene.AffineTransform(solid.pose, lengthPerUnit), parts)
      children.append(node)
    }
    let unit = ImportedScene.AffineTransform(
      x: SIMD3(lengthPerUnit, 0, 0), y: SIMD3(0, lengthPerUnit, 0), z: SIMD3(0, 0, lengthPerUnit),
      origin: SIMD3())
    pointer.pointee.mRootNode = node("Drawing", unit, children)
    pointer.pointee.mNumMeshes = UInt32(meshes.count)
    pointer.pointee.mMeshes = allocate(meshes)
    pointer.pointee.mNumMaterials = UInt32(materials.count)
    pointer.pointee.mMaterials = allocate(materials)
  }

  deinit {
    for piece in memory { piece.deallocate() }
    pointer.deallocate()
  }

  private func allocate<Value>(_ value: Value) -> UnsafeMutablePointer<Value> {
    let place = UnsafeMutablePointer<Value>.allocate(capacity: 1)
    place.initialize(to: value)
    memory.append(UnsafeMutableRawPointer(place))
    return place
  }

  private func allocate<Value>(_ values: [Value]) -> UnsafeMutablePointer<Value> {
    let place = UnsafeMutablePointer<Value>.allocate(capacity: max(1, values.count))
    place.initialize(from: values, count: values.count)
    memory.append(UnsafeMutableRawPointer(place))
    return place
  }

  private func node(
    _ name: String, _ transform: ImportedScene.AffineTransform, _ children: [UnsafeMutablePointer<aiNode>?]
  ) -> UnsafeMutablePointer<aiNode> {
    let node = allocate(aiNode())
    node.pointee.mName = aiString(name)
    node.pointee.mTransformation = aiMatrix4x4(transform)
    node.pointee.mNumChildren = UInt32(children.count)
    node.pointee.mChildren = allocate(children)
    for child in children { child?.pointee.mParent = node }
    return node
  }

  private func mesh(
    _ part: ShadedMesh.Part, of shaded: ShadedMesh, named name: String, material: UInt32
  ) -> UnsafeMutablePointer<aiMesh> {
    let mesh = allocate(aiMesh())
    mesh.pointee.mName = aiString(name)
    mesh.pointee.mPrimitiveTypes = aiPrimitiveType_TRIANGLE.rawValue
    mesh.pointee.mMaterialIndex = material
    mesh.pointee.mNumVertices = UInt32(part.vertexRange.count)
    mesh.pointee.mVertices = allocate(
      part.vertexRange.map { aiVector3D(shaded.mesh.position(Int(shaded.meshVertex[$0]))) })
    mesh.pointee.mNormals = allocate(part.vertexRange.map { aiVector3D(shaded.normals[$0]) })
    let triangles = shaded.triangles[part.triangleRange]
    let corners = allocate(triangles.flatMap { [$0.x, $0.y, $0.z] })
    mesh.pointee.mNumFaces = UInt32(triangles.count)
    mesh.pointee.mFaces = allocate(
      triangles.indices.map {
        aiFace(mNumIndices: 3, mIndices: corners + 3 * ($0 - triangles.startIndex))
      })
    return mesh
  }

  private func material(_ color: StrokeColor) -> UnsafeMutablePointer<aiMaterial> {
    let components = SIMD3<Float>(color.components)
    // A text's property is its length in four bytes, its letters and a zero.
    let letters = Array(color.materialName.utf8)
    let name = withUnsafeBytes(of: UInt32(letters.count)) { Array($0) } + letters + [0]
    let properties = [
      property("?mat.name", aiPTI_String, name),
      property(
        "$clr.diffuse", aiPTI_Float,
        [components.x, components.y, components.z, 1].flatMap { value in
          withUnsafeBytes(of: value) { Array($0) }
        }),
    ]
    let material = allocate(aiMaterial())
    material.pointee.mNumProperties = UInt32(properties.count)
    material.pointee.mNumAllocated = UInt32(properties.count)
    material.pointee.mProperties = allocate(properties)
    return material
  }

  private func property(
    _ key: String, _ type: aiPropertyTypeInfo, _ bytes: [UInt8]
  ) -> UnsafeMutablePointer<aiMaterialProperty>? {
    let property = allocate(aiMaterialProperty())
    property.pointee.mKey = aiString(key)
    property.pointee.mType = type
    property.pointee.mDataLength = UInt32(bytes.count)
    property.pointee.mData = UnsafeMutableRawPointer(allocate(bytes)).assumingMemoryBound(to: CChar.self)
    return property
  }
}

extension ImportedScene.AffineTransform {
  /// A pose whose place is in units of so many metres.
  init(_ pose: Pose, _ metresPerUnit: Double) {
    self.init(pose)
    origin /= metresPerUnit
  }
}

extension aiVector3D {
  fileprivate init(_ vector: SIMD3<Float>) { self.init(x: vector.x, y: vector.y, z: vector.z) }
}

extension aiMatrix4x4 {
  fileprivate init(_ map: ImportedScene.AffineTransform) {
    self.init(
      a1: Float(map.x.x), a2: Float(map.y.x), a3: Float(map.z.x), a4: Float(map.origin.x),
      b1: Float(map.x.y), b2: Float(map.y.y), b3: Float(map.z.y), b4: Float(map.origin.y),
      c1: Float(map.x.z), c2: Float(map.y.z), c3: Float(map.z.z), c4: Float(map.origin.z),
      d1: 0, d2: 0, d3: 0, d4: 1)
  }
}

extension aiString {
  /// The text, cut to what Assimp holds.
  fileprivate init(_ text: String) {
    self.init()
    let capacity = MemoryLayout.size(ofValue: data) - 1
    var kept = text
    while kept.utf8.count > capacity { kept.removeLast() }
    length = UInt32(kept.utf8.count)
    withUnsafeMutableBytes(of: &data) { $0.copyBytes(from: kept.utf8) }
  }
}
