import AirCapture
import AirGeometry
import CVision
import Synchronization

/// A square marker as it was seen.
package struct MarkerSighting: Hashable, Sendable {
  /// Its number in the dictionary.
  package let identifier: Int
  /// Clockwise from the marker's own top-left corner, as one sees it upright.
  package let corners: [ImagePoint]
}

/// Finds the markers of one dictionary: OpenCV's finder for ArUco, the AprilTag library's for its families.
///
/// Making one takes up to 50 ms, for the tables of an AprilTag family. It may be used from several threads; they take
/// turns.
package final class MarkerDetector: Sendable {
  /// A C++ object that `Mutex` lets one thread at a time use.
  private struct Handle: @unchecked Sendable {
    let raw: OpaquePointer
  }

  private let handle: Mutex<Handle>

  /// So many markers are told of one picture at the most.
  private static let capacity = 512
  /// The largest marker has 8 × 8 bits and a border of one cell; AprilTag's families are no larger.
  private static let cellCapacity = 256

  /// Makes a detector.
  ///
  /// - Throws: `SurfaceError.vision` when the library fails.
  package init(dictionary: MarkerDictionary) throws(SurfaceError) {
    var made: OpaquePointer?
    let status =
      if let family = dictionary.aprilTagName {
        airvision_apriltag_detector_create(family, &made)
      } else {
        airvision_aruco_detector_create(dictionary.openCVNumber, &made)
      }
    try status.check()
    guard let made else { throw .vision("no detector was made") }
    handle = Mutex(Handle(raw: made))
  }

  deinit { handle.withLock { airvision_marker_detector_destroy($0.raw) } }

  /// The markers in a picture, in the order of their identifiers, their corners as the library gives them.
  ///
  /// - Parameters:
  ///   - image: the picture.
  ///   - region: the part that is searched; nil for all of it.
  ///   - reduction: the picture is made smaller by this whole number first.
  /// - Throws: `SurfaceError.vision` when the library fails.
  /// - Complexity: linear in the number of pixels of the reduced region.
  package func markers(
    in image: PixelImage, region: ImageBox? = nil, reduction: Int = 1
  ) throws(SurfaceError) -> [MarkerSighting] {
    var found = [airvision_marker](repeating: airvision_marker(), count: Self.capacity)
    var count: Int32 = 0
    let part = image.visionRegion(region)
    try image.withVisionImage { picture in
      handle.withLock {
        airvision_find_markers(
          $0.raw, picture, part, Int32(reduction), &found, Int32(found.count), &count)
      }
    }
    return found.prefix(Int(count)).map { marker in
      let numbers = withUnsafeBytes(of: marker.corners) { Array($0.bindMemory(to: Double.self)) }
      return MarkerSighting(identifier: Int(marker.identifier), corners: numbers.imagePoints)
    }
  }

  /// The marker's cells by rows from the top-left, its black border included; true is white.
  ///
  /// - Throws: `SurfaceError.vision` when the dictionary has no such marker.
  package func cells(of identifier: Int) throws(SurfaceError) -> (side: Int, isWhite: [Bool]) {
    var cells = [UInt8](repeating: 0, count: Self.cellCapacity)
    var side: Int32 = 0
    let status = handle.withLock {
      airvision_marker_cells($0.raw, Int32(clamping: identifier), &cells, Int32(cells.count), &side)
    }
    try status.check()
    return (Int(side), cells.prefix(Int(side * side)).map { $0 != 0 })
  }
}

extension PixelImage {
  /// The whole pixels of a box that lie in the picture; all of it for nil.
  func visionRegion(_ box: ImageBox?) -> airvision_region {
    guard let box else {
      return airvision_region(x: 0, y: 0, width: Int32(size.width), height: Int32(size.height))
    }
    let left = Int(min(max(box.x.rounded(.down), 0), Double(size.width)))
    let top = Int(min(max(box.y.rounded(.down), 0), Double(size.height)))
    let right = Int(min(max((box.x + box.width).rounded(.up), 0), Double(size.width)))
    let bottom = Int(min(max((box.y + box.height).rounded(.up), 0), Double(size.height)))
    return airvision_region(
      x: Int32(left), y: Int32(top), width: Int32(max(right - left, 0)),
      height: Int32(max(bottom - top, 0)))
  }
}

extension [Double] {
  /// The points of x, y pairs.
  var imagePoints: [ImagePoint] {
    stride(from: 0, to: count - 1, by: 2).map { ImagePoint(x: self[$0], y: self[$0 + 1]) }
  }
}
