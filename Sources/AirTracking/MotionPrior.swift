import AirGeometry

/// Where a target will be: a damped step of constant velocity, by the frames' time stamps.
struct MotionPrior: Sendable {
  /// Share of the last velocity that the next step is expected to have.
  static let damping = 0.8
  /// After a gap of more than this many usual steps the last velocity says nothing more.
  private static let longestGap = 3.0

  /// Thirty frames a second, until two frames have told better.
  private static let usualInterval = 1.0 / 30
  /// A fingertip moves by a median of a quarter of a 48-pixel box in a thirtieth of a second.
  private static let sidesPerSecond = 9.0

  private var lastCenter: ImagePoint
  private var lastTime: Double
  private var velocity = (x: 0.0, y: 0.0)
  private var lastInterval = 0.0

  init(center: ImagePoint, timestampInSeconds: Double) {
    lastCenter = center
    lastTime = timestampInSeconds
  }

  /// The expected displacement since the last observed frame.
  func expectedShift(at timestampInSeconds: Double) -> (dx: Double, dy: Double) {
    guard lastInterval > 0 else { return (0, 0) }
    let gap = timestampInSeconds - lastTime
    // A clock that stands still or runs back says nothing: the step is then taken as a usual one.
    let usual = gap > 0 && gap.isFinite ? gap : lastInterval
    let interval = min(usual, Self.longestGap * lastInterval)
    return (velocity.x * interval * Self.damping, velocity.y * interval * Self.damping)
  }

  /// How far from there the target may well be, in pixels: a hand's change of speed grows with the time that has
  /// passed and with the speed itself.
  func spread(at timestampInSeconds: Double, meanSide: Double) -> Double {
    let gap = timestampInSeconds - lastTime
    let interval = gap > 0 && gap.isFinite ? gap : max(lastInterval, Self.usualInterval)
    let shift = expectedShift(at: timestampInSeconds)
    return Self.sidesPerSecond * meanSide * interval + 0.5
      * (shift.dx * shift.dx + shift.dy * shift.dy).squareRoot()
  }

  /// Takes an observed position.
  mutating func observe(_ center: ImagePoint, at timestampInSeconds: Double) {
    let gap = timestampInSeconds - lastTime
    let interval = gap > 0 && gap.isFinite ? gap : max(lastInterval, Self.usualInterval)
    velocity = ((center.x - lastCenter.x) / interval, (center.y - lastCenter.y) / interval)
    lastInterval = interval
    lastCenter = center
    lastTime = timestampInSeconds
  }

  /// Goes on with time running back, its stamps negated.
  mutating func turnBack() {
    lastTime = -lastTime
    velocity = (-velocity.x, -velocity.y)
  }

  /// Starts again from a position found anew, without a velocity.
  mutating func restart(at center: ImagePoint, timestampInSeconds: Double) {
    self = MotionPrior(center: center, timestampInSeconds: timestampInSeconds)
  }
}
