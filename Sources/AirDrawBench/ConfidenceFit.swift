import AirDraw
import AirTrackScoring
import AirTracking
import Glibc

/// A model of the confidence, fitted to the evidence of some sequences.
struct ConfidenceFit {
  /// Which tracks it was fitted to.
  let title: String
  let selection: FeatureSelection
  /// One weight for each of `TrackEvidence.names`, 0 where it is not used. Rounded to three decimals: more of them
  /// say nothing, and would differ from machine to machine.
  let model: LogisticModel

  init(_ title: String, _ cutoffs: [EvidenceCutoff], of runs: [EvidenceRun]) throws {
    self.title = title
    let groups = SampleGroups(
      runs.map { run in cutoffs.flatMap(run.logisticSamples) })
    let directions = TrackEvidence.names.map {
      TrackConfidence.fallingNames.contains($0) ? FeatureDirection.falling : .rising
    }
    selection = try FeatureSelection(among: directions, of: groups)
    let fitted = try LogisticModel(
      fitting: groups.keeping(selection.features).samples, ridge: selection.ridge)
    var weights = [Double](repeating: 0, count: TrackEvidence.names.count)
    for (index, weight) in zip(selection.features, fitted.weights) { weights[index] = Self.rounded(weight) }
    model = LogisticModel(bias: Self.rounded(fitted.bias), weights: weights)
  }

  private static func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }

  /// The weights with their names.
  var formula: String {
    let terms = zip(TrackEvidence.names, model.weights).filter { $0.1 != 0 }.map { name, weight in
      let isLogarithm = TrackConfidence.logarithmicNames.contains(name)
      return "\(fixed(weight)) · \(isLogarithm ? "log \(name)" : name)"
    }
    return "log-odds = " + ([fixed(model.bias)] + terms).joined(separator: " + ")
      + " + stranger, ridge \(selection.ridge)"
  }

  /// The weights as the Swift file that the tracker is built with.
  ///
  /// - Parameters:
  ///   - fittedOn: the names of the sequences it was fitted to.
  ///   - check: how it did on others.
  func source(fittedOn: [String], check: ConfidenceCheck) -> String {
    var lines = [
      "extension TrackConfidence {",
      "  /// The log-odds that a box is right. Written by `airdraw-bench calibrate`; `make calibrate` writes it anew.",
      "  ///",
    ]
    lines += Self.wrapped("Fitted on \(fittedOn.joined(separator: ", ")).").map { "  /// \($0)" }
    lines += Self.wrapped(
      "On the other sequences, as used: area under ROC \(fixed(check.areaUnderROC)), expected calibration error "
        + "\(fixed(check.calibrationError))."
    ).map { "  /// \($0)" }
    lines += [
      "  static func fittedLogOdds(of evidence: TrackEvidence) -> Double {", "    var sum = \(model.bias)",
    ]
    for (name, weight) in zip(TrackEvidence.names, model.weights) where weight != 0 {
      let isLogarithm = TrackConfidence.logarithmicNames.contains(name)
      let feature = isLogarithm ? "logarithm(evidence.\(name))" : "evidence.\(name)"
      lines.append("    sum += \(weight) * \(feature)")
    }
    lines += ["    return sum", "  }", "}"]
    return lines.joined(separator: "\n") + "\n"
  }

  private static func wrapped(_ text: String) -> [String] {
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let last = lines.last, last.count + word.count < 100 {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}

/// How well confidences foretell right boxes on some tracks.
struct ConfidenceCheck {
  let samples: [ConfidenceSample]
  /// The mean log loss, weighted as for a fit.
  let logLoss: Double

  /// Checks a model, or the confidence as it is built in when nil.
  init(_ model: LogisticModel?, _ cutoff: EvidenceCutoff, of runs: [EvidenceRun]) {
    var samples: [ConfidenceSample] = []
    var (loss, total) = (0.0, 0.0)
    for run in runs {
      for (sample, logistic) in zip(run.samples[cutoff] ?? [], run.logisticSamples(cutoff)) {
        let confidence =
          model?.probability(logistic.features, offset: logistic.offset)
          ?? TrackConfidence.value(of: sample.evidence)
        samples.append(ConfidenceSample(confidence: confidence, isRight: sample.isRight))
        // A millionth is as good as certain; without a bound one frame could outweigh all others.
        let chance = max(sample.isRight ? confidence : 1 - confidence, 1e-6)
        loss -= logistic.weight * log(chance)
        total += logistic.weight
      }
    }
    self.samples = samples
    logLoss = total > 0 ? loss / total : .nan
  }

  var areaUnderROC: Double? { AirTrackScoring.areaUnderROC(samples) }
  var calibrationError: Double? { Reliability(samples).expectedCalibrationError }
}
