import AirCapture
import AirGeometry
import AirSurface
import AirTestSupport
import Foundation
import Testing

@Suite struct PictureHomographyTests {
  @Test(
    "a warp of known homography is found to 0.1 pixel in the mean over the picture",
    arguments: 1...5 as ClosedRange<UInt64>)
  func knownWarp(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let picture = try PictureScene.discPicture(seed: seed)
    let place = PictureScene.place(
      picture.size, width: 0.2, turn: Double.random(in: 0...6.28, using: &random),
      slant: Double.random(in: 0...0.9, using: &random),
      distance: Double.random(in: 0.25...0.4, using: &random))
    let view = try PictureScene.view(picture, place, noise: 6, seed: seed)
    let found = try #require(try PictureHomography(from: picture, to: view), "seed \(seed)")
    let errors = stride(from: 10.0, to: 400, by: 42).flatMap { x in
      stride(from: 10.0, to: 300, by: 40).compactMap { y -> Double? in
        let point = ImagePoint(x: x, y: y)
        guard let truth = place.imagePoint(point), view.size.contains(truth) else { return nil }
        return found.matrix.imagePoint(point)?.distance(to: truth)
      }
    }
    #expect(errors.reduce(0, +) / Double(errors.count) < 0.1, "seed \(seed)")
    #expect((errors.max() ?? 1) < 0.4, "seed \(seed)")
  }

  @Test("the same two pictures give the same numbers, bit by bit")
  func repeatable() throws {
    let picture = try PictureScene.discPicture(seed: 3)
    let place = PictureScene.place(picture.size, width: 0.2, turn: 0.5, slant: 0.6, distance: 0.3)
    let view = try PictureScene.view(picture, place, noise: 4)
    let once = try #require(try PictureHomography(from: picture, to: view))
    let again = try #require(try PictureHomography(from: picture, to: view))
    #expect(once.matrix == again.matrix)
    #expect(once.patchCount == again.patchCount)
  }

  @Test("pictures that share nothing have no homography", arguments: 1...2 as ClosedRange<UInt64>)
  func unrelated(seed: UInt64) throws {
    let first = try PictureScene.discPicture(seed: seed)
    let second = try PictureScene.discPicture(seed: seed + 100)
    #expect(try PictureHomography(from: first, to: second) == nil, "seed \(seed)")
  }

  @Test(
    "a photographed wall is found within half a pixel of its published homography",
    .enabled(if: SharedData.isPresent, SharedData.absence))
  func photographedWall() throws {
    // OpenCV samples, data/H1to3p.xml (K. Mikolajczyk et al., the graffiti sequence).
    let truth = Matrix3(
      rows: SIMD3(0.76285898, -0.29922929, 225.67123), SIMD3(0.33443473, 1.0143901, -76.999973),
      SIMD3(3.4663091e-4, -1.4364524e-5, 1))
    let first = try PixelImage(contentsOf: SharedData.url("surface/homography/opencv_graf/graf1.png").path)
    let second = try PixelImage(contentsOf: SharedData.url("surface/homography/opencv_graf/graf3.png").path)
    let found = try #require(try PictureHomography(from: first, to: second))
    let errors = stride(from: 0.0, to: 800, by: 40).flatMap { x in
      stride(from: 0.0, to: 640, by: 40).compactMap { y -> Double? in
        let point = ImagePoint(x: x, y: y)
        guard let place = truth.imagePoint(point), second.size.contains(place) else { return nil }
        return found.matrix.imagePoint(point)?.distance(to: place)
      }
    }
    #expect(errors.reduce(0, +) / Double(errors.count) < 0.5)
  }
}
