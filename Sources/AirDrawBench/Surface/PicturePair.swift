import AirDraw
import FoundationEssentials

/// Two pictures of one plane and points of which the true place in both is known.
struct PicturePair {
  /// The pair's name, for people.
  let name: String
  /// Paths of both pictures.
  let paths: (first: String, second: String)
  /// True places in the first picture and in the second.
  let points: [(first: ImagePoint, second: ImagePoint)]

  /// The seventeen pairs of the shared folder `surface/homography`.
  static func all(in folder: URL) throws -> [PicturePair] {
    var pairs = [
      try PicturePair(
        "graf 1-3", folder.path + "/opencv_graf/graf1.png", folder.path + "/opencv_graf/graf3.png",
        homography: folder.path + "/opencv_graf/H1to3p.xml")
    ]
    let dogman = folder.path + "/hpatches_v_dogman/"
    for index in 2...6 {
      pairs.append(
        try PicturePair(
          "dogman 1-\(index)", dogman + "1.png", dogman + "\(index).png", homography: dogman + "H_1_\(index)")
      )
    }
    let marked = folder.path + "/magsac_homogr/"
    for name in [
      "Boston", "BruggeSquare", "Brussels", "CapitalRegion", "LePoint1", "LePoint2", "LePoint3", "WhiteBoard",
      "adam",
      "boat", "city",
    ] {
      pairs.append(try PicturePair(name, stem: marked + name))
    }
    return pairs
  }

  /// A pair whose true homography is known: a grid of 21 × 21 points over the first picture, of which those count
  /// that the second shows.
  private init(_ name: String, _ first: String, _ second: String, homography path: String) throws {
    let text = try String(contentsOf: URL(filePath: path), encoding: .utf8)
    // XML names the sizes first: the nine numbers are the last ones that are not part of a tag.
    let numbers = text.replacing("<", with: " <").replacing(">", with: "> ").split(
      whereSeparator: \.isWhitespace
    )
    .compactMap { Double($0) }.suffix(9)
    guard let matrix = Matrix3(rowMajor: Array(numbers)) else { throw BenchError.unreadable(path: path) }
    let size = try PixelImage(contentsOf: first).size
    let other = try PixelImage(contentsOf: second).size
    let steps = (0...20).map { Double($0) / 20 }
    self.name = name
    paths = (first, second)
    points = steps.flatMap { y in
      steps.compactMap { x in
        let point = ImagePoint(x: x * Double(size.width - 1), y: y * Double(size.height - 1))
        return matrix.imagePoint(point).flatMap { other.contains($0) ? (point, $0) : nil }
      }
    }
  }

  /// A pair with points marked by hand and brought to one homography by bundle adjustment (magsac's data set). Its
  /// coordinates count from the top-left pixel's centre: read as counting from (1, 1), no method fits them as well.
  private init(_ name: String, stem: String) throws {
    let ending = FileManager.default.fileExists(atPath: stem + "A.jpg") ? ".jpg" : ".png"
    let matrix = try MatlabMatrix(rowCount: 6, contentsOf: stem + "_vpts.mat")
    let values = matrix.values
    self.name = name
    paths = (stem + "A" + ending, stem + "B" + ending)
    points = stride(from: 0, to: values.count - 5, by: 6).map {
      (
        ImagePoint(x: values[$0] / values[$0 + 2], y: values[$0 + 1] / values[$0 + 2]),
        ImagePoint(x: values[$0 + 3] / values[$0 + 5], y: values[$0 + 4] / values[$0 + 5])
      )
    }
  }

  /// The mean distance of the points from where a homography puts them, in pixels of the second picture.
  func meanError(of homography: Matrix3) -> Double {
    let errors = points.map { homography.imagePoint($0.first)?.distance(to: $0.second) ?? .infinity }
    return errors.reduce(0, +) / Double(errors.count)
  }
}
