import AirStroke

extension PenStyle {
  /// Times in seconds before and after a point over which its speed is measured: the clocks of pens and pictures are
  /// not even, and hands do not change their speed faster.
  private static let speedWindowInSeconds = 0.05

  /// How wide the pen is at the points of a stroke, in metres and before tapering.
  ///
  /// - Parameters:
  ///   - stroke: a stroke whose places are finite.
  ///   - number: its number for messages.
  ///   - width: the width without variation in metres.
  /// - Throws: `ExtrusionError.invalidPoint` where what decides the width is no number in its range.
  /// - Complexity: O(n) for n points.
  func widths(of stroke: Stroke, number: Int, width: Double) throws(ExtrusionError) -> [Double] {
    let nodes = stroke.nodes
    let (least, greatest) = widthRange(around: width)
    func mixed(_ share: Double) -> Double { least + (greatest - least) * share }
    switch self.width {
    case .constant: return [Double](repeating: width, count: nodes.count)
    case .speed(let reference, let effect):
      try Self.checkTimes(of: nodes, number)
      guard let speeds = Self.speeds(of: nodes) else {
        return [Double](repeating: width, count: nodes.count)
      }
      return speeds.map { speed in
        let share = min(1, speed / reference)
        return mixed(effect == .wider ? share : 1 - share)
      }
    case .pressure:
      try Self.check(nodes, number, named: "pressure") { $0.pressure }
      return nodes.map { $0.pressure.map(mixed) ?? width }
    case .confidence:
      try Self.check(nodes, number, named: "confidence") { $0.confidence }
      return nodes.map { mixed($0.confidence) }
    }
  }

  /// The least and the greatest width where the width without variation is given.
  private func widthRange(around width: Double) -> (least: Double, greatest: Double) {
    let range = ExtrusionStyle.measureRange
    let least = leastWidthInMetres ?? max(range.lowerBound, width / 2)
    let greatest = greatestWidthInMetres ?? min(range.upperBound, width * 1.5)
    // A limit that was given holds against one that was not.
    if least > greatest { return leastWidthInMetres == nil ? (greatest, greatest) : (least, least) }
    return (least, greatest)
  }

  private static func check(
    _ nodes: [PointNode], _ number: Int, named name: String, _ value: (PointNode) -> Double?
  ) throws(ExtrusionError) {
    for (index, node) in nodes.enumerated() {
      guard let value = value(node), !(0...1).contains(value) else { continue }
      throw .invalidPoint(
        stroke: number, point: index + 1, problem: "its \(name) of \(value) must be 0 to 1")
    }
  }

  private static func checkTimes(of nodes: [PointNode], _ number: Int) throws(ExtrusionError) {
    var last = -Double.infinity
    for (index, node) in nodes.enumerated() {
      let time = node.timestampInSeconds
      guard time.isFinite, time >= last else {
        throw .invalidPoint(
          stroke: number, point: index + 1,
          problem: "its time of \(time) s must be a finite number and not before the last point's")
      }
      last = time
    }
  }

  /// The speed at each point in metres a second: the path's length over the time from the first to the last point
  /// within the window, its neighbours included; nil where no time passes.
  private static func speeds(of nodes: [PointNode]) -> [Double]? {
    guard let first = nodes.first?.timestampInSeconds, let last = nodes.last?.timestampInSeconds, last > first
    else { return nil }
    var lengths = [0.0]
    lengths.reserveCapacity(nodes.count)
    for (a, b) in zip(nodes, nodes.dropFirst()) {
      lengths.append(lengths[lengths.count - 1] + a.point.distance(to: b.point))
    }
    let mean = lengths[lengths.count - 1] / (last - first)
    var (early, late) = (0, 0)
    return nodes.indices.map { index in
      let time = nodes[index].timestampInSeconds
      while nodes[early].timestampInSeconds < time - speedWindowInSeconds { early += 1 }
      while late + 1 < nodes.count, nodes[late + 1].timestampInSeconds <= time + speedWindowInSeconds {
        late += 1
      }
      let from = min(early, max(0, index - 1))
      let to = max(late, min(nodes.count - 1, index + 1))
      let duration = nodes[to].timestampInSeconds - nodes[from].timestampInSeconds
      // Where points in a row share a time, only the whole stroke tells how fast they were drawn.
      return duration > 0 ? (lengths[to] - lengths[from]) / duration : mean
    }
  }
}
