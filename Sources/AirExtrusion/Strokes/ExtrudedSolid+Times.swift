import AirStroke

extension ExtrudedSolid {
  /// When each vertex of the solid was drawn, in seconds from the session's start: the time at the place of the nearest
  /// stroke of its part that is nearest in plan.
  ///
  /// - Parameters:
  ///   - drawing: the drawing from which the solid was made.
  ///   - style: the style with which it was made.
  /// - Returns: a time for each of the mesh's vertices; zero for those that no triangle has.
  /// - Throws: `ExtrusionError.timesUnknown` where all strokes bear the same time, or the lift moves places so that they
  ///   are not over the drawing any more.
  /// - Complexity: O((n + v) log n) for n points and v vertices near their strokes.
  public func timesInSeconds(
    ofVerticesDrawnIn drawing: Drawing, style: ExtrusionStyle
  ) throws(ExtrusionError) -> [Double] {
    switch style.lift {
    case .stamp: throw .timesUnknown("a stamp shows the drawing's mirror image")
    case .lathe: throw .timesUnknown("a turned body is not where its drawing is")
    default: break
    }
    let times = drawing.strokes.lazy.flatMap(\.nodes).map(\.timestampInSeconds)
    guard let first = times.first, times.contains(where: { $0 != first }) else {
      throw .timesUnknown("all its points bear the same time")
    }
    let groups = try Extruder.groups(of: drawing, style: style)
    let paths = groups.map {
      StrokePaths($0.strokes, usualReachInMetres: style.widthInMetres, lattice: mesh.lattice)
    }
    var result = [Double](repeating: 0, count: mesh.vertices.count)
    var isKnown = [Bool](repeating: false, count: mesh.vertices.count)
    for part in mesh.parts {
      let group = groups.firstIndex { $0.color == part.color } ?? 0
      for triangle in mesh.triangles[part.triangleRange] {
        for corner in triangle.indices where !isKnown[Int(triangle[corner])] {
          let vertex = mesh.vertices[Int(triangle[corner])]
          isKnown[Int(triangle[corner])] = true
          result[Int(triangle[corner])] =
            paths[group].nearest(to: LatticePoint(vertex.x, vertex.z))?.timestampInSeconds ?? 0
        }
      }
    }
    return result
  }
}
