import AirGeometry

extension RecordedCamera {
  /// The camera ready for use, where its size is known.
  var model: CameraModel? {
    imageSize.flatMap { CameraModel(intrinsics: intrinsics, distortion: distortion, imageSize: $0) }
  }
}

extension CameraFile {
  /// Takes a camera for each frame: as the file's own where all are equal; else the one of median focal length is the
  /// file's, and each frame keeps its own.
  mutating func takeFrameCameras(_ frames: [RecordedCamera]) {
    guard let first = frames.first else { return }
    guard frames.contains(where: { $0 != first }) else {
      cameras = [first]
      return
    }
    let sorted = frames.sorted { $0.intrinsics.fx < $1.intrinsics.fx }
    cameras = [sorted[sorted.count / 2]]
    for (index, camera) in frames.enumerated() where poses.indices.contains(index) {
      poses[index].camera = camera.model
    }
    notes.append(
      "The camera of \(path) changes from frame to frame, as autofocus does; where one is asked for, the one of median "
        + "focal length is taken.")
  }
}
