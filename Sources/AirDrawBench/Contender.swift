import AirDraw
import AirTrackScoring
import CRivals
import Glibc

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
  /// Time of the processor for each frame after the first, in milliseconds: unlike elapsed time, it hardly grows when
  /// other programs want the processor too, and it tells of all threads.
  private(set) var milliseconds: [Double] = []

  init(_ contender: Contender) throws { tracker = try contender.makeTracker() }

  /// Starts in the first frame, or follows in a later one. An exception is an answer too: the tracker is asked again
  /// in the next frame.
  mutating func take(_ frame: Frame, seed: TrackSeed) {
    let start = processMilliseconds()
    var answer = TrackAnswer.exception
    do {
      let observation =
        answers.isEmpty ? try tracker.seed(at: seed, in: frame) : try tracker.track(frame)
      answer = TrackAnswer(box: observation.box, confidence: observation.confidence)
    } catch {}
    let time = processMilliseconds() - start
    if !answers.isEmpty { milliseconds.append(time) }
    answers.append(answer)
  }
}

/// The time of the processor that this process has taken so far.
private func processMilliseconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
}
