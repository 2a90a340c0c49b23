import AirStroke
import Glibc

/// Turns a profile about an axis in the drawing's plane.
///
/// ```swift
/// let style = ExtrusionStyle(.lathe(Lathe(angleInDegrees: 270), fill: nil))
/// let vase = try Extruder.solid(of: drawing, style: style)
/// print(vase.report.volume)
/// ```
public struct Lathe: Hashable, Sendable {
  /// A line of the drawing's plane about which the profile is turned; it becomes the solid's upright axis.
  public enum Axis: Hashable, Sendable {
    /// A line away from the viewer, at a place along u in metres: what lies to its right is turned. Nil puts it at the
    /// profile's left edge. What is drawn at the top becomes the solid's top.
    case vertical(uInMetres: Double?)
    /// A line from left to right, at a place along v in metres: what lies above it, away from the viewer, is turned.
    /// Nil puts it at the profile's lower edge. What is drawn at the right becomes the solid's top.
    case horizontal(vInMetres: Double?)
  }

  /// The axis; the profile's left edge at first.
  public var axis: Axis
  /// How far the profile is turned, in degrees, above 0 and up to 360; less than 360 leaves two flat sides.
  public var angleInDegrees: Double
  /// The number of steps in which it is turned; nil takes as many as the style's tolerance needs, so that no chord is
  /// farther than that from its arc.
  public var steps: Int?

  /// Numbers of steps that can be asked for; a step is 120° at most.
  public static let stepRange = 1...4096
  /// The largest step that is taken unasked, in degrees.
  private static let largestStepInDegrees = 45.0
  /// The most vertices that are made.
  private static let largestVertexCount = 1 << 24

  /// Makes options.
  public init(axis: Axis = .vertical(uInMetres: nil), angleInDegrees: Double = 360, steps: Int? = nil) {
    self.axis = axis
    self.angleInDegrees = angleInDegrees
    self.steps = steps
  }

  /// What is wrong with the options, each as a clause.
  var problems: [String] {
    var problems: [String] = []
    switch axis {
    case .vertical(let place?), .horizontal(let place?):
      if !(abs(place) <= 4) { problems.append("the lathe's axis must lie within ±4 m") }
    default: break
    }
    if !(angleInDegrees > 0 && angleInDegrees <= 360) {
      problems.append("the lathe's angle must be above 0° and at most 360°")
    }
    if let steps {
      if !Self.stepRange.contains(steps) {
        problems.append(
          "the lathe's \(steps) steps must be \(Self.stepRange.lowerBound) to \(Self.stepRange.upperBound)")
      } else if angleInDegrees / Double(steps) > 120 {
        problems.append("the lathe's steps must be as many as keep each to 120°")
      }
    }
    return problems
  }

  /// Turns the united outline of strokes, drawn with a round pen.
  ///
  /// - Throws: `ExtrusionError`.
  package func solid(
    of strokes: [Stroke], style: ExtrusionStyle, lattice: Lattice = .metres
  ) throws(ExtrusionError) -> ExtrudedSolid {
    try ExtrusionStyle.refuse(problems)
    let color = strokes.first { !$0.nodes.isEmpty }?.color ?? .ink
    return try solid(
      of: try Outline(of: strokes, style: style, lattice: lattice),
      toleranceInMetres: style.toleranceInMetres,
      color: color)
  }

  /// Turns an outline; what lies beyond the axis is cut off.
  ///
  /// The solid stands on the surface, its axis at the drawing's origin. So that rings of vertices near the axis do
  /// not fall together on the lattice, what comes within a few steps of the axis, by the number of turning steps some
  /// micrometres, is led straight to it.
  ///
  /// - Throws: `ExtrusionError`.
  /// - Complexity: O(n s log(n s)) for n points and s steps.
  package func solid(
    of profile: Outline, toleranceInMetres: Double, color: StrokeColor = .ink
  ) throws(ExtrusionError) -> ExtrudedSolid {
    try ExtrusionStyle.refuse(problems)
    if let problem = ExtrusionStyle.problem(
      of: toleranceInMetres, named: "tolerance", in: ExtrusionStyle.toleranceRange)
    {
      throw .invalidStyle([problem])
    }
    guard profile.ringCount > 0 else { throw .emptyDrawing }
    let edges = try uprightEdges(of: profile)
    let reach = edges.reduce(0) { max($0, $1.start.x) }
    guard reach > 0 else { throw .nothingBesideAxis }
    let count = stepCount(
      reachInSteps: Double(reach), tolerance: toleranceInMetres / profile.lattice.stepInMetres)
    guard count * edges.count <= Self.largestVertexCount else {
      throw .invalidStyle([
        "turning \(edges.count) points in \(count) steps makes more than \(Self.largestVertexCount) vertices"
      ])
    }
    var faults: [String] = []
    // Coarser grain keeps the profile's parts farther from one another than rounding can move them.
    for grain in [4, 8, 16, 32] as [Int32] {
      guard let shell = try shell(edges, count, grain, profile.lattice) else { continue }
      let part = MeshPart(name: "drawing", color: color, triangleRange: 0..<shell.triangles.count)
      let mesh = Mesh(
        lattice: profile.lattice, vertices: shell.vertices, triangles: shell.triangles, parts: [part])
      let report = MeshReport(of: mesh)
      faults = report.problems
      if faults.isEmpty { return ExtrudedSolid(mesh: mesh, report: report) }
    }
    throw .notASolid(faults.isEmpty ? ["its flat sides cross themselves"] : faults)
  }

  private func shell(
    _ edges: [WeightedEdge], _ count: Int, _ grain: Int32, _ lattice: Lattice
  ) throws(ExtrusionError) -> SolidShell? {
    let angle = angleInDegrees / 180 * .pi
    // Rounding moves neighbours on a ring towards each other by less than a step and a half; two keep them in order.
    // The flat sides of an almost full turn are neighbours too.
    let open = angleInDegrees < 360 ? 2 * .pi - angle : .pi
    let leastRadius = (1 / sin(min(angle / Double(count), open) / 2)).rounded(.up)
    guard leastRadius < Double(Lattice.largestCoordinate) else { throw .nothingBesideAxis }
    let profile = try LatheProfile(edges, grain: grain, leastRadius: Int32(leastRadius), lattice: lattice)
    guard !profile.isEmpty else { throw .nothingBesideAxis }
    return LatheShell(profile, angle: angle, steps: count, isFull: angleInDegrees == 360)?.shell
  }

  private func stepCount(reachInSteps: Double, tolerance: Double) -> Int {
    if let steps { return steps }
    let largest = min(
      2 * acos(max(0, 1 - tolerance / reachInSteps)), Self.largestStepInDegrees / 180 * .pi)
    return max(1, Int((angleInDegrees / 180 * .pi / largest).rounded(.up)))
  }

  /// The outline's edges with x the distance from the axis and y the height above the lowest point.
  private func uprightEdges(of profile: Outline) throws(ExtrusionError) -> [WeightedEdge] {
    var (lower, upper) = (LatticePoint(repeating: .max), LatticePoint(repeating: .min))
    for point in profile.points {
      lower = pointwiseMin(lower, point)
      upper = pointwiseMax(upper, point)
    }
    func steps(_ place: Double?, orElse fallback: Int32) -> Int32 {
      place.map { Int32(($0 / profile.lattice.stepInMetres).rounded()) } ?? fallback
    }
    let edges = profile.edges(weight: 1)
    let turned: [WeightedEdge]
    switch axis {
    case .vertical(let u):
      let origin = steps(u, orElse: lower.x)
      // Seen from above v runs down: a mirror image, so that edges run the other way.
      turned = edges.map { edge in
        WeightedEdge(
          start: LatticePoint(edge.end.x - origin, upper.y - edge.end.y),
          end: LatticePoint(edge.start.x - origin, upper.y - edge.start.y), weight: 1)
      }
    case .horizontal(let v):
      let origin = steps(v, orElse: upper.y)
      turned = edges.map { edge in
        WeightedEdge(
          start: LatticePoint(origin - edge.start.y, edge.start.x - lower.x),
          end: LatticePoint(origin - edge.end.y, edge.end.x - lower.x), weight: 1)
      }
    }
    let limit = Lattice.largestCoordinate - 1024
    guard turned.allSatisfy({ abs($0.start.x) <= limit && $0.start.y <= limit }) else {
      throw .invalidStyle(["the turned profile would reach beyond 4 m"])
    }
    return turned
  }
}
