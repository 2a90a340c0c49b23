import AirGeometry

/// A square that lies on the surface where the view's middle, or the finger, points at: it shows where a point would be
/// drawn, and how sure that is.
///
/// The numbers are those of the focus square in ARKit's sample code: 17 cm wide, its place the mean of the last eight.
public struct FocusReticle: Hashable, Sendable {
  /// How the square looks.
  public enum Form: Hashable, Sendable {
    /// Its sides are apart: the surface is only estimated or goes on beyond what is known of it.
    case open
    /// Its sides meet: it lies on a known surface.
    case closed
  }

  /// Length of a side in metres.
  public static let sideInMetres = 0.17
  /// So many places are averaged.
  public static let averagedCount = 8
  /// Half the gap in the middle of an open square's sides, as a share of a side.
  private static let openShare = 0.15

  /// Where it lies; nil while it is on no surface.
  public private(set) var place: SurfacePoint?
  /// The surface it lies on.
  public private(set) var anchorID: String?
  /// How it looks.
  public private(set) var form = Form.open
  private var recent: [SurfacePoint] = []

  /// Makes a reticle that lies nowhere yet.
  public init() {}

  /// Takes in where a ray meets a surface now; nil where it misses, which forgets all before.
  public mutating func observe(_ hit: HitTestResult?) {
    guard let hit else {
      self = FocusReticle()
      return
    }
    // Places of two surfaces have no mean.
    if hit.anchorID != anchorID { recent.removeAll() }
    anchorID = hit.anchorID
    form = hit.isWithinExtent ? .closed : .open
    recent.append(hit.point)
    if recent.count > Self.averagedCount { recent.removeFirst() }
    let count = Double(recent.count)
    place = SurfacePoint(
      u: recent.reduce(0) { $0 + $1.u } / count, v: recent.reduce(0) { $0 + $1.v } / count)
  }

  /// The lines to draw, each from one point of the surface to another; none while it lies nowhere.
  ///
  /// Closed, these are the four sides. Open, each side has a gap in its middle.
  public var lines: [(SurfacePoint, SurfacePoint)] {
    guard let place else { return [] }
    let half = Self.sideInMetres / 2
    let corners = [(-half, -half), (half, -half), (half, half), (-half, half)]
    func point(_ offset: (Double, Double)) -> SurfacePoint {
      SurfacePoint(u: place.u + offset.0, v: place.v + offset.1)
    }
    return corners.indices.flatMap { index -> [(SurfacePoint, SurfacePoint)] in
      let (a, b) = (corners[index], corners[(index + 1) % 4])
      guard form == .open else { return [(point(a), point(b))] }
      func between(_ share: Double) -> (Double, Double) {
        (a.0 + (b.0 - a.0) * share, a.1 + (b.1 - a.1) * share)
      }
      return [
        (point(a), point(between(0.5 - Self.openShare))), (point(between(0.5 + Self.openShare)), point(b)),
      ]
    }
  }
}
