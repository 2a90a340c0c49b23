import AirTracking

/// What came of tracking one target.
public struct TrackedTarget: Hashable, Sendable {
  /// Its number, from 1.
  public let number: Int
  /// What the tracker said last.
  public private(set) var observation: TrackObservation?
  /// How many frames the tracker looked at.
  public private(set) var trackedFrameCount = 0
  /// In how many of them the target was lost.
  public private(set) var lostFrameCount = 0
  /// When it was let go, and why.
  public private(set) var losses: [Loss] = []

  /// A moment at which a target was let go.
  public struct Loss: Hashable, Sendable {
    /// When.
    public var timestampInSeconds: Double
    /// Why, where the events tell.
    public var reason: LossReason?
  }

  init(number: Int) { self.number = number }

  mutating func note(_ observation: TrackObservation, at time: Double) {
    trackedFrameCount += 1
    if observation.state == .lost {
      lostFrameCount += 1
      let wasSeen = self.observation.map { $0.state != .lost } ?? true
      if wasSeen { losses.append(Loss(timestampInSeconds: time, reason: observation.lossReason)) }
    }
    self.observation = observation
  }
}

extension DrawingSession {
  /// What the tracker said last of the first target.
  public var observation: TrackObservation? { targets.first?.observation }
  /// How many times the tracker looked for a target in a frame.
  public var trackedFrameCount: Int { targets.reduce(0) { $0 + $1.trackedFrameCount } }
  /// How many times it was lost then.
  public var lostFrameCount: Int { targets.reduce(0) { $0 + $1.lostFrameCount } }
}
