import AirCapture
import AirGeometry
import CCorrelation

/// The end of a finger, or of any thing as slender, as its outline shows it.
struct FingerTip: Hashable, Sendable {
  /// The middle of the tip, half a width behind its outermost point.
  var center: ImagePoint
  /// The finger's width in pixels.
  var width: Double
  /// From the tip into the finger, in radians from x towards y.
  var direction: Double
  /// How well its shape is that of a finger's end, 0…1.
  var score: Double
  /// The share of its surroundings that lies beyond the picture, 0…1: there its end was not seen.
  var unseen: Double

  fileprivate init(_ raw: aircorr_tip) {
    center = ImagePoint(x: raw.x, y: raw.y)
    width = raw.width
    direction = raw.direction
    score = raw.score
    unseen = raw.unseen
  }

  fileprivate var raw: aircorr_tip {
    aircorr_tip(x: center.x, y: center.y, width: width, direction: direction, score: score, unseen: unseen)
  }
}

/// The colours of one hand against those around it: the C++ core with Swift's ownership.
///
/// It is shared and copied as `CorrelationCore` is.
final class HandSilhouette: @unchecked Sendable {
  private let raw: OpaquePointer

  init() throws {
    guard let raw = aircorr_silhouette_create() else { throw TrackingError.outOfMemory }
    self.raw = raw
  }

  init(copying other: HandSilhouette) throws {
    guard let raw = aircorr_silhouette_copy(other.raw) else { throw TrackingError.outOfMemory }
    self.raw = raw
  }

  deinit { aircorr_silhouette_destroy(raw) }

  /// What a seed shows of a finger.
  struct Seed {
    var tip: FingerTip
    /// Distance from the tip to the farthest part of what it is the tip of, as far as one looked, in widths.
    var reach: Double
    /// The share of that which lies in the seed's box.
    var shareInBox: Double
  }

  /// Learns the colours of the finger at or beside the middle of a box; nil when nothing there is as slender.
  func seed(_ image: PixelImage, in place: TargetPlace) -> Seed? {
    var finger = aircorr_finger()
    guard image.withRawImage({ aircorr_silhouette_seed(raw, $0, place.raw, &finger) }) > 0 else { return nil }
    return Seed(tip: FingerTip(finger.tip), reach: finger.reach, shareInBox: finger.share_in_box)
  }

  /// The tips of about a width within a radius around a point, best first.
  func tips(_ image: PixelImage, around point: ImagePoint, width: Double, radius: Double, limit: Int)
    -> [FingerTip]
  {
    withUnsafeTemporaryAllocation(of: aircorr_tip.self, capacity: limit) { found in
      guard let base = found.baseAddress else { return [] }
      let count = image.withRawImage {
        aircorr_silhouette_find(raw, $0, point.x, point.y, width, radius, base, Int32(limit))
      }
      return found.prefix(Int(count)).map(FingerTip.init)
    }
  }

  /// The mean chance that what lies around a point is the hand's, where tips were looked for last.
  func chance(around point: ImagePoint, radius: Double) -> Double {
    aircorr_silhouette_chance(raw, point.x, point.y, radius)
  }

  /// The chance that each cell is the hand's, where tips were looked for last.
  var chances: HandChances? {
    let raw = aircorr_silhouette_chances(self.raw)
    guard let cells = raw.chances, raw.columns > 0, raw.rows > 0 else { return nil }
    return HandChances(
      columns: Int(raw.columns), rows: Int(raw.rows), origin: ImagePoint(x: raw.x, y: raw.y),
      cellSide: raw.cell, cells: Array(UnsafeBufferPointer(start: cells, count: Int(raw.columns * raw.rows))))
  }

  /// Blends the colours around a tip, where tips were looked for last, into those learnt.
  func learn(_ tip: FingerTip, rate: Double) {
    aircorr_silhouette_learn(raw, tip.raw, rate)
  }
}
