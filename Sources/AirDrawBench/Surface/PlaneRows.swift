import AirCapture
import AirGeometry
import AirSurface
import Foundation

/// The rows of the surfaces' bench that tell how well markers, sheets and single planes are found.
enum PlaneRows {
  /// Measures all rows.
  ///
  /// - Parameter data: the shared data's folder of surfaces.
  static func rows(data: String) throws -> [SurfaceRow] {
    try chessboardRows(data) + squareRows() + sheetRow() + tagRows(data) + outlineRows(data) + timeRows(data)
  }

  static func row(
    _ name: String, _ value: Double, atMost target: Double, _ unit: String
  ) -> SurfaceRow {
    SurfaceRow(name: name, value: value, target: target, unit: unit, isAtMost: true)
  }

  static func median(_ values: [Double]) -> Double { values.median ?? .nan }

  /// The angle between the normals of a plane as two poses have them, in degrees.
  static func normalAngle(_ a: CameraPose, _ b: CameraPose) -> Double {
    let up = SIMD3(0.0, 1, 0)
    let (p, q) = (a.pose.rotation.inverse(up), b.pose.rotation.inverse(up))
    let sine = length(cross(p, q))
    return atan2(sine, dot(p, q)) * 180 / .pi
  }

  /// Found tags and their corners' distance from what the AprilTag library's own test expects of these photos.
  private static func tagRows(_ data: String) throws -> [SurfaceRow] {
    let detector = try MarkerDetector(dictionary: .aprilTag36h11)
    var (found, total) = (0, 0)
    var errors: [Double] = []
    for name in ["33369213973_9d9bb4cc96_c", "34085369442_304b6bafd9_c", "34139872896_defdb2f8d9_c"] {
      let seen = try detector.markers(in: PixelImage(contentsOf: "\(data)/apriltag/\(name).jpg"))
      let text = try String(contentsOfFile: "\(data)/apriltag/\(name).txt", encoding: .utf8)
      for line in text.split(separator: "\n") {
        let numbers = line.split(whereSeparator: { "(), ".contains($0) }).compactMap { Double($0) }
        guard numbers.count == 9 else { continue }
        total += 1
        // The library's corners go counter-clockwise from the bottom-left and count from the pixel's corner.
        let expected = (0..<4).map {
          ImagePoint(x: numbers[7 - 2 * $0] - 0.5, y: numbers[8 - 2 * $0] - 0.5)
        }
        let distances = seen.map { marker in
          zip(marker.corners, expected).map { $0.distance(to: $1) }
        }
        if let nearest = distances.min(by: { $0.reduce(0, +) < $1.reduce(0, +) }),
          nearest.allSatisfy({ $0 < 3 })
        {
          found += 1
          errors += nearest
        }
      }
    }
    return [
      SurfaceRow(
        name: "AprilTag photos: tags found of \(total)", value: Double(found), target: 45, unit: "tags",
        isAtMost: false),
      row(
        "AprilTag photos: mean corner error", errors.reduce(0, +) / Double(max(errors.count, 1)), atMost: 0.3,
        "px"),
    ]
  }

  /// Visible corners of sheets and a card as they were read off by hand.
  private static func outlineRows(_ data: String) throws -> [SurfaceRow] {
    func point(_ x: Double, _ y: Double) -> ImagePoint { ImagePoint(x: x, y: y) }
    let photos: [(name: String, file: String, surface: SurfaceSpecification, visible: [ImagePoint])] = [
      (
        "sheet under a stone", "aruco/singlemarkersoriginal.jpg", .paper(.a4),
        [point(121, 126), point(636, 430.5), point(4.5, 423)]
      ),
      (
        "curled sheet beyond the picture", "aruco/gboriginal.png", .paper(.a4),
        [point(229, 40.5), point(516.6, 96.4)]
      ),
      (
        "card", "midv500/43_tur_id/images/CA/CA43_01.tif", .card,
        [point(139, 678), point(940, 689), point(966, 1180), point(88, 1167)]
      ),
    ]
    return try photos.map { photo in
      var finder = try SurfaceFinder(specification: photo.surface, camera: nil)
      let image = try PixelImage(contentsOf: "\(data)/\(photo.file)")
      _ = try finder.observe(Frame(index: 0, timestampInSeconds: 0, image: image))
      let corners = finder.seenCorners.first ?? []
      let errors = photo.visible.map { visible in
        corners.map { $0.distance(to: visible) }.min() ?? .infinity
      }
      return row("\(photo.name): worst visible corner", errors.max() ?? .infinity, atMost: 1.5, "px")
    }
  }
}
