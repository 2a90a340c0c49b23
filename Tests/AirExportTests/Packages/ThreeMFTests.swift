import AirExport
import AirExtrusion
import AirGeometry
import AirStroke
import Foundation
import FoundationXML
import Testing

/// The elements of an XML text in order, read by Foundation.
final class XMLElements: NSObject, XMLParserDelegate {
  struct Element {
    let name: String
    let attributes: [String: String]
    /// The names of the elements around it, the outermost first.
    let around: [String]
    var text = ""
  }

  private(set) var elements: [Element] = []
  private var open: [Int] = []

  init(_ bytes: [UInt8]) throws {
    super.init()
    let parser = XMLParser(data: Data(bytes))
    parser.delegate = self
    guard parser.parse() else { throw CocoaError(.fileReadCorruptFile) }
  }

  subscript(_ name: String) -> [Element] { elements.filter { $0.name == name } }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String] = [:]
  ) {
    open.append(elements.count)
    elements.append(
      Element(name: name, attributes: attributes, around: open.dropLast().map { elements[$0].name }))
  }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) { open.removeLast() }

  func parser(_ parser: XMLParser, foundCharacters text: String) {
    if let last = open.last { elements[last].text += text }
  }
}

/// The bytes of a file within an archive.
func archived(_ name: String, in path: String) throws -> [UInt8] {
  var bytes: [UInt8] = []
  try ZipReader(path: path, reportedPath: path).read(name) { (piece) throws(ExportError) in bytes += piece }
  return bytes
}

@Suite struct ThreeMFTests {
  /// Two halves of one box in two colours, and a torus by itself between them.
  private static func halves(pose: Pose = .identity) -> ExportScene {
    var mesh = TestMesh.mesh(
      [
        ("Dach <ä> & \"b\"", .ink, .box(SIMD3(20, 10, 20))),
        ("ring", .ink, TestMesh.torus(around: 12, across: 6, radius: 30, thickness: 4)),
      ], on: .millimetres)
    let box = Array(mesh.triangles[..<12])
    let ring = Array(mesh.triangles[12...])
    mesh.triangles = Array(box[..<6]) + ring + Array(box[6...])
    let name = mesh.parts[0].name
    mesh.parts = [
      MeshPart(name: name, color: .ink, triangleRange: 0..<6),
      MeshPart(name: "ring", color: .ink, triangleRange: 6..<6 + ring.count),
      MeshPart(name: "wall", color: TestMesh.orange, triangleRange: 6 + ring.count..<12 + ring.count),
    ]
    return ExportScene(
      solids: [ExportSolid(name: "Zeichnung", mesh: mesh, pose: pose)], generator: "AirDraw <1>",
      scaleSource: "paper & pencil")
  }

  private func model(_ scene: ExportScene, in folder: TemporaryFolder) throws -> XMLElements {
    try scene.write(to: folder("a.3mf"))
    return try XMLElements(try archived("3D/3dmodel.model", in: folder("a.3mf")))
  }

  @Test("parts that share vertices are one object, and each object is closed by itself")
  func closedObjects() throws {
    let file = try model(Self.halves(), in: try TemporaryFolder())
    #expect(file["model"].first?.attributes["unit"] == "millimeter")
    #expect(file["object"].map { $0.attributes["name"] } == ["Dach <ä> & \"b\", wall", "ring", "Zeichnung"])
    #expect(
      file["component"].map { $0.attributes["objectid"] }
        == file["object"].prefix(2).map { $0.attributes["id"] })
    #expect(file["item"].map { $0.attributes["objectid"] } == [file["object"].last?.attributes["id"]])

    var edges: [[Int]: Int] = [:]
    var object = 0
    for element in file.elements {
      if element.name == "object" { object += 1 }
      guard element.name == "triangle" else { continue }
      let corners = try ["v1", "v2", "v3"].map { try #require(element.attributes[$0].flatMap { Int($0) }) }
      for corner in 0..<3 { edges[[object, corners[corner], corners[(corner + 1) % 3]], default: 0] += 1 }
    }
    #expect(!edges.isEmpty)
    #expect(edges.allSatisfy { $0.value == 1 && edges[[$0.key[0], $0.key[2], $0.key[1]]] == 1 })
  }

  @Test(
    "each triangle has its part's colour, as a base material and by its object as a member of a colour group")
  func colors() throws {
    let file = try model(Self.halves(), in: try TemporaryFolder())
    let expected = [StrokeColor.ink, TestMesh.orange].map { $0.hexadecimal.uppercased() }
    #expect(file["m:color"].map { $0.attributes["color"] } == expected)
    #expect(file["base"].map { $0.attributes["displaycolor"] } == expected)
    let group = file["m:colorgroup"].first?.attributes["id"]
    let materials = file["basematerials"].first?.attributes["id"]
    #expect(
      file["object"].prefix(2).allSatisfy { $0.attributes["pid"] == group && $0.attributes["pindex"] == "0" })
    let triangles = file["triangle"]
    #expect(triangles.allSatisfy { $0.attributes["pid"] == materials })
    #expect(
      triangles.prefix(12).map { $0.attributes["p1"] } == Array(repeating: "0", count: 6)
        + Array(repeating: "1", count: 6))
    #expect(triangles.dropFirst(12).allSatisfy { $0.attributes["p1"] == "0" })
  }

  @Test("what is said of the drawing is there whatever its letters, without a date")
  func metadata() throws {
    let file = try model(Self.halves(), in: try TemporaryFolder())
    let said = file["metadata"].map { [$0.attributes["name"], $0.text] }
    #expect(
      said == [
        ["Title", "Zeichnung"], ["Application", "AirDraw <1>"], ["Description", "Scale: paper & pencil"],
      ])
  }

  @Test("a picture is in the package and related to it; without one nothing speaks of it")
  func thumbnail() throws {
    let folder = try TemporaryFolder()
    var options = ExportOptions()
    let picture: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    options.thumbnail = picture
    try Self.halves().write(to: folder("a.3mf"), options: options)
    let relation = try XMLElements(try archived("_rels/.rels", in: folder("a.3mf")))["Relationship"].first {
      $0.attributes["Type"]?.hasSuffix("/metadata/thumbnail") == true
    }
    let target = try #require(relation?.attributes["Target"])
    #expect(try archived(String(target.dropFirst()), in: folder("a.3mf")) == picture)
    try Self.halves().write(to: folder("b.3mf"))
    #expect(
      try !String(decoding: archived("_rels/.rels", in: folder("b.3mf")), as: UTF8.self).contains("thumbnail")
    )
  }

  @Test("solids on several surfaces stand to each other as in the world, the first one flat, none below zero")
  func surfaces() throws {
    let folder = try TemporaryFolder()
    var scene = Self.halves(pose: TestMesh.tiltedPose)
    scene.solids +=
      Self.halves(
        pose: Pose(
          rotation: Rotation(rotationVector: SIMD3(-0.7, 0.4, 2)), origin: WorldPoint(x: -0.2, y: 0.3, z: 0.1)
        )
      ).solids
    try scene.write(to: folder("a.3mf"))
    let read = try ImportedScene(path: folder("a.3mf"))
    let world = scene.solids.flatMap { solid in
      // In the order of the file: the box with both of its halves, then the ring.
      [0, 2, 1].flatMap { part in
        solid.mesh.triangles[solid.mesh.parts[part].triangleRange].flatMap { triangle in
          (0..<3).map { corner in
            let place = SIMD3<Double>(solid.mesh.position(Int(triangle[corner])))
            return solid.pose.rotation(place) + solid.pose.origin.position * 1000
          }
        }
      }
    }
    let file = read.parts.flatMap { part in
      part.triangles.flatMap { triangle in
        (0..<3).map { SIMD3<Double>(part.scenePositions[Int(triangle[$0])]) }
      }
    }
    #expect(file.count == world.count)
    for (first, second) in [(0, 1), (0, 700), (100, 600), (350, 450), (5, file.count - 1)] {
      let (a, b) = (file[first] - file[second], world[first] - world[second])
      #expect(abs((a * a).sum().squareRoot() - (b * b).sum().squareRoot()) < 1e-3)
    }
    #expect(try #require(read.bounds).minimum.min() >= 0)
    let first = read.parts[0].transform
    #expect([first.x, first.y, first.z] == [SIMD3(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1)])
    #expect(first.origin == first.origin.rounded(.down))
  }

  /// A package with this model in it.
  private func package(_ model: String, in folder: TemporaryFolder) throws -> String {
    let path = folder("other.3mf")
    try AtomicFile.write(to: path) { (output) throws(ExportError) in
      let archive = ZipWriter(output, path: path)
      try archive.add("3D/3dmodel.model", isCompressed: true) { (file) throws(ExportError) in
        try file.append(model)
      }
      try archive.finish()
    }
    return path
  }

  private static let tetrahedron = """
    <mesh><vertices><vertex x="0" y="0" z="0"/><vertex x="1" y="0" z="0"/><vertex x="0" y="1" z="0"/>
    <vertex x="0" y="0" z="1e0"/></vertices><triangles><triangle v1="0" v2="2" v3="1"/>
    <triangle v1="0" v2="1" v3="3" pid="9" p1="1"/><triangle v1="1" v2="2" v3="3"/>
    <triangle v1="2" v2="0" v3="3"/></triangles></mesh>
    """

  @Test(
    "another program's file is read: inches become millimetres, components are placed, colours are told apart"
  )
  func foreignFile() throws {
    let folder = try TemporaryFolder()
    let path = try package(
      """
      <model unit="inch" xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02" xmlns:x="m"><resources>
      <x:colorgroup id="9"><x:color color="#FF0000"/><x:color color="#0000FF80"/></x:colorgroup>
      <object id="1" name="t" pid="9" pindex="0">\(Self.tetrahedron)</object>
      <object id="2"><components><component objectid="1"/>
      <component objectid="1" transform="1 0 0 0 1 0 0 0 1 2 0 0"/></components></object></resources>
      <build><item objectid="2" transform="0 1 0 -1 0 0 0 0 1 0 0 1"/></build></model>
      """, in: folder)
    let read = try ImportedScene(path: path)
    #expect(read.triangleCount == 8)
    #expect(read.parts.map(\.name) == Array(repeating: "t", count: 4))
    #expect(read.parts[0].color == SIMD4(1, 0, 0, 1))
    #expect(read.parts[1].color == SIMD4(0, 0, 1, Float(0x80) / 255))
    let bounds = try #require(read.bounds)
    #expect(bounds.minimum == SIMD3(-25.4, 0, 25.4) && bounds.maximum == SIMD3(0, 76.2, 50.8))
  }

  @Test("a name of megabytes is refused before it is searched again and again")
  func endlessName() throws {
    let folder = try TemporaryFolder()
    let name = String(repeating: "n", count: 1 << 22)
    let path = try package(
      "<model><resources>\n<object id=\"1\" name=\"\(name)\"></object></resources></model>", in: folder)
    let error = #expect(throws: ExportError.self) { try ImportedScene(path: path) }
    #expect(error?.description.contains("line 2: a name or a value is longer") == true)
  }

  @Test(
    "a model that breaks the rules is refused with the line",
    arguments: [
      "<model unit=\"ell\"/>", "<model><resources>", "no XML",
      "<model><resources><object id=\"1\"><mesh><triangles><triangle v1=\"0\" v2=\"1\" v3=\"2\"/></triangles></mesh></object></resources></model>",
      "<model><resources><object id=\"1\"><components><component objectid=\"1\"/></components></object></resources></model>",
      "<model><resources><object id=\"1\"><mesh><vertices><vertex x=\"nan\" y=\"0\" z=\"0\"/></vertices></mesh></object></resources></model>",
      "<model><build><item objectid=\"7\"/></build></model>",
    ])
  func brokenModels(model: String) throws {
    let folder = try TemporaryFolder()
    let path = try package(model, in: folder)
    let error = try #require(throws: ExportError.self) { try ImportedScene(path: path) }
    #expect(error.description.contains("line 1"))
  }

  @Test("components of components that would make billions of parts are refused")
  func manyComponents() throws {
    let folder = try TemporaryFolder()
    let nested = (2...40).map { number in
      let component = "<component objectid=\"\(number - 1)\"/>"
      return "<object id=\"\(number)\"><components>\(component)\(component)</components></object>"
    }.joined()
    for mesh in [Self.tetrahedron, "<mesh/>"] {
      let path = try package(
        "<model><resources><object id=\"1\">\(mesh)</object>\(nested)</resources>"
          + "<build><item objectid=\"40\"/></build></model>", in: folder)
      let error = try #require(throws: ExportError.self) { try ImportedScene(path: path) }
      #expect(error.description.contains("too many parts"))
    }
  }
}
