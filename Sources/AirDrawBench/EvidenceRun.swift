import AirDraw
import AirTrackScoring
import AirTracking

/// Under which confidence a tracker says that it has lost its target while evidence is gathered.
enum EvidenceCutoff: String, CaseIterable {
  /// Never: it goes on reporting boxes when it has gone astray, so that wrong ones are seen too.
  case zero = "cutoff 0"
  /// As it is used.
  case usual = "usual cutoff"
}

/// What our tracker saw in one frame, and whether its box was right.
struct EvidenceSample {
  let evidence: TrackEvidence
  let isRight: Bool
}

/// What our tracker saw on one sequence.
struct EvidenceRun {
  let name: String
  /// Number of frames.
  let frameCount: Int
  /// The samples of both levels for each cutoff: frames with a box and a true box.
  ///
  /// A track only goes wrong in few ways; so there are several of each sequence: forwards and backwards, from its ends
  /// and from its middle.
  let samples: [EvidenceCutoff: [EvidenceSample]]

  init(_ sequence: MeasuredSequence) throws {
    name = sequence.name
    let frames = try sequence.frames()
    frameCount = frames.count
    let forwards = zip(frames, sequence.truth.boxes).map { ($0, $1) }
    let last = frames.last?.timestampInSeconds ?? 0
    let backwards = forwards.reversed().map { frame, box in
      (
        Frame(index: frame.index, timestampInSeconds: last - frame.timestampInSeconds, image: frame.image),
        box
      )
    }
    var samples: [EvidenceCutoff: [EvidenceSample]] = [:]
    for cutoff in EvidenceCutoff.allCases {
      for level in TrackerOptions.Level.allCases {
        var options = TrackerOptions(level: level)
        if cutoff == .zero { options.lostCutoff = 0 }
        for way in [forwards, backwards] {
          for start in [0, way.count / 2] {
            let tracker = try FingertipTracker(options: options)
            samples[cutoff, default: []] += try Self.samples(tracker, on: way[start...])
          }
        }
      }
    }
    self.samples = samples
  }

  /// The samples for a fit: each frame weighs as if its sequence as a whole, tracked to its end, had the weight 1. A
  /// track that was lost early weighs less.
  func logisticSamples(_ cutoff: EvidenceCutoff) -> [LogisticSample] {
    (samples[cutoff] ?? []).map {
      LogisticSample(
        features: TrackConfidence.features(of: $0.evidence),
        offset: TrackConfidence.strangerLogOdds(of: $0.evidence), isRight: $0.isRight,
        weight: 1 / Double(frameCount))
    }
  }

  /// Follows the target from the first frame that has a true box.
  private static func samples(
    _ tracker: FingertipTracker, on frames: ArraySlice<(Frame, ImageBox?)>
  ) throws -> [EvidenceSample] {
    var tracker = tracker
    var result: [EvidenceSample] = []
    var isSeeded = false
    for (frame, trueBox) in frames {
      guard isSeeded else {
        if let trueBox {
          _ = try tracker.seed(at: .box(trueBox), in: frame)
          isSeeded = true
        }
        continue
      }
      guard let box = try tracker.track(frame).box, let trueBox, let evidence = tracker.evidence else {
        continue
      }
      let isRight = box.intersectionOverUnion(with: trueBox) > rightOverlap
      result.append(EvidenceSample(evidence: evidence, isRight: isRight))
    }
    return result
  }
}
