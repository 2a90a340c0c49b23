import Glibc

/// Edges that are broken or rounded.
public struct Bevel: Hashable, Sendable {
  /// The section of a bevel.
  public enum Shape: String, Hashable, Sendable, CaseIterable {
    /// A flat cut at 45°.
    case chamfer
    /// A quarter of a circle.
    case round
  }

  /// The edges that are bevelled.
  public enum Edges: String, Hashable, Sendable, CaseIterable {
    /// Those at the top.
    case top
    /// Those at the bottom.
    case bottom
    /// Both.
    case both
  }

  /// The section.
  public var shape: Shape
  /// How far the bevel reaches inward and down, in metres.
  public var sizeInMetres: Double
  /// The number of steps of a round bevel.
  public var stepCount: Int
  /// The edges that are bevelled.
  public var edges: Edges

  /// Numbers of steps that can be asked for.
  public static let stepCountRange = 1...32

  /// Makes a bevel.
  public init(_ shape: Shape = .chamfer, sizeInMetres: Double, stepCount: Int = 6, edges: Edges = .top) {
    self.shape = shape
    self.sizeInMetres = sizeInMetres
    self.stepCount = stepCount
    self.edges = edges
  }

  /// What is wrong with the bevel of a solid of a height, each as a clause.
  func problems(heightInMetres: Double) -> [String] {
    var problems = [
      ExtrusionStyle.problem(of: sizeInMetres, named: "bevel", in: ExtrusionStyle.measureRange)
    ].compactMap { $0 }
    if !Self.stepCountRange.contains(stepCount) {
      problems.append(
        "a bevel has \(Self.stepCountRange.lowerBound) to \(Self.stepCountRange.upperBound) steps")
    }
    let needed = edges == .both ? 2 * sizeInMetres : sizeInMetres
    if problems.isEmpty, needed >= heightInMetres {
      problems.append(
        "a bevel of \(ExtrusionStyle.millimetres(sizeInMetres)) at the \(edges == .both ? "top and bottom" : edges.rawValue) does "
          + "not fit a height of \(ExtrusionStyle.millimetres(heightInMetres))")
    }
    return problems
  }

  /// How far in from the rim, and how far up from its lower end, each step of the bevel ends, as shares of its size.
  var profile: [(inward: Double, upward: Double)] {
    let count = shape == .chamfer ? 1 : stepCount
    return (1...count).map { step in
      if shape == .chamfer || step == count {
        return (Double(step) / Double(count), Double(step) / Double(count))
      }
      let angle = .pi / 2 * Double(step) / Double(count)
      return (1 - cos(angle), sin(angle))
    }
  }
}
