import AirDraw
import Glibc

/// How far the work is: one line that is rewritten on a terminal, a line now and then where output is piped.
struct Progress {
  private let frameCount: Int?
  private let isShown: Bool
  private let isTerminal = isatty(STDERR_FILENO) != 0
  private let clock = ContinuousClock()
  private var start: ContinuousClock.Instant
  private var lastShown: ContinuousClock.Instant
  private var done = 0

  /// Makes a progress display for so many frames, where that is known.
  init(frameCount: Int?, isShown: Bool) {
    self.frameCount = frameCount
    self.isShown = isShown
    start = clock.now
    lastShown = start
  }

  /// Takes in a frame from which the targets are followed back, and shows it when it is time.
  mutating func look(back result: RecordingTracker.FrameResult) {
    guard isDue() else { return }
    show("looking back at \(decimal(result.timestampInSeconds, places: 1)) s")
  }

  /// Takes in a frame, and shows it when it is time.
  mutating func update(_ result: RecordingTracker.FrameResult) {
    if done == 0 { start = clock.now }
    done += 1
    guard isDue() else { return }
    let now = lastShown
    let seconds = (now - start) / .seconds(1)
    let rate = Double(done) / seconds
    var parts = ["frame \(result.number)" + (frameCount.map { " of \($0)" } ?? "")]
    if let observation = result.observation {
      parts.append("\(observation.state.rawValue) \(decimal(observation.confidence, places: 2))")
    }
    parts.append("\(decimal(rate, places: 0)) frames/s")
    if let frameCount, frameCount > done {
      parts.append("\(decimal(Double(frameCount - done) / rate, places: 0)) s left")
    }
    show(isTerminal ? bar + parts.joined(separator: "  ") : parts.joined(separator: ", "))
  }

  /// Says what is being done, when it is time.
  mutating func update(_ text: @autoclosure () -> String) {
    guard isDue() else { return }
    show(text())
  }

  private mutating func isDue() -> Bool {
    let now = clock.now
    let interval: Duration = isTerminal ? .milliseconds(100) : .seconds(5)
    guard isShown, now - lastShown >= interval else { return false }
    lastShown = now
    return true
  }

  private func show(_ text: String) {
    Console.writeToStandardError(isTerminal ? "\r\u{1B}[K" + text : text + "\n")
  }

  /// Takes the line off the terminal again.
  func finish() {
    if isShown, isTerminal { Console.writeToStandardError("\r\u{1B}[K") }
  }

  private var bar: String {
    guard let frameCount, frameCount > 0 else { return "" }
    let width = 24
    let filled = min(width, width * done / frameCount)
    return "[" + String(repeating: "#", count: filled) + String(repeating: "-", count: width - filled) + "] "
  }
}
