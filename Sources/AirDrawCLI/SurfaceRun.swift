import AirArguments
import AirDraw
import Glibc

/// Looks for the surface of a recording.
struct SurfaceRun {
  /// The surface.
  let anchor: PlaneAnchor
  /// What is unusual.
  let warnings: [String]
  private let watch: SurfaceWatch
  private let camera: FittedCamera?
  private let source: String
  /// The camera in each frame that shows the surface, where the camera moves.
  private let poses: [FramePose]
  /// What the known thing's corners tell of the focal length, where no camera is known.
  private let focalLength: FocalLengthEstimate?
  /// The frame that is drawn on, with the camera's pose in it where it moves.
  private let shown: (frame: Frame, pose: CameraPose?)?

  private struct FramePose {
    var number: Int
    var timestampInSeconds: Double
    var pose: CameraPose
  }

  init(_ arguments: ParsedArguments, console: Console) throws {
    let path = try arguments[RecordingOptions.recording]
    let source = try RecordingOptions.source(arguments)
    let camera = try RecordingOptions.camera(arguments, for: source.imageSize)
    var watch = try SurfaceWatch(
      specification: try arguments[SurfaceOptions.surface], camera: camera?.camera,
      recordedPoses: camera?.poses ?? [], options: try SurfaceOptions.options(arguments))
    if watch.needsSurvey {
      guard let frames = try source.framesAgain() else { throw RecordingError.motionOfCamera }
      try watch.survey(frames)
    }
    var progress = Progress(frameCount: source.estimatedFrameCount, isShown: console.showsProgress)
    defer { progress.finish() }
    let frames = try PrefetchingFrameSource(source)
    var poses: [FramePose] = []
    var rectangles: [[ImagePoint]] = []
    var shown: (frame: Frame, pose: CameraPose?)?
    while let frame = try frames.nextFrame() {
      let glimpse = try watch.observe(frame)
      if rectangles.count < Self.largestRectangleCount, watch.seenCorners.count == 1 {
        rectangles += watch.seenCorners
      }
      if let pose = glimpse.cameraPose {
        poses.append(
          FramePose(number: frame.index + 1, timestampInSeconds: frame.timestampInSeconds, pose: pose))
        shown = (frame, pose)
      } else if shown == nil || (!watch.seenCorners.isEmpty && watch.sightingCount == 1) {
        shown = (frame, nil)
      }
      progress.update(
        "\(watch.frameCount) frames, the surface seen in \(watch.sightingCount ?? watch.frameCount)")
    }
    guard shown != nil else { throw RecordingError.noFrames }
    _ = try watch.finish()
    guard let anchor = watch.anchor else {
      throw SurfaceError.neverSeen(what: watch.specification.summary, frames: watch.searchedFrameCount)
    }
    self.anchor = anchor
    self.watch = watch
    self.camera = camera
    focalLength = camera == nil ? Self.focalLength(rectangles, anchor, source.imageSize) : nil
    self.source = FilePath.name(of: path)
    self.poses = poses
    self.shown = shown
    warnings =
      (camera?.notes ?? []) + source.warnings + Self.doubts(watch, anchor)
      + Self.doubts(poses.map(\.pose), anchor)
  }

  /// What makes one doubt that the camera sees the surface.
  private static func doubts(_ poses: [CameraPose], _ anchor: PlaneAnchor) -> [String] {
    guard case .world(let plane) = anchor.geometry, !poses.isEmpty else { return [] }
    // Lower than a tenth of its way to the surface's middle a camera sees it edge-on.
    let isAbove = poses.contains { pose in
      let place = plane.surfacePoint(pose.pose.origin)
      return place.height > 0.1 * place.distance(to: anchor.extent.middle)
    }
    return isAbove
      ? [] : ["The camera is never above the surface by more than an edge-on look; check its poses."]
  }

  /// From so many sightings on, their common errors are what is left.
  private static let largestRectangleCount = 60

  /// The focal length by the corners of a rectangle of known sides; nil where they don't tell it, as of one that is seen
  /// from straight above.
  private static func focalLength(
    _ rectangles: [[ImagePoint]], _ anchor: PlaneAnchor, _ size: ImageSize
  ) -> FocalLengthEstimate? {
    let extent = anchor.extent
    guard !rectangles.isEmpty, extent.maxU > extent.minU, extent.maxV > extent.minV else { return nil }
    let aspect = (extent.maxU - extent.minU) / (extent.maxV - extent.minV)
    return try? FocalLengthEstimate(rectangles: rectangles, aspect: aspect, imageSize: size)
  }

  /// What makes one doubt the surface.
  private static func doubts(_ watch: SurfaceWatch, _ anchor: PlaneAnchor) -> [String] {
    var doubts = watch.doubts
    if case .homography = anchor.geometry, anchor.scale != .imagePixels {
      doubts.append(
        "No camera is known, so the surface's tilt is not either, and what rises from it is drawn as if it lay on "
          + "it: give --camera or --fov.")
    }
    return doubts
  }

  /// A frame with the surface drawn in; nil where none shows it.
  var picture: PixelImage? {
    guard let shown else { return nil }
    return SurfacePicture(
      of: anchor, in: shown.frame.image.size, camera: camera?.camera, cameraPose: shown.pose
    )?.drawn(on: shown.frame.image)
  }

  // MARK: Reports

  /// The camera's pose in the surface's frame, where it is the same in all frames.
  private var stillPose: CameraPose? {
    if case .fixedCamera(let pose) = anchor.geometry { pose } else { nil }
  }

  /// The report for programs: lengths in millimetres, angles in degrees.
  var json: JSONValue {
    let extent = anchor.extent
    var fields = [
      JSONField("airdraw", .string(airDrawVersion)), JSONField("source", .string(source)),
      JSONField("id", .string(anchor.id)), JSONField("taken", .string(watch.taken)),
      JSONField("scale", .string(anchor.scale.description)),
      JSONField(
        "extent_mm", JSONValue([extent.minU, extent.minV, extent.maxU, extent.maxV].map { $0 * 1000 })),
      JSONField("residual_px", JSONValue(anchor.residualInPixels)),
      JSONField("frames", .integer(watch.frameCount)),
      JSONField("searched", .integer(watch.searchedFrameCount)),
      JSONField("seen", watch.sightingCount.map { .integer($0) } ?? .null),
      JSONField("moved_px", .number(watch.largestMoveInPixels)),
    ]
    switch anchor.geometry {
    case .fixedCamera(let pose):
      fields.append(JSONField("camera", .object(self.fields(of: pose))))
      fields.append(JSONField("normal_in_camera", JSONValue(Self.normalInCamera(pose))))
    case .homography(let homography, _):
      fields.append(JSONField("image_to_surface", JSONValue(homography.imageToSurface.rowMajor)))
    case .world(let plane):
      let origin = plane.pose.origin.position * 1000
      fields.append(JSONField("normal", JSONValue([plane.normal.x, plane.normal.y, plane.normal.z])))
      fields.append(JSONField("origin_mm", JSONValue([origin.x, origin.y, origin.z])))
      let poses = poses.map { frame -> JSONValue in
        .object(
          [JSONField("frame", .integer(frame.number)), JSONField("t", .number(frame.timestampInSeconds))]
            + self.fields(of: frame.pose))
      }
      fields.append(JSONField("poses", .array(poses)))
    case .unseen: break
    }
    if let focalLength {
      fields.append(
        JSONField(
          "focal_length",
          [
            "px": .number(focalLength.focalLengthInPixels),
            "deviation_px": .number(focalLength.standardDeviationInPixels),
          ]))
    }
    if let uncertainty = anchor.uncertainty {
      fields.append(
        JSONField(
          "uncertainty",
          [
            "normal_deg": .number(uncertainty.normalInDegrees),
            "origin_mm": .number(uncertainty.originInMetres * 1000),
            "other_tilt": .number(uncertainty.probabilityOfOtherTilt),
          ]))
    }
    fields.append(JSONField("warnings", .array(warnings.map { .string($0) })))
    return .object(fields)
  }

  /// The surface's plane in the world: of a camera that stands still the surface is the world.
  private var plane: Plane {
    if case .world(let plane) = anchor.geometry { plane } else { .ground }
  }

  /// How high a camera is above the surface, in metres.
  private func height(of pose: CameraPose) -> Double { plane.surfacePoint(pose.pose.origin).height }

  /// The camera in the world: its place, its turn, its height above the plane and how steeply it looks down on it.
  private func fields(of pose: CameraPose) -> [JSONField] {
    let origin = pose.pose.origin.position * 1000
    return [
      JSONField("position_mm", JSONValue([origin.x, origin.y, origin.z])),
      JSONField("rotation", JSONValue(pose.pose.rotation.matrix.rowMajor)),
      JSONField("height_mm", .number(height(of: pose) * 1000)), JSONField("tilt_deg", .number(tilt(pose))),
    ]
  }

  /// How steeply the optical axis points down on the plane, in degrees.
  private func tilt(_ pose: CameraPose) -> Double {
    let steepness = -(pose.pose.rotation(SIMD3(0, 0, 1)) * plane.normal).sum()
    return asin(max(-1, min(1, steepness))) * 180 / .pi
  }

  private static func normalInCamera(_ pose: CameraPose) -> [Double] {
    let normal = pose.pose.rotation.inverse(SIMD3(0, 1, 0))
    return [normal.x, normal.y, normal.z]
  }

  /// The report for people.
  var lines: [String] {
    let extent = anchor.extent
    var lines = ["surface   \(anchor.id): \(anchor.scale.description)"]
    if let count = watch.sightingCount {
      lines.append("seen      in \(count) of \(watch.searchedFrameCount) frames looked at")
    }
    let size = [extent.maxU - extent.minU, extent.maxV - extent.minV].map { decimal($0 * 1000, places: 1) }
    if extent.maxU > extent.minU { lines.append("extent    \(size[0]) × \(size[1]) mm") }
    if let pose = stillPose ?? poses.last?.pose {
      lines.append(
        "camera    \(decimal(height(of: pose) * 1000, places: 1)) mm above it, looking "
          + "\(decimal(tilt(pose), places: 1))° down on it\(poses.isEmpty ? "" : ", at the end")"
      )
    }
    if !poses.isEmpty { lines.append("poses     in \(poses.count) of \(watch.frameCount) frames") }
    if let residual = anchor.residualInPixels { lines.append("residual  \(decimal(residual, places: 3)) px") }
    if let focalLength {
      let focal = focalLength.focalLengthInPixels
      let width = Double(focalLength.camera.imageSize.width)
      lines.append(
        "focal     about \(decimal(focal, places: 0)) ± \(decimal(focalLength.standardDeviationInPixels, places: 0)) px: "
          + "--fov \(decimal(2 * atan(width / 2 / focal) * 180 / .pi, places: 1)) would say so")
    }
    // Noise is the least of the errors where nothing fits.
    if let uncertainty = anchor.uncertainty, watch.doubts.isEmpty {
      lines.append(
        "sure to   \(decimal(uncertainty.normalInDegrees, places: 3))° and "
          + "\(decimal(uncertainty.originInMetres * 1000, places: 3)) mm (one standard deviation of the noise)"
      )
    }
    return lines
  }
}
