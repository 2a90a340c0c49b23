extension CameraModel {
  /// The camera of the same picture turned clockwise by quarter turns, as a video is that was recorded with the phone held
  /// upright: a pixel at (x, y) goes to (height − 1 − y, x) at each.
  ///
  /// - Returns: nil when the camera has skew or a tilted sensor, which a turned camera matrix has no place for.
  public func turned(clockwiseQuarterTurns turns: Int) -> CameraModel? {
    var model = self
    for _ in 0..<(turns % 4 + 4) % 4 {
      guard let next = model.turnedOnce else { return nil }
      model = next
    }
    return model
  }

  private var turnedOnce: CameraModel? {
    let k = intrinsics
    var lens = distortion
    if case .brownConrady(var brownConrady) = distortion {
      guard brownConrady.tiltInRadians == SIMD2() else { return nil }
      // What is not radial is made of vectors in the picture, (p2, p1), (s1, s3) and (s2, s4): they turn with it.
      let (p, s) = (brownConrady.tangential, brownConrady.thinPrism)
      brownConrady.tangential = SIMD2(p.y, -p.x)
      brownConrady.thinPrism = SIMD4(-s.z, -s.w, s.x, s.y)
      lens = .brownConrady(brownConrady)
    }
    guard k.skew == 0 else { return nil }
    return CameraModel(
      intrinsics: CameraIntrinsics(fx: k.fy, fy: k.fx, cx: Double(imageSize.height - 1) - k.cy, cy: k.cx),
      distortion: lens, imageSize: imageSize.turned)
  }
}

extension CameraPose {
  /// The pose of the camera whose picture is turned clockwise by quarter turns: its axes turn about the direction in which
  /// it looks.
  public func turned(clockwiseQuarterTurns turns: Int) -> CameraPose {
    // The new x is where the old picture's upper edge is.
    let quarter = Matrix3(columns: SIMD3(0, -1, 0), SIMD3(1, 0, 0), SIMD3(0, 0, 1))
    guard let turn = Rotation(quarter) else { return self }
    let rotation = (0..<(turns % 4 + 4) % 4).reduce(pose.rotation) { rotation, _ in rotation * turn }
    return CameraPose(Pose(rotation: rotation, origin: pose.origin))
  }
}
