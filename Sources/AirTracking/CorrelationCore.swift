import AirCapture
import AirGeometry
import CCorrelation

/// Where the model of a target lies: a centre and a size in pixels.
struct TargetPlace: Hashable, Sendable {
  var center: ImagePoint
  var width: Double
  var height: Double

  /// The mean of both sides: the target's own measure of length.
  var meanSide: Double { (width + height) / 2 }

  var box: ImageBox { ImageBox(center: center, width: width, height: height) }

  func moved(dx: Double, dy: Double) -> TargetPlace {
    TargetPlace(center: center.moved(dx: dx, dy: dy), width: width, height: height)
  }

  var raw: aircorr_place {
    aircorr_place(x: center.x, y: center.y, width: width, height: height)
  }
}

/// The filters, colours and looks of one target: the C++ core with Swift's ownership.
///
/// A core is reached through one `FingertipTracker` value alone, which copies it before it writes when another value
/// shares it; so it is never used from two threads at once, and may travel between them.
final class CorrelationCore: @unchecked Sendable {
  private let core: OpaquePointer

  init(settings: aircorr_settings) throws {
    guard let core = aircorr_create(settings) else { throw TrackingError.outOfMemory }
    self.core = core
  }

  init(copying other: CorrelationCore) throws {
    guard let core = aircorr_copy(other.core) else { throw TrackingError.outOfMemory }
    self.core = core
  }

  deinit { aircorr_destroy(core) }

  func seed(_ image: PixelImage, _ place: TargetPlace) {
    image.withRawImage { aircorr_seed(core, $0, place.raw) }
  }

  /// Learns the look of a detail of the target.
  func seedDetail(_ image: PixelImage, _ place: TargetPlace) {
    image.withRawImage { aircorr_seed_detail(core, $0, place.raw) }
  }

  func respond(_ image: PixelImage, _ place: TargetPlace) -> aircorr_response {
    image.withRawImage { aircorr_respond(core, $0, place.raw) }
  }

  func align(_ image: PixelImage, _ place: TargetPlace, with look: aircorr_template) -> aircorr_match {
    image.withRawImage { aircorr_align(core, $0, place.raw, look) }
  }

  /// Learns the target's present look and returns its growth against `place`.
  func learn(_ image: PixelImage, _ place: TargetPlace, rates: aircorr_rates) -> Double {
    image.withRawImage { aircorr_learn(core, $0, place.raw, rates) }
  }

  /// The best places of the pattern search, best first.
  func search(
    _ image: PixelImage, around place: TargetPlace, radius: Double, factors: [Double], limit: Int
  ) -> [(place: TargetPlace, score: Double)] {
    withUnsafeTemporaryAllocation(of: aircorr_candidate.self, capacity: limit) { found in
      guard let base = found.baseAddress else { return [] }
      let count = image.withRawImage {
        aircorr_search(core, $0, place.raw, radius, factors, Int32(factors.count), base, Int32(limit))
      }
      return found.prefix(Int(count)).map {
        let center = ImagePoint(x: $0.place.x, y: $0.place.y)
        return (TargetPlace(center: center, width: $0.place.width, height: $0.place.height), $0.score)
      }
    }
  }
}

extension PixelImage {
  /// Lends the picture's bytes to a call of the core.
  func withRawImage<Result>(_ body: (aircorr_image) -> Result) -> Result {
    bytes.withUnsafeBufferPointer {
      body(
        aircorr_image(
          data: $0.baseAddress, width: Int32(size.width), height: Int32(size.height),
          channels: Int32(format.bytesPerPixel), bytes_per_row: bytesPerRow))
    }
  }
}
