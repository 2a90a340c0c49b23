import AirGeometry

/// Computes the plane and the cameras from the frames that a finder has kept.
struct PlaneMotionSolver {
  private let finder: PlaneMotionFinder
  private let intrinsics: CameraIntrinsics

  /// So many views besides the first are adjusted; the gain of more is less than their cost.
  private static let viewLimit = 11
  /// With less motion the plane's normal is guesswork: half a pixel of error tilts it by degrees.
  private static let leastParallax = 3 * Double.pi / 180
  /// Two planes whose normals differ by less are one.
  private static let sameNormalInRadians = 0.02
  /// A plane must explain the pictures better than the other by so much cost (the likelihood of its being the wrong one
  /// is then below e^−10).
  private static let leastDecision = 20.0

  init(_ finder: PlaneMotionFinder) {
    self.finder = finder
    intrinsics = finder.camera.intrinsics
  }

  /// A bundle that has settled.
  private struct Candidate {
    var bundle: PlaneBundle
    var outcome: PlaneBundle.Outcome
  }

  func solved() throws(PlaneMotionError) -> PlaneMotion {
    guard let first = finder.views.first else { throw .noTexture }
    let others = spreadViews()
    guard others.count >= 2 else { throw .tooFewViews(others.count) }
    let homographies = others.compactMap { normalized($0.step.toReference.inverse) }
    guard homographies.count == others.count else { throw .tooFewViews(homographies.count) }
    let (points, observations) = tracks([first] + others)
    let decompositions = homographies.map { HomographyDecomposition($0, points: points) }
    let parallax = decompositions.reduce(0) { max($0, $1.parallax) }
    guard parallax >= Self.leastParallax, points.count >= 12 else {
      throw .tooLittleMotion(degrees: parallax * 180 / .pi)
    }
    let starts = possibleNormals(decompositions).compactMap { normal -> PlaneBundle? in
      let views = homographies.compactMap { PlaneView($0, normal: normal) }
      guard views.count == others.count else { return nil }
      return PlaneBundle(
        normal: normal, views: views, points: points, observations: observations,
        focal: SIMD2(intrinsics.fx, intrinsics.fy))
    }
    guard let (best, decision) = decided(starts), decision >= Self.leastDecision else { throw .undecided }
    return try result(best, decision, others)
  }

  private func settled(_ start: PlaneBundle, noise: Double? = nil, steps: Int = 60) -> Candidate? {
    var bundle = start
    return bundle.solve(noiseInPixels: noise, stepLimit: steps).map { Candidate(bundle: bundle, outcome: $0) }
  }

  /// The plane that explains the pictures best, and by how much it is better than the best of another normal.
  private func decided(_ starts: [PlaneBundle]) -> (Candidate, Double)? {
    let begun = starts.compactMap { settled($0, steps: 6) }.sorted {
      $0.outcome.noiseInPixels < $1.outcome.noiseInPixels
    }
    guard let first = begun.first, let best = settled(first.bundle) else { return nil }
    // Costs compare only in the same unit of noise, and only where both have come to rest.
    var (lowest, decision) = (best, Double.infinity)
    for rival in begun.dropFirst() where !isSame(rival, best) {
      guard let other = settled(rival.bundle, noise: best.outcome.noiseInPixels, steps: 20),
        !isSame(other, best)
      else { continue }
      let difference = other.outcome.cost - lowest.outcome.cost
      if difference < 0 { lowest = other }
      decision = min(decision, abs(difference))
    }
    return (lowest, decision)
  }

  private func isSame(_ a: Candidate, _ b: Candidate) -> Bool {
    length(cross(a.bundle.normal, b.bundle.normal)) < Self.sameNormalInRadians
  }

  /// The normals that the views with most motion leave possible.
  private func possibleNormals(_ decompositions: [HomographyDecomposition]) -> [SIMD3<Double>] {
    let order = decompositions.indices.sorted {
      (decompositions[$1].parallax, $0) < (decompositions[$0].parallax, $1)
    }
    var normals: [SIMD3<Double>] = []
    for normal in order.prefix(4).flatMap({ decompositions[$0].normals }) {
      let isNew = normals.allSatisfy { length(cross($0, normal)) > Self.sameNormalInRadians * 2 }
      if isNew { normals.append(normal) }
    }
    return normals
  }

  /// The views that differ most from the first and from each other, each next the one furthest from all before it.
  private func spreadViews() -> [PlaneMotionFinder.View] {
    guard let first = finder.views.first else { return [] }
    var rest = Array(finder.views.dropFirst())
    var nearest = rest.map { finder.difference(first, $0) }
    var chosen: [PlaneMotionFinder.View] = []
    while chosen.count < Self.viewLimit, let index = nearest.indices.max(by: { nearest[$0] < nearest[$1] }) {
      let view = rest.remove(at: index)
      nearest.remove(at: index)
      for other in rest.indices { nearest[other] = min(nearest[other], finder.difference(view, rest[other])) }
      chosen.append(view)
    }
    return chosen.sorted { $0.frame < $1.frame }
  }

  /// The points that two or more views show, and where they are seen.
  private func tracks(
    _ views: [PlaneMotionFinder.View]
  ) -> (points: [SIMD2<Double>], observations: [PlaneBundle.Observation]) {
    var seen: [Int: [PlaneBundle.Observation]] = [:]
    for (index, view) in views.enumerated() {
      for point in view.points {
        seen[point.number, default: []].append(
          PlaneBundle.Observation(view: index, point: 0, place: normalized(point.ideal)))
      }
    }
    var points: [SIMD2<Double>] = []
    var observations: [PlaneBundle.Observation] = []
    for (number, sightings) in seen.sorted(by: { $0.key < $1.key }) where sightings.count >= 2 {
      guard let place = finder.reference(number) else { continue }
      observations += sightings.map {
        PlaneBundle.Observation(view: $0.view, point: points.count, place: $0.place)
      }
      points.append(normalized(place))
    }
    return (points, observations)
  }

  private func normalized(_ ideal: SIMD2<Double>) -> SIMD2<Double> {
    SIMD2((ideal.x - intrinsics.cx) / intrinsics.fx, (ideal.y - intrinsics.cy) / intrinsics.fy)
  }

  private func normalized(_ homography: ImageHomography) -> Matrix3? {
    let k = Matrix3(
      rows: SIMD3(intrinsics.fx, 0, intrinsics.cx), SIMD3(0, intrinsics.fy, intrinsics.cy), SIMD3(0, 0, 1))
    return k.inverse.map { $0 * homography.matrix * k }
  }
}

extension PlaneMotionSolver {
  /// The answer in the surface's own frame and in metres.
  private func result(
    _ best: Candidate, _ decision: Double, _ others: [PlaneMotionFinder.View]
  ) throws(PlaneMotionError) -> PlaneMotion {
    let bundle = best.bundle
    let normal = bundle.normal
    let onPlane = bundle.points.map { p in
      let direction = SIMD3(p.x, p.y, 1)
      return direction / dot(normal, direction)
    }
    var views = Dictionary(uniqueKeysWithValues: zip(others.map(\.frame), bundle.views))
    for (frame, step) in finder.steps where views[frame] == nil {
      views[frame] = pose(of: step, normal, onPlane)
    }
    let ends = try finder.length.map { length throws(PlaneMotionError) in
      try self.ends(of: length, views[length.frame], normal)
    }
    let middle = onPlane.reduce(SIMD3(), +) / Double(onPlane.count)
    let origin = ends?.start ?? middle
    let up = normal * -1
    let right = SIMD3<Double>(1, 0, 0)
    let along = ends.map { $0.end - $0.start } ?? (right - normal * dot(right, normal))
    let u = along / AirGeometry.length(along)
    // Columns: the surface's u, height and v in the first camera's axes.
    let axes = Matrix3(columns: u, up, cross(u, up))
    let metres = finder.length.map { $0.metres / AirGeometry.length(along) } ?? imageScale(normal)
    var poses: [Int: CameraPose] = [:]
    for (frame, view) in views {
      guard let turn = Rotation((view.rotation * axes).orthonormalized)?.inverse else { continue }
      let shift = view.rotation * origin + view.translation
      poses[frame] = CameraPose(Pose(rotation: turn, origin: WorldPoint(turn(shift) * -metres)))
    }
    let places = onPlane.map { axes.transposed * ($0 - origin) * metres }
    let (us, vs) = (places.map(\.x), places.map(\.z))
    return PlaneMotion(
      cameraPoses: poses,
      extent: SurfaceExtent(
        minU: us.min() ?? 0, minV: vs.min() ?? 0, maxU: us.max() ?? 0, maxV: vs.max() ?? 0),
      scale: finder.length.map { .known("a length of \($0.millimetresText) mm pointed out by hand") }
        ?? .imagePixels,
      residualInPixels: best.outcome.residualInPixels,
      normalDeviationInDegrees: best.outcome.normalDeviation * 180 / .pi,
      // Both ends are off by half a pixel in each direction; along the length that is √2 times half a pixel.
      scaleDeviation: finder.length.map { 0.5 * 2.0.squareRoot() / $0.start.distance(to: $0.end) },
      viewCount: others.count + 1, pointCount: bundle.points.count, decision: decision)
  }

  /// A millimetre for a pixel where the optical axis meets the plane: nearer than the axis where it is beyond the
  /// horizon.
  private func imageScale(_ normal: SIMD3<Double>) -> Double {
    0.001 * (intrinsics.fx * intrinsics.fy).squareRoot() * max(abs(normal.z), 0.05)
  }

  /// The view of a frame that was not adjusted, from its homography.
  private func pose(
    of step: ImageMotionStep, _ normal: SIMD3<Double>, _ onPlane: [SIMD3<Double>]
  ) -> PlaneView? {
    guard step.toReference != .identity else {
      return PlaneView(rotation: .identity, translation: SIMD3())
    }
    guard let homography = normalized(step.toReference.inverse),
      let start = PlaneView(homography, normal: normal), let turn = Rotation(start.rotation)?.inverse
    else { return nil }
    let sightings = onPlane.compactMap { point -> RobustCameraPose.Sighting? in
      let seen = homography * (point / point.z)
      guard seen.z > 1e-6 else { return nil }
      return RobustCameraPose.Sighting(world: point, place: SIMD2(seen.x / seen.z, seen.y / seen.z))
    }
    let fitted = RobustCameraPose(
      sightings, start: CameraPose(Pose(rotation: turn, origin: WorldPoint(turn(start.translation) * -1))),
      focal: SIMD2(intrinsics.fx, intrinsics.fy), tolerance: 2, reach: 10)
    guard let pose = fitted?.cameraPose.pose else { return start }
    let rotation = pose.rotation.inverse.matrix
    return PlaneView(rotation: rotation, translation: rotation * pose.origin.position * -1)
  }

  /// Where the known length's ends lie on the plane, in the first camera's axes.
  private func ends(
    of length: KnownLength, _ view: PlaneView?, _ normal: SIMD3<Double>
  ) throws(PlaneMotionError) -> (start: SIMD3<Double>, end: SIMD3<Double>) {
    guard let view else { throw .lengthNotSeen }
    let back = view.rotation.transposed
    let center = back * view.translation * -1
    let places = [length.start, length.end].compactMap { pixel -> SIMD3<Double>? in
      guard let ray = finder.camera.unproject(pixel)?.direction else { return nil }
      let direction = back * ray
      let distance = (1 - dot(normal, center)) / dot(normal, direction)
      return distance > 0 && distance.isFinite ? center + direction * distance : nil
    }
    guard places.count == 2, AirGeometry.length(places[1] - places[0]) > 1e-6 else { throw .lengthNotSeen }
    return (places[0], places[1])
  }
}

extension KnownLength {
  /// The length in millimetres, for people.
  var millimetresText: String {
    let tenths = (metres * 10_000).rounded() / 10
    return tenths == tenths.rounded() ? String(Int(tenths)) : String(tenths)
  }
}
