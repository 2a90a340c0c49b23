import AirGeometry

/// What happened to the surfaces of a scene.
public enum AnchorChange: Hashable, Sendable {
  /// A surface was found.
  case added(PlaneAnchor)
  /// A surface that was there is known more exactly, has moved or has grown.
  case updated(PlaneAnchor)
  /// A surface is gone; where another one turned out to be the same plane, `into` names it.
  case removed(id: String, into: String?)
}

/// The surfaces that are known at a moment, and the points of the scene that were seen besides.
///
/// It is told what was seen and answers what that changes, so that whoever keeps something on a surface learns of it
/// once: a surface found twice is one, and one that was not seen for long is gone.
public struct SurfaceScene: Sendable {
  /// How surfaces are kept.
  public struct Options: Hashable, Sendable {
    /// How long a surface that must be seen is kept without being seen, in seconds: 3.
    public var lifetimeInSeconds = 3.0
    /// Two planes whose normals differ by less than this may be one, in radians: 5°.
    public var largestTiltBetweenMerged = 5 * Double.pi / 180
    /// Two planes that are farther apart than this are two, in metres: 2 cm.
    public var largestStepBetweenMergedInMetres = 0.02

    /// The usual ones.
    public init() {}
  }

  /// How surfaces are kept.
  public let options: Options
  /// The surfaces in the order in which they were found.
  public private(set) var anchors: [PlaneAnchor] = []
  /// Points of the scene that were seen, in the world.
  public var featurePoints: [WorldPoint] = []
  /// When each surface with a lifetime was seen last.
  private var lastSeenInSeconds: [String: Double] = [:]

  /// Makes an empty scene.
  public init(options: Options = Options()) { self.options = options }

  /// Takes in a surface that was seen.
  ///
  /// - Parameters:
  ///   - anchor: the surface as it is known now.
  ///   - timestampInSeconds: when it was seen.
  ///   - mustBeSeen: whether it is gone when it is not seen for its lifetime, as a printed picture is; a table stays.
  /// - Returns: what that changes, in order: the surface itself and those that it turned out to be one with.
  /// - Complexity: linear in the number of surfaces.
  public mutating func observe(
    _ anchor: PlaneAnchor, at timestampInSeconds: Double, mustBeSeen: Bool = false
  ) -> [AnchorChange] {
    if mustBeSeen { lastSeenInSeconds[anchor.id] = timestampInSeconds }
    guard let index = anchors.firstIndex(where: { $0.id == anchor.id }) else {
      return add(anchor, mustBeSeen: mustBeSeen)
    }
    guard anchors[index] != anchor else { return [] }
    anchors[index] = anchor
    return [.updated(anchor)] + mergeOthers(into: index)
  }

  private mutating func add(_ anchor: PlaneAnchor, mustBeSeen: Bool) -> [AnchorChange] {
    // A picture that lies on the table is a surface of its own.
    if !mustBeSeen,
      let index = anchors.indices.first(where: { isMergeable($0) && areOne(anchors[$0], anchor) })
    {
      let grown = anchors[index].grown(to: anchor)
      guard grown != anchors[index] else { return [] }
      anchors[index] = grown
      return [.updated(grown)] + mergeOthers(into: index)
    }
    anchors.append(anchor)
    return [.added(anchor)]
  }

  /// Merges those into a surface that are the same plane now that it is known better. The one found first stays.
  private mutating func mergeOthers(into index: Int) -> [AnchorChange] {
    guard isMergeable(index) else { return [] }
    var changes: [AnchorChange] = []
    var kept = index
    var other = 0
    while other < anchors.count {
      guard other != kept, isMergeable(other), areOne(anchors[kept], anchors[other]) else {
        other += 1
        continue
      }
      let (first, second) = (min(kept, other), max(kept, other))
      anchors[first] = anchors[first].grown(to: anchors[second])
      changes.append(.removed(id: anchors[second].id, into: anchors[first].id))
      changes.append(.updated(anchors[first]))
      anchors.remove(at: second)
      // What is grown may reach others now.
      (kept, other) = (first, 0)
    }
    return changes
  }

  /// Takes a surface away.
  public mutating func remove(id: String) -> [AnchorChange] {
    guard anchors.contains(where: { $0.id == id }) else { return [] }
    anchors.removeAll { $0.id == id }
    lastSeenInSeconds[id] = nil
    return [.removed(id: id, into: nil)]
  }

  /// Takes those surfaces away that had to be seen and were not for their lifetime.
  public mutating func expire(at timestampInSeconds: Double) -> [AnchorChange] {
    anchors.map(\.id).filter { isStale($0, at: timestampInSeconds) }.flatMap { remove(id: $0) }
  }

  /// True when a surface that must be seen was not for its lifetime.
  public func isStale(_ id: String, at timestampInSeconds: Double) -> Bool {
    lastSeenInSeconds[id].map { timestampInSeconds - $0 > options.lifetimeInSeconds } ?? false
  }

  private func isMergeable(_ index: Int) -> Bool { lastSeenInSeconds[anchors[index].id] == nil }

  /// Whether two surfaces of the world are one plane and meet or overlap.
  private func areOne(_ a: PlaneAnchor, _ b: PlaneAnchor) -> Bool {
    guard a.id != b.id, case .world(let first) = a.geometry, case .world(let second) = b.geometry else {
      return false
    }
    let cosine = dot(first.normal, second.normal)
    guard cosine >= Self.cosine(options.largestTiltBetweenMerged) else { return false }
    let middle = first.surfacePoint(second.worldPoint(b.extent.middle))
    guard abs(middle.height) <= options.largestStepBetweenMergedInMetres else { return false }
    return a.extent.overlaps(b.extent(on: first))
  }

  private static func cosine(_ angle: Double) -> Double {
    Rotation(rotationVector: SIMD3(angle, 0, 0)).matrix.row1.y
  }
}

extension PlaneAnchor {
  /// The extent in another plane's own axes: the smallest rectangle around the corners dropped onto it.
  func extent(on plane: Plane) -> SurfaceExtent {
    guard case .world(let own) = geometry else { return extent }
    let corners = extent.corners.map { plane.surfacePoint(own.worldPoint($0)) }
    return SurfaceExtent(around: corners) ?? extent
  }

  /// This surface, reaching as far as another one of its plane does too.
  fileprivate func grown(to other: PlaneAnchor) -> PlaneAnchor {
    guard case .world(let plane) = geometry else { return self }
    var grown = self
    grown.extent = extent.union(other.extent(on: plane))
    return grown
  }
}

extension SurfaceExtent {
  /// The smallest extent around points; nil for none.
  public init?(around points: [SurfacePoint]) {
    guard let first = points.first else { return nil }
    self.init(minU: first.u, minV: first.v, maxU: first.u, maxV: first.v)
    for point in points {
      self = union(SurfaceExtent(minU: point.u, minV: point.v, maxU: point.u, maxV: point.v))
    }
  }

  /// The four corners in order around.
  public var corners: [SurfacePoint] {
    [(minU, minV), (maxU, minV), (maxU, maxV), (minU, maxV)].map { SurfacePoint(u: $0.0, v: $0.1) }
  }

  /// The middle.
  public var middle: SurfacePoint { SurfacePoint(u: (minU + maxU) / 2, v: (minV + maxV) / 2) }

  /// The smallest extent around this one and another.
  public func union(_ other: SurfaceExtent) -> SurfaceExtent {
    SurfaceExtent(
      minU: min(minU, other.minU), minV: min(minV, other.minV), maxU: max(maxU, other.maxU),
      maxV: max(maxV, other.maxV))
  }

  /// True when the two share a place or touch.
  public func overlaps(_ other: SurfaceExtent) -> Bool {
    minU <= other.maxU && other.minU <= maxU && minV <= other.maxV && other.minV <= maxV
  }
}
