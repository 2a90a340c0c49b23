import AirGeometry
import AirTracking
import Glibc
import Testing

@Suite("What the confidence is made of")
struct TrackConfidenceTests {
  /// What the tracker saw of a target that moved a little.
  static func evidence() throws -> (TrackEvidence, TrackObservation) {
    let scene = SyntheticScene(seed: 1)
    let (first, second) = (ImagePoint(x: 120, y: 90), ImagePoint(x: 124, y: 93))
    var tracker = try FingertipTracker()
    _ = try tracker.seed(at: .box(scene.box(at: first)), in: scene.frame(0, target: first))
    let observation = try tracker.track(scene.frame(1, target: second))
    return (try #require(tracker.evidence), observation)
  }

  @Test("each value of the evidence stands under its own property's name")
  func names() throws {
    let (evidence, _) = try Self.evidence()
    let properties = Mirror(reflecting: evidence).children.compactMap { child in
      child.label.flatMap { label in (child.value as? Double).map { (label, $0) } }
    }
    let named = Dictionary(uniqueKeysWithValues: zip(TrackEvidence.names, evidence.values))
    #expect(named.count == TrackEvidence.names.count && evidence.values.count == TrackEvidence.names.count)
    #expect(named == Dictionary(uniqueKeysWithValues: properties))
  }

  @Test("whatever is said of a name is said of one that there is")
  func knownNames() {
    #expect(TrackConfidence.logarithmicNames.isSubset(of: TrackEvidence.names))
    #expect(TrackConfidence.fallingNames.isSubset(of: TrackEvidence.names))
  }

  @Test("the confidence that is reported is that of the evidence")
  func reported() throws {
    let (evidence, observation) = try Self.evidence()
    #expect(observation.confidence == TrackConfidence.value(of: evidence))
    #expect((0...1).contains(observation.confidence))
  }

  @Test("evidence that falls under half of the usual look takes the confidence away")
  func stranger() throws {
    var (evidence, _) = try Self.evidence()
    evidence.familiarity = 0.5
    #expect(TrackConfidence.strangerLogOdds(of: evidence) == 0)
    let usual = TrackConfidence.value(of: evidence)
    evidence.familiarity = 0.2
    let strange = TrackConfidence.value(of: evidence)
    let stranger = TrackConfidence.strangerLogOdds(of: evidence)
    #expect(stranger < -5)
    // The familiarity may also count among the fitted evidence, which only makes the fall deeper.
    #expect(log(strange / (1 - strange)) < log(usual / (1 - usual)) + stranger + 1e-6)
  }

  @Test("evidence that is no number gives no confidence")
  func notANumber() throws {
    var (evidence, _) = try Self.evidence()
    for value: WritableKeyPath<TrackEvidence, Double> in [
      \.peak, \.correlation, \.colour, \.second, \.apce, \.frozen, \.agreement, \.surprise, \.anchor,
      \.familiarity,
    ] { evidence[keyPath: value] = .nan }
    #expect(TrackConfidence.value(of: evidence) == 0)
  }
}
