import AirExtrusion
import AirStroke
import AirTestSupport
import Testing

@Suite("The report's way round pairs of faces")
struct ReliefProofTests {
  /// A small solid raised from a few squares of a grid, with some of its vertices moved: mostly it intersects itself.
  private func disturbedSolid(using random: inout SeededGenerator) throws -> Mesh {
    func whole(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
    let strokes = (0..<whole(1...3)).map { _ in
      (0..<whole(1...4)).map { _ in (0.002 * Double(whole(0...3)), 0.002 * Double(whole(0...3))) }
    }
    let style = ExtrusionStyle(
      widthInMetres: 0.001, heightInMetres: 0.001, toleranceInMetres: 100e-6)
    var mesh = try Extruder.solid(of: drawing(strokes), style: style).mesh
    let reach = Int32(4 << whole(0...9))
    for _ in 0..<whole(0...4) {
      let vertex = whole(0...mesh.vertices.count - 1)
      let other = mesh.vertices[whole(0...mesh.vertices.count - 1)]
      switch whole(0...3) {
      case 0: mesh.vertices[vertex].y += Int32.random(in: -reach...reach, using: &random)
      case 1:
        mesh.vertices[vertex].x += Int32.random(in: -reach...reach, using: &random)
        mesh.vertices[vertex].z += Int32.random(in: -reach...reach, using: &random)
      case 2: mesh.vertices[vertex] = other
      default: (mesh.vertices[vertex].x, mesh.vertices[vertex].z) = (other.x, other.z)
      }
    }
    return mesh
  }

  @Test("it says no intersections just where none is counted pair by pair")
  func agreesWithPairs() throws {
    var soundCount = 0
    for seed in 0..<UInt64(SweepDepth.count(2000, timesWhenDeep: 50)) {
      var random = SeededGenerator(seed: seed)
      let mesh = try disturbedSolid(using: &random)
      let count = MeshReport.intersectingPairCount(of: mesh)
      #expect(MeshReport(of: mesh).selfIntersectionCount == count, "seed \(seed)")
      if count == 0 { soundCount += 1 }
    }
    // Both kinds are among them.
    #expect(soundCount > 100)
  }

  @Test("a solid that is moved into itself is seen through")
  func movedIntoItself() throws {
    let solid = try checkedSolid(drawing([[(0, 0)], [(0.01, 0)]])).mesh
    for distance in [0, 0.004, 0.0099, 0.01] {
      var mesh = solid
      let shift = Int32(distance / mesh.lattice.stepInMetres)
      for vertex in mesh.vertices.indices where mesh.vertices[vertex].x < 20_000 {
        mesh.vertices[vertex].x += shift
      }
      let count = MeshReport.intersectingPairCount(of: mesh)
      #expect(MeshReport(of: mesh).selfIntersectionCount == count)
      #expect((count > 0) == (distance > 0.007))
    }
  }
}
