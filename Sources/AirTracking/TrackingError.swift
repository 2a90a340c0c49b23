import AirGeometry

/// Why a tracker could not do what it was asked for.
public enum TrackingError: Error, Hashable, Sendable {
  /// The picture is too small to follow anything in.
  case pictureTooSmall(ImageSize)
  /// The seed box has no area, or numbers that are none.
  case emptyBox(ImageBox)
  /// Too little of the seed box lies inside the picture.
  case boxOutsidePicture(ImageBox, ImageSize)
  /// The tap lies outside the picture.
  case tapOutsidePicture(ImagePoint, ImageSize)
  /// A frame came before any seed.
  case notSeeded
  /// A frame of another size than the one that was seeded.
  case frameSizeChanged(from: ImageSize, to: ImageSize)
  /// An option is out of its range.
  case invalidOption(name: String, value: Double, range: ClosedRange<Double>)
  /// There is no memory for a tracker.
  case outOfMemory
}

extension TrackingError: CustomStringConvertible {
  /// One sentence that says what is wrong and how to mend it.
  public var description: String {
    switch self {
    case .pictureTooSmall(let size):
      "The picture has only \(size) pixels; tracking needs at least \(FingertipTracker.smallestPictureSide) on each "
        + "side."
    case .emptyBox(let box):
      "The box \(Self.text(box)) has no area; give a width and a height of at least one pixel."
    case .boxOutsidePicture(let box, let size):
      "The box \(Self.text(box)) lies outside the picture of \(size) pixels; give one with its centre inside."
    case .tapOutsidePicture(let point, let size):
      "The tap at \(Self.text(point.x)),\(Self.text(point.y)) lies outside the picture of \(size) pixels; tap on the "
        + "target."
    case .notSeeded:
      "There is nothing to track yet; give a tap or a box first."
    case .frameSizeChanged(let old, let new):
      "The frames changed their size from \(old) to \(new) pixels; seed the tracker anew."
    case .invalidOption(let name, let value, let range):
      "The tracker option \(name) is \(value); it must be between \(range.lowerBound) and \(range.upperBound)."
    case .outOfMemory:
      "There is not enough memory for another tracker; close other programs or track fewer targets."
    }
  }

  private static func text(_ box: ImageBox) -> String {
    "\(text(box.x)),\(text(box.y)),\(text(box.width)),\(text(box.height))"
  }

  private static func text(_ value: Double) -> String {
    let tenths = (value * 10).rounded() / 10
    return tenths == tenths.rounded() && tenths.magnitude < 1e9 ? String(Int(tenths)) : String(tenths)
  }
}
