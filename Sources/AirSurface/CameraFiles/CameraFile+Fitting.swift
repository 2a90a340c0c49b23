import AirGeometry

/// A camera made ready for a recording.
public struct FittedCamera: Hashable, Sendable {
  /// The camera, for the recording's size.
  public var camera: CameraModel
  /// The poses that the file tells, of that camera; each frame's own camera is fitted like it.
  public var poses: [TimedCameraPose]
  /// What was chosen or assumed on the way, a sentence each.
  public var notes: [String]

  /// Makes a camera ready for a recording.
  public init(camera: CameraModel, poses: [TimedCameraPose] = [], notes: [String] = []) {
    self.camera = camera
    self.poses = poses
    self.notes = notes
  }
}

extension CameraFile {
  /// One of the file's cameras, for pictures of a size.
  ///
  /// Where the pictures stand upright and the camera's lie, or the other way round, the camera and its poses are turned, as
  /// players turn what a phone recorded: so that down is down where the poses know it, else clockwise from lying to upright.
  ///
  /// - Parameters:
  ///   - number: which of several cameras, from 1; the first one unless told, which a note then says.
  ///   - imageSize: the size of the pictures that the camera is used for. A calibration for another size of the same
  ///     shape is scaled, which a note says; one that names no size is taken to be of this size.
  ///   - crop: what part of the calibrated picture the pictures show, where they have another shape.
  /// - Throws: `SurfaceError.camera` when there is no such camera, `.cameraSize` when its pictures have another shape.
  public func camera(
    _ number: Int? = nil, for imageSize: ImageSize, crop: CameraCrop = .none
  ) throws(SurfaceError) -> FittedCamera {
    var notes = notes
    let chosen = try chosenCamera(number, &notes)
    let ownSize = chosen.imageSize ?? imageSize
    let model = CameraModel(
      intrinsics: chosen.intrinsics, distortion: chosen.distortion, imageSize: ownSize)
    guard let model else {
      throw .camera(path: path, reason: "its focal lengths must be positive and its numbers finite")
    }
    if let doubt = Self.impossibility(of: model) { throw .camera(path: path, reason: doubt) }
    let turns = quarterTurns(from: ownSize, to: imageSize, crop)
    func fitted(_ camera: CameraModel) throws(CameraError) -> CameraModel {
      guard let turned = camera.turned(clockwiseQuarterTurns: turns) else {
        throw .otherAspect(camera: camera.imageSize, video: imageSize)
      }
      return try turned.fitted(to: imageSize, crop: crop)
    }
    do {
      let camera = try fitted(model)
      if turns != 0 {
        notes.append(
          "The camera of \(path) is turned \(turns == 1 ? "clockwise" : "counter-clockwise") with the picture."
        )
      }
      if ownSize != imageSize {
        notes.append("The camera of \(path) is for pictures of \(ownSize) and was fitted to \(imageSize).")
      }
      let poses = poses.map { pose in
        var pose = pose
        pose.pose = pose.pose.turned(clockwiseQuarterTurns: turns)
        pose.camera = pose.camera.flatMap { try? fitted($0) }
        return pose
      }
      return FittedCamera(camera: camera, poses: poses, notes: notes)
    } catch .otherAspect {
      throw .cameraSize(path: path, camera: ownSize.description, recording: imageSize.description)
    } catch {
      throw .camera(
        path: path, reason: "of its picture of \(ownSize) there is no such part as the crop that was given")
    }
  }

  /// Focal lengths of cameras, in lengths of the picture's longer side: from a fisheye's to a large telescope's.
  private static let focalLengths = 0.05...200.0
  /// How far from the picture's middle the principal point may be, in lengths of the longer side: crops move it.
  private static let largestOffset = 10.0

  /// Why no camera can have these numbers; nil where one can.
  private static func impossibility(of model: CameraModel) -> String? {
    let (k, size) = (model.intrinsics, model.imageSize)
    let side = Double(max(size.width, size.height))
    for (name, value) in [("fx", k.fx), ("fy", k.fy)] where !focalLengths.contains(value / side) {
      return "its focal length \(name) of \(value) pixels can't be that of pictures of \(size)"
    }
    let middle = ImagePoint(x: Double(size.width - 1) / 2, y: Double(size.height - 1) / 2)
    guard max(abs(k.cx - middle.x), abs(k.cy - middle.y)) <= largestOffset * side else {
      return "its principal point of (\(k.cx), \(k.cy)) can't be that of pictures of \(size)"
    }
    guard abs(k.skew) <= k.fx else { return "its skew of \(k.skew) is more than its focal length" }
    let principal = ImagePoint(x: k.cx, y: k.cy)
    let reach = 0.1 * side
    let around = [(-reach, 0.0), (reach, 0), (0, -reach), (0, reach)].map {
      principal.moved(dx: $0.0, dy: $0.1)
    }
    guard around.allSatisfy({ model.unproject($0) != nil }) else {
      return "its distortion folds the picture over near its middle; check the coefficients and their order"
    }
    return nil
  }

  private func chosenCamera(_ number: Int?, _ notes: inout [String]) throws(SurfaceError) -> RecordedCamera {
    guard !cameras.isEmpty else {
      throw .camera(path: path, reason: "it tells poses, planes or points but no camera; give a calibration")
    }
    guard (1...cameras.count).contains(number ?? 1) else {
      throw .camera(
        path: path, reason: "it has no camera \(number ?? 1); give a number from 1 to \(cameras.count)")
    }
    let chosen = cameras[(number ?? 1) - 1]
    if cameras.count > 1, number == nil {
      let name = chosen.name.isEmpty ? "" : " (\(chosen.name))"
      notes.append("\(path) holds \(cameras.count) cameras, and the first\(name) is taken.")
    }
    return chosen
  }

  /// By how many quarter turns clockwise the camera's picture becomes the recording's: none, one or three.
  private func quarterTurns(from own: ImageSize, to recording: ImageSize, _ crop: CameraCrop) -> Int {
    // A crop that is told in pixels is told in the camera's own picture.
    if case .pixels = crop { return 0 }
    let isLying = own.width > own.height
    let becomesUpright = isLying && recording.width < recording.height
    let becomesLying = own.width < own.height && recording.width > recording.height
    guard becomesUpright || becomesLying else { return 0 }
    // After a clockwise turn the picture's rows follow one another along what was x.
    let downward = isUpright ? poses.reduce(0) { $0 - $1.pose.pose.rotation(SIMD3(1, 0, 0)).y } : 0
    return downward == 0 ? (isLying ? 1 : 3) : (downward > 0 ? 1 : 3)
  }
}

extension CameraModel {
  /// Reads the first camera of a file of any known kind; see `CameraFile`.
  ///
  /// - Parameters:
  ///   - path: the file, or a folder of files that belong together.
  ///   - imageSize: the size of the pictures that the camera is used for.
  /// - Throws: `SurfaceError.camera` or `.cameraSize`.
  public init(contentsOf path: String, imageSize: ImageSize) throws(SurfaceError) {
    self = try CameraFile(contentsOf: path, imageSize: imageSize).camera(for: imageSize).camera
  }
}
