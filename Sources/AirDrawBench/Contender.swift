import AirDraw
import AirTrackScoring
import CRivals

/// A tracker that is measured.
enum Contender: String, CaseIterable, Sendable {
  case accurate
  case fast
  case csrt
  case csrtT0 = "csrt-t0"
  case kcf
  case kcfT0 = "kcf-t0"
  case mosse
  case medianFlow = "medianflow"

  /// Its name in a table. “t0” is a tracker of OpenCV whose loss threshold is at 0.
  var title: String {
    switch self {
    case .accurate: "AirDraw accurate"
    case .fast: "AirDraw fast"
    case .csrt: "CSRT"
    case .csrtT0: "CSRT t0"
    case .kcf: "KCF"
    case .kcfT0: "KCF t0"
    case .mosse: "MOSSE"
    case .medianFlow: "MedianFlow"
    }
  }

  /// Whether it can be started from a tap.
  var takesTaps: Bool { self == .accurate || self == .fast }

  func makeTracker() throws -> any BoxTracker {
    switch self {
    case .accurate: try FingertipTracker(options: TrackerOptions(level: .accurate))
    case .fast: try FingertipTracker(options: TrackerOptions(level: .fast))
    case .csrt: RivalTracker(AIRRIVALS_CSRT)
    case .csrtT0: RivalTracker(AIRRIVALS_CSRT_T0)
    case .kcf: RivalTracker(AIRRIVALS_KCF)
    case .kcfT0: RivalTracker(AIRRIVALS_KCF_T0)
    case .mosse: RivalTracker(AIRRIVALS_MOSSE)
    case .medianFlow: RivalTracker(AIRRIVALS_MEDIAN_FLOW)
    }
  }
}

/// One tracker on its way through the frames.
struct MeasuredTrack {
  private var tracker: any BoxTracker
  private(set) var answers: [TrackAnswer] = []
  /// Time of each frame after the first, in milliseconds.
  private(set) var milliseconds: [Double] = []

  init(_ contender: Contender) throws { tracker = try contender.makeTracker() }

  /// Starts in the first frame, or follows in a later one. An exception is an answer too: the tracker is asked again
  /// in the next frame.
  mutating func take(_ frame: Frame, seed: TrackSeed) {
    let clock = ContinuousClock()
    let start = clock.now
    var answer = TrackAnswer.exception
    do {
      let observation =
        answers.isEmpty ? try tracker.seed(at: seed, in: frame) : try tracker.track(frame)
      answer = TrackAnswer(box: observation.box, confidence: observation.confidence)
    } catch {}
    let time = (clock.now - start) / .milliseconds(1)
    if !answers.isEmpty { milliseconds.append(time) }
    answers.append(answer)
  }
}
