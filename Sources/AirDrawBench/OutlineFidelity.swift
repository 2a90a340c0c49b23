import AirDraw
import Glibc

/// How near the outline of a drawing is to that of a perfectly round pen, found without the engine: from distances to
/// the drawn path, and from the lengths that the pen covers of many parallel lines.
struct OutlineFidelity {
  /// Greatest distance of a place of our outline from the true one, in metres; never more than `limit`.
  private(set) var outwardInMetres = 0.0
  /// Greatest distance of a place of the true outline from ours, in metres; never more than `limit`.
  private(set) var inwardInMetres = 0.0
  /// Volume over that of the true area times the height, less one.
  private(set) var volumeError = 0.0

  /// The greatest distance that is told apart.
  static let limit = 200e-6
  private static let spacing = 8e-6
  private static let lineCount = 5000

  /// Measures a drawing whose strokes have one width.
  init(_ sample: BenchDrawing) throws {
    let radius = sample.style.widthInMetres / 2
    let segments = Self.segments(of: sample.drawing)
    let path = SegmentIndex(segments, reach: radius + Self.limit, cellSize: radius / 2)
    let truth = Self.trueOutline(segments, path, radius: radius)
    let outline = try Outline(of: sample.drawing.strokes, style: sample.style, lattice: .metres)
    let edges = Self.edges(of: outline)
    let near = SegmentIndex(edges, reach: Self.limit, cellSize: 2 * Self.limit)
    for place in truth { inwardInMetres = max(inwardInMetres, near.distance(to: place)) }
    let trueNear = SegmentIndex(truth.map { ($0, $0) }, reach: Self.limit, cellSize: Self.limit)
    for (a, b) in edges {
      let count = max(1, (((b - a) * (b - a)).sum().squareRoot() / (5 * Self.spacing)).rounded(.up))
      for step in 0..<Int(2 * count) {
        let place = a + (b - a) * (Double(step) / (2 * count))
        let fromPath = abs(path.distance(to: place) - radius)
        // The true outline is as near as this at the least; where that tells nothing new, it need not be looked for.
        guard fromPath > outwardInMetres || fromPath > 5e-6 else { continue }
        outwardInMetres = max(outwardInMetres, trueNear.distance(to: place))
      }
    }
    let solid = try Extruder.solid(of: sample.drawing, style: sample.style)
    let step = Lattice.metres.stepInMetres
    let height = (sample.style.heightInMetres / step).rounded() * step
    volumeError = solid.report.volume / (Self.area(segments, radius: radius) * height) - 1
  }

  private static func segments(of drawing: Drawing) -> [(SIMD2<Double>, SIMD2<Double>)] {
    drawing.strokes.flatMap { stroke in
      let points = stroke.nodes.map { SIMD2($0.point.u, $0.point.v) }
      let segments = zip(points, points.dropFirst()).filter { $0 != $1 }.map { ($0, $1) }
      return segments.isEmpty ? points.prefix(1).map { ($0, $0) } : segments
    }
  }

  private static func edges(of outline: Outline) -> [(SIMD2<Double>, SIMD2<Double>)] {
    (0..<outline.ringCount).flatMap { index in
      let ring = outline.ring(index).map { SIMD2<Double>($0) * outline.lattice.stepInMetres }
      return zip(ring, ring.dropFirst() + ring.prefix(1)).map { ($0, $1) }
    }
  }

  /// Places on the true outline: those at the pen's radius from the path that no other part of it is nearer to.
  private static func trueOutline(
    _ segments: [(SIMD2<Double>, SIMD2<Double>)], _ path: SegmentIndex, radius: Double
  ) -> [SIMD2<Double>] {
    var places: [SIMD2<Double>] = []
    func appendIfOutside(_ place: SIMD2<Double>) {
      if path.distance(to: place) >= radius - 1e-9 { places.append(place) }
    }
    let arcCount = Int((2 * .pi * radius / spacing).rounded(.up))
    for (a, b) in segments {
      let way = b - a
      let length = (way * way).sum().squareRoot()
      let along = length > 0 ? way / length : .zero
      for end in [a, b] {
        for index in 0..<arcCount {
          let angle = 2 * .pi * Double(index) / Double(arcCount)
          let direction = SIMD2(cos(angle), sin(angle))
          // Beside the segment its own sides are farther out.
          let ahead = (direction * along).sum()
          if end == a ? ahead <= 0 : ahead >= 0 { appendIfOutside(end + direction * radius) }
        }
        if length == 0 { break }
      }
      let count = (length / spacing).rounded(.up)
      for index in 0..<Int(count) {
        let place = a + way * (Double(index) / count)
        let aside = SIMD2(-along.y, along.x) * radius
        appendIfOutside(place + aside)
        appendIfOutside(place - aside)
      }
    }
    return places
  }

  /// The area that a round pen covers, from the lengths covered of many parallel lines.
  private static func area(_ segments: [(SIMD2<Double>, SIMD2<Double>)], radius: Double) -> Double {
    let lower = (segments.map { min($0.0.y, $0.1.y) }.min() ?? 0) - radius
    let upper = (segments.map { max($0.0.y, $0.1.y) }.max() ?? 0) + radius
    let pitch = (upper - lower) / Double(lineCount)
    var covered = [[(Double, Double)]](repeating: [], count: lineCount)
    for (a, b) in segments {
      let first = max(0, Int((min(a.y, b.y) - radius - lower) / pitch))
      let last = min(lineCount - 1, Int((max(a.y, b.y) + radius - lower) / pitch))
      for line in first...max(first, last) {
        let y = lower + (Double(line) + 0.5) * pitch
        if let span = span(a, b, radius: radius, y: y) { covered[line].append(span) }
      }
    }
    var sum = 0.0
    for spans in covered {
      var end = -Double.infinity
      for span in spans.sorted(by: { $0.0 < $1.0 }) where span.1 > end {
        sum += span.1 - max(span.0, end)
        end = span.1
      }
    }
    return sum * pitch
  }

  /// What a pen that goes from a to b covers of the line at a height.
  private static func span(_ a: SIMD2<Double>, _ b: SIMD2<Double>, radius: Double, y: Double)
    -> (Double, Double)?
  {
    var (least, most) = (Double.infinity, -Double.infinity)
    for end in [a, b] {
      let squared = radius * radius - (y - end.y) * (y - end.y)
      guard squared >= 0 else { continue }
      least = min(least, end.x - squared.squareRoot())
      most = max(most, end.x + squared.squareRoot())
    }
    let way = b - a
    let length = (way * way).sum().squareRoot()
    if length > 0 {
      let aside = SIMD2(-way.y, way.x) * (radius / length)
      for (from, to) in [(a + aside, b + aside), (a - aside, b - aside)] where from.y != to.y {
        let share = (y - from.y) / (to.y - from.y)
        guard share >= 0, share <= 1 else { continue }
        let x = from.x + (to.x - from.x) * share
        (least, most) = (min(least, x), max(most, x))
      }
    }
    return least <= most ? (least, most) : nil
  }
}
