import AirCapture
import AirGeometry
import AirSurface
import Foundation

extension PlaneRows {
  /// How long finding the things and the pose takes per frame, on one thread, while the camera moves: a photo of six
  /// markers on a sheet, enlarged and shifted from frame to frame.
  static func timeRows(_ data: String) throws -> [SurfaceRow] {
    let photo = try PixelImage(contentsOf: "\(data)/aruco/singlemarkersoriginal.jpg")
    var rows: [SurfaceRow] = []
    for (size, target) in [
      (ImageSize(width: 1280, height: 720), 6.0), (ImageSize(width: 1920, height: 1080), 12.0),
    ] {
      let frames = (0..<10).compactMap { enlarged(photo, to: size, shift: Double($0 % 5)) }
      for (name, surface) in [
        (
          "six markers",
          SurfaceSpecification.marker(dictionary: .aruco6x6_250, sideInMetres: 0.04, identifier: nil)
        ),
        ("a sheet", .paper(.a4)),
      ] {
        let camera = CameraModel(horizontalFieldOfViewInDegrees: 60, imageSize: size)
        var finder = try SurfaceFinder(specification: surface, camera: camera, isCameraStill: false)
        var times: [Double] = []
        for index in 0..<120 {
          let frame = Frame(
            index: index, timestampInSeconds: Double(index) / 30, image: frames[index % frames.count])
          let start = threadMilliseconds()
          _ = try finder.observe(frame)
          let time = threadMilliseconds() - start
          guard finder.cameraPose != nil else {
            times.append(.infinity)
            continue
          }
          times.append(time)
        }
        rows.append(
          row(
            "\(name), \(size.height)p: find and pose, median of 120 frames' processor time", median(times),
            atMost: target, "ms"))
      }
    }
    return rows
  }

  /// The processor time of this thread so far, which other work on the machine does not lengthen.
  private static func threadMilliseconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1e6
  }

  /// A picture as high as the wanted size, enlarged by bilinear interpolation and shifted by some pixels; beside it, its
  /// outermost pixels go on.
  private static func enlarged(_ image: PixelImage, to size: ImageSize, shift: Double) -> PixelImage? {
    let scale = Double(image.size.height) / Double(size.height)
    let left = (Double(image.size.width) - Double(size.width) * scale) / 2
    let channels = image.format.bytesPerPixel
    var bytes: [UInt8] = []
    bytes.reserveCapacity(size.width * size.height * channels)
    for y in 0..<size.height {
      let sourceY = min(max(Double(y) * scale, 0), Double(image.size.height - 2))
      for x in 0..<size.width {
        let sourceX = min(max(left + (Double(x) + shift) * scale, 0), Double(image.size.width - 2))
        let (column, row) = (Int(sourceX), Int(sourceY))
        let (fx, fy) = (sourceX - Double(column), sourceY - Double(row))
        for channel in 0..<channels {
          func value(_ dx: Int, _ dy: Int) -> Double {
            Double(image.bytes[(row + dy) * image.bytesPerRow + (column + dx) * channels + channel])
          }
          let upper = value(0, 0) * (1 - fx) + value(1, 0) * fx
          let lower = value(0, 1) * (1 - fx) + value(1, 1) * fx
          bytes.append(UInt8(upper * (1 - fy) + lower * fy))
        }
      }
    }
    return PixelImage(size: size, format: image.format, bytesPerRow: size.width * channels, bytes: bytes)
  }
}
