import AirGeometry

/// A board as it was seen in one picture.
public struct BoardSighting: Hashable, Sendable {
  /// A point of the board and the pixel at which it was seen.
  public struct Corner: Hashable, Sendable {
    /// The number of the point, row by row.
    public var index: Int
    /// Where the point lies on the board.
    public var place: SurfacePoint
    /// Where it was seen, to a fraction of a pixel.
    public var pixel: ImagePoint

    /// Makes a corner.
    public init(index: Int, place: SurfacePoint, pixel: ImagePoint) {
      self.index = index
      self.place = place
      self.pixel = pixel
    }
  }

  /// The picture's size.
  public var imageSize: ImageSize
  /// The points that were seen.
  public var corners: [Corner]
  /// How wide an edge between black and white is across, in pixels: 1 for the sharpest picture there is.
  public var edgeWidthInPixels: Double
  /// How many pixels each circle covers; empty for boards without circles.
  var circleAreasInPixels: [Double] = []

  /// Makes a sighting.
  public init(imageSize: ImageSize, corners: [Corner], edgeWidthInPixels: Double = 1) {
    self.imageSize = imageSize
    self.corners = corners
    self.edgeWidthInPixels = edgeWidthInPixels
  }

  /// The corners of the convex hull of what was seen, counted along its way around (A. Andrew's monotone chain, 1979).
  var hull: [ImagePoint] {
    let points = corners.map(\.pixel).sorted { ($0.x, $0.y) < ($1.x, $1.y) }
    guard points.count > 2 else { return points }
    func half(_ points: some Sequence<ImagePoint>) -> [ImagePoint] {
      var chain: [ImagePoint] = []
      for point in points {
        while chain.count >= 2, turn(chain[chain.count - 2], chain[chain.count - 1], point) <= 0 {
          chain.removeLast()
        }
        chain.append(point)
      }
      return Array(chain.dropLast())
    }
    return half(points) + half(points.reversed())
  }
}

/// Twice the area of a triangle, positive when it turns from x towards y.
private func turn(_ a: ImagePoint, _ b: ImagePoint, _ c: ImagePoint) -> Double {
  (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
}

/// The area of a polygon and its centroid, by Green's theorem.
func areaAndCentroid(of polygon: [ImagePoint]) -> (area: Double, centroid: ImagePoint)? {
  guard let origin = polygon.first else { return nil }
  var (twice, x, y) = (0.0, 0.0, 0.0)
  for (a, b) in zip(polygon, polygon.dropFirst() + polygon.prefix(1)) {
    let (ax, ay, bx, by) = (a.x - origin.x, a.y - origin.y, b.x - origin.x, b.y - origin.y)
    let cross = ax * by - bx * ay
    twice += cross
    x += (ax + bx) * cross
    y += (ay + by) * cross
  }
  guard twice != 0 else { return nil }
  return (
    abs(twice) / 2, ImagePoint(x: origin.x + x / (3 * twice), y: origin.y + y / (3 * twice))
  )
}
