/// What a file is to hold beyond the shape, and how: each option counts for the formats that it names.
public struct ExportOptions: Hashable, Sendable {
  /// True to read the new file again and compare it with the meshes in memory before it takes its place.
  public var isVerified = true
  /// True for STL and PLY as text instead of binary numbers.
  public var isText = false
  /// What glTF and GLB hold beyond shape and colour.
  public var gltf = GLTFOptions()
  /// A picture of the scene for 3MF, as the bytes of a PNG file.
  public var thumbnail: [UInt8]?

  /// True for a colour at every vertex in OBJ, beside the materials; vertices that parts share are then written for each.
  public var hasVertexColors = false

  /// The plainest form of every format, read back.
  public init() {}
}
