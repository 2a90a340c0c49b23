import AirCapture
import AirJSON
import AirPreview
import AirTestSupport
import Foundation
import Testing

/// The library that pages are made with.
enum ThreeJS {
  static let isPresent = FileManager.default.fileExists(atPath: "\(PreviewPage.debianFolder)/three.min.js")
}

@Suite(.enabled(if: ThreeJS.isPresent, "three.js is absent: install libjs-three"))
struct PreviewPageTests {
  private func page(_ title: String, _ drawing: PreviewDrawings = .star) throws -> String {
    try PreviewPage(title: title).text(of: drawing.model())
  }

  /// What stands between the tags of a script of this id.
  private func script(_ id: String, in page: String) throws -> String {
    let start = try #require(page.range(of: "id=\"\(id)\">")).upperBound
    let end = try #require(page.range(of: "</script>", range: start..<page.endIndex)).lowerBound
    return String(page[start..<end])
  }

  @Test(
    "a page holds the model: its arrays read back are the model's, little-endian, and its index says the size"
  )
  func arrays() throws {
    let model = try PreviewDrawings.star.model()
    let page = try page("star")
    let index = try JSONValue(parsing: Array(script("model", in: page).utf8))
    let bytes = try #require(Data(base64Encoded: script("geometry", in: page)))
    func words(_ name: String) throws -> [UInt32] {
      let offset = try #require(index[name]?["offset"]?.integerValue)
      let count = try #require(index[name]?["count"]?.integerValue)
      return (0..<count).map { number in
        (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[offset + 4 * number + $1]) << UInt32(8 * $1) }
      }
    }
    let positions = try words("positions")
    #expect(positions == model.positions.flatMap { [$0.x.bitPattern, $0.y.bitPattern, $0.z.bitPattern] })
    #expect(try words("indices") == model.triangles.flatMap { [$0.x, $0.y, $0.z] })
    #expect(index["normals"]?["count"]?.integerValue == 3 * model.normals.count)
    #expect(index["size"]?.arrayValue?.map(\.doubleValue) == [model.size.x, model.size.y, model.size.z])
    #expect(index["parts"]?.arrayValue?.first?["color"]?.stringValue == "#dc281e")
  }

  @Test(
    "a page loads nothing: no address but those in comments and texts of three.js, and no link, style or frame"
  )
  func standsAlone() throws {
    let page = try page("star")
    for loader in ["<link", "<script src", "<img", "<iframe", "@import", "import("] {
      #expect(!page.contains(loader), "\(loader)")
    }
    #expect(page.contains("Permission is hereby granted, free of charge"))
  }

  @Test("the same model gives the same page, whatever a name holds it ends no script and no tag")
  func names() throws {
    #expect(try page("star") == page("star"))
    let hostile = "a</script><script>alert(1)</script>\"'&\u{0}<!--.glb"
    let named = try page(hostile)
    let plain = try page("star")
    func count(_ piece: String, _ text: String) -> Int { text.components(separatedBy: piece).count }
    for piece in ["<script", "</script", "<!--"] {
      #expect(count(piece, named) == count(piece, plain), "\(piece)")
    }
    #expect(
      named.contains(
        "<title>a&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;\u{FFFD}&lt;!--.glb"))
    #expect(!named.utf8.contains(0))
  }

  @Test("where three.js is missing a sentence says how to get it")
  func missingLibrary() throws {
    let error = #expect(throws: PreviewError.self) {
      try PreviewPage(title: "x", libraryFolder: "/nowhere")
    }
    #expect(error?.description.contains("apt-get install libjs-three") == true)
  }
}
