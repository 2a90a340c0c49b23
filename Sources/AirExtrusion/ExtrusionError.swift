/// Why a drawing did not become a solid.
public enum ExtrusionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The style cannot be built; every fault of it, each as a clause.
  case invalidStyle([String])
  /// The drawing has no point at all.
  case emptyDrawing
  /// The heights of the strokes were asked for, and no stroke has one.
  case nothingRaised
  /// A stroke's own width or height cannot be built; strokes are counted from 1.
  case invalidStroke(stroke: Int, problem: String)
  /// A bevel leaves nothing of the drawing's top or bottom.
  case bevelTooWide(sizeInMetres: Double)
  /// A coordinate is not a number or infinite; strokes and points are counted from 1.
  case pointNotFinite(stroke: Int, point: Int)
  /// A place lies beyond what the lattice holds exactly; strokes and points are counted from 1.
  case pointOutOfReach(stroke: Int, point: Int, limitInMetres: Double)
  /// What is put around the drawing lies beyond what the lattice holds exactly.
  case liftOutOfReach(limitInMetres: Double)
  /// The outline kept touching itself after as many rounds of parting as are tried.
  case outlineNotResolved(rounds: Int)
  /// The mesh is no solid; the clauses say what is wrong with it.
  case notASolid([String])
  /// What a point says beside its place cannot be used; strokes and points are counted from 1.
  case invalidPoint(stroke: Int, point: Int, problem: String)
  /// A surface on a grid would need more cells than are allowed.
  case gridTooFine(cellCount: Int, limit: Int)
  /// No part of the profile lies on the side of the axis that is turned, or none that is wide enough.
  case nothingBesideAxis
  /// Nothing tells when the solid's places were drawn; a clause says why.
  case timesUnknown(String)

  /// One sentence that says what is wrong and how to mend it.
  public var description: String {
    switch self {
    case .invalidStyle(let problems):
      return "The extrusion style cannot be built: " + problems.joined(separator: "; ") + "."
    case .emptyDrawing:
      return "The drawing is empty: it needs at least one stroke with one point."
    case .nothingRaised:
      return
        "No stroke was raised in lift mode, so that there is no height to take: lift the drawing as a prism of one height."
    case .bevelTooWide(let size):
      return
        "The bevel of \(ExtrusionStyle.millimetres(size)) leaves nothing flat: it must be less than half as wide as the strokes."
    case .invalidStroke(let stroke, let problem):
      return "Stroke \(stroke) cannot be built: \(problem)."
    case .pointNotFinite(let stroke, let point):
      return "Point \(point) of stroke \(stroke) is not a finite place: every coordinate must be a number."
    case .pointOutOfReach(let stroke, let point, let limit):
      return
        "Point \(point) of stroke \(stroke) lies beyond ±\(limit) m, which is as far as a solid may reach "
        + "with its pen's width: move or scale the drawing."
    case .liftOutOfReach(let limit):
      return
        "What is put around the drawing lies beyond ±\(limit) m: move or scale the drawing, or put less around it."
    case .outlineNotResolved(let rounds):
      return "The outline still touches itself after \(rounds) rounds of parting: draw it a little larger."
    case .notASolid(let problems):
      return "The mesh is not a solid: " + problems.joined(separator: "; ") + "."
    case .invalidPoint(let stroke, let point, let problem):
      return "Point \(point) of stroke \(stroke) cannot be built: \(problem)."
    case .gridTooFine(let cellCount, let limit):
      return
        "The united surface needs at least \(cellCount) grid cells, and \(limit) are allowed: choose a coarser grid, "
        + "a thicker pen or a smaller drawing."
    case .nothingBesideAxis:
      return
        "Nothing of the profile lies beside the axis, where it would be turned: move the axis or the profile."
    case .timesUnknown(let reason):
      return "Nothing tells when each place of the solid was drawn: \(reason). Leave the times out."
    }
  }
}
