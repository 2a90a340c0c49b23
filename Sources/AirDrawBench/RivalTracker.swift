import AirDraw
import CRivals

/// A tracker of OpenCV, fed with our own frames' bytes.
final class RivalTracker: BoxTracker {
  /// It threw an exception.
  struct Exception: Error {}

  private let kind: airrivals_kind
  private var tracker: OpaquePointer?

  init(_ kind: airrivals_kind) { self.kind = kind }

  deinit { if let tracker { airrivals_tracker_destroy(tracker) } }

  /// Starts on a box; it takes no taps.
  func seed(at seed: TrackSeed, in frame: Frame) throws -> TrackObservation {
    // Its own “init” a second time is known to free memory twice: a new tracker is made instead.
    if let tracker { airrivals_tracker_destroy(tracker) }
    tracker = nil
    guard case .box(let box) = seed else { throw Exception() }
    tracker = frame.image.withRivalImage {
      airrivals_tracker_create(
        kind, $0, airrivals_box(x: box.x, y: box.y, width: box.width, height: box.height))
    }
    guard tracker != nil else { throw Exception() }
    return TrackObservation(box: box, confidence: 1, state: .seeded)
  }

  /// Its confidence is whether it says that it found the target: it has no other.
  func track(_ frame: Frame) throws -> TrackObservation {
    guard let tracker else { throw Exception() }
    var box = airrivals_box()
    let answer = frame.image.withRivalImage { airrivals_tracker_update(tracker, $0, &box) }
    switch answer {
    case AIRRIVALS_FOUND:
      let found = ImageBox(x: box.x, y: box.y, width: box.width, height: box.height)
      return TrackObservation(box: found, confidence: 1, state: .tracking)
    case AIRRIVALS_LOST: return TrackObservation(box: nil, confidence: 0, state: .lost)
    default: throw Exception()
    }
  }
}

extension PixelImage {
  /// Lends the picture's bytes to a rival.
  fileprivate func withRivalImage<Result>(_ body: (airrivals_image) -> Result) -> Result {
    bytes.withUnsafeBufferPointer {
      body(
        airrivals_image(
          data: $0.baseAddress, width: Int32(size.width), height: Int32(size.height),
          channels: Int32(format.bytesPerPixel), bytes_per_row: bytesPerRow))
    }
  }
}
