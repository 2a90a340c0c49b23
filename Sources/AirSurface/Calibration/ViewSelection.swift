import AirGeometry
import Glibc

/// Chooses the views of a recording that a calibration rests on: sharp, and spread over places, distances and slants.
struct ViewSelection {
  /// A view whose edges are so many times as wide as those of the sharper ones (their lower quartile) is blurred.
  static let largestBlur = 1.5
  /// Views nearer to each other than this say the same: 8 % of the picture's width and height, or 5 degrees, or a distance
  /// that is larger by an eighth.
  static let leastDifference = 0.08

  /// How many views are wanted at most.
  let limit: Int
  /// True when views that say the same as others are left out even where there are fewer than the limit.
  let dropsDuplicates: Bool

  /// Gives every picture that is not wanted a reason.
  func apply(to pictures: inout [CameraCalibrator.Picture]) {
    let seen = pictures.indices.filter { pictures[$0].sighting != nil && pictures[$0].reason == nil }
    guard dropsDuplicates || seen.count > limit else { return }
    let widths = seen.compactMap { pictures[$0].sighting?.edgeWidthInPixels }.sorted()
    guard let usual = widths.isEmpty ? nil : widths[widths.count / 4] else { return }
    var candidates: [(index: Int, place: Place)] = []
    for index in seen {
      guard let sighting = pictures[index].sighting else { continue }
      if sighting.edgeWidthInPixels > Self.largestBlur * usual {
        pictures[index].reason =
          "blurred: its edges are \(rounded(sighting.edgeWidthInPixels)) px wide, those of sharp views \(rounded(usual)) px"
      } else if let place = Place(sighting) {
        candidates.append((index, place))
      } else {
        pictures[index].reason = "no pose explains how the board is seen"
      }
    }
    // Always the one that is farthest from all that are chosen already (T. Gonzalez, 1985), beginning with the largest.
    var nearest = [Double](repeating: .infinity, count: candidates.count)
    var chosen = candidates.indices.max { candidates[$0].place.size < candidates[$1].place.size }
    var isChosen = [Bool](repeating: false, count: candidates.count)
    for _ in 0..<limit {
      guard let next = chosen else { break }
      isChosen[next] = true
      for index in candidates.indices {
        nearest[index] = min(nearest[index], candidates[index].place.difference(to: candidates[next].place))
      }
      let farthest = candidates.indices.filter { !isChosen[$0] }.max { nearest[$0] < nearest[$1] }
      chosen = farthest.flatMap { nearest[$0] >= Self.leastDifference ? $0 : nil }
    }
    for (index, candidate) in candidates.enumerated() where !isChosen[index] {
      pictures[candidate.index].reason =
        nearest[index] < Self.leastDifference
        ? "like another view" : "more views than the \(limit) that are wanted"
    }
  }

  /// Where a board is in the picture and in space, each number from about 0 to 1.
  private struct Place {
    let numbers: [Double]
    /// The board's size in the picture.
    let size: Double

    init?(_ sighting: BoardSighting) {
      guard let (area, centroid) = areaAndCentroid(of: sighting.hull), area > 0 else { return nil }
      let (width, height) = (Double(sighting.imageSize.width), Double(sighting.imageSize.height))
      size = (area / (width * height)).squareRoot()
      // The slant hardly depends on the focal length, so a usual one does.
      let solver = CalibrationSolver(imageSize: sighting.imageSize, lens: .none)
      let focal = max(width, height)
      guard
        let fit = try? solver.fit(
          sighting.corners, numbers: [focal, focal, (width - 1) / 2, (height - 1) / 2])
      else { return nil }
      let normal = Rotation(rotationVector: SIMD3(fit.pose[0], fit.pose[1], fit.pose[2]))(SIMD3(0, 0, 1))
      let towards = normal.z < 0 ? -normal : normal
      numbers = [centroid.x / width, centroid.y / height, 0.5 * log2(size), towards.x, towards.y]
    }

    func difference(to other: Place) -> Double {
      zip(numbers, other.numbers).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }.squareRoot()
    }
  }
}
