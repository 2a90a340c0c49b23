import AirGeometry

/// A length on the surface that is known, pointed out by its two ends: where the millimetres of a recording come from
/// that shows nothing else of known size.
public struct KnownLength: Hashable, Sendable {
  /// The length in metres.
  public var metres: Double
  /// One end: it becomes the surface's origin.
  public var start: ImagePoint
  /// The other end: the surface's u axis runs towards it.
  public var end: ImagePoint
  /// The number of the frame in which the ends are pointed out, counted among the frames that are looked at.
  public var frame: Int

  /// Makes a length.
  public init(metres: Double, start: ImagePoint, end: ImagePoint, frame: Int = 0) {
    self.metres = metres
    self.start = start
    self.end = end
    self.frame = frame
  }

  /// Reads what follows `motion:` in a surface's specification: `LENGTH:x1,y1,x2,y2[:FRAME]`, the length in
  /// millimetres, its ends in pixels, the frame counted from 0 (the first, unless given).
  ///
  /// - Throws: `SurfaceError.specification` with what is wrong and what would be right.
  public init(parsing text: String) throws(SurfaceError) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2 || parts.count == 3 else {
      throw .specification(
        "\"motion:\(text)\" is no surface; give motion:LENGTH:x1,y1,x2,y2[:FRAME], for example "
          + "motion:297:120,80,560,95")
    }
    guard let millimetres = Double(parts[0]), millimetres.isFinite, millimetres > 0, millimetres <= 100_000
    else {
      throw .specification("the known length must be between 0 and 100000 mm, not \"\(parts[0])\"")
    }
    let numbers = parts[1].split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
    let ends = numbers.compactMap { $0 }.filter(\.isFinite)
    guard numbers.count == 4, ends.count == 4 else {
      throw .specification(
        "a known length takes the four numbers x1,y1,x2,y2 of its ends in pixels, not \"\(parts[1])\"")
    }
    self.init(
      metres: millimetres / 1000, start: ImagePoint(x: ends[0], y: ends[1]),
      end: ImagePoint(x: ends[2], y: ends[3]))
    guard start.distance(to: end) >= 5 else {
      throw .specification("the known length's ends are less than 5 pixels apart; point out a longer one")
    }
    if parts.count == 3 {
      guard let number = Int(parts[2]), number >= 0 else {
        throw .specification("the frame must be a whole number from 0, not \"\(parts[2])\"")
      }
      frame = number
    }
  }

  /// The part of the picture that surely belongs to the surface's surroundings: the box of both ends, grown by a fifth
  /// of the length.
  var neighbourhood: ImageBox {
    let margin = 0.2 * start.distance(to: end)
    let left = min(start.x, end.x) - margin
    let top = min(start.y, end.y) - margin
    return ImageBox(
      x: left, y: top, width: abs(start.x - end.x) + 2 * margin, height: abs(start.y - end.y) + 2 * margin)
  }
}
