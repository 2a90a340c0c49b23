/// Why a drawing did not become a solid.
public enum ExtrusionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The style cannot be built; every fault of it, each as a clause.
  case invalidStyle([String])
  /// The drawing has no point at all.
  case emptyDrawing
  /// A stroke's own width cannot be built; strokes are counted from 1.
  case invalidStrokeWidth(stroke: Int, problem: String)
  /// A coordinate is not a number or infinite; strokes and points are counted from 1.
  case pointNotFinite(stroke: Int, point: Int)
  /// A place lies beyond what the lattice holds exactly; strokes and points are counted from 1.
  case pointOutOfReach(stroke: Int, point: Int, limitInMetres: Double)
  /// The outline kept touching itself after as many rounds of parting as are tried.
  case outlineNotResolved(rounds: Int)
  /// The mesh is no solid; the clauses say what is wrong with it.
  case notASolid([String])
  /// What a point says beside its place cannot be used; strokes and points are counted from 1.
  case invalidPoint(stroke: Int, point: Int, problem: String)

  /// One sentence that says what is wrong and how to mend it.
  public var description: String {
    switch self {
    case .invalidStyle(let problems):
      return "The extrusion style cannot be built: " + problems.joined(separator: "; ") + "."
    case .emptyDrawing:
      return "The drawing is empty: it needs at least one stroke with one point."
    case .invalidStrokeWidth(let stroke, let problem):
      return "Stroke \(stroke) cannot be built: \(problem)."
    case .pointNotFinite(let stroke, let point):
      return "Point \(point) of stroke \(stroke) is not a finite place: every coordinate must be a number."
    case .pointOutOfReach(let stroke, let point, let limit):
      return
        "Point \(point) of stroke \(stroke) lies beyond ±\(limit) m, which is as far as a solid may reach "
        + "with its pen's width: move or scale the drawing."
    case .outlineNotResolved(let rounds):
      return "The outline still touches itself after \(rounds) rounds of parting: draw it a little larger."
    case .notASolid(let problems):
      return "The mesh is not a solid: " + problems.joined(separator: "; ") + "."
    case .invalidPoint(let stroke, let point, let problem):
      return "Point \(point) of stroke \(stroke) cannot be built: \(problem)."
    }
  }
}
