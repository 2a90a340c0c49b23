import AirDraw
import FoundationEssentials

/// How a picture's score relates to its being found: real pictures and what is made of them (parts, pale and blurred
/// copies, tilings), each rated, and each looked for in synthetic views.
enum PictureScoreRelation {
  /// Pictures whose scores lie in one range.
  struct Band {
    var scores: ClosedRange<Int>
    var pictureCount = 0
    var viewCount = 0
    var foundCount = 0
  }

  /// One picture's score and views.
  struct Trial {
    var name: String
    var score: Int
    var viewCount: Int
    var foundCount: Int
  }

  /// Rates and looks for all pictures of the shared folder `surface`.
  static func trials(in sharedData: URL, viewCount: Int = 6) throws -> [Trial] {
    let folder = sharedData.appending(path: "surface").path
    let clutter = try PixelImage(contentsOf: folder + "/homography/magsac_homogr/BrusselsB.jpg")
    let names = [
      "homography/opencv_graf/graf1.png", "homography/hpatches_v_dogman/1.png",
      "homography/opencv_box/box.png",
      "homography/magsac_homogr/adamA.png", "homography/magsac_homogr/boatA.png",
      "homography/magsac_homogr/cityB.png", "homography/magsac_homogr/LePoint1A.png",
      "homography/magsac_homogr/WhiteBoardA.jpg", "homography/magsac_homogr/BostonA.jpg",
      "calibration/opencv_stereo/left01.jpg", "aruco/choriginal.jpg", "aruco/singlemarkersoriginal.jpg",
    ]
    var trials: [Trial] = []
    for name in names {
      let whole = try PixelImage(contentsOf: folder + "/" + name)
      for (kind, picture) in try variants(of: whole) {
        let score = try PictureFitness(of: picture).score
        var found = 0
        if let reference = try? PictureReference(name: name, image: picture, widthInMetres: 0.2) {
          for number in 1...viewCount {
            let view = try SyntheticView(of: picture, among: clutter, number: UInt64(number))
            if try view.isFound(reference) { found += 1 }
          }
        }
        trials.append(Trial(name: name + ", " + kind, score: score, viewCount: viewCount, foundCount: found))
      }
    }
    return trials
  }

  /// The trials by their scores.
  static func bands(_ trials: [Trial]) -> [Band] {
    [0...9, 10...39, 40...69, 70...89, 90...100].map { scores in
      trials.filter { scores.contains($0.score) }.reduce(into: Band(scores: scores)) { band, trial in
        band.pictureCount += 1
        band.viewCount += trial.viewCount
        band.foundCount += trial.foundCount
      }
    }
  }

  private static func variants(of whole: PixelImage) throws -> [(String, PixelImage)] {
    let size = ImageSize(width: 480, height: 480 * whole.size.height / whole.size.width)
    let scale = Double(whole.size.width) / 480
    let picture = try whole.warped(by: zoom(scale, 0, 0), to: size)
    let part = try picture.warped(by: zoom(0.35, 40, 60), to: size)
    let other = try picture.warped(by: zoom(0.25, 300, 150), to: size)
    let small = try picture.warped(
      by: zoom(8, 0, 0), to: ImageSize(width: 60, height: max(1, size.height / 8)))
    let blurred = try small.warped(by: zoom(0.125, 0, 0), to: size)
    let pale = picture.mappingGrey { UInt8(100 + Int($0) / 10) }
    let tile = try picture.warped(
      by: zoom(3, 0, 0), to: ImageSize(width: 160, height: max(1, size.height / 3)))
    return [
      ("whole", picture), ("part", part), ("another part", other), ("blurred", blurred), ("pale", pale),
      ("tiled", tile.tiled(to: size)),
    ]
  }

  private static func zoom(_ scale: Double, _ x: Double, _ y: Double) -> Matrix3 {
    Matrix3(rows: SIMD3(scale, 0, x), SIMD3(0, scale, y), SIMD3(0, 0, 1))
  }
}

extension PixelImage {
  /// A grey picture with each shade replaced.
  fileprivate func mappingGrey(_ transform: (UInt8) -> UInt8) -> PixelImage {
    PixelImage(size: size, format: format, bytesPerRow: bytesPerRow, bytes: bytes.map(transform)) ?? self
  }

  /// A grey picture repeated until it fills a size.
  fileprivate func tiled(to whole: ImageSize) -> PixelImage {
    let tiles = (0..<whole.height).flatMap { y in
      (0..<whole.width).map { x in bytes[y % size.height * bytesPerRow + x % size.width] }
    }
    return PixelImage(size: whole, format: .grey8, bytesPerRow: whole.width, bytes: tiles) ?? self
  }
}
