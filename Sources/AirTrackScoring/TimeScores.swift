/// A tracker's times per frame in several runs, in milliseconds.
package struct TimeScores: Hashable, Sendable {
  /// All times of each run.
  package var runs: [[Double]]

  /// Takes the times of each run.
  package init(runs: [[Double]]) { self.runs = runs }

  /// The median over the runs of each run's quantile; nil without times.
  package func quantile(_ share: Double) -> Double? {
    AirTrackScoring.quantile(0.5, of: runs.compactMap { AirTrackScoring.quantile(share, of: $0) })
  }

  /// How many times as long as `other` it took: each run's quantile against the other's in the same run, so that what
  /// slows the machine down for a while slows both; the median over the runs. Nil without times.
  package func ratio(_ share: Double, to other: TimeScores) -> Double? {
    let ratios = zip(runs, other.runs).compactMap { own, theirs -> Double? in
      guard let own = AirTrackScoring.quantile(share, of: own),
        let theirs = AirTrackScoring.quantile(share, of: theirs), theirs > 0
      else { return nil }
      return own / theirs
    }
    return AirTrackScoring.quantile(0.5, of: ratios)
  }
}
