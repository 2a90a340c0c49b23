import AirExport
import AirExtrusion
import AirGeometry
import AirStroke
import Foundation
import Testing

@Suite struct PlaneSceneTests {
  private func stroke(_ points: [(Double, Double)], _ color: StrokeColor, width: Double? = nil) -> Stroke {
    Stroke(
      nodes: points.map {
        PointNode(
          point: SurfacePoint(u: $0.0 / 1000, v: $0.1 / 1000), timestampInSeconds: 0, confidence: 1)
      }, color: color, widthInMetres: width.map { $0 / 1000 })
  }

  private var drawing: Drawing {
    Drawing(strokes: [
      stroke([(0, 0), (40, 0), (40, 30.5)], .ink),
      stroke([(20, -10), (20, 10.123456)], StrokeColor(red: 255, green: 0, blue: 0), width: 2),
      stroke([(-15, 5)], .ink, width: 4),
    ])
  }

  private func scene(_ style: ExtrusionStyle = ExtrusionStyle(widthInMetres: 0.003)) throws -> PlaneScene {
    try PlaneScene(
      drawing, style: style, name: "A & B <ä>", generator: "test 1", scaleSource: "marker of 40 mm")
  }

  private func text(_ format: PlaneFormat, _ scene: PlaneScene) throws -> String {
    let folder = try TemporaryFolder()
    let path = folder("a.\(format.ending)")
    try scene.write(to: path, format: format)
    #expect(try folder.contents.count == 1)
    return String(decoding: try folder.bytes("a.\(format.ending)"), as: UTF8.self)
  }

  @Test("an SVG has a page in millimetres, and each stroke as a path of its colour and width, to a nanometre")
  func svgStrokes() throws {
    let svg = try text(.svg, scene())
    let document = try XMLTree(svg)
    let root = try #require(document.root)
    #expect(root.attributes["viewBox"] == "-17 -11 59 43")
    #expect(root.attributes["width"] == "59mm" && root.attributes["height"] == "43mm")
    #expect(document.text(of: "title").first == "A & B <ä>")
    #expect(document.text(of: "desc").first?.contains("marker of 40 mm") == true)
    let paths = document.elements.filter { $0.name == "path" }
    #expect(paths.map { $0.attributes["id"] } == ["stroke-1", "stroke-2", "stroke-3"])
    #expect(paths.map { $0.attributes["stroke"] } == ["#1f6feb", "#ff0000", "#1f6feb"])
    #expect(paths.map { $0.attributes["stroke-width"] } == ["3", "2", "4"])
    #expect(
      paths.map { $0.attributes["d"]?.split(whereSeparator: \.isWhitespace).joined(separator: " ") } == [
        "M 0 0 40 0 40 30.5", "M 20 -10 20 10.123456", "M -15 5 -15 5",
      ])
  }

  @Test("a pen that is no disc is filled as what it covered, with the area of its exact outline")
  func svgOfShapedPen() throws {
    var style = ExtrusionStyle(widthInMetres: 0.003)
    style.pen.cap = .flat
    let document = try XMLTree(try text(.svg, scene(style)))
    let paths = document.elements.filter { $0.name == "path" }
    #expect(paths.map { $0.attributes["fill"] } == ["#1f6feb", "#ff0000"])
    let red = try #require(paths.last?.attributes["d"])
    let numbers = red.split { !"-.0123456789".contains($0) }.compactMap { Double($0) }
    var twiceArea = 0.0
    let points = stride(from: 0, to: numbers.count, by: 2).map { (numbers[$0], numbers[$0 + 1]) }
    for (a, b) in zip(points, points.dropFirst() + points.prefix(1)) { twiceArea += a.0 * b.1 - b.0 * a.1 }
    #expect(abs(abs(twiceArea) / 2 - 2 * 20.123456) < 1e-2)
  }

  /// The group codes and values of a DXF file.
  private func tags(_ text: String) throws -> [(code: Int, value: Substring)] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return try stride(from: 0, to: lines.count - 1, by: 2).map {
      (try #require(Int(lines[$0].trimmingCharacters(in: .whitespaces))), lines[$0 + 1])
    }
  }

  @Test(
    "a DXF has the rings of the exact outline as closed polylines, y up, in millimetres, a layer a colour")
  func dxfOutline() throws {
    let tags = try tags(try text(.dxf, scene()))
    let units = try #require(tags.firstIndex { $0.value == "$INSUNITS" })
    #expect(tags[units + 1].value == "4")
    #expect(tags.last?.value == "EOF")
    var polylines: [(layer: Substring, points: [SIMD2<Double>])] = []
    var isPolyline = false
    for tag in tags {
      switch tag.code {
      case 0:
        isPolyline = tag.value == "LWPOLYLINE"
        if isPolyline { polylines.append(("", [])) }
      case 8 where isPolyline: polylines[polylines.count - 1].layer = tag.value
      case 10 where isPolyline:
        polylines[polylines.count - 1].points.append(SIMD2(try #require(Double(tag.value)), 0))
      case 20 where isPolyline:
        let last = polylines[polylines.count - 1].points.count - 1
        polylines[polylines.count - 1].points[last].y = try #require(Double(tag.value))
      case 70 where isPolyline: #expect(tag.value == "1")
      default: break
      }
    }
    var expected: [[SIMD2<Double>]] = []
    for strokes in [[drawing.strokes[0], drawing.strokes[2]], [drawing.strokes[1]]] {
      let outline = try Outline(
        of: strokes, style: ExtrusionStyle(widthInMetres: 0.003), lattice: .millimetres)
      for ring in 0..<outline.ringCount {
        expected.append(outline.ring(ring).map { SIMD2(Double($0.x), -Double($0.y)) / 4096 })
      }
    }
    #expect(polylines.map(\.points) == expected)
    #expect(polylines.map(\.layer) == ["color-1f6feb", "color-1f6feb", "color-ff0000"])
    // Handles are the only names of things: none twice.
    let handles = zip(tags, tags.dropFirst()).filter { $0.0.code == 0 && $0.1.code == 5 }.map(\.1.value)
    #expect(Set(handles).count == handles.count)
  }

  @Test(
    "ezdxf reads the DXF without a complaint",
    .enabled(if: Python.has("ezdxf"), "the Python package ezdxf is absent"))
  func ezdxf() throws {
    let folder = try TemporaryFolder()
    try scene().write(to: folder("a.dxf"), format: .dxf)
    let script = """
      import ezdxf, sys
      document = ezdxf.readfile(sys.argv[1])
      audit = document.audit()
      print(document.dxfversion, document.units, len(audit.errors), len(audit.fixes),
        len(document.modelspace().query("LWPOLYLINE")))
      """
    #expect(try Python.output(of: script, folder("a.dxf")) == "AC1015 4 0 0 3\n")
  }

  @Test("a locale with a decimal comma changes no byte, and neither does a second write")
  func determinism() throws {
    for format in PlaneFormat.allCases {
      let bytes = try text(format, scene())
      let names = ["de_DE.UTF-8", "fr_FR.UTF-8"]
      _ = names.contains { setlocale(LC_ALL, $0) != nil }
      defer { setlocale(LC_ALL, "C") }
      #expect(try text(format, scene()) == bytes)
    }
  }

  @Test("an empty drawing and a folder that is not there are refused")
  func refusals() throws {
    #expect(throws: ExtrusionError.emptyDrawing) {
      try PlaneScene(Drawing(strokes: []), style: ExtrusionStyle(), name: "", generator: "")
    }
    let folder = try TemporaryFolder()
    #expect(throws: ExportError.self) { try scene().write(to: folder("gone/a.svg"), format: .svg) }
    #expect(try folder.contents.isEmpty)
  }
}

/// The elements of an XML text in order.
private struct XMLTree {
  struct Element {
    let name: Substring
    let attributes: [Substring: String]
    let text: String
  }

  private(set) var elements: [Element] = []

  var root: Element? { elements.first }

  init(_ text: String) throws {
    for match in text.matches(of: /<([a-z]+)((?:\s+[\w:-]+="[^"]*")*)\s*\/?>([^<]*)/) {
      var attributes: [Substring: String] = [:]
      for attribute in match.2.matches(of: /([\w:-]+)="([^"]*)"/) {
        attributes[attribute.1] = String(attribute.2)
      }
      elements.append(Element(name: match.1, attributes: attributes, text: Self.unescaped(match.3)))
    }
  }

  func text(of name: Substring) -> [String] { elements.filter { $0.name == name }.map { $0.text } }

  private static func unescaped(_ text: Substring) -> String {
    String(text).replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&amp;", with: "&")
  }
}

/// Python, where it is installed.
enum Python {
  static func has(_ package: String) -> Bool {
    (try? output(of: "import \(package); print(1)", "")) == "1\n"
  }

  static func output(of script: String, _ argument: String) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", "-c", script, argument]
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return output
  }
}
