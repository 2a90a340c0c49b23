import AirCapture
import AirGeometry

extension FingertipTracker {
  /// Takes in whether the target was seen in a frame, and explains its loss.
  func explainLoss(_ target: inout Target, in frame: Frame) {
    guard target.state == .lost else {
      target.witness.see(target.place, in: frame.image)
      return
    }
    // The prior's expectation is damped; what is asked here is how far the target may have gone.
    let shift = target.motion.expectedShift(at: frame.timestampInSeconds)
    target.witness.miss(
      step: (shift.dx / MotionPrior.damping, shift.dy / MotionPrior.damping), in: frame.image,
      isFresh: target.framesLost <= tuning.coastFrames)
  }

  /// Lets go of the target in the frame that was tracked last, since something else is known to be there.
  mutating func letGo(because reason: LossReason) {
    guard target != nil else { return }
    target?.state = .lost
    target?.framesLost += 1
    target?.pending = nil
    target?.witness.blame(reason)
  }

  /// Goes on with time running back: from now on frames come with their time stamps negated.
  mutating func turnBack() { target?.motion.turnBack() }
}
