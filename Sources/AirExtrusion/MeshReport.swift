/// What an exact look at a triangle mesh finds.
///
/// Vertices at the same place are one vertex, as every program that reads a mesh file without indices must assume.
/// Each part of a mesh is looked at by itself and the numbers are summed, since parts of different colours may
/// overlap.
public struct MeshReport: Hashable, Sendable {
  /// Number of distinct places that triangles use.
  public internal(set) var vertexCount = 0
  /// Number of triangles.
  public internal(set) var triangleCount = 0
  /// Number of pieces that hang together by edges.
  public internal(set) var shellCount = 0
  /// Number of handles of all shells together; nil unless the mesh is closed.
  public internal(set) var genus: Int?
  /// Whether every edge has exactly two triangles.
  public internal(set) var isClosed = true
  /// Whether the triangles at every edge run along it in opposite directions.
  public internal(set) var isOriented = true
  /// Number of edges with one triangle.
  public internal(set) var boundaryEdgeCount = 0
  /// Number of edges with more than two triangles.
  public internal(set) var nonManifoldEdgeCount = 0
  /// Number of places where shells, or parts of one, touch in a vertex alone; counted in closed meshes.
  public internal(set) var nonManifoldVertexCount = 0
  /// Number of triangles without area.
  public internal(set) var degenerateFaceCount = 0
  /// Number of pairs of triangles that share more than they should: they cross, overlap, touch other than in a
  /// common vertex or edge, or are folded onto one another. Exact if `isExact` is true.
  public internal(set) var selfIntersectionCount = 0
  /// Volume in the cube of the mesh's unit; negative when the faces look inward.
  public internal(set) var volume = 0.0
  /// Surface area in the square of the mesh's unit.
  public internal(set) var area = 0.0
  /// Least coordinates in the mesh's unit.
  public internal(set) var lowerBound = SIMD3<Double>.zero
  /// Greatest coordinates in the mesh's unit.
  public internal(set) var upperBound = SIMD3<Double>.zero
  /// False where coordinates spread over so many magnitudes that they had to be rounded, to 2⁻³⁹ of the largest, for
  /// the test of intersections.
  public internal(set) var isExact = true

  /// What keeps the mesh from being a solid, each as a clause; empty for a solid.
  public var problems: [String] {
    var problems: [String] = []
    func note(_ count: Int, _ one: String, _ many: String) {
      if count > 0 { problems.append("\(count) " + (count == 1 ? one : many)) }
    }
    if triangleCount == 0 { problems.append("it has no triangles") }
    note(boundaryEdgeCount, "edge has only one face", "edges have only one face")
    note(nonManifoldEdgeCount, "edge has more than two faces", "edges have more than two faces")
    note(nonManifoldVertexCount, "vertex joins parts by a point", "vertices join parts by a point")
    note(degenerateFaceCount, "face has no area", "faces have no area")
    note(selfIntersectionCount, "pair of faces intersects", "pairs of faces intersect")
    if !isOriented { problems.append("neighbouring faces are turned against one another") }
    if isOriented, isClosed, triangleCount > 0, volume <= 0 { problems.append("its faces look inward") }
    return problems
  }

  /// Looks at a mesh on the lattice, all its parts together; lengths are in the lattice's unit.
  ///
  /// - Complexity: O(n log n) for n triangles of like size.
  public init(of mesh: Mesh) {
    let vertices = mesh.vertices.map { Place(x: Int64($0.x), y: Int64($0.y), z: Int64($0.z)) }
    self.init(places: vertices, corners: Self.corners(of: mesh.triangles), unit: mesh.lattice.step)
  }

  /// The number of pairs of triangles of a mesh that intersect, counted pair by pair whatever the mesh is like: what
  /// `selfIntersectionCount` must be where the report found a way round that.
  package static func intersectingPairCount(of mesh: Mesh) -> Int {
    let places = mesh.vertices.map { Place(x: Int64($0.x), y: Int64($0.y), z: Int64($0.z)) }
    return SelfIntersections.count(in: WeldedMesh(places: places, corners: corners(of: mesh.triangles)))
  }

  /// The sums of reports of meshes that stand by themselves, and the bounds of all.
  public init(summing reports: [MeshReport]) {
    guard let first = reports.first else { return }
    self = reports.dropFirst().reduce(first) { sum, report in
      var sum = sum
      sum.vertexCount += report.vertexCount
      sum.triangleCount += report.triangleCount
      sum.shellCount += report.shellCount
      sum.genus = sum.genus.flatMap { genus in report.genus.map { genus + $0 } }
      sum.isClosed = sum.isClosed && report.isClosed
      sum.isOriented = sum.isOriented && report.isOriented
      sum.boundaryEdgeCount += report.boundaryEdgeCount
      sum.nonManifoldEdgeCount += report.nonManifoldEdgeCount
      sum.nonManifoldVertexCount += report.nonManifoldVertexCount
      sum.degenerateFaceCount += report.degenerateFaceCount
      sum.selfIntersectionCount += report.selfIntersectionCount
      sum.volume += report.volume
      sum.area += report.area
      sum.lowerBound = pointwiseMin(sum.lowerBound, report.lowerBound)
      sum.upperBound = pointwiseMax(sum.upperBound, report.upperBound)
      sum.isExact = sum.isExact && report.isExact
      return sum
    }
  }

  /// Looks at triangles in single precision, as read from a file; lengths are in the file's unit.
  ///
  /// - Throws: `ExtrusionError.notASolid` where a coordinate is not finite or an index has no vertex.
  /// - Complexity: O(n log n) for n triangles of like size.
  public init(positions: [SIMD3<Float>], triangles: [SIMD3<UInt32>]) throws(ExtrusionError) {
    guard positions.allSatisfy({ $0.x.isFinite && $0.y.isFinite && $0.z.isFinite }) else {
      throw .notASolid(["a coordinate is not a finite number"])
    }
    guard triangles.allSatisfy({ Int($0.max()) < positions.count }) else {
      throw .notASolid(["a triangle names a vertex that is not there"])
    }
    let scaled = WholeCoordinates(positions)
    self.init(places: scaled.places, corners: Self.corners(of: triangles), unit: scaled.unit)
    isExact = scaled.isExact
  }

  private static func corners(of triangles: [SIMD3<UInt32>]) -> [Int32] {
    var corners: [Int32] = []
    corners.reserveCapacity(3 * triangles.count)
    for triangle in triangles {
      corners.append(Int32(truncatingIfNeeded: triangle.x))
      corners.append(Int32(truncatingIfNeeded: triangle.y))
      corners.append(Int32(truncatingIfNeeded: triangle.z))
    }
    return corners
  }

  /// Looks at triangles between whole places, `unit` apart.
  private init(places: [Place], corners: [Int32], unit: Double) {
    let mesh = WeldedMesh(places: places, corners: corners)
    vertexCount = mesh.places.count
    triangleCount = corners.count / 3
    degenerateFaceCount = mesh.degenerateCount
    measure(mesh, unit: unit)
    let edges = EdgePairing(mesh)
    boundaryEdgeCount = edges.boundaryCount
    nonManifoldEdgeCount = edges.nonManifoldCount
    isClosed = boundaryEdgeCount == 0 && nonManifoldEdgeCount == 0
    isOriented = edges.isOriented
    shellCount = edges.shellCount
    if isClosed, isOriented {
      let fans = edges.fanCount
      nonManifoldVertexCount = fans - edges.usedVertexCount
      // Euler's formula: V − E + F = 2 (shells − genus), with a vertex for each fan.
      let euler = fans - edges.edges.count + mesh.triangleCount
      genus = shellCount - euler / 2
    }
    if !ReliefProof.holds(for: mesh, edges) { selfIntersectionCount = SelfIntersections.count(in: mesh) }
  }

  private mutating func measure(_ mesh: WeldedMesh, unit: Double) {
    // Six volumes of tetrahedra from one place: exact, since the sum stays below 2¹²⁷.
    let apex = mesh.lowest
    var sixVolumes = Int128(0)
    var twiceArea = 0.0
    for index in 0..<mesh.triangleCount {
      let triangle = mesh.triangle(index)
      let a = mesh.places[Int(triangle.x)] - apex
      let b = mesh.places[Int(triangle.y)] - apex
      let c = mesh.places[Int(triangle.z)] - apex
      sixVolumes += mesh.exact.determinant(a, b, c)
      let (ab, ac) = ((b - a).vector, (c - a).vector)
      let normal = SIMD3(
        ab.y * ac.z - ab.z * ac.y, ab.z * ac.x - ab.x * ac.z, ab.x * ac.y - ab.y * ac.x)
      twiceArea += (normal * normal).sum().squareRoot()
    }
    volume = Double(sixVolumes) / 6 * unit * unit * unit
    area = twiceArea / 2 * unit * unit
    lowerBound = mesh.lowest.vector * unit
    upperBound = mesh.highest.vector * unit
  }
}
