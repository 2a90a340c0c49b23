import Glibc

/// Gathers the subpaths of shapes as polylines of the surface, curves cut into chords that stay within a tolerance.
struct CurveFlattener {
  /// The map from the shapes' coordinates to metres on the surface.
  var map = AffineMap.identity
  private let tolerance: Double
  private var budget: PointBudget
  /// The finished subpaths.
  private(set) var paths: [[SIMD2<Double>]] = []
  private var path: [SIMD2<Double>] = []
  /// Where the subpath began, in the shape's coordinates; nil before the first move.
  private var start: SIMD2<Double>?
  /// True until something is drawn after a subpath was closed: closing twice draws nothing more.
  private var isClosed = false

  init(_ options: ImportOptions) {
    tolerance = options.curveToleranceInMetres
    budget = PointBudget(options)
  }

  /// Begins a subpath. One that is never drawn is none.
  mutating func move(to point: SIMD2<Double>) {
    endSubpath()
    start = point
    isClosed = false
  }

  mutating func line(to point: SIMD2<Double>) throws(ImportFault) {
    try begin(1)
    try append(map(point))
  }

  /// Draws back to the subpath's start and ends it; what follows without a move begins there.
  mutating func close() throws(ImportFault) {
    guard let start, !isClosed else { return }
    let isDot = path.isEmpty
    try begin(1)
    // A curve may have come back already.
    if isDot || path.last != path.first { try append(map(start)) }
    endSubpath()
    isClosed = true
  }

  /// Ends the subpath that is being drawn.
  mutating func endSubpath() {
    if path.count > 1 { paths.append(path) }
    path = []
  }

  /// Takes the finished subpaths away.
  mutating func takePaths() -> [[SIMD2<Double>]] {
    endSubpath()
    defer { paths = [] }
    return paths
  }

  /// A cubic Bézier curve.
  mutating func cubic(
    from start: SIMD2<Double>, _ first: SIMD2<Double>, _ second: SIMD2<Double>, to end: SIMD2<Double>
  ) throws(ImportFault) {
    let (a, b, c, d) = (map(start), map(first), map(second), map(end))
    let bend = max(length(a - 2 * b + c), length(b - 2 * c + d))
    let count = try pieces(bend: bend, degree: 3)
    for piece in 1..<count {
      let t = Double(piece) / Double(count)
      let s = 1 - t
      try append(a * (s * s * s) + b * (3 * s * s * t) + c * (3 * s * t * t) + d * (t * t * t))
    }
    try append(d)
  }

  /// A quadratic Bézier curve.
  mutating func quadratic(
    from start: SIMD2<Double>, _ middle: SIMD2<Double>, to end: SIMD2<Double>
  ) throws(ImportFault) {
    let (a, b, c) = (map(start), map(middle), map(end))
    let count = try pieces(bend: length(a - 2 * b + c), degree: 2)
    for piece in 1..<count {
      let t = Double(piece) / Double(count)
      let s = 1 - t
      try append(a * (s * s) + b * (2 * s * t) + c * (t * t))
    }
    try append(c)
  }

  /// An elliptical arc, from where it begins.
  mutating func arc(_ arc: SVGArc) throws(ImportFault) {
    guard !arc.isLine else { return try line(to: arc.end) }
    let center = map(arc.center)
    let first = map.turned(arc.first)
    let second = map.turned(arc.second)
    // The ellipse is a unit circle under a linear map, and so is the gap between arc and chord, 1 − cos(step/2) at most,
    // which the map stretches by no more than its largest singular value.
    let (p, q, r) = ((first * first).sum(), (second * second).sum(), (first * second).sum())
    let stretch = ((p + q) / 2 + ((p - q) * (p - q) / 4 + r * r).squareRoot()).squareRoot()
    let step = tolerance < stretch ? min(.pi / 2, 2 * acos(1 - tolerance / stretch)) : .pi / 2
    let count = try begin((abs(arc.sweep) / step).rounded(.up))
    for piece in 1..<count {
      let angle = arc.startAngle + arc.sweep * Double(piece) / Double(count)
      try append(center + first * cos(angle) + second * sin(angle))
    }
    try append(map(arc.end))
  }

  /// How many equal pieces of the parameter keep the chords of a Bézier curve within the tolerance: its second
  /// derivative is at most degree · (degree − 1) · bend, and a chord over h strays by an eighth of that times h² (G. Wang,
  /// "The subdivision method for finding the intersection between two Bézier curves or surfaces", Zhejiang University
  /// Journal, 1984).
  private mutating func pieces(bend: Double, degree: Double) throws(ImportFault) -> Int {
    try begin((degree * (degree - 1) / 8 * bend / tolerance).squareRoot().rounded(.up))
  }

  /// Counts the points that come next, and begins the subpath with its first point where it has none.
  ///
  /// - Returns: the number of points, at least one.
  @discardableResult
  private mutating func begin(_ count: Double) throws(ImportFault) -> Int {
    guard count < 1e15 else {
      throw ImportFault("its curves are so large that no number of points is enough")
    }
    let count = max(1, Int(count))
    try budget.take(count + 1)
    isClosed = false
    if path.isEmpty, let start { try append(map(start)) }
    return count
  }

  private mutating func append(_ point: SIMD2<Double>) throws(ImportFault) {
    guard point.x.isFinite, point.y.isFinite else {
      throw ImportFault("its coordinates are larger than any number")
    }
    path.append(point.roundedToNanometres)
  }

  private func length(_ vector: SIMD2<Double>) -> Double { (vector * vector).sum().squareRoot() }
}

extension SIMD2<Double> {
  /// Metres without the digits that units and transforms leave behind: far finer than any solid's lattice (0.24 µm), and
  /// half as long as text.
  fileprivate var roundedToNanometres: Self { (self * 1e9).rounded(.toNearestOrEven) / 1e9 }
}
