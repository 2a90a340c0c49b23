import AirExtrusion
import AirGeometry
import AirStroke
import Glibc
import Testing

/// A stroke through places in metres: x along u, y up, z along v.
func spatialStroke(
  _ places: [SIMD3<Double>], color: StrokeColor = .ink, widthInMetres: Double? = nil
) -> Stroke {
  Stroke(
    nodes: places.enumerated().map { index, place in
      PointNode(
        point: SurfacePoint(u: place.x, v: place.z, height: place.y), timestampInSeconds: Double(index) / 60,
        confidence: 1)
    }, color: color, widthInMetres: widthInMetres)
}

/// Places on a helix about the upright axis, in metres.
func helix(turns: Double, radius: Double, pitch: Double, steps: Int = 1500) -> [SIMD3<Double>] {
  (0...steps).map { step in
    let turn = turns * Double(step) / Double(steps)
    let angle = 2 * .pi * turn
    return SIMD3(radius * cos(angle), pitch * turn, radius * sin(angle))
  }
}

/// The trefoil knot, 60 mm wide at a scale of 0.01.
func trefoil(scale: Double, steps: Int = 900) -> [SIMD3<Double>] {
  (0...steps).map { step in
    let t = 2 * .pi * Double(step) / Double(steps)
    let place = SIMD3(sin(t) + 2 * sin(2 * t), 2 - sin(3 * t), cos(t) - 2 * cos(2 * t))
    return place * scale
  }
}

/// Makes sure that a swept mesh is a solid, and that its error is within its grid.
@discardableResult
func checkedReport(
  _ swept: SweptMesh, _ comment: Comment = "", sourceLocation: SourceLocation = #_sourceLocation
) -> MeshReport {
  let report = MeshReport(of: swept.mesh)
  #expect(report.problems.isEmpty, comment, sourceLocation: sourceLocation)
  #expect(report.isExact, comment, sourceLocation: sourceLocation)
  #expect(swept.mesh.parts.last?.triangleRange.upperBound == swept.mesh.triangles.count, comment)
  #expect(swept.gridErrorInMetres <= (swept.gridInMetres ?? 0), comment, sourceLocation: sourceLocation)
  return report
}
