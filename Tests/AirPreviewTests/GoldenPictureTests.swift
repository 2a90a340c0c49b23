import AirCapture
import AirPreview
import AirTestSupport
import Foundation
import Testing

/// Pictures against those in `Golden`, which were looked at by eye.
///
/// Where a change is meant, run the tests once with `AIRDRAW_RENEW_GOLDEN=1`: the golden pictures are written anew and
/// the run fails, so that it can't be mistaken for one that checks. Look at them before they are kept.
@Suite struct GoldenPictureTests {
  private static func golden(_ drawing: PreviewDrawings) -> URL {
    SharedData.packageRoot.appendingPathComponent("Tests/AirPreviewTests/Golden/\(drawing.rawValue).png")
  }

  private static func picture(_ drawing: PreviewDrawings, view: PreviewView? = nil) throws -> PixelImage {
    let size = PreviewDrawings.size
    let renderer = MeshRenderer(width: size.width, height: size.height, view: view ?? drawing.view)
    return try #require(renderer.image(of: drawing.model()))
  }

  @Test("a drawing looks as its golden picture does", arguments: PreviewDrawings.allCases)
  func golden(drawing: PreviewDrawings) throws {
    let picture = try Self.picture(drawing)
    let file = Self.golden(drawing)
    if ProcessInfo.processInfo.environment["AIRDRAW_RENEW_GOLDEN"] != nil {
      try Data(try picture.pngBytes()).write(to: file, options: .atomic)
      Issue.record("\(file.path) was written anew: look at it, and run without AIRDRAW_RENEW_GOLDEN")
      return
    }
    let difference = try #require(PictureDifference(picture, try PixelImage(contentsOf: file.path)))
    if !difference.isSmall {
      let actual = FileManager.default.temporaryDirectory.appendingPathComponent(
        "airdraw-golden-\(drawing.rawValue).png")
      try Data(try picture.pngBytes()).write(to: actual)
      Issue.record("\(difference); compare \(actual.path) with \(file.path)")
    }
  }

  @Test("a mirrored picture, exchanged colours and another view are told from the golden picture")
  func differencesAreTold() throws {
    for drawing in [PreviewDrawings.spiral, .letter, .spring] {
      let golden = try PixelImage(contentsOf: Self.golden(drawing).path)
      let mirrored = try #require(golden.mirrored)
      #expect(try #require(PictureDifference(golden, mirrored)).isSmall == false, "\(drawing)")
      let recolored = try #require(golden.withRedAndBlueExchanged)
      #expect(try #require(PictureDifference(golden, recolored)).isSmall == false, "\(drawing)")
      var view = drawing.view
      view.azimuthInDegrees += 4
      let turned = try Self.picture(drawing, view: view)
      #expect(try #require(PictureDifference(golden, turned)).isSmall == false, "\(drawing)")
    }
  }
}
