import AirGeometry

/// Where things of unknown places lie on a surface, learned over frames of a camera that moves.
struct LearnedPlacements: Sendable {
  /// The pose of the last frame that was added.
  private(set) var lastPose: CameraPose?
  /// The last frame's residual, in pixels.
  private(set) var residualInPixels: Double?
  /// The rectangle that holds everything that was seen.
  private(set) var extent: SurfaceExtent?
  private var seen: [Int: [Placement]] = [:]
  private var originKey: Int?

  /// A place is settled after so many frames.
  private static let enoughFrames = 25

  /// Where a thing lies: the medians over the frames; nil until some have shown it.
  subscript(_ key: Int) -> Placement? {
    guard let all = seen[key], !all.isEmpty else { return nil }
    func median(_ value: (Placement) -> Double) -> Double { all.map(value).sorted()[all.count / 2] }
    return Placement(
      origin: SIMD2(median { $0.origin.x }, median { $0.origin.y }),
      turnInRadians: median { $0.turnInRadians })
  }

  /// True until something was learned.
  var isEmpty: Bool { seen.isEmpty }

  /// The same things with all their places unknown but for the one that the surface's origin lies on; nil when that one is
  /// not among them, or enough was learned.
  func freed(_ things: [FittedThing]) -> [FittedThing]? {
    let origin = originKey ?? things.first?.key
    guard things.contains(where: { $0.key == origin }),
      things.contains(where: { seen[$0.key, default: []].count < Self.enoughFrames })
    else { return nil }
    return things.map { thing in
      var free = thing
      free.placement = thing.key == origin ? .identity : nil
      return free
    }
  }

  /// Learns from a frame's fit in which the places were unknown.
  mutating func learn(_ estimate: SurfaceEstimate) {
    for (index, thing) in estimate.things.enumerated() where !estimate.fit.isOutlier[index] {
      if estimate.fit.placements[index] == .identity { originKey = originKey ?? thing.key }
      guard seen[thing.key, default: []].count < Self.enoughFrames else { continue }
      seen[thing.key, default: []].append(estimate.fit.placements[index])
    }
  }

  /// Keeps what a frame's fit tells of the camera and the extent.
  mutating func note(_ estimate: SurfaceEstimate) {
    lastPose = estimate.cameraPose
    residualInPixels = estimate.residualInPixels
    let own = estimate.extent
    extent =
      extent.map {
        SurfaceExtent(
          minU: min($0.minU, own.minU), minV: min($0.minV, own.minV), maxU: max($0.maxU, own.maxU),
          maxV: max($0.maxV, own.maxV))
      } ?? own
  }
}
