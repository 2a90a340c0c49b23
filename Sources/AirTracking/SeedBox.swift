import AirCapture
import AirGeometry
import Glibc

/// The box that a caller sees, tied to the model's place.
struct ReportedBox: Hashable, Sendable {
  /// From the model's centre to the box's centre at the seed.
  var dx: Double
  var dy: Double
  var width: Double
  var height: Double

  /// The surroundings of the box's centre, as wide as a nail.
  func detail(at place: TargetPlace, growth: Double, turn: Double) -> TargetPlace {
    let side = Self.detailShare * place.meanSide
    return TargetPlace(center: box(at: place, growth: growth, turn: turn).center, width: side, height: side)
  }

  /// A nail is half as wide as the box around a fingertip.
  private static let detailShare = 0.5

  /// The box when the target has grown and turned (in radians, from x towards y) since the seed.
  func box(at place: TargetPlace, growth: Double, turn: Double) -> ImageBox {
    let (along, across) = (growth * cos(turn), growth * sin(turn))
    return ImageBox(
      center: place.center.moved(dx: dx * along - dy * across, dy: dx * across + dy * along),
      width: width * growth, height: height * growth)
  }
}

/// A seed that was found to be of use: the model's first place, and the box to report.
struct SeedBox {
  let place: TargetPlace
  let report: ReportedBox
  /// What is known of the finger, when the target is one.
  let finger: Finger?

  /// - Throws: `TrackingError`.
  init(_ seed: TrackSeed, in image: PixelImage) throws {
    let smallest = FingertipTracker.smallestPictureSide
    guard image.size.width >= smallest, image.size.height >= smallest else {
      throw TrackingError.pictureTooSmall(image.size)
    }
    switch seed {
    case .box(let box):
      let plain = try Self(box: box, in: image)
      if let finger = try Finger(at: plain.place, asBox: true, in: image) {
        let center = finger.tipPoint(boxed: box.center)
        self.init(finger, report: ImageBox(center: center, width: box.width, height: box.height))
      } else {
        self = plain
      }
    case .tap(let point):
      guard point.x.isFinite, point.y.isFinite, image.size.contains(point) else {
        throw TrackingError.tapOutsidePicture(point, image.size)
      }
      let usual = Double(min(image.size.width, image.size.height)) / 15
      let around = TargetPlace(center: point, width: usual, height: usual)
      if let finger = try Finger(at: around, asBox: false, in: image) {
        let side = finger.place.meanSide
        let center = finger.tipPoint(tapped: point)
        self.init(finger, report: ImageBox(center: center, width: side, height: side))
      } else {
        // The pen's place is the point that was tapped, wherever in the target it lies.
        try self.init(box: Self.box(around: point, in: image), reportedCenter: point, in: image)
      }
    }
  }

  /// The box that a tap stands for: around what lies under it, or of a usual fingertip's size where nothing stands out.
  private static func box(around tap: ImagePoint, in image: PixelImage) -> ImageBox {
    let shorter = Double(min(image.size.width, image.size.height))
    let usual = shorter / 15
    // The near surroundings first: the wider they are, the more else is in them.
    let spans = [shorter / 12, shorter / 7]
    let boxes = spans.lazy.compactMap { TapRegion(around: tap, span: $0, in: image).box() }
    guard let found = boxes.first, image.size.contains(found.center) else {
      return ImageBox(center: tap, width: usual, height: usual)
    }
    let side = min(max(found.width, usual / 2), 6 * usual)
    return ImageBox(center: found.center, width: side, height: side)
  }

  private init(_ finger: Finger, report box: ImageBox) {
    place = finger.place
    report = ReportedBox(
      dx: box.center.x - place.center.x, dy: box.center.y - place.center.y, width: box.width,
      height: box.height)
    self.finger = finger
  }

  private init(box: ImageBox, reportedCenter: ImagePoint? = nil, in image: PixelImage) throws {
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
    let center = reportedCenter ?? box.center
    report = ReportedBox(
      dx: center.x - box.center.x, dy: center.y - box.center.y, width: box.width, height: box.height)
    finger = nil
  }
}
