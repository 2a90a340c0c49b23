import AirJSON

extension CameraCalibration {
  /// The camera as our own JSON, which `CameraModel(contentsOf:imageSize:)` reads.
  public var cameraJSON: JSONValue {
    [
      "format": "airdraw-camera", "version": 1, "image_width": .integer(imageSize.width),
      "image_height": .integer(imageSize.height),
      "model": lens == .fisheye ? "fisheye" : "brown-conrady",
      "fx": .number(intrinsics.fx), "fy": .number(intrinsics.fy), "cx": .number(intrinsics.cx),
      "cy": .number(intrinsics.cy), "distortion": JSONValue(distortion),
    ]
  }

  /// The camera as OpenCV's YAML, with the names that its own calibration sample writes.
  public var cameraOpenCVYAML: String {
    let k = intrinsics
    return """
      %YAML:1.0
      ---
      image_width: \(imageSize.width)
      image_height: \(imageSize.height)
      board: "\(board.description)"
      \(lens == .fisheye ? "fisheye_model: 1\n" : "")camera_matrix: !!opencv-matrix
         rows: 3
         cols: 3
         dt: d
         data: [ \(k.fx), 0., \(k.cx), 0., \(k.fy), \(k.cy), 0., 0., 1. ]
      \(yaml(of: distortion))avg_reprojection_error: \(rmsInPixels)

      """
  }

  private func yaml(of distortion: [Double]) -> String {
    guard !distortion.isEmpty else { return "" }
    return """
      distortion_coefficients: !!opencv-matrix
         rows: \(distortion.count)
         cols: 1
         dt: d
         data: [ \(distortion.map(\.description).joined(separator: ", ")) ]

      """
  }
}
