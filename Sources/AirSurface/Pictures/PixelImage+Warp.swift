import AirCapture
import AirGeometry
import CVision

extension PixelImage {
  /// The picture as seen through a homography, in grey, smoothed where the result is coarser.
  ///
  /// - Parameters:
  ///   - matrix: takes pixels of the result to pixels of this picture.
  ///   - size: the result's size.
  ///   - background: the grey of what lies outside of this picture.
  /// - Throws: `SurfaceError.vision` when OpenCV fails.
  package func warped(by matrix: Matrix3, to size: ImageSize, background: UInt8? = nil) throws(SurfaceError)
    -> PixelImage
  {
    var grey = [UInt8](repeating: 0, count: size.width * size.height)
    var seen = grey
    try withVisionImage {
      airvision_warp(
        $0, matrix.rowMajor, Int32(clamping: size.width), Int32(clamping: size.height), &grey, &seen)
    }
    if let background { for place in grey.indices where seen[place] == 0 { grey[place] = background } }
    guard let image = PixelImage(size: size, format: .grey8, bytesPerRow: size.width, bytes: grey) else {
      throw .vision("a picture of \(size) can't be made")
    }
    return image
  }

  /// The picture in grey, reduced so that neither side is longer than `largestSide` pixels.
  ///
  /// - Returns: the picture and the matrix that takes this picture's pixels to its own.
  func reduced(toLargestSide largestSide: Int) throws(SurfaceError) -> (image: PixelImage, reduction: Matrix3)
  {
    let factor = min(1, Double(largestSide) / Double(max(size.width, size.height)))
    let reducedSize = ImageSize(
      width: max(1, Int((Double(size.width) * factor).rounded())),
      height: max(1, Int((Double(size.height) * factor).rounded())))
    let enlargement = Self.scaling(from: reducedSize, to: size)
    return (try warped(by: enlargement, to: reducedSize), Self.scaling(from: size, to: reducedSize))
  }

  /// Takes pixels of a picture to pixels of the same picture at another size: corners to corners, which lie half a
  /// pixel beyond the outer pixels' centres.
  static func scaling(from: ImageSize, to: ImageSize) -> Matrix3 {
    let x = Double(to.width) / Double(from.width)
    let y = Double(to.height) / Double(from.height)
    return Matrix3(rows: SIMD3(x, 0, (x - 1) / 2), SIMD3(0, y, (y - 1) / 2), SIMD3(0, 0, 1))
  }
}

extension Matrix3 {
  /// Where a homography puts a pixel; nil on its horizon.
  package func imagePoint(_ point: ImagePoint) -> ImagePoint? {
    let mapped = self * SIMD3(point.x, point.y, 1)
    let result = ImagePoint(x: mapped.x / mapped.z, y: mapped.y / mapped.z)
    return result.x.isFinite && result.y.isFinite ? result : nil
  }
}
