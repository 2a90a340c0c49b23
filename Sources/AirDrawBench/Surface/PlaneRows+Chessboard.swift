import AirCapture
import AirGeometry
import AirSurface
import Foundation

/// A photo of the 9 × 6 chessboard of 25 mm and the pose that all of its corners tell.
private struct BoardPhoto {
  static let columns = 9
  static let rows = 6
  static let square = 0.025

  let grey: GreyImage
  /// Inner corners on the ideal image, row by row.
  let corners: [SIMD2<Double>]
  let pose: CameraPose

  init?(path: String, ideal: IdealImage) throws {
    let image = try PixelImage(contentsOf: path)
    guard let grey = try image.grey(),
      let pixels = try image.chessboardCorners(columns: Self.columns, rows: Self.rows)
    else { return nil }
    var corners = pixels.compactMap(ideal.point(of:))
    guard corners.count == Self.columns * Self.rows else { return nil }
    let along = corners[Self.columns - 1] - corners[0]
    let across = corners[Self.columns * (Self.rows - 1)] - corners[0]
    if along.x * across.y - along.y * across.x < 0 {
      corners = corners.indices.map {
        corners[$0 / Self.columns * Self.columns + Self.columns - 1 - $0 % Self.columns]
      }
    }
    let observations = corners.indices.map {
      CornerObservation(points: [Self.point($0)], places: [corners[$0]], information: [1, 0, 0, 1])
    }
    guard let pose = try PlanePose.solutions(of: observations, ideal: ideal).first else { return nil }
    self.grey = grey
    self.corners = corners
    self.pose = pose.cameraPose
  }

  static func point(_ index: Int) -> SurfacePoint {
    SurfacePoint(u: Double(index % columns) * square, v: Double(index / columns) * square)
  }

  /// The pose that a part of the board alone tells, by the edges of a pattern, started from four corners.
  func pose(
    of pattern: KnownPattern, column: Int, row: Int, columns: Int, rows: Int, ideal: IdealImage
  ) throws -> CameraPose? {
    let places = [(0, 0), (columns, 0), (columns, rows), (0, rows)].map {
      corners[(row + $0.1) * Self.columns + column + $0.0]
    }
    guard
      let fitted = EdgeAlignment(pattern: pattern, grey: grey, ideal: ideal).refined(places, reach: 3)
    else { return nil }
    let observation = CornerObservation(
      points: pattern.corners, places: fitted.corners, information: fitted.information)
    return try PlanePose.solutions(of: [observation], ideal: ideal).first?.cameraPose
  }
}

extension PlaneRows {
  /// A small square and the board's rectangle against the pose of the whole board. The square's estimate uses the twelve
  /// unit edges of its 2 × 2 squares at the board's middle and nothing outside of them; the rectangle's uses its four
  /// sides alone.
  ///
  /// With the camera's published numbers, and with what the photos' own calibration gives.
  static func chessboardRows(_ data: String) throws -> [SurfaceRow] {
    let published = try CameraModel(
      contentsOf: "\(data)/calibration/opencv_refs/left_intrinsics.yml",
      imageSize: ImageSize(width: 640, height: 480))
    let own = try CalibrationRows.calibration(ofSide: "left", in: data).camera
    return try chessboardRows(data, published, "") + chessboardRows(data, own, ", camera calibrated here")
  }

  private static func chessboardRows(
    _ data: String, _ camera: CameraModel, _ kind: String
  ) throws -> [SurfaceRow] {
    let ideal = IdealImage(camera: camera)
    let square = KnownPattern(chessboardOfSquare: BoardPhoto.square, columns: 2, rows: 2)
    let rectangle = KnownPattern(
      chessboardOfSquare: BoardPhoto.square, columns: 8, rows: 5, hasInterior: false)
    var angles: [Double] = []
    var distances: [Double] = []
    for number in [1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14] {
      let name = "left" + (number < 10 ? "0" : "") + "\(number).jpg"
      guard let photo = try BoardPhoto(path: "\(data)/calibration/opencv_stereo/\(name)", ideal: ideal) else {
        continue
      }
      let small = try photo.pose(of: square, column: 3, row: 1, columns: 2, rows: 2, ideal: ideal)
      angles.append(small.map { normalAngle($0, photo.pose) } ?? 180)
      let large = try photo.pose(of: rectangle, column: 0, row: 0, columns: 8, rows: 5, ideal: ideal)
      distances += photo.corners.indices.map { index in
        large.flatMap { distance($0, photo.pose, BoardPhoto.point(index), camera) } ?? .infinity
      }
    }
    return [
      row("50 mm square on the board photos: normal, median\(kind)", median(angles), atMost: 0.25, "°"),
      row(
        "50 mm square on the board photos: normal, worst\(kind)", angles.max() ?? .infinity, atMost: 0.5, "°"),
      row("200 × 125 mm: point error, median\(kind)", median(distances), atMost: 0.10, "mm"),
      row("200 × 125 mm: point error, worst\(kind)", distances.max() ?? .infinity, atMost: 0.3, "mm"),
    ]
  }

  /// How far from a point of the surface a pose puts the pixel at which another pose sees it, in millimetres.
  static func distance(
    _ pose: CameraPose, _ truth: CameraPose, _ point: SurfacePoint, _ camera: CameraModel
  ) -> Double? {
    guard let pixel = camera.project(truth.cameraPoint(Plane.ground.worldPoint(point))),
      let ray = camera.unproject(pixel).flatMap(pose.worldRay),
      let reach = Plane.ground.distance(along: ray)
    else { return nil }
    return Plane.ground.surfacePoint(ray.point(atDistance: reach)).distance(to: point) * 1000
  }
}
