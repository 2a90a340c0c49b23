import AirGeometry

/// What a camera file or the log of an AR session tells: cameras, and where they were.
public struct CameraFile: Hashable, Sendable {
  /// The kind of file.
  public var format: CameraFileFormat
  /// The cameras that it calibrates, in its order; empty where it holds poses or planes alone.
  public var cameras: [RecordedCamera] = []
  /// The camera's pose for each frame, in order, in a world with y up; the camera's axes are x right, y down, z forward.
  public var poses: [TimedCameraPose] = []
  /// The planes that an AR session found, in their last state.
  public var planes: [PlaneAnchor] = []
  /// The points that an AR session saw.
  public var featurePoints: [WorldPoint] = []
  /// True when the poses' unit is the metre; false where it is unknown, as after reconstruction from pictures.
  public var isMetric = true
  /// True when the world's y is up by gravity; false where it only points about upwards.
  public var isUpright = true
  /// What was assumed where the file leaves a choice, a sentence each.
  public var notes: [String] = []
  /// The file or folder, for messages.
  public var path: String

  /// Makes the outcome of reading a file.
  public init(format: CameraFileFormat, path: String) {
    self.format = format
    self.path = path
  }
}

/// A camera as a file tells it.
public struct RecordedCamera: Hashable, Sendable {
  /// What the file calls it: a matrix's name, a camera's number, or nothing.
  public var name: String
  /// The pinhole's numbers, with the top-left pixel's centre at (0, 0).
  public var intrinsics: CameraIntrinsics
  /// The lens.
  public var distortion: LensDistortion
  /// The size of the pictures that it is for; nil where the file does not tell.
  public var imageSize: ImageSize?
  /// How sure the calibration is; nil where the file does not tell.
  public var uncertainty: CameraUncertainty?

  /// Makes a camera.
  public init(
    name: String = "", intrinsics: CameraIntrinsics, distortion: LensDistortion = .brownConrady(.none),
    imageSize: ImageSize?, uncertainty: CameraUncertainty? = nil
  ) {
    self.name = name
    self.intrinsics = intrinsics
    self.distortion = distortion
    self.imageSize = imageSize
    self.uncertainty = uncertainty
  }
}

/// The kinds of files that cameras, poses and planes are read from.
public enum CameraFileFormat: String, CaseIterable, Hashable, Sendable {
  /// Our own JSON.
  case airDraw = "airdraw-camera JSON"
  /// OpenCV's FileStorage in YAML, XML or JSON, or its names in plain JSON or YAML.
  case openCV = "OpenCV calibration"
  /// ROS's `sensor_msgs/CameraInfo` in YAML.
  case rosCameraInfo = "ROS CameraInfo"
  /// Kalibr's camera chains, and files of their kind.
  case kalibr = "Kalibr calibration"
  /// COLMAP's `cameras.txt` and `images.txt`.
  case colmap = "COLMAP text model"
  /// The `transforms.json` of NeRF tools.
  case nerfTransforms = "transforms.json"
  /// NeRFCapture's frames.
  case nerfCapture = "NeRFCapture frames"
  /// Stray Scanner's `camera_matrix.csv` and `odometry.csv`.
  case strayScanner = "Stray Scanner recording"
  /// Record3D's metadata.
  case record3D = "Record3D metadata"
  /// Polycam's files, one a frame.
  case polycam = "Polycam cameras"
  /// ARKit-Data-Logger's poses and point cloud.
  case arkitDataLogger = "ARKit-Data-Logger log"
  /// ARlog's sessions and detected planes.
  case arLog = "ARlog session"
}

/// A camera made ready for a recording.
public struct FittedCamera: Hashable, Sendable {
  /// The camera, for the recording's size.
  public var camera: CameraModel
  /// What was chosen or assumed on the way, a sentence each.
  public var notes: [String]

  /// Makes a camera ready for a recording.
  public init(camera: CameraModel, notes: [String] = []) {
    self.camera = camera
    self.notes = notes
  }
}

extension CameraFile {
  /// One of the file's cameras, for pictures of a size.
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
    let ownSize = chosen.imageSize ?? imageSize
    let model = CameraModel(
      intrinsics: chosen.intrinsics, distortion: chosen.distortion, imageSize: ownSize)
    guard let model else {
      throw .camera(path: path, reason: "its focal lengths must be positive and its numbers finite")
    }
    do {
      let fitted = try model.fitted(to: imageSize, crop: crop)
      if ownSize != imageSize {
        notes.append("The camera of \(path) is for pictures of \(ownSize) and was fitted to \(imageSize).")
      }
      return FittedCamera(camera: fitted, notes: notes)
    } catch .otherAspect {
      throw .cameraSize(path: path, camera: ownSize.description, recording: imageSize.description)
    } catch {
      throw .camera(
        path: path, reason: "of its picture of \(ownSize) there is no such part as the crop that was given")
    }
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
