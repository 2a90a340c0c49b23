import AirCapture
import AirExport
import AirExtrusion
import AirPreview
import AirStroke
import AirTestSupport
import Foundation
import Testing

@Suite struct PreviewModelTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func imported(_ path: String) throws -> PreviewModel {
    try PreviewModel(ImportedScene(path: path), convention: ModelConvention(path: path))
  }

  /// Writes an STL of text with these triangles and takes it as a model.
  private func stl(_ triangles: [[[String]]], convention: ModelConvention? = nil) throws -> PreviewModel {
    var text = "solid x\n"
    for triangle in triangles {
      text += "facet normal 0 0 0\nouter loop\n"
      for corner in triangle { text += "vertex \(corner.joined(separator: " "))\n" }
      text += "endloop\nendfacet\n"
    }
    let path = folder.path("model.stl")
    try Data((text + "endsolid x\n").utf8).write(to: URL(fileURLWithPath: path))
    return try PreviewModel(
      ImportedScene(path: path), convention: convention ?? ModelConvention(path: path))
  }

  @Test(
    "files of a drawing, y up or z up, in metres or millimetres, give the size and picture of the mesh in memory"
  )
  func filesLookAlike() throws {
    let drawing = PreviewDrawings.spiral
    let expected = try drawing.model()
    let renderer = MeshRenderer(width: 200, height: 120)
    let expectedPicture = try #require(renderer.image(of: expected))
    for ending in ["glb", "obj", "stl"] {
      let path = folder.path("spiral.\(ending)")
      try drawing.write(to: path)
      let model = try imported(path)
      #expect(model.triangles.count == expected.triangles.count)
      for axis in 0..<3 { #expect(abs(model.size[axis] - expected.size[axis]) < 0.001, "\(ending) \(axis)") }
      guard ending != "stl" else { continue }
      let picture = try #require(renderer.image(of: model))
      let difference = try #require(PictureDifference(picture, expectedPicture))
      #expect(difference.mean < 1 && difference.shareOff < 0.01, "\(ending): \(difference)")
    }
  }

  @Test("a model stands on the ground in the middle, wherever the file puts it, and its unit scales it")
  func placing() throws {
    let model = try stl(
      [[["1000", "2000", "-7"], ["1010", "2000", "-7"], ["1000", "2000", "13"]]],
      convention: ModelConvention(upAxis: .z, millimetresPerUnit: 25.4))
    let lowest = model.positions.reduce(SIMD3(repeating: .infinity), pointwiseMin)
    let highest = model.positions.reduce(SIMD3(repeating: -.infinity), pointwiseMax)
    #expect(abs(model.size.x - 254) < 1e-4 && abs(model.size.y - 508) < 1e-4 && model.size.z == 0)
    #expect(lowest.y == 0 && abs(lowest.x + highest.x) < 1e-3)
  }

  @Test("of an open surface both sides are seen, lit on the side that is looked at")
  func openSurface() throws {
    // A triangle that lies flat; once it looks up, once down.
    let up = try stl([[["0", "0", "0"], ["10", "0", "0"], ["0", "10", "0"]]])
    let down = try stl([[["0", "0", "0"], ["0", "10", "0"], ["10", "0", "0"]]])
    let renderer = MeshRenderer(width: 64, height: 64, view: .top)
    let pictures = try [up, down].map { try #require(renderer.image(of: $0)) }
    let difference = try #require(PictureDifference(pictures[0], pictures[1]))
    #expect(difference.mean < 0.1)
    let empty = try #require(renderer.image(of: PreviewModel([])))
    #expect(try #require(PictureDifference(pictures[0], empty)).shareOff > 0.05)
  }

  @Test("coordinates that are no numbers are refused when the file is read")
  func noNumbers() throws {
    let error = #expect(throws: ExportError.self) {
      try stl([[["nan", "0", "0"], ["1", "0", "0"], ["0", "1", "0"]]])
    }
    #expect(error?.description.contains("three numbers") == true)
  }

  @Test("no extent, no area and sizes beyond all measure get a sentence")
  func refusals() throws {
    let cases: [(triangle: [[String]], reason: String)] = [
      ([["0", "0", "0"], ["1e38", "0", "0"], ["0", "1", "0"]], "beyond all measure"),
      ([["0", "0", "0"], ["1e-20", "0", "0"], ["0", "1e-20", "0"]], "beyond all measure"),
      ([["1", "1", "1"], ["1", "1", "1"], ["1", "1", "1"]], "at one place"),
      ([["0", "0", "0"], ["1", "0", "0"], ["1", "0", "0"]], "no area"),
    ]
    for (triangle, reason) in cases {
      let error = #expect(throws: PreviewError.self) { try stl([triangle]) }
      #expect(error?.description.contains(reason) == true, "\(String(describing: error))")
    }
  }

  @Test("colours are taken as the format means them, and a shape without colours is grey")
  func colors() throws {
    for ending in ["glb", "obj"] {
      let path = folder.path("star.\(ending)")
      try PreviewDrawings.star.write(to: path)
      let color = try #require(try imported(path).parts.first).color
      let expected = try #require(PreviewDrawings.star.model().parts.first).color
      for channel in 0..<3 { #expect(abs(color[channel] - expected[channel]) < 1e-4, "\(ending)") }
    }
    let grey = try #require(stl([[["0", "0", "0"], ["1", "0", "0"], ["0", "1", "0"]]]).parts.first).color
    #expect(grey.x == grey.y && grey.y == grey.z)
  }
}
