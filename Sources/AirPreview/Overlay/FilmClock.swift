/// Times of a video that begin at zero and increase.
struct FilmClock {
  private var first: Double?
  /// The last frame's time.
  private(set) var last = -Double.infinity

  /// A frame's time in the video; nil for one that comes with the last one, as some recordings have them.
  mutating func time(of timestampInSeconds: Double) -> Double? {
    let start = first ?? timestampInSeconds
    first = start
    let time = timestampInSeconds - start
    guard time > last + 0.000_1 else { return nil }
    last = time
    return time
  }
}
