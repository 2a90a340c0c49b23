import AirCapture
import AirExport
import AirExtrusion
import AirPreview
import AirStroke
import Foundation
import Testing

@Suite struct MeshRendererTests {
  /// A box from the origin, of this size in millimetres.
  private func box(_ size: SIMD3<Double>, color: StrokeColor) -> ShadedMesh {
    let vertices = (0..<8).map { corner in
      LatticeVertex(
        Int32(corner & 1 == 0 ? 0 : size.x * 4096), Int32(corner & 2 == 0 ? 0 : size.y * 4096),
        Int32(corner & 4 == 0 ? 0 : size.z * 4096))
    }
    let quads: [SIMD4<UInt32>] = [
      SIMD4(0, 2, 3, 1), SIMD4(4, 5, 7, 6), SIMD4(0, 4, 6, 2), SIMD4(1, 3, 7, 5), SIMD4(0, 1, 5, 4),
      SIMD4(2, 6, 7, 3),
    ]
    let triangles = quads.flatMap { [SIMD3($0.x, $0.y, $0.z), SIMD3($0.x, $0.z, $0.w)] }
    let part = MeshPart(name: "box", color: color, triangleRange: 0..<triangles.count)
    return ShadedMesh(Mesh(lattice: .millimetres, vertices: vertices, triangles: triangles, parts: [part]))
  }

  private let red = StrokeColor(red: 220, green: 20, blue: 20)

  private func renderer() -> MeshRenderer { MeshRenderer(width: 160, height: 120) }

  private func isRed(_ image: PixelImage, _ column: Int, _ row: Int) -> Bool {
    let place = 3 * (row * image.size.width + column)
    return Int(image.bytes[place + 2]) > 2 * Int(image.bytes[place + 1])
  }

  @Test("a box fills the middle of the picture, no part of it is cut off, and its three seen faces differ")
  func boxIsFramed() throws {
    let image = try #require(renderer().image(of: [box(SIMD3(40, 30, 50), color: red)]))
    var seen = 0
    for row in 0..<image.size.height {
      for column in 0..<image.size.width where isRed(image, column, row) {
        seen += 1
        #expect((2..<image.size.width - 2).contains(column) && (2..<image.size.height - 2).contains(row))
      }
    }
    #expect(seen > image.size.width * image.size.height / 8)
    // The picture's red values cluster at the brightness of three faces.
    var counts: [UInt8: Int] = [:]
    for pixel in 0..<image.size.width * image.size.height
    where isRed(image, pixel % image.size.width, pixel / image.size.width) {
      counts[image.bytes[3 * pixel + 2] / 8, default: 0] += 1
    }
    #expect(counts.values.filter { $0 > seen / 20 }.count >= 3, "\(counts)")
  }

  @Test("the ground is darker beside the box, away from the lamp, than towards it")
  func shadowFalls() throws {
    let image = try #require(renderer().image(of: [box(SIMD3(20, 40, 20), color: red)]))
    func darkest(_ columns: Range<Int>) -> UInt8 {
      var darkest = UInt8.max
      for row in image.size.height / 2..<image.size.height {
        for column in columns where !isRed(image, column, row) {
          darkest = min(darkest, image.bytes[3 * (row * image.size.width + column) + 1])
        }
      }
      return darkest
    }
    // The lamp stands at the left; ten columns at the picture's left edge see no shadow.
    #expect(darkest(image.size.width / 2..<image.size.width) + 30 < darkest(0..<10))
  }

  @Test("the nearer of two boxes hides the other, whatever their order")
  func depthOrder() throws {
    let blue = StrokeColor(red: 20, green: 20, blue: 220)
    var far = box(SIMD3(40, 10, 10), color: blue).mesh
    for index in far.vertices.indices { far.vertices[index].z -= 30 * 4096 }
    let near = box(SIMD3(40, 60, 10), color: red)
    var renderer = renderer()
    renderer.view.azimuthInDegrees = 0
    renderer.view.elevationInDegrees = 10
    let image = try #require(renderer.image(of: [near, ShadedMesh(far)]))
    #expect(renderer.image(of: [ShadedMesh(far), near]) == image)
    let bluePixels = (0..<image.size.width * image.size.height).count { pixel in
      Int(image.bytes[3 * pixel]) > 2 * Int(image.bytes[3 * pixel + 2])
    }
    #expect(bluePixels == 0)
  }

  @Test(
    "seen from above and from the front without perspective, sides have their true proportions and stay upright"
  )
  func parallelViews() throws {
    var renderer = MeshRenderer(width: 300, height: 300)
    for (view, size) in [(PreviewView.top, SIMD2(60.0, 20.0)), (.front, SIMD2(60, 90))] {
      renderer.view = view
      let image = try #require(renderer.image(of: [box(SIMD3(60, 90, 20), color: red)]))
      var columns = (least: Int.max, most: 0)
      var rows = (least: Int.max, most: 0)
      for row in 0..<300 {
        for column in 0..<300 where isRed(image, column, row) {
          columns = (min(columns.least, column), max(columns.most, column))
          rows = (min(rows.least, row), max(rows.most, row))
        }
      }
      let (width, height) = (Double(columns.most - columns.least + 1), Double(rows.most - rows.least + 1))
      #expect(abs(width * size.y - height * size.x) <= 2 * (size.x + size.y), "\(view): \(width) × \(height)")
      #expect(abs(columns.least + columns.most - 299) <= 2 && abs(rows.least + rows.most - 299) <= 2)
    }
  }

  @Test("a tower throws its shadow onto the plate that it stands on, away from the lamp")
  func shadowOnItself() throws {
    var renderer = MeshRenderer(width: 200, height: 200)
    renderer.view = .top
    var tower = box(SIMD3(10, 40, 10), color: red).mesh
    for index in tower.vertices.indices { tower.vertices[index] &+= LatticeVertex(45, 10, 45) &* 4096 }
    let image = try #require(
      renderer.image(of: [box(SIMD3(100, 10, 100), color: red), ShadedMesh(tower)]))
    func brightness(_ column: Int, _ row: Int) -> Int { Int(image.bytes[3 * (row * 200 + column) + 2]) }
    // The lamp stands at the upper left.
    #expect(brightness(118, 118) + 40 < brightness(82, 82))
    #expect(brightness(82, 82) == brightness(70, 130))
  }

  @Test("the same mesh gives the same bytes, and a scaled one nearly so: the framing has no unit")
  func determinismAndScale() throws {
    let small = try #require(renderer().image(of: [box(SIMD3(4, 3, 5), color: red)]))
    #expect(renderer().image(of: [box(SIMD3(4, 3, 5), color: red)]) == small)
    let large = try #require(renderer().image(of: [box(SIMD3(400, 300, 500), color: red)]))
    let differing = zip(small.bytes, large.bytes).count { abs(Int($0) - Int($1)) > 4 }
    #expect(differing < small.bytes.count / 100)
  }

  @Test("an empty scene is empty ground and a size out of range gives no picture")
  func limits() throws {
    #expect(renderer().image(of: []) != nil)
    #expect(MeshRenderer(width: 8, height: 100).image(of: []) == nil)
    #expect(MeshRenderer(width: 100, height: 9000).image(of: []) == nil)
    let aslant = PreviewView(azimuthInDegrees: .nan, elevationInDegrees: 20)
    #expect(MeshRenderer(width: 100, height: 100, view: aslant).image(of: []) == nil)
    #expect(Turntable(durationInSeconds: .nan).frameCount == 1)
  }
}
