import AirStroke

/// Turns pen ranges into pen events, each due before the first frame that it concerns.
struct PenSchedule: Sendable {
  private var pending: ArraySlice<(timestampInSeconds: Double, pen: SessionPen)>

  /// Makes a schedule; ranges must be in order.
  init(ranges: [PenRange], color: StrokeColor) {
    pending =
      ranges.flatMap { range in
        [
          (range.startInSeconds, SessionPen(isDown: true, color: color)),
          (range.endInSeconds, SessionPen(isDown: false)),
        ]
      }[...]
  }

  /// The events that are due before a frame: the pen is down in a frame at the very start or end of a range.
  mutating func due(before timestampInSeconds: Double) -> [SessionEvent] {
    var events: [SessionEvent] = []
    while let next = pending.first {
      let isDue =
        next.pen.isDown
        ? next.timestampInSeconds <= timestampInSeconds : next.timestampInSeconds < timestampInSeconds
      guard isDue else { break }
      events.append(SessionEvent(at: next.timestampInSeconds, .pen(next.pen)))
      pending.removeFirst()
    }
    return events
  }
}
