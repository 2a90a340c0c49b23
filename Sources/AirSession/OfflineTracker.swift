import AirCapture
import AirGeometry
import AirTracking

/// Follows several targets ahead of the telling: frame by frame, or to and fro with answers that come later.
struct OfflineTracker {
  /// What is said of a target in a frame.
  typealias Answer = (target: Int, frameIndex: Int, observation: TrackObservation)

  /// Memory for the frames that are held to go back over them.
  private static let chunkSizeInBytes = 256 << 20
  /// Longer chunks add nothing: the two ways part within a second or not at all.
  private static let longestChunk = 150

  private let options: TrackerOptions
  private let chunkLength: Int
  private var plain: TargetSet
  private var refiners: [Int: TrackRefiner]?

  init(_ plan: RecordingPlan, pictureSize: ImageSize) throws {
    options = plan.tracker
    plain = try TargetSet(options: plan.tracker)
    refiners = plan.refines ? [:] : nil
    let frameSize = max(3 * pictureSize.width * pictureSize.height, 1)
    chunkLength = min(max(Self.chunkSizeInBytes / frameSize, 8), Self.longestChunk)
  }

  mutating func seed(_ target: Int, at seed: TrackSeed, in frame: Frame) throws {
    guard refiners != nil else {
      _ = try plain.seed(target, at: seed, in: frame)
      return
    }
    var refiner = try TrackRefiner(options: options, chunkLength: chunkLength)
    try refiner.seed(at: seed, in: frame)
    refiners?[target] = refiner
  }

  mutating func track(_ frame: Frame) throws -> [Answer] {
    guard refiners != nil else {
      return try plain.track(frame).map { ($0.target, frame.index, $0.observation) }
    }
    return try answers { try $0.push(frame) }
  }

  mutating func finish() throws -> [Answer] { try answers { try $0.finish() } }

  private mutating func answers(
    _ ask: (inout TrackRefiner) throws -> [TrackRefiner.Answer]
  ) throws -> [Answer] {
    var all: [Answer] = []
    for target in (refiners ?? [:]).keys.sorted() {
      guard var refiner = refiners?.removeValue(forKey: target) else { continue }
      all += try ask(&refiner).map { (target, $0.index, $0.observation) }
      refiners?[target] = refiner
    }
    return all
  }
}
