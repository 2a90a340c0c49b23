import AirGeometry
import Glibc

/// Takes the perspective's pull out of the centroids of circles.
///
/// A slanted circle is seen as an oval whose middle is not where the circle's middle is seen: its nearer half looks larger
/// (J. Heikkilä, O. Silvén, "A four-step camera calibration procedure with implicit image correction", CVPR 1997). How
/// far they are apart follows from a first calibration and the circles' radius, which the covered areas tell.
struct CircleBias {
  /// How many corners a polygon has that stands for a circle: its centroid is the circle's to a millionth of its radius.
  private static let sides = 48

  let board: CalibrationBoard
  let solver: CalibrationSolver

  /// The views with each centroid moved to where the circle's middle is seen.
  func corrected(
    _ views: [BoardSighting], by solution: CalibrationSolver.Solution
  ) throws(SurfaceError) -> [[BoardSighting.Corner]] {
    // The first guess of the radius only sets the scale that the areas are compared at.
    let guess = board.spacingInMetres / 4
    var ratios: [Double] = []
    for (view, fit) in zip(views, solution.fits) {
      for (corner, area) in zip(view.corners, view.circleAreasInPixels) {
        let outline = try outline(of: corner.place, radius: guess, solution.numbers, fit.pose)
        if let expected = areaAndCentroid(of: outline)?.area, expected > 0 { ratios.append(area / expected) }
      }
    }
    guard !ratios.isEmpty else { return views.map(\.corners) }
    let radius = guess * ratios.sorted()[ratios.count / 2].squareRoot()
    var result: [[BoardSighting.Corner]] = []
    for (view, fit) in zip(views, solution.fits) {
      let middles = try solver.project(view.corners.map(\.place), numbers: solution.numbers, pose: fit.pose)
      var corners = view.corners
      for (index, middle) in middles.enumerated() {
        let outline = try outline(of: corners[index].place, radius: radius, solution.numbers, fit.pose)
        guard let centroid = areaAndCentroid(of: outline)?.centroid else { continue }
        corners[index].pixel = corners[index].pixel.moved(
          dx: middle.x - centroid.x, dy: middle.y - centroid.y)
      }
      result.append(corners)
    }
    return result
  }

  private func outline(
    of place: SurfacePoint, radius: Double, _ numbers: [Double], _ pose: [Double]
  ) throws(SurfaceError) -> [ImagePoint] {
    let places = (0..<Self.sides).map { side in
      let angle = 2 * Double.pi * Double(side) / Double(Self.sides)
      return SurfacePoint(u: place.u + radius * cos(angle), v: place.v + radius * sin(angle))
    }
    return try solver.project(places, numbers: numbers, pose: pose)
  }
}

/// The angle of a cosine.
func acosInDegrees(_ cosine: Double) -> Double { acos(cosine) * 180 / .pi }
