import AirExport
import AirExtrusion
import AirGeometry
import AirJSON
import AirStroke
import AirTestSupport
import Foundation

/// Small closed meshes, built by hand, in millimetres from the origin.
struct TestMesh {
  var vertices: [SIMD3<Double>] = []
  var triangles: [SIMD3<UInt32>] = []

  /// A box from the origin.
  static func box(_ size: SIMD3<Double>) -> TestMesh {
    var mesh = TestMesh()
    for corner in 0..<8 {
      mesh.vertices.append(
        SIMD3(corner & 1 == 0 ? 0 : size.x, corner & 2 == 0 ? 0 : size.y, corner & 4 == 0 ? 0 : size.z))
    }
    for quad: [UInt32] in [
      [0, 2, 3, 1], [4, 5, 7, 6], [0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3],
    ] {
      mesh.triangles += [SIMD3(quad[0], quad[1], quad[2]), SIMD3(quad[0], quad[2], quad[3])]
    }
    return mesh
  }

  /// A prism over a regular polygon, its axis the y axis.
  static func prism(corners: Int, radius: Double, height: Double) -> TestMesh {
    var mesh = TestMesh()
    for y in [0, height] {
      for corner in 0..<corners {
        let angle = 2 * Double.pi * Double(corner) / Double(corners)
        mesh.vertices.append(SIMD3(radius * cos(angle), y, -radius * sin(angle)))
      }
    }
    let count = UInt32(corners)
    for corner in 0..<count {
      let next = (corner + 1) % count
      mesh.triangles += [SIMD3(corner, next, count + next), SIMD3(corner, count + next, count + corner)]
    }
    for corner in 1..<count - 1 {
      mesh.triangles += [SIMD3(0, corner + 1, corner), SIMD3(count, count + corner, count + corner + 1)]
    }
    return mesh
  }

  /// A torus around the y axis.
  static func torus(around: Int, across: Int, radius: Double, thickness: Double) -> TestMesh {
    var mesh = TestMesh()
    func index(_ i: Int, _ j: Int) -> UInt32 { UInt32(i % around * across + j % across) }
    for i in 0..<around {
      for j in 0..<across {
        let (a, b) = (2 * Double.pi * Double(i) / Double(around), 2 * Double.pi * Double(j) / Double(across))
        let ring = radius + thickness * cos(b)
        mesh.vertices.append(SIMD3(ring * cos(a), thickness * sin(b), -ring * sin(a)))
        mesh.triangles += [
          SIMD3(index(i, j), index(i + 1, j), index(i + 1, j + 1)),
          SIMD3(index(i, j), index(i + 1, j + 1), index(i, j + 1)),
        ]
      }
    }
    return mesh
  }

  /// The mesh moved.
  func moved(_ offset: SIMD3<Double>) -> TestMesh {
    TestMesh(vertices: vertices.map { $0 + offset }, triangles: triangles)
  }

  /// Meshes as the parts of one mesh on a lattice.
  static func mesh(_ parts: [(name: String, color: StrokeColor, mesh: TestMesh)], on lattice: Lattice) -> Mesh
  {
    var mesh = Mesh(lattice: lattice, vertices: [], triangles: [], parts: [])
    for part in parts {
      let first = UInt32(mesh.vertices.count)
      let start = mesh.triangles.count
      mesh.vertices += part.mesh.vertices.map { vertex in
        LatticeVertex((vertex / 1000 / lattice.stepInMetres).rounded(.toNearestOrEven))
      }
      mesh.triangles += part.mesh.triangles.map { $0 &+ SIMD3(repeating: first) }
      mesh.parts.append(
        MeshPart(name: part.name, color: part.color, triangleRange: start..<mesh.triangles.count))
    }
    return mesh
  }

  static let orange = StrokeColor(red: 240, green: 120, blue: 10)

  /// Three parts of two colours whose names repeat and hold spaces, umlauts and quotation marks.
  static func drawing(on lattice: Lattice) -> Mesh {
    mesh(
      [
        ("stroke", .ink, torus(around: 24, across: 9, radius: 30, thickness: 4)),
        ("Strich ä\"ö\" ü", orange, prism(corners: 40, radius: 8, height: 3).moved(SIMD3(0, 10, 0))),
        ("stroke", .ink, box(SIMD3(5, 4, 3)).moved(SIMD3(60, 0, -20))),
      ], on: lattice)
  }

  /// A scene of that drawing.
  static func scene(for format: ExportFormat, pose: Pose = .identity) -> ExportScene {
    ExportScene(
      solids: [
        ExportSolid(
          name: "Zeichnung auf Papier", mesh: drawing(on: format.lattice), pose: pose,
          extras: [
            JSONField("meshReport", ["closed": true, "genus": 1, "volumeInCubicMillimetres": 12.5])
          ])
      ], generator: "AirDraw 1.2.3", scaleSource: "marker of 40 mm")
  }

  /// A pose that is turned and moved.
  static let tiltedPose = Pose(
    rotation: Rotation(rotationVector: SIMD3(0.3, -1.2, 0.4)), origin: WorldPoint(x: 0.1, y: -0.2, z: 0.35))
}

/// A folder that goes away with this value.
final class TemporaryFolder {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "airdraw-test-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func callAsFunction(_ name: String) -> String { "\(path)/\(name)" }

  /// The names of all files in it, hidden ones too.
  var contents: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
  }

  func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: self(name))))
  }
}
