/// How a tracker works.
public struct TrackerOptions: Hashable, Sendable {
  /// How much work goes into a frame.
  public enum Level: String, Hashable, Sendable, CaseIterable {
    /// A search window of 64 × 64 pixels.
    case fast
    /// A search window of 128 × 128 pixels.
    case accurate
  }

  /// How much work goes into a frame; `accurate` by default.
  public var level: Level
  /// Under this confidence the target is lost: 0…1, 0.3 by default.
  public var lostCutoff: Double
  /// A lost target is taken up again at this confidence only: from `lostCutoff` to 1, 0.5 by default. The distance
  /// between the two keeps the state from flickering.
  public var returnCutoff: Double
  /// Whether a lost target is looked for in the whole picture; true by default.
  public var searchesWhenLost: Bool
  /// Whether each observation tells how it came about; false by default. It changes nothing else.
  public var tellsMatches = false

  /// Makes options.
  public init(
    level: Level = .accurate, lostCutoff: Double = 0.3, returnCutoff: Double = 0.5,
    searchesWhenLost: Bool = true
  ) {
    self.level = level
    self.lostCutoff = lostCutoff
    self.returnCutoff = returnCutoff
    self.searchesWhenLost = searchesWhenLost
  }

  /// Checks all ranges.
  ///
  /// - Throws: `TrackingError.invalidOption`.
  public func validate() throws {
    try Self.check("lostCutoff", lostCutoff, 0...1)
    try Self.check("returnCutoff", returnCutoff, lostCutoff...1)
  }

  private static func check(_ name: String, _ value: Double, _ range: ClosedRange<Double>) throws {
    guard range.contains(value) else {
      throw TrackingError.invalidOption(name: name, value: value, range: range)
    }
  }
}
