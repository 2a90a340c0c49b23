import AirExtrusion
import AirGeometry
import AirStroke
import Glibc
import Testing

/// A stroke through points in metres.
func stroke(_ points: [(Double, Double)], color: StrokeColor = .ink, widthInMetres: Double? = nil) -> Stroke {
  Stroke(
    nodes: points.enumerated().map { index, point in
      PointNode(
        point: SurfacePoint(u: point.0, v: point.1), timestampInSeconds: Double(index) / 60, confidence: 1)
    }, color: color, widthInMetres: widthInMetres)
}

/// A drawing of strokes through points in metres.
func drawing(_ strokes: [[(Double, Double)]]) -> Drawing { Drawing(strokes: strokes.map { stroke($0) }) }

/// Points on an arc in metres, from angle to angle in turns.
func arc(
  _ u: Double, _ v: Double, radius: Double, from: Double = 0, to: Double = 1, steps: Int = 400
) -> [(Double, Double)] {
  (0...steps).map { step in
    let angle = 2 * .pi * (from + (to - from) * Double(step) / Double(steps))
    return (u + radius * cos(angle), v + radius * sin(angle))
  }
}

/// Builds a solid, whose check has then passed, and makes sure of what every solid must be.
@discardableResult
func checkedSolid(
  _ drawing: Drawing, _ style: ExtrusionStyle = ExtrusionStyle(), lattice: Lattice = .metres,
  sourceLocation: SourceLocation = #_sourceLocation
) throws -> ExtrudedSolid {
  let solid = try Extruder.solid(of: drawing, style: style, lattice: lattice)
  let report = solid.report
  #expect(report.problems.isEmpty, sourceLocation: sourceLocation)
  #expect(report.isClosed && report.isOriented && report.isExact, sourceLocation: sourceLocation)
  #expect(report.selfIntersectionCount == 0, sourceLocation: sourceLocation)
  #expect(report.volume > 0, sourceLocation: sourceLocation)
  return solid
}

/// The area that a prism of a given height stands on, in square metres.
func baseArea(_ solid: ExtrudedSolid, heightInMetres: Double) -> Double {
  let cubicMetres = solid.report.volume / pow(solid.mesh.lattice.unitsPerMetre, 3)
  let steps = (heightInMetres / solid.mesh.lattice.stepInMetres).rounded()
  return cubicMetres / (steps * solid.mesh.lattice.stepInMetres)
}

/// Whether two numbers differ by at most a share of the second.
func isNear(_ value: Double, _ expected: Double, share: Double) -> Bool {
  abs(value - expected) <= share * abs(expected)
}
