import AirGeometry
import AirImport
import AirStroke
import AirTestSupport
import Foundation
import Testing

@Suite struct OtherFormatsTests {
  @Test("Quick, Draw! raw and simplified drawings, one a line, keep their words, points and times")
  func quickDraw() throws {
    let text = """
      {"word":"cat","key_id":"5","drawing":[[[0,1.5],[2,3],[0,40.5]],[[7],[8],[50]]]}

      {"key_id":"6","drawing":[[[0,255,3],[1,2,4]],[[],[]]]}\r
      """
    let file = try DrawingFile(text: text)
    #expect(file.format == .quickDraw && file.count == 2)
    let raw = try file.drawing(0)
    #expect(raw.name == "cat" && raw.scale == nil && raw.warnings.isEmpty)
    #expect(isClose(raw.drawing.millimetres, [[[0, 2], [1.5, 3]], [[7, 8]]]))
    #expect(raw.drawing.strokes.map { $0.nodes.map(\.timestampInSeconds) } == [[0, 0.0405], [0.05]])
    let simplified = try file.drawing(1)
    #expect(simplified.name == "6" && simplified.pointCount == 3)
    #expect(isClose(simplified.drawing.millimetres, [[[0, 1], [255, 2], [3, 4]]]))
  }

  @Test("Omniglot's text form has y up and parts strokes by BREAK")
  func omniglot() throws {
    let drawing = try imported("START\n18.5,-27.25,0.0\n19,-28,10\nBREAK\r\n1,2,300\nBREAK\nBREAK\n")
    #expect(isClose(drawing.drawing.millimetres, [[[18.5, 27.25], [19, 28]], [[1, -2]]]))
    #expect(drawing.drawing.strokes[1].nodes[0].timestampInSeconds == 0.3 && drawing.scale == nil)
  }

  @Test("lists of points are metres with y up, and may have heights")
  func pointLists() throws {
    let drawing = try imported("[[[0.01,0.02],[0.03,-0.04,0.005]],[],[[1,2]]]")
    #expect(isClose(drawing.drawing.millimetres, [[[10, -20], [30, 40]], [[1000, -2000]]]))
    #expect(drawing.drawing.strokes[0].nodes.map(\.point.height) == [0, 0.005] && drawing.scale != nil)
  }

  @Test(
    "a table's columns go by their names in any order, and empty lines and the stroke column part strokes")
  func tables() throws {
    let named = try imported(
      """
      # made by hand
      "v_mm"; u_mm ;stroke;time_ms;height_mm;width_mm;color;Mood;pressure
      2;1;a;0;7;2;#ff0000;good;0.25
      4;3;a;500;8;2;#ff0000;good;0.25

      6;5;a;600;9;3;#00ff00;good;0.25
      8;7;b;700;9;4;#00ff00;bad;0.25
      8;8;b;700;9;6;#00ff00;bad;0.25
      """)
    #expect(isClose(named.drawing.millimetres, [[[1, 2], [3, 4]], [[5, 6]], [[7, 8], [8, 8]]]))
    #expect(named.drawing.strokes.map(\.widthInMetres) == [0.002, 0.003, 0.005])
    #expect(named.drawing.strokes.map(\.color.hexadecimal) == ["#ff0000", "#00ff00", "#00ff00"])
    #expect(named.drawing.strokes[0].nodes.map(\.point.height) == [0.007, 0.008])
    #expect(named.drawing.strokes.allSatisfy { $0.nodes.allSatisfy { $0.pressure == 0.25 } })
    #expect(named.drawing.strokes[0].nodes[1].timestampInSeconds == 0.5 && named.scale != nil)
    #expect(
      named.warnings.count == 2 && named.warnings[0].contains("Mood") && named.warnings[1].contains("mean"))
    for text in [
      "1,2\n3,4\n\n5,6", "1 2\r\n3 4\r\n \r\n5\t6".replacing("\t", with: " "), "x,y\n1,2\n3,4\n\n\n5,6\n",
      "\u{feff}1\t2\n3\t4\n\n5\t6",
    ] {
      let plain = try imported(text)
      #expect(isClose(plain.drawing.millimetres, [[[1, -2], [3, -4]], [[5, -6]]]), "\(text)")
      #expect(plain.scale == nil && plain.drawing.strokes[0].nodes[0].confidence == 1)
    }
  }

  @Test("the kind of a file is known by what it holds, not by its name")
  func recognition() throws {
    for (text, format) in [
      (svg("<path d='M0 0h1'/>"), DrawingFormat.svg), ("\u{feff}\n<?xml version='1.0'?>\n<svg/>", .svg),
      ("  {\"drawing\":[]}", .quickDraw), ("\n[[]]", .pointLists), ("START\n", .omniglot), ("1,2", .table),
      ("u_mm,v_mm\n", .table), ("-1 2", .table),
    ] {
      for name in ["a.svg", "a.csv", "a", "a.png"] {
        #expect(try DrawingFile(text: text, path: name).format == format, "\(text)")
      }
    }
  }

  @Test(
    "bad input gives one sentence with the file, the place and the mend",
    arguments: [
      ("", ["folder/cat.txt", "empty"]), (" \n\t\n", ["empty"]),
      ("hello world\n", ["Line 1", "no drawing that is read", "SVG"]),
      ("\u{89}PNG\u{0}\u{0}", ["no drawing that is read"]), ("{\"a\":1}", ["Line 1", "\"drawing\""]),
      ("{\"drawing\":[]}", ["Line 1", "no stroke"]),
      ("\n{\"drawing\":[[[1,2],[3]]]}", ["Line 2", "stroke 1", "2, 1"]),
      ("{\"drawing\":[[[1],[3],[1,2]]]}", ["1, 1, 2"]),
      ("{\"drawing\":[[[1],[\"a\"]]]}", ["y coordinates of stroke 1"]),
      ("{\"drawing\":[[1]]}", ["stroke 1"]), ("{\"drawing\":5}", ["list of strokes"]),
      ("{\"drawing\":[[[1e999],[1]]]}", ["too large", "column"]),
      ("{\"drawing\":\n[]}", ["Line 1", "each line"]),
      ("{\"kind\":\"header\",\"t\":0}", ["airdraw build"]), ("[1,2]", ["stroke 1"]),
      ("[[[1]]]", ["point 1 of stroke 1"]),
      ("[[[1,2],[1,2,3,4]]]", ["point 2 of stroke 1"]), ("[[[1,null]]]", ["point 1"]), ("[", ["JSON"]),
      ("[]", ["no stroke"]),
      (String(repeating: "[", count: 100_000), ["512 levels"]), ("START\n1,2\n", ["Line 2", "x,y,t"]),
      ("START\n1,2,nan\n", ["Line 2"]), ("START\n", ["no stroke"]),
      ("1,2\n3\n", ["Line 2", "1 cells", "2 columns"]),
      ("1,2\n3,x\n", ["Line 2", "“x” is no number"]), ("1,2\n3,inf\n", ["Line 2"]),
      ("1,2,3\n", ["Line 1", "u_mm"]),
      ("u_mm,w\n1,2\n", ["Line 1", "u_mm and v_mm"]), ("u_mm,u_mm,v_mm\n", ["two columns"]),
      ("u_mm,v_mm,confidence\n1,2,3\n", ["Line 2", "between 0 and 1"]),
      ("u_mm,v_mm,width_mm\n1,2,0\n", ["Line 2", "positive"]),
      ("u_mm,v_mm,pressure\n1,2,-1\n", ["Line 2", "pressure"]),
      ("u_mm,v_mm,color\n1,2,blue\n", ["Line 2", "#rrggbb"]), ("u_mm,v_mm\n", ["no stroke"]),
      ("<html></html>", ["html", "not svg"]), ("<svg>\n<g>\n</svg>", ["Line 3", "XML"]),
      ("<svg/>", ["no painted line"]),
      ("<svg>\n<path d='L1 1'/></svg>", ["Line 2", "not with M"]),
      ("<svg><path d='M1'/></svg>", ["lacks a number"]),
      ("<svg><path d='M0 0A1 1 0 2 0 1 1'/></svg>", ["flag"]), ("<svg><path d='M0 0B1 1'/></svg>", ["“B”"]),
      ("<svg><path d='M0 0z1 1'/></svg>", ["lacks a command"]),
      ("<svg><path d='M0 0L1e999 1'/></svg>", ["lacks a number at place 6"]),
      ("<svg>\n\n<g transform='turn(3)'/></svg>", ["Line 3", "turn"]),
      ("<svg><g transform='scale(1'/></svg>", ["transform"]),
      ("<svg><g transform='matrix(1 2)'/></svg>", ["2 numbers"]),
      ("<svg width='-1'/>", ["width", "positive"]),
      ("<svg width='x'/>", ["width “x”"]), ("<svg viewBox='0 0 0 1'/>", ["viewBox"]),
      ("<svg><line x1='a'/></svg>", ["x1 “a”"]),
      ("<svg><circle r='-1'/></svg>", ["negative"]), ("<svg><polyline points='1 2 3'/></svg>", ["no y"]),
      ("<svg><path stroke-width='a' d=''/></svg>", ["stroke-width “a”"]),
      ("<svg><path transform='scale(1e300) scale(1e300)' d='M1 1h1'/></svg>", ["larger than any number"]),
      ("<svg><path d='M0 0C1e30 0 0 1e30 1 1'/></svg>", ["no number of points"]),
      ("<svg>" + String(repeating: "<g>", count: 1000), ["256 levels"]),
      ("<svg><g id='a'><use href='#a'/></g></svg>", ["without end"]),
    ] as [(String, [String])])
  func badInput(text: String, parts: [String]) throws {
    let error = try #require(throws: ImportError.self, "\(text.prefix(80))") { try imported(text) }
    let sentence = error.description
    #expect(
      sentence.contains("folder/cat.txt") && sentence.hasSuffix(".") && !sentence.contains("\n"),
      "\(sentence)")
    for part in parts { #expect(sentence.contains(part), "\(text.prefix(80)): \(sentence)") }
  }

  @Test("limits are kept: bytes, points, and what swells or refers to itself")
  func limits() throws {
    var options = ImportOptions()
    options.mostPoints = 3
    for text in [
      "1,2\n1,2\n1,2\n1,2\n", "[[[1,2],[1,2]],[[1,2],[1,2]]]", "{\"drawing\":[[[1,2,3,4],[1,2,3,4]]]}",
      "START\n1,2,3\n1,2,3\n1,2,3\n1,2,3\n", svg("<circle r='9'/>"),
    ] {
      let error = try #require(throws: ImportError.self) { try imported(text, options: options) }
      #expect(error.description.contains("more than 3 points"), "\(error)")
    }
    let entities = (1..<12).map { "<!ENTITY a\($0) '\(String(repeating: "&a\($0 - 1);", count: 10))'>" }
      .joined()
    let bomb = "<!DOCTYPE svg [<!ENTITY a0 'aaaaaaaaaa'>\(entities)]><svg><title>&a11;</title></svg>"
    #expect(throws: ImportError.self) { try imported(bomb) }
    options = ImportOptions()
    options.mostElements = 1000
    let doubling = (1..<40).map { "<g id='a\($0)'><use href='#a\($0 - 1)'/><use href='#a\($0 - 1)'/></g>" }
      .joined()
    let error = try #require(throws: ImportError.self) {
      try imported(
        svg("<defs><path id='a0' d='M0 0h1'/>\(doubling)</defs><use href='#a39'/>"), options: options)
    }
    #expect(error.description.contains("1000 times"))
    options.mostBytes = 10
    let folder = try TemporaryFolder()
    try Data("1,2\n3,4\n5,6\n".utf8).write(to: folder.url.appendingPathComponent("a.csv"))
    for path in [folder.path("a.csv"), folder.path("missing"), folder.url.path, "/dev/zero"] {
      let error = try #require(throws: ImportError.self) {
        try DrawingFile(contentsOf: path, options: options)
      }
      #expect(error.description.hasPrefix(path))
    }
  }

  @Test("random damage to real files is read or refused, and never ends the program", arguments: 1...4)
  func damage(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let whole = [
      svg(
        "<g transform='rotate(3)'><path d='M0 0C1 1 2 2 3 3A1 2 3 0 1 9 9z'/><rect width='3' height='4' rx='1'/></g>"
      ),
      "{\"word\":\"a\",\"drawing\":[[[1,2.5],[3,4],[5,6]]]}\n", "u_mm,v_mm,time,stroke\n1,2,0,1\n3,4,1,1\n",
      "[[[0.1,0.2],[0.3,0.4]]]", "START\n1,2,3\nBREAK\n",
    ]
    for text in whole {
      for _ in 0..<400 {
        var bytes = Array(text.utf8)
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          let place = Int.random(in: bytes.indices, using: &random)
          switch Int.random(in: 0..<3, using: &random) {
          case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
          case 1: bytes.remove(at: place)
          default: bytes.insert(bytes[Int.random(in: bytes.indices, using: &random)], at: place)
          }
        }
        guard let file = try? DrawingFile(bytes: bytes, path: "a") else { continue }
        for index in 0..<file.count {
          guard let drawing = try? file.drawing(index) else { continue }
          let points = drawing.drawing.strokes.flatMap(\.nodes)
          #expect(!points.isEmpty, "seed \(seed)")
          #expect(
            points.allSatisfy {
              $0.point.u.isFinite && $0.point.v.isFinite && $0.timestampInSeconds.isFinite
            },
            "seed \(seed)")
        }
      }
    }
  }
}
