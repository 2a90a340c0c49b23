import AirStroke

/// What a model file holds.
public struct ImportedScene: Sendable {
  /// A mesh of one material at one node.
  public struct Part: Sendable {
    /// Name of the node that places the mesh; empty when the file gives none.
    public let name: String
    /// The vertices as the file stores them, in the mesh's own frame and the file's unit: nothing is joined, sorted or
    /// rounded.
    public let positions: [SIMD3<Float>]
    /// Three vertex indices a triangle, in the file's order. Faces of more corners are cut into triangles; points and
    /// lines are left out.
    public let triangles: [SIMD3<UInt32>]
    /// The material's base (or diffuse) colour and opacity, as the file states it; nil when it states none.
    public let color: SIMD4<Float>?
    /// What the transforms of the node and of all nodes above it do together.
    public let transform: AffineTransform
    /// The colours of the vertices in sRGB; nil when the file states none.
    public var vertexColors: [StrokeColor]?

    /// The vertices in the scene's frame: `transform` applied in double precision and rounded once. Where it is the
    /// identity they are the stored ones to the bit.
    public var scenePositions: [SIMD3<Float>] {
      transform == .identity ? positions : positions.map { SIMD3<Float>(transform(SIMD3<Double>($0))) }
    }
  }

  /// An affine map: the images of the axes and of the origin.
  public struct AffineTransform: Hashable, Sendable {
    /// Image of the x axis.
    public var x: SIMD3<Double>
    /// Image of the y axis.
    public var y: SIMD3<Double>
    /// Image of the z axis.
    public var z: SIMD3<Double>
    /// Image of the origin.
    public var origin: SIMD3<Double>

    /// The map that changes nothing.
    public static let identity = AffineTransform(
      x: SIMD3(1, 0, 0), y: SIMD3(0, 1, 0), z: SIMD3(0, 0, 1), origin: SIMD3())

    /// The map that makes everything so many times as long.
    static func scaling(by factor: Double) -> AffineTransform {
      AffineTransform(
        x: SIMD3(factor, 0, 0), y: SIMD3(0, factor, 0), z: SIMD3(0, 0, factor), origin: SIMD3())
    }

    /// Maps a point.
    public func callAsFunction(_ point: SIMD3<Double>) -> SIMD3<Double> {
      turned(point) + origin
    }

    /// First `inner`, then this map.
    func after(_ inner: AffineTransform) -> AffineTransform {
      AffineTransform(
        x: turned(inner.x), y: turned(inner.y), z: turned(inner.z), origin: callAsFunction(inner.origin))
    }

    private func turned(_ vector: SIMD3<Double>) -> SIMD3<Double> {
      x * vector.x + y * vector.y + z * vector.z
    }
  }

  /// The parts in the order of the file's nodes.
  public let parts: [Part]

  /// Makes a scene of what a reader has found.
  ///
  /// - Parameter parts: the parts; the indices of their triangles must be in range.
  init(parts: [Part]) { self.parts = parts }

  /// The number of triangles of all parts.
  public var triangleCount: Int { parts.reduce(0) { $0 + $1.triangles.count } }

  /// The corners of the smallest box around the scene, in the scene's frame; nil when no triangle is there.
  public var bounds: (minimum: SIMD3<Float>, maximum: SIMD3<Float>)? {
    var bounds: (minimum: SIMD3<Float>, maximum: SIMD3<Float>)?
    for part in parts where !part.triangles.isEmpty {
      for position in part.scenePositions {
        bounds = (
          pointwiseMin(bounds?.minimum ?? position, position),
          pointwiseMax(bounds?.maximum ?? position, position)
        )
      }
    }
    return bounds
  }
}
