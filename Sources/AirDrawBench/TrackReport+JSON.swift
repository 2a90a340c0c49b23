import AirDraw
import AirTrackScoring

extension TrackReport {
  /// All that was measured.
  var json: JSONValue {
    var result: JSONValue = [:]
    if !sequences.isEmpty {
      let all = summaries
      result["sequences"] = .array(sequences.map(json(of:)))
      result["trackers"] = .array(all.map { json(of: $0, beside: references(all)) })
    }
    if !recordings.isEmpty { result["recordings"] = .array(recordings.map(json(of:))) }
    return result
  }

  private func json(of sequence: SequenceRun) -> JSONValue {
    let rows = zip(contenders, sequence.scores).map { contender, scores -> JSONValue in
      [
        "tracker": .string(contender.rawValue), "area_under_success": JSONValue(scores.areaUnderSuccess),
        "precision_at_20_px": JSONValue(scores.precisionAt20Pixels),
        "median_error_px": JSONValue(scores.medianCentreErrorInPixels),
        "silent_failure_share": JSONValue(scores.silentFailureShare), "lost": .integer(scores.lostCount),
        "threw": .integer(scores.exceptionCount),
      ]
    }
    return [
      "name": .string(sequence.name), "frames": .integer(sequence.scores.first?.frameCount ?? 0),
      "trackers": .array(rows),
    ]
  }

  private func json(of summary: Summary, beside references: [Summary]) -> JSONValue {
    var result: JSONValue = [
      "tracker": .string(summary.contender.rawValue),
      "mean_area_under_success": JSONValue(summary.meanAreaUnderSuccess),
      "mean_precision_at_20_px": JSONValue(summary.meanPrecisionAt20Pixels),
      "mean_silent_failure_share": JSONValue(summary.meanSilentFailureShare),
      "lost": .integer(summary.lostCount), "threw": .integer(summary.exceptionCount),
      "median_ms": JSONValue(summary.times.quantile(0.5)), "p95_ms": JSONValue(summary.times.quantile(0.95)),
    ]
    for reference in references {
      result["times_\(reference.contender.rawValue)"] = [
        "median": JSONValue(summary.times.ratio(0.5, to: reference.times)),
        "p95": JSONValue(summary.times.ratio(0.95, to: reference.times)),
      ]
    }
    result["confidence_all_frames"] = Self.json(of: summary.confidences)
    result["confidence_frames_with_a_box"] = Self.json(of: summary.boxConfidences)
    return result
  }

  private static func json(of samples: [ConfidenceSample]) -> JSONValue {
    let reliability = Reliability(samples)
    return [
      "area_under_roc": JSONValue(areaUnderROC(samples)),
      "expected_calibration_error": JSONValue(reliability.expectedCalibrationError),
      "bins": .array(
        reliability.bins.map {
          [
            "count": .integer($0.count), "mean_confidence": JSONValue($0.meanConfidence),
            "share_right": JSONValue($0.shareRight),
          ]
        }),
    ]
  }

  private func json(of recording: RecordingRun) -> JSONValue {
    let starts = zip(recording.starts, recording.scores).map { start, row -> JSONValue in
      let trackers = zip(contenders, row).map { contender, scores -> JSONValue in
        [
          "tracker": .string(contender.rawValue), "visible": .integer(scores.visibleCount),
          "within_20_px": .integer(scores.closeCount),
          "centre_within_20_px": .integer(scores.closeCentreCount),
          "lost": .integer(scores.lostCount), "wrong": .integer(scores.wrongCount),
          "longest_wrong_run_frames": .integer(scores.longestWrongRun),
          "hidden": .integer(scores.hiddenCount), "boxes_while_hidden": .integer(scores.boxesWhileHidden),
          "threw": .integer(scores.exceptionCount),
        ]
      }
      return ["start": .string(start.name), "trackers": .array(trackers)]
    }
    return ["name": .string(recording.name), "starts": .array(starts)]
  }
}
