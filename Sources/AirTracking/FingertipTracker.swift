import AirCapture
import AirGeometry
import CCorrelation

/// Follows a fingertip, or any thing in a box, through a recording by correlation.
///
/// ```swift
/// var tracker = try FingertipTracker()
/// try tracker.seed(at: .tap(ImagePoint(x: 573, y: 374)), in: firstFrame)
/// let observation = try tracker.track(nextFrame)
/// ```
///
/// Each frame costs the same whatever the box's size. The same frames give the same observations.
public struct FingertipTracker: BoxTracker, Sendable {
  /// The least width and height of a picture.
  public static let smallestPictureSide = 16

  /// How it works.
  public let options: TrackerOptions
  package let tuning: TrackerTuning
  /// What the last frame showed.
  package internal(set) var evidence: TrackEvidence?
  var target: Target?

  /// What is known of the target.
  struct Target: Sendable {
    var core: CorrelationCore
    let imageSize: ImageSize
    /// Where the model lies.
    var place: TargetPlace
    /// The model's place at the seed, from which the growth is measured.
    let seedPlace: TargetPlace
    /// The box that was asked for, against the model's place.
    let report: ReportedBox
    var motion: MotionPrior
    /// What is known of the finger, when the target is one.
    var finger: Finger?
    var state: TrackState
    var confidence: Double
    /// A running mean of agreement and colour in confident frames; 0 before the first one.
    private(set) var usual = 0.0
    var framesLost = 0
    /// Whether it came back and has not been seen clearly since.
    var isOnProbation = false
    /// A place that the search found in the last frame and that waits for a second sight.
    var pending: TargetPlace?
    var witness = LossWitness()

    /// Where the target is expected in a frame.
    func expectedPlace(in frame: Frame) -> TargetPlace {
      let shift = motion.expectedShift(at: frame.timestampInSeconds)
      return place.moved(dx: shift.dx, dy: shift.dy)
    }

    /// How much larger a place is than the one at the seed.
    func growth(at place: TargetPlace) -> Double { place.width / seedPlace.width }

    func familiarity(agreement: Double, colour: Double) -> Double {
      usual > 0 ? (agreement + colour) / usual : 1
    }

    mutating func rememberUsual(_ evidence: TrackEvidence) {
      let now = evidence.agreement + evidence.colour
      usual = usual > 0 ? usual + 0.1 * (now - usual) : now
    }
  }

  /// Makes a tracker.
  ///
  /// - Throws: `TrackingError.invalidOption`.
  public init(options: TrackerOptions = TrackerOptions()) throws {
    try self.init(options: options, tuning: TrackerTuning())
  }

  package init(options: TrackerOptions, tuning: TrackerTuning) throws {
    try options.validate()
    self.options = options
    self.tuning = tuning
  }

  /// Takes a target, and forgets any earlier one.
  ///
  /// - Throws: `TrackingError` when the box has no area or its centre lies outside the picture, the tap lies outside
  ///   the picture, or the picture is too small.
  public mutating func seed(at seed: TrackSeed, in frame: Frame) throws -> TrackObservation {
    let image = frame.image
    let box = try SeedBox(seed, in: image)
    let core = try CorrelationCore(
      settings: aircorr_settings(
        cells: options.level == .accurate ? 32 : 16, padding: tuning.padding, label_sigma: tuning.labelSigma,
        regularisation: tuning.regularisation, colour_weight: tuning.colourWeight,
        mask_floor: tuning.maskFloor, mask_colour: tuning.maskColour))
    core.seed(image, box.place)
    if box.finger != nil { core.seedDetail(image, box.report.detail(at: box.place, growth: 1, turn: 0)) }
    target = Target(
      core: core, imageSize: image.size, place: box.place, seedPlace: box.place, report: box.report,
      motion: MotionPrior(center: box.place.center, timestampInSeconds: frame.timestampInSeconds),
      finger: box.finger, state: .seeded, confidence: 1)
    target?.witness.see(box.place, in: image)
    evidence = nil
    return TrackObservation(
      box: box.report.box(at: box.place, growth: 1, turn: 0), confidence: 1, state: .seeded)
  }

  /// Says where the target is in the next frame.
  ///
  /// - Throws: `TrackingError.notSeeded`, `TrackingError.frameSizeChanged`.
  /// - Complexity: a bounded number of operations, whatever the sizes of the box and the picture.
  public mutating func track(_ frame: Frame) throws -> TrackObservation {
    guard var target else { throw TrackingError.notSeeded }
    guard frame.image.size == target.imageSize else {
      throw TrackingError.frameSizeChanged(from: target.imageSize, to: frame.image.size)
    }
    // The core's memory is shared with copies of this value until one of them writes.
    self.target = nil
    defer { self.target = target }
    if !isKnownUniquelyReferenced(&target.core) { target.core = try CorrelationCore(copying: target.core) }
    if var finger = target.finger {
      target.finger = nil
      if !isKnownUniquelyReferenced(&finger.silhouette) {
        finger.silhouette = try HandSilhouette(copying: finger.silhouette)
      }
      target.finger = finger
    }

    let sight =
      target.state == .lost ? recover(&target, in: frame) : follow(&target, in: frame)
    evidence = sight.evidence
    target.confidence = sight.confidence
    explainLoss(&target, in: frame)
    let match = matchView(of: sight, target)
    guard target.state != .lost else {
      return TrackObservation(
        box: nil, confidence: sight.confidence, state: .lost, lossReason: target.witness.reason,
        match: match)
    }
    return TrackObservation(
      box: target.report.box(
        at: target.place, growth: target.growth(at: target.place), turn: target.finger?.turn ?? 0),
      confidence: sight.confidence, state: .tracking, match: match)
  }
}
