import AirGeometry
import Glibc

/// The surface that explains things seen on it, both ways of its tilt compared.
struct SurfaceEstimate: Sendable {
  /// The likelier fit.
  let fit: SurfaceFit
  /// The things it was fitted to; the first one's origin is the surface's where none was placed.
  let things: [FittedThing]
  /// The cost of the other tilt beyond this one's; infinity where there is no other.
  let otherTiltCost: Double
  /// The ideal image of the things.
  let ideal: IdealImage

  /// Fits a surface.
  ///
  /// - Parameters:
  ///   - things: what was seen. When none has a placement, the first one's own frame is the surface's.
  ///   - nearest: a pose that the right one is near to, where it is known: it decides between tilts that are about as
  ///     likely.
  /// - Returns: nil when nothing fits.
  /// - Throws: `SurfaceError.vision` when OpenCV fails.
  init?(
    _ seen: [FittedThing], ideal: IdealImage, nearest: CameraPose? = nil
  ) throws(SurfaceError) {
    guard !seen.isEmpty else { return nil }
    var things = seen
    if things.allSatisfy({ $0.placement == nil }) { things[0].placement = .identity }
    let placed = things.compactMap { thing -> CornerObservation? in
      guard let placement = thing.placement else { return nil }
      var observation = thing.observation
      observation.points = observation.points.map {
        let point = placement($0)
        return SurfacePoint(u: point.x, v: point.y)
      }
      return observation
    }
    var guesses: [SurfaceView] = []
    if ideal.camera != nil {
      let poses = try PlanePose.solutions(of: placed, ideal: ideal)
      // The other tilt is followed up only while things whose places are not known yet could still speak for it.
      let isOpen = things.contains { $0.placement == nil }
      for pose in poses where isOpen || pose.cost - poses[0].cost < Self.hopelessCost {
        guesses.append(
          .camera(SurfaceInCamera(pose.cameraPose), focalLength: ideal.focalLength))
      }
    } else if let first = placed.first {
      guesses = [.homography(points: first.points, places: first.places)]
    }
    var fits = guesses.compactMap { SurfaceFit(things, from: $0) }.sorted { $0.cost < $1.cost }
    guard !fits.isEmpty else { return nil }
    if let nearest, fits.count > 1, fits[1].cost - fits[0].cost < Self.decisiveCost,
      Self.turn(fits[1], nearest) < Self.turn(fits[0], nearest)
    {
      fits.swapAt(0, 1)
    }
    fit = fits[0]
    otherTiltCost = fits.count > 1 ? fits[1].cost - fits[0].cost : .infinity
    self.things = things
    self.ideal = ideal
  }

  /// Odds of ten thousand million to one: exp(46 / 2).
  private static let hopelessCost = 46.0
  /// Odds of a hundred to one: exp(9.2 / 2).
  private static let decisiveCost = 9.2

  private static func turn(_ fit: SurfaceFit, _ pose: CameraPose) -> Double {
    guard case .camera(let view, _) = fit.view else { return 0 }
    return view.cameraPose.pose.rotation.angle(to: pose.pose.rotation)
  }

  /// The camera's pose; nil where no camera is known.
  var cameraPose: CameraPose? {
    if case .camera(let view, _) = fit.view { view.cameraPose } else { nil }
  }

  /// The corners of all things that lie on the plane, on the surface.
  var corners: [SurfacePoint] {
    things.indices.filter { !fit.isOutlier[$0] }.flatMap { index in
      things[index].observation.points.map { point in
        let placed = fit.placements[index](point)
        return SurfacePoint(u: placed.x, v: placed.y)
      }
    }
  }

  /// The rectangle that holds all things on the surface.
  var extent: SurfaceExtent {
    let (us, vs) = (corners.map(\.u), corners.map(\.v))
    return SurfaceExtent(
      minU: us.min() ?? 0, minV: vs.min() ?? 0, maxU: us.max() ?? 0, maxV: vs.max() ?? 0)
  }

  /// How the surface is seen by a camera that stands still, or by one that is not known; nil where it is degenerate.
  var geometry: SurfaceGeometry? {
    if let cameraPose { return .fixedCamera(cameraPose) }
    guard let back = fit.view.matrix?.inverse, let homography = Homography(imageToSurface: back) else {
      return nil
    }
    let extent = extent
    let middle = SurfacePoint(u: (extent.minU + extent.maxU) / 2, v: (extent.minV + extent.maxV) / 2)
    return homography.imagePoint(of: middle).map { .homography(homography, interior: $0) }
  }

  /// Root mean square distance in pixels of the corners from where the fit puts them; nil where four corners fit a
  /// homography exactly.
  var residualInPixels: Double? {
    guard ideal.camera != nil || things.count > 1, let matrix = fit.view.matrix else { return nil }
    var (sum, count) = (0.0, 0.0)
    for index in things.indices where !fit.isOutlier[index] {
      let observation = things[index].observation
      for (corner, place) in observation.places.enumerated() {
        // A corner that nothing tells of has nothing to compare.
        guard observation.information[9 * 2 * corner] > 0 else { continue }
        let p = fit.placements[index](observation.points[corner])
        let q = matrix * SIMD3(p.x, p.y, 1)
        let distance = length(SIMD2(q.x, q.y) / q.z - place)
        sum += distance * distance
        count += 1
      }
    }
    return count > 0 ? (sum / count).squareRoot() : nil
  }

  /// How sure the pose is; nil where no camera is known.
  var uncertainty: PlaneUncertainty? {
    guard case .camera(let view, _) = fit.view, let c = fit.covariance else { return nil }
    // A turn about the normal leaves the normal where it is.
    let normal = view.rotation.matrix.column1
    var aboutNormal = 0.0
    for row in 0..<3 {
      for column in 0..<3 { aboutNormal += normal[row] * c[6 * row + column] * normal[column] }
    }
    let tilt = max(c[0] + c[7] + c[14] - aboutNormal, 0).squareRoot()
    let odds = exp(-max(otherTiltCost, 0) / 2)
    return PlaneUncertainty(
      normalInDegrees: tilt * 180 / .pi, originInMetres: max(c[21] + c[28] + c[35], 0).squareRoot(),
      probabilityOfOtherTilt: odds / (1 + odds))
  }

  /// True when the surface's middle is seen at less than 3°.
  var isEdgeOn: Bool {
    guard let cameraPose else { return false }
    let extent = extent
    let middle = WorldPoint(x: (extent.minU + extent.maxU) / 2, y: 0, z: (extent.minV + extent.maxV) / 2)
    let distance = cameraPose.pose.origin.distance(to: middle)
    return cameraPose.pose.origin.position.y < distance * 0.0523
  }
}
