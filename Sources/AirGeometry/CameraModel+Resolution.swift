/// Which part of the camera's picture a video shows.
public enum CameraCrop: Hashable, Sendable {
  /// All of it.
  case none
  /// The largest part around the middle that has the video's shape, as video modes of cameras take it.
  case centered
  /// These whole pixels of the camera's picture.
  case pixels(x: Int, y: Int, ImageSize)
}

extension CameraModel {
  /// The camera for the same picture at another resolution.
  ///
  /// With the pixels' corners at whole numbers scaling is a plain product, so the principal point, which is measured
  /// from a pixel's centre, becomes (c + ½)·s − ½.
  ///
  /// - Throws: `CameraError.otherAspect` when the new size differs by more than a pixel from a scaled one: rounding to
  ///   whole or even sizes is allowed, another shape is not.
  public func scaled(to size: ImageSize) throws(CameraError) -> CameraModel {
    // Adding and taking off half a pixel would round the last bit.
    if size == imageSize { return self }
    let sx = Double(size.width) / Double(imageSize.width)
    let sy = Double(size.height) / Double(imageSize.height)
    let isSameShape =
      abs(Double(imageSize.height) * sx - Double(size.height)) <= 1
      || abs(Double(imageSize.width) * sy - Double(size.width)) <= 1
    let k = intrinsics
    let scaled = CameraIntrinsics(
      fx: k.fx * sx, fy: k.fy * sy, cx: (k.cx + 0.5) * sx - 0.5, cy: (k.cy + 0.5) * sy - 0.5,
      skew: k.skew * sx)
    guard isSameShape, let model = CameraModel(intrinsics: scaled, distortion: distortion, imageSize: size)
    else { throw .otherAspect(camera: imageSize, video: size) }
    return model
  }

  /// The camera for a part of its picture, at the same resolution.
  ///
  /// - Parameters:
  ///   - x: the part's first column of pixels.
  ///   - y: the part's first row of pixels.
  ///   - size: the part's size.
  /// - Throws: `CameraError.cropOutside` when the part is empty or reaches out of the picture.
  public func cropped(x: Int, y: Int, to size: ImageSize) throws(CameraError) -> CameraModel {
    let isInside =
      x >= 0 && y >= 0 && size.width > 0 && size.height > 0 && size.width <= imageSize.width - x
      && size.height <= imageSize.height - y
    guard isInside, let model = shifted(x: Double(x), y: Double(y), to: size) else {
      throw .cropOutside(crop: "\(x),\(y):\(size)", camera: imageSize)
    }
    return model
  }

  /// The camera for a video of which it is told what part of the camera's picture it shows; the part is then scaled to
  /// the video's size.
  ///
  /// - Throws: `CameraError.otherAspect` when that part has another shape than the video; `.cropOutside`.
  public func fitted(to video: ImageSize, crop: CameraCrop = .none) throws(CameraError) -> CameraModel {
    switch crop {
    case .none: return try scaled(to: video)
    case .pixels(let x, let y, let size): return try cropped(x: x, y: y, to: size).scaled(to: video)
    case .centered:
      if video == imageSize { return self }
      guard video.width > 0, video.height > 0 else { throw .otherAspect(camera: imageSize, video: video) }
      // The centred part may begin within a pixel, so it is scaled first and shifted then.
      let scale = max(
        Double(video.width) / Double(imageSize.width), Double(video.height) / Double(imageSize.height))
      let k = intrinsics
      let full = CameraIntrinsics(
        fx: k.fx * scale, fy: k.fy * scale, cx: (k.cx + 0.5) * scale - 0.5, cy: (k.cy + 0.5) * scale - 0.5,
        skew: k.skew * scale)
      let model = CameraModel(intrinsics: full, distortion: distortion, imageSize: video)?.shifted(
        x: (Double(imageSize.width) * scale - Double(video.width)) / 2,
        y: (Double(imageSize.height) * scale - Double(video.height)) / 2, to: video)
      guard let model else { throw .otherAspect(camera: imageSize, video: video) }
      return model
    }
  }

  private func shifted(x: Double, y: Double, to size: ImageSize) -> CameraModel? {
    var k = intrinsics
    k.cx -= x
    k.cy -= y
    return CameraModel(intrinsics: k, distortion: distortion, imageSize: size)
  }
}
