import AirExtrusion
import Testing

@Suite("Mesh reports")
struct MeshReportTests {
  typealias Soup = (positions: [SIMD3<Float>], triangles: [SIMD3<UInt32>])

  /// A box with its faces outward.
  func box(_ lower: SIMD3<Float> = .zero, _ upper: SIMD3<Float> = SIMD3(1, 1, 1)) -> Soup {
    let (a, b) = (lower, upper)
    let positions: [SIMD3<Float>] = [
      SIMD3(a.x, a.y, a.z), SIMD3(b.x, a.y, a.z), SIMD3(a.x, b.y, a.z), SIMD3(b.x, b.y, a.z),
      SIMD3(a.x, a.y, b.z), SIMD3(b.x, a.y, b.z), SIMD3(a.x, b.y, b.z), SIMD3(b.x, b.y, b.z),
    ]
    let quads: [[UInt32]] = [
      [0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5],
    ]
    var triangles: [SIMD3<UInt32>] = []
    for quad in quads {
      triangles.append(SIMD3(quad[0], quad[1], quad[2]))
      triangles.append(SIMD3(quad[0], quad[2], quad[3]))
    }
    return (positions, triangles)
  }

  func joined(_ a: Soup, _ b: Soup) -> Soup {
    let shift = SIMD3<UInt32>(repeating: UInt32(a.positions.count))
    var sum: Soup = a
    sum.positions.append(contentsOf: b.positions)
    for triangle in b.triangles { sum.triangles.append(triangle &+ shift) }
    return sum
  }

  func report(_ soup: Soup) throws -> MeshReport {
    try MeshReport(positions: soup.positions, triangles: soup.triangles)
  }

  @Test("a box is a solid of known volume, area and genus")
  func boxIsSolid() throws {
    let report = try report(box(SIMD3(-1, 0, 2), SIMD3(1, 3, 2.5)))
    #expect(report.problems.isEmpty)
    #expect(report.vertexCount == 8 && report.triangleCount == 12)
    #expect(report.shellCount == 1 && report.genus == 0)
    #expect(report.volume == 3)
    #expect(report.area == 17.0)
    #expect(report.lowerBound == SIMD3<Double>(-1, 0, 2))
    #expect(report.upperBound == SIMD3<Double>(1, 3, 2.5))
    #expect(report.isExact)
  }

  @Test("vertices at one place are one, as in files without indices")
  func soupIsWelded() throws {
    let box = box()
    let positions = box.triangles.flatMap { t in (0..<3).map { box.positions[Int(t[$0])] } }
    let triangles = (0..<UInt32(box.triangles.count)).map { index -> SIMD3<UInt32> in
      let first = 3 * index
      return SIMD3(first, first + 1, first + 2)
    }
    let report = try report((positions, triangles))
    #expect(report.vertexCount == 8)
    #expect(report.problems.isEmpty)
  }

  @Test("a missing face leaves three edges open")
  func openBox() throws {
    var box = box()
    box.triangles.removeLast()
    let report = try report(box)
    #expect(!report.isClosed && report.boundaryEdgeCount == 3 && report.genus == nil)
  }

  @Test("a face turned round and a box turned inside out are noticed")
  func orientation() throws {
    var turned = box()
    turned.triangles[3] = SIMD3(turned.triangles[3].y, turned.triangles[3].x, turned.triangles[3].z)
    #expect(try !report(turned).isOriented)
    var inward = box()
    inward.triangles = inward.triangles.map { SIMD3($0.y, $0.x, $0.z) }
    let report = try report(inward)
    #expect(report.isOriented && report.volume == -1)
    #expect(report.problems == ["its faces look inward"])
  }

  @Test("a box inside of another makes two shells and no intersection")
  func boxInBox() throws {
    let report = try report(joined(box(), box(SIMD3(repeating: 0.25), SIMD3(repeating: 0.75))))
    #expect(report.problems.isEmpty)
    #expect(report.shellCount == 2 && report.genus == 0)
  }

  @Test("boxes that cross, overlap in a plane, or touch by a corner in a face intersect")
  func intersections() throws {
    let others = [
      box(SIMD3(0.5, 0.25, 0.25), SIMD3(1.5, 0.75, 0.75)), box(SIMD3(0.25, 0.25, 1), SIMD3(0.75, 0.75, 2)),
      box(SIMD3(0.5, 0.5, 0.5), SIMD3(1.5, 1.5, 1.5)), box(SIMD3(1, 0.25, 0.25), SIMD3(2, 0.75, 0.75)),
    ]
    for other in others { #expect(try report(joined(box(), other)).selfIntersectionCount > 0) }
    let touching: Soup = (
      [SIMD3(1, 0.5, 0.25), SIMD3(2, 0, 0), SIMD3(2, 1, 0), SIMD3(2, 0, 1)],
      [SIMD3(0, 1, 2), SIMD3(0, 2, 3), SIMD3(0, 3, 1), SIMD3(1, 3, 2)]
    )
    #expect(try report(touching).selfIntersectionCount == 0)
    #expect(try report(joined(box(), touching)).selfIntersectionCount > 0)
    let near = box(SIMD3(Float(1).nextUp, 0.25, 0.25), SIMD3(2, 0.75, 0.75))
    #expect(try report(joined(box(), near)).problems.isEmpty)
  }

  @Test(
    "boxes with a common edge have an edge with four faces, with a common corner a vertex between two fans")
  func nonManifold() throws {
    let edge = try report(joined(box(), box(SIMD3(1, 1, 0), SIMD3(2, 2, 1))))
    #expect(edge.nonManifoldEdgeCount == 1 && !edge.isClosed)
    let corner = try report(joined(box(), box(SIMD3(1, 1, 1), SIMD3(2, 2, 2))))
    #expect(corner.nonManifoldVertexCount == 1 && corner.isClosed)
    #expect(corner.shellCount == 2)
    #expect(corner.selfIntersectionCount == 0)
  }

  @Test("a fold of a nanometre in a plane is found")
  func fold() throws {
    // A quadrilateral's two triangles, the second folded back onto the first by the least a Float can hold.
    let positions: [SIMD3<Float>] = [
      SIMD3(0, 0, 0), SIMD3(1, 0, 0), SIMD3(1, 1, 0), SIMD3(Float(0.5).nextUp, 0.5, 0),
    ]
    let folded = try report((positions, [SIMD3(0, 1, 2), SIMD3(0, 2, 3)]))
    #expect(folded.selfIntersectionCount == 1)
    let flat = try report(
      (positions.dropLast() + [SIMD3(Float(0.5).nextDown, 0.5, 0)], [SIMD3(0, 1, 2), SIMD3(0, 2, 3)]))
    #expect(flat.selfIntersectionCount == 0)
  }

  @Test("equal faces and faces without area are counted")
  func degenerate() throws {
    let box = box()
    #expect(try report((box.positions, box.triangles + [box.triangles[0]])).selfIntersectionCount >= 1)
    #expect(try report((box.positions, box.triangles + [SIMD3(0, 0, 1)])).degenerateFaceCount == 1)
    let line: Soup = ([SIMD3(0, 0, 0), SIMD3(1, 1, 1), SIMD3(3, 3, 3)], [SIMD3(0, 1, 2)])
    #expect(try report(line).degenerateFaceCount == 1)
  }

  @Test("coordinates of all magnitudes are welded and judged; what had to be rounded is said")
  func magnitudes() throws {
    #expect(try report(box(.zero, SIMD3(repeating: 1e30))).problems.isEmpty)
    #expect(try report(box(.zero, SIMD3(repeating: 0x1p-140))).problems.isEmpty)
    let wide = try report(joined(box(), box(SIMD3(repeating: 1e-30), SIMD3(repeating: 0.5))))
    #expect(!wide.isExact)
  }

  @Test("a mesh with a coordinate that is no number, or an index too far, is refused")
  func badInput() {
    var nan = box()
    nan.positions[2].y = .nan
    #expect(throws: ExtrusionError.self) { try report(nan) }
    var index = box()
    index.triangles[0].x = 8
    #expect(throws: ExtrusionError.self) { try report(index) }
  }

  @Test("an empty mesh is no solid")
  func empty() throws {
    let report = try MeshReport(positions: [], triangles: [])
    #expect(report.problems == ["it has no triangles"])
  }
}
