import AirGeometry
import FoundationEssentials

/// How a camera says that its sensor's picture is to be turned to stand upright (EXIF 2.3, tag 0x0112).
///
/// A lens stands still on its sensor while a phone is turned in the hand, so pictures of one camera are calibrated
/// together in one orientation, whichever way up each was taken.
struct PhotoOrientation: Hashable {
  /// The tag's value, 1…8.
  let tag: Int

  /// The sensor's own way up.
  static let asStored = PhotoOrientation(tag: 1)

  private init(tag: Int) { self.tag = tag }

  /// Where the sensor's right and down point to in the upright picture: (right.x, right.y, down.x, down.y).
  private var axes: (Int, Int, Int, Int) {
    switch tag {
    case 2: (-1, 0, 0, 1)
    case 3: (-1, 0, 0, -1)
    case 4: (1, 0, 0, -1)
    case 5: (0, 1, 1, 0)
    case 6: (0, 1, -1, 0)
    case 7: (0, -1, -1, 0)
    case 8: (0, -1, 1, 0)
    default: (1, 0, 0, 1)
    }
  }

  /// Reads the orientation of a photo's file: JPEG and WebP say it, whose pictures are turned by it when they are read.
  init(ofFile path: String) {
    let bytes = (try? Data(contentsOf: URL(filePath: path), options: .mappedIfSafe)).map { [UInt8]($0) } ?? []
    self = PhotoOrientation(tag: Self.exifBlock(of: bytes).flatMap(Self.tag(inTIFF:)) ?? 1)
  }

  /// The TIFF structure that holds the tags.
  private static func exifBlock(of bytes: [UInt8]) -> ArraySlice<UInt8>? {
    if bytes.starts(with: [0xFF, 0xD8]) {
      var place = 2
      while place + 4 <= bytes.count, bytes[place] == 0xFF {
        let length = Int(bytes[place + 2]) << 8 | Int(bytes[place + 3])
        // The picture's own data begin at the start of scan.
        guard bytes[place + 1] != 0xDA, length >= 2, place + 2 + length <= bytes.count else { return nil }
        let content = bytes[place + 4..<place + 2 + length]
        if bytes[place + 1] == 0xE1, content.starts(with: Array("Exif\0\0".utf8)) {
          return content.dropFirst(6)
        }
        place += 2 + length
      }
    } else if bytes.starts(with: Array("RIFF".utf8)), bytes.dropFirst(8).starts(with: Array("WEBP".utf8)) {
      var place = 12
      while place + 8 <= bytes.count {
        let length = (0..<4).reduce(0) { $0 | Int(bytes[place + 4 + $1]) << (8 * $1) }
        guard place + 8 + length <= bytes.count else { return nil }
        let content = bytes[place + 8..<place + 8 + length]
        if bytes[place..<place + 4].elementsEqual("EXIF".utf8) {
          return content.starts(with: Array("Exif\0\0".utf8)) ? content.dropFirst(6) : content
        }
        place += 8 + length + length % 2
      }
    }
    return nil
  }

  /// The tag's value in the first directory of a TIFF structure.
  private static func tag(inTIFF block: ArraySlice<UInt8>) -> Int? {
    let bytes = Array(block)
    let isLittleEndian = bytes.starts(with: Array("II".utf8))
    guard isLittleEndian || bytes.starts(with: Array("MM".utf8)) else { return nil }
    func number(at place: Int, count: Int) -> Int? {
      guard place >= 0, place + count <= bytes.count else { return nil }
      let digits = bytes[place..<place + count]
      return (isLittleEndian ? Array(digits.reversed()) : Array(digits)).reduce(0) { $0 << 8 | Int($1) }
    }
    guard let directory = number(at: 4, count: 4), let entries = number(at: directory, count: 2) else {
      return nil
    }
    for entry in 0..<entries {
      let place = directory + 2 + 12 * entry
      guard let name = number(at: place, count: 2) else { return nil }
      guard name == 0x0112 else { continue }
      return number(at: place + 8, count: 2).flatMap { (1...8).contains($0) ? $0 : nil }
    }
    return nil
  }

  /// What was seen in the upright picture, as it would have been seen if the camera had said `other`.
  func sighting(_ sighting: BoardSighting, as other: PhotoOrientation) -> BoardSighting {
    guard self != other else { return sighting }
    let (from, to) = (axes, other.axes)
    let isTurned = (from.0 == 0) != (to.0 == 0)
    var result = sighting
    if isTurned { result.imageSize = sighting.imageSize.turned }
    let (before, after) = (sighting.imageSize, result.imageSize)
    for index in result.corners.indices {
      let pixel = result.corners[index].pixel
      // About the picture's middle: back to the sensor's axes, then on to the other upright ones.
      let x = pixel.x - Double(before.width - 1) / 2
      let y = pixel.y - Double(before.height - 1) / 2
      let (right, down) = (
        Double(from.0) * x + Double(from.1) * y, Double(from.2) * x + Double(from.3) * y
      )
      result.corners[index].pixel = ImagePoint(
        x: Double(to.0) * right + Double(to.2) * down + Double(after.width - 1) / 2,
        y: Double(to.1) * right + Double(to.3) * down + Double(after.height - 1) / 2)
    }
    return result
  }
}
