/// What a glTF or GLB file can hold beyond shape and colour.
public struct GLTFOptions: Hashable, Sendable {
  /// True for the attribute `_TIME`: when each vertex was drawn, in seconds from the session's start, as a float.
  public var hasTimes = false
  /// True for an animation in which the drawing grows as it was drawn. Its parts are cut into slices of time for that,
  /// so that each node is a piece of a surface, and only all together are closed.
  public var isAnimated = false
  /// True to state by `EXT_mesh_manifold` how the vertices that are split for their normals belong together (E. Lalish,
  /// Khronos glTF vendor extensions, a draft).
  public var statesManifold = false
  /// True for positions and normals of 16 bits a number (Khronos, `KHR_mesh_quantization`): two thirds of the bytes.
  /// Positions are rounded, and the file's extras say how far; what must print is better written without. Readers that
  /// do not know the extension cannot open the file.
  public var isQuantized = false

  /// Shape and colour alone.
  public init() {}

  /// How many steps an animation has at most from its first place to its last: 24 a second for ten seconds.
  public static let largestSliceCount = 240
  /// How long an animation rests at its end, in seconds, before players begin anew.
  public static let restInSeconds = 2.0
}
