import AirStroke

/// The grid on which all planar geometry and every mesh vertex lies.
///
/// Integers up to 2²⁴ are exact in a `Float`, and so is their product with a power of two: what a file holds in
/// single precision is bit for bit what was checked.
public enum Lattice: Hashable, Sendable {
  /// Steps of 2⁻²² m (0.24 µm), for formats in metres; exact within ±4 m.
  case metres
  /// Steps of 2⁻¹² mm (0.24 µm), for formats in millimetres; exact within ±4096 mm.
  case millimetres

  /// The length of a step in the lattice's own unit (metre or millimetre).
  public var step: Double {
    switch self {
    case .metres: 0x1p-22
    case .millimetres: 0x1p-12
    }
  }

  /// How many of the lattice's own units make a metre.
  public var unitsPerMetre: Double {
    switch self {
    case .metres: 1
    case .millimetres: 1000
    }
  }

  /// The length of a step in metres.
  public var stepInMetres: Double { step / unitsPerMetre }

  /// The largest coordinate, in steps, that a `Float` holds exactly.
  public static let largestCoordinate: Int32 = 1 << 24
}

/// A mesh vertex in whole lattice steps: x to the right, y up, z towards the viewer.
public typealias LatticeVertex = SIMD3<Int32>

/// A part of a mesh that has a name and a colour of its own, as a run of its triangles.
public struct MeshPart: Hashable, Sendable {
  /// Name for the files' nodes and groups.
  public var name: String
  /// Colour of the part.
  public var color: StrokeColor
  /// The part's triangles.
  public var triangleRange: Range<Int>

  /// Makes a part.
  public init(name: String, color: StrokeColor, triangleRange: Range<Int>) {
    self.name = name
    self.color = color
    self.triangleRange = triangleRange
  }
}

/// A triangle mesh on a lattice, in the drawing's own frame: the surface is the XZ plane, y is up.
public struct Mesh: Hashable, Sendable {
  /// The lattice of the vertices.
  public var lattice: Lattice
  /// Vertices in lattice steps.
  public var vertices: [LatticeVertex]
  /// Three vertex indices a triangle, counter-clockwise seen from outside.
  public var triangles: [SIMD3<UInt32>]
  /// Parts, which cover all triangles in order.
  public var parts: [MeshPart]

  /// Makes a mesh.
  public init(
    lattice: Lattice, vertices: [LatticeVertex], triangles: [SIMD3<UInt32>], parts: [MeshPart]
  ) {
    self.lattice = lattice
    self.vertices = vertices
    self.triangles = triangles
    self.parts = parts
  }

  /// A vertex in the lattice's unit (metres or millimetres): exact while within `Lattice.largestCoordinate`.
  @inlinable
  public func position(_ index: Int) -> SIMD3<Float> {
    SIMD3<Float>(vertices[index]) * Float(lattice.step)
  }
}
