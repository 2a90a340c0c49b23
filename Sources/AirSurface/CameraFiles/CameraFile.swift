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
