import AirExtrusion
import AirStroke

/// A model that was read, on the lattice of a format to be written.
public struct ConvertedModel: Sendable {
  /// The mesh, y up, with the parts' names and colours.
  public let mesh: Mesh
  /// How many triangles the rounding to the lattice left without three corners; they are not in the mesh.
  public let collapsedTriangleCount: Int
}

extension ImportedScene {
  /// The scene as one mesh on a lattice: every node in its place, vertices at the same place joined, coordinates
  /// rounded to the lattice's steps of a quarter of a micrometre.
  ///
  /// - Parameters:
  ///   - lattice: the lattice of the format to be written.
  ///   - convention: what the file's numbers mean.
  ///   - longestSideInMillimetres: how long the model's longest side becomes, scaled from the origin; nil to leave it.
  ///   - path: the path that errors name.
  /// - Throws: `ExportError.unreadable` when coordinates are no numbers or the model has no extent, `.notConvertible` when
  ///   it reaches beyond the lattice or nothing of it is left there.
  /// - Complexity: O(vertices + triangles).
  public func converted(
    to lattice: Lattice, convention: ModelConvention, longestSideInMillimetres: Double? = nil, path: String
  ) throws(ExportError) -> ConvertedModel {
    let filled = parts.filter { !$0.triangles.isEmpty }
    let corners = try filled.map { (part) throws(ExportError) in
      guard let positions = part.millimetres(convention) else {
        throw .unreadable(path: path, reason: "a coordinate is not a finite number")
      }
      return positions
    }
    var scale = 0.001 / lattice.stepInMetres
    if let side = longestSideInMillimetres {
      let extent = Self.longestSide(zip(filled, corners))
      guard extent > 0 else { throw .unreadable(path: path, reason: "all of it is at one place") }
      scale *= side / extent
    }
    var welder = MeshWelder(on: lattice, joining: .mesh)
    for (part, positions) in zip(filled, corners) {
      let places = positions.map { ($0 * scale).rounded(.toNearestOrEven) }
      let reach = places.reduce(0) { max($0, abs($1.x), abs($1.y), abs($1.z)) }
      guard reach <= Double(Lattice.largestCoordinate) else {
        throw .notConvertible(
          path: path,
          problem: Self.problem(ofReachInSteps: reach, lattice, isScaled: longestSideInMillimetres != nil))
      }
      welder.append(
        name: part.name.isEmpty ? "part" : part.name, color: part.strokeColor(convention),
        places: places.map { LatticeVertex($0) }, triangles: part.triangles)
    }
    guard !welder.mesh.triangles.isEmpty else {
      throw .notConvertible(
        path: path,
        problem: "none of its triangles is as large as a step of the coordinates, 0.24 µm; scale it by --size"
      )
    }
    return ConvertedModel(mesh: welder.mesh, collapsedTriangleCount: welder.collapsedCount)
  }

  /// What is wrong with a model that goes beyond the lattice, and the mend.
  private static func problem(ofReachInSteps reach: Double, _ lattice: Lattice, isScaled: Bool) -> String {
    let limit = Double(Lattice.largestCoordinate) * lattice.stepInMetres
    let metres = (reach * lattice.stepInMetres).rounded(.up)
    let mend =
      isScaled
      ? "ask for a smaller --size, or move it to the origin" : "scale it by --size or name another --unit"
    return metres < 1e9
      ? "it reaches \(Int(metres)) m from the origin, and coordinates are exact within \(Int(limit)) m; \(mend)"
      : "it reaches beyond all measure from the origin; \(mend)"
  }

  private static func longestSide(_ parts: Zip2Sequence<[Part], [[SIMD3<Double>]]>) -> Double {
    var lowest = SIMD3<Double>(repeating: .infinity)
    var highest = SIMD3<Double>(repeating: -.infinity)
    for (part, positions) in parts {
      for triangle in part.triangles {
        for corner in triangle.indices {
          lowest = pointwiseMin(lowest, positions[Int(triangle[corner])])
          highest = pointwiseMax(highest, positions[Int(triangle[corner])])
        }
      }
    }
    return (highest - lowest).max()
  }
}

extension ImportedScene.Part {
  /// The vertices in millimetres, y up; nil when one is not a finite place.
  package func millimetres(_ convention: ModelConvention) -> [SIMD3<Double>]? {
    var result: [SIMD3<Double>] = []
    result.reserveCapacity(positions.count)
    for position in positions {
      let placed = transform(SIMD3<Double>(position)) * convention.millimetresPerUnit
      guard placed.x.isFinite, placed.y.isFinite, placed.z.isFinite else { return nil }
      result.append(convention.upAxis == .z ? SIMD3(placed.x, placed.z, -placed.y) : placed)
    }
    return result
  }

  /// The part's colour; that of ink where the file states none.
  fileprivate func strokeColor(_ convention: ModelConvention) -> StrokeColor {
    guard let color, convention.colors != .none, color.x.isFinite, color.y.isFinite, color.z.isFinite else {
      return .ink
    }
    let stated = SIMD3<Double>(SIMD3(color.x, color.y, color.z)).clamped(
      lowerBound: SIMD3(), upperBound: SIMD3(repeating: 1))
    return StrokeColor(
      sRGB: convention.colors == .linear
        ? SIMD3(
          StrokeColor.component(ofLinearLight: stated.x), StrokeColor.component(ofLinearLight: stated.y),
          StrokeColor.component(ofLinearLight: stated.z)) : stated)
  }
}
