import AirCapture
import AirGeometry
import AirSurface
import FoundationEssentials
import Glibc

/// The rows of the surfaces' bench for moving cameras.
enum MotionRows {
  /// Five photographs of the chessboard, by their numbers; the plane's frame is the first one's.
  static let boardViews = [
    ["01", "09", "11", "13", "14"], ["14", "12", "09", "03", "01"], ["04", "06", "08", "12", "14"],
    ["03", "05", "09", "13", "14"], ["01", "03", "05", "07", "09"], ["01", "02", "03", "04", "05"],
  ]

  /// All rows.
  ///
  /// - Parameter folder: the folder with the surfaces' data (`calibration`, `icl_nuim`, …).
  static func rows(dataFolder folder: String) throws -> [SurfaceRow] {
    var rows: [SurfaceRow] = []
    for views in boardViews { rows += try board(folder, views) }
    rows += try wall(folder)
    rows += try drift()
    return rows
  }

  /// The chessboard from five photographs and the distance of two of its corners.
  private static func board(_ folder: String, _ views: [String]) throws -> [SurfaceRow] {
    let calibration = folder + "/calibration/"
    let camera = try CameraModel(
      contentsOf: calibration + "opencv_refs/left_intrinsics.yml",
      imageSize: ImageSize(width: 640, height: 480))
    let pictures = try views.map { try PixelImage(contentsOf: calibration + "opencv_stereo/left\($0).jpg") }
    let name = "motion, photos " + views.joined(separator: " ")
    guard let board = try BoardTruth(calibration: calibration, view: views[0], pictures[0], camera) else {
      return []
    }
    let corners = board.corners
    let pixels = corners.compactMap { camera.project(CameraPoint($0)) }
    guard pixels.count == 54 else { return [] }
    let diagonal = (0.2 * 0.2 + 0.125 * 0.125).squareRoot()
    var finder = PlaneMotionFinder(
      camera: camera, length: KnownLength(metres: diagonal, start: pixels[0], end: pixels[53]),
      order: .photographs)
    var related = 0
    for picture in pictures where try finder.observe(picture) != nil { related += 1 }
    let count = SurfaceRow(
      name: name + ", related", value: Double(related), target: 5, unit: "", isAtMost: false)
    guard let motion = try? finder.solve(), let pose = motion.cameraPoses[0] else { return [count] }
    let normal = pose.pose.rotation.inverse(SIMD3(0, 1, 0))
    let cosine = abs((normal * board.normal).sum())
    let anchor = motion.anchor(id: "board")
    let errors = zip(corners, pixels).compactMap { corner, pixel -> Double? in
      anchor.hitTest(pixel, camera: camera, cameraPose: pose).map { hit in
        let error = pose.cameraPoint(Plane.ground.worldPoint(hit.point)).position - corner
        return 1000 * (error * error).sum().squareRoot()
      }
    }.sorted()
    return [
      count,
      SurfaceRow(
        name: name + ", normal", value: acos(min(cosine, 1)) * 180 / .pi, target: 0.1, unit: "°",
        isAtMost: true),
      SurfaceRow(
        name: name + ", points (median of 54)", value: errors[errors.count / 2], target: 0.15, unit: "mm",
        isAtMost: true),
    ]
  }

  /// A rendered room with exact poses: the picture on the wall, from one view to another 1.2 m and 42° away.
  private static func wall(_ folder: String) throws -> [SurfaceRow] {
    let size = ImageSize(width: 640, height: 480)
    let intrinsics = CameraIntrinsics(fx: 481.2, fy: 480, cx: 319.5, cy: 239.5)
    guard let camera = CameraModel(intrinsics: intrinsics, imageSize: size) else { return [] }
    let data = try Data(contentsOf: URL(filePath: folder + "/icl_nuim/pose.txt"))
    let poses = String(decoding: data, as: UTF8.self).split(separator: "\n").compactMap {
      RenderedRoom.pose($0.split(separator: " ").compactMap { Double($0) })
    }
    guard poses.count == 5 else { return [] }
    guard let plane = RenderedRoom.picturePlane(seenFrom: poses[0]) else { return [] }
    var tracker = CameraPoseTracker(plane: plane, camera: camera, extent: RenderedRoom.pictureExtent)
    _ = try tracker.observe(
      try PixelImage(contentsOf: folder + "/icl_nuim/color_1.png"), detection: poses[0])
    let found = try tracker.observe(try PixelImage(contentsOf: folder + "/icl_nuim/color_3.png"))
    let error = found.map { 1000 * $0.cameraPose.pose.origin.distance(to: poses[2].pose.origin) }
    let turn = found.map { $0.cameraPose.pose.rotation.angle(to: poses[2].pose.rotation) * 180 / .pi }
    return [
      SurfaceRow(
        name: "pose, rendered room, camera 1.2 m away", value: error ?? .infinity, target: 20, unit: "mm",
        isAtMost: true),
      SurfaceRow(
        name: "pose, rendered room, turn", value: turn ?? .infinity, target: 0.5, unit: "°", isAtMost: true),
    ]
  }

  /// Time that this thread has computed, whatever else the machine does.
  private static func threadTimeInMilliseconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
  }

  /// A rendered table, a hand before it, two seconds after the only detection.
  static func drift() throws -> [SurfaceRow] {
    let size = ImageSize(width: 1280, height: 720)
    let intrinsics = CameraIntrinsics(fx: 1000, fy: 1000, cx: 640, cy: 360)
    guard let camera = CameraModel(intrinsics: intrinsics, imageSize: size) else { return [] }
    let table = RenderedPlane(camera: camera, seed: 3)
    var tracker = CameraPoseTracker(camera: camera)
    var errors: [Double] = []
    var turns: [Double] = []
    var times: [Double] = []
    for frame in 0..<60 {
      let truth = CameraPose(swayingAt: Double(frame) / 30)
      let hand = (middle: ImagePoint(x: 500 + 5 * Double(frame), y: 400), radius: 160.0)
      guard let picture = table.picture(from: truth, frame: frame, hand: hand) else { continue }
      let start = threadTimeInMilliseconds()
      let found = try tracker.observe(picture, detection: frame == 0 ? truth : nil)
      times.append(threadTimeInMilliseconds() - start)
      errors.append(
        found.map { 1000 * $0.cameraPose.pose.origin.distance(to: truth.pose.origin) } ?? .infinity)
      let turn = found.map { $0.cameraPose.pose.rotation.angle(to: truth.pose.rotation) * 180 / .pi }
      turns.append(turn ?? .infinity)
    }
    return [
      SurfaceRow(
        name: "pose, rendered table, worst place in 60 frames", value: errors.max() ?? .infinity, target: 1,
        unit: "mm", isAtMost: true),
      SurfaceRow(
        name: "pose, rendered table, worst turn in 60 frames", value: turns.max() ?? .infinity, target: 0.1,
        unit: "°", isAtMost: true),
      SurfaceRow(
        name: "pose, 720p, one thread, median time per frame", value: times.sorted()[times.count / 2],
        target: 33,
        unit: "ms", isAtMost: true),
    ]
  }
}

extension CameraPose {
  /// A hand-held camera half a metre above a table, swaying by a hand's breadth within seconds.
  fileprivate init(swayingAt seconds: Double) {
    self.init(
      lookingAt: SurfacePoint(u: 0.15 + 0.06 * sin(2 * seconds), v: 0.1 + 0.04 * sin(3.1 * seconds)),
      distance: 0.45 + 0.06 * sin(1.7 * seconds), elevation: 1 + 0.15 * sin(1.3 * seconds),
      azimuth: 0.4 * sin(1.6 * seconds), roll: 0.1 * sin(2.3 * seconds))
  }
}
