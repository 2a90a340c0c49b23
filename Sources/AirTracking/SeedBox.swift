import AirCapture
import AirGeometry

/// The box that a caller sees, tied to the model's place.
struct ReportedBox: Hashable, Sendable {
  /// From the model's centre to the box's centre at the seed.
  var dx: Double
  var dy: Double
  var width: Double
  var height: Double

  func box(at place: TargetPlace, growth: Double) -> ImageBox {
    ImageBox(
      center: place.center.moved(dx: dx * growth, dy: dy * growth), width: width * growth,
      height: height * growth)
  }
}

/// A seed that was found to be of use: the model's first place, and the box to report.
struct SeedBox {
  let place: TargetPlace
  let report: ReportedBox

  /// - Throws: `TrackingError`.
  init(_ seed: TrackSeed, in image: PixelImage) throws {
    let smallest = FingertipTracker.smallestPictureSide
    guard image.size.width >= smallest, image.size.height >= smallest else {
      throw TrackingError.pictureTooSmall(image.size)
    }
    switch seed {
    case .box(let box):
      try self.init(box: box, in: image)
    case .tap(let point):
      guard point.x.isFinite, point.y.isFinite, image.size.contains(point) else {
        throw TrackingError.tapOutsidePicture(point, image.size)
      }
      try self.init(box: ImageBox(center: point, width: 48, height: 48), in: image)
    }
  }

  private init(box: ImageBox, in image: PixelImage) throws {
    let numbers = [box.x, box.y, box.width, box.height]
    guard numbers.allSatisfy(\.isFinite), box.width >= 1, box.height >= 1 else {
      throw TrackingError.emptyBox(box)
    }
    guard image.size.contains(box.center) else { throw TrackingError.boxOutsidePicture(box, image.size) }
    // A thin box has too little of its own to be known by, and a box beyond the picture is mostly border.
    let longest = 1.5 * Double(max(image.size.width, image.size.height))
    let shortest = min(max(box.width, box.height) / 6, 8)
    let width = min(max(box.width, shortest, 8), longest)
    let height = min(max(box.height, shortest, 8), longest)
    place = TargetPlace(center: box.center, width: width, height: height)
    report = ReportedBox(dx: 0, dy: 0, width: box.width, height: box.height)
  }
}
