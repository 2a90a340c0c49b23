import AirExport
import AirExtrusion
import AirGeometry
import AirPreview
import AirStroke
import Foundation
import Testing

/// Five drawings that differ in all that a picture shows: lifts, colours, views.
enum PreviewDrawings: String, CaseIterable, Sendable, CustomTestStringConvertible {
  /// A spiral in two colours, raised.
  case spiral
  /// A star as a region with rounded edges.
  case star
  /// A vase turned about an axis, straight from the front.
  case vase
  /// A letter F, which no symmetry maps onto itself, on a plate, from above: its shadow shows it.
  case letter
  /// A spring as a tube, from the left.
  case spring

  var testDescription: String { rawValue }

  /// The model that comes of the drawing.
  func model() throws -> PreviewModel {
    let solid = try Extruder.solid(of: Drawing(strokes: strokes), style: style, lattice: .millimetres)
    return PreviewModel([ShadedMesh(solid.mesh)])
  }

  /// Writes the drawing's solid as a model file.
  func write(to path: String) throws {
    let format = try ExportFormat(path: path)
    let solid = try Extruder.solid(of: Drawing(strokes: strokes), style: style, lattice: format.lattice)
    let scene = ExportScene(
      solids: [ExportSolid(name: rawValue, mesh: solid.mesh)], generator: "a test", scaleSource: nil)
    try scene.write(to: path)
  }

  /// From where it is looked at.
  var view: PreviewView {
    switch self {
    case .spiral, .star: .perspective
    case .vase: .front
    case .letter: .top
    case .spring: PreviewView(azimuthInDegrees: -50, elevationInDegrees: 15)
    }
  }

  /// The golden picture's size.
  static let size = (width: 320, height: 180)

  private var style: ExtrusionStyle {
    switch self {
    case .spiral: ExtrusionStyle()
    case .star: ExtrusionStyle(.fill(FillStyle()), bevel: Bevel(.round, sizeInMetres: 0.001))
    case .vase: ExtrusionStyle(.lathe(Lathe(axis: .vertical(uInMetres: 0), steps: 48), fill: nil))
    case .letter: ExtrusionStyle(.plate(PlateStyle(fill: nil)))
    case .spring: ExtrusionStyle(.tube(Tube(sides: 12)), widthInMetres: 0.004)
    }
  }

  private var strokes: [Stroke] {
    switch self {
    case .spiral:
      [
        Self.stroke(120, .ink) { Self.turn($0, radius: 0.25 * $0, step: 0.12) },
        Self.stroke(40, Self.red) { SIMD3($0 - 20, 40 + 6 * sin($0 / 3), 0) },
      ]
    case .star:
      [
        Self.stroke(11, Self.red) { number in
          Self.turn(number, radius: Int(number) % 2 == 0 ? 30 : 12, step: .pi / 5)
        }
      ]
    case .vase: [Self.stroke(30, .ink) { SIMD3(14 + 6 * sin($0 / 6), 1.5 * $0, 0) }]
    case .letter:
      [
        Self.stroke([SIMD3(0, 0, 0), SIMD3(0, 30, 0), SIMD3(18, 30, 0)], .ink),
        Self.stroke([SIMD3(0, 16, 0), SIMD3(12, 16, 0)], .ink),
      ]
    case .spring:
      [
        Self.stroke(140, Self.red) { Self.turn($0, radius: 15, step: 0.18) + SIMD3(0, 0, 0.35 * $0) }
      ]
    }
  }

  private static let red = StrokeColor(red: 220, green: 40, blue: 30)

  private static func turn(_ number: Double, radius: Double, step: Double) -> SIMD3<Double> {
    SIMD3(radius * sin(step * number), radius * cos(step * number), 0)
  }

  private static func stroke(
    _ count: Int, _ color: StrokeColor, _ point: (Double) -> SIMD3<Double>
  ) -> Stroke {
    stroke((0..<count).map { point(Double($0)) }, color)
  }

  /// A stroke through points in millimetres: u, v and height.
  private static func stroke(_ points: [SIMD3<Double>], _ color: StrokeColor) -> Stroke {
    Stroke(
      nodes: points.enumerated().map { number, point in
        PointNode(
          point: SurfacePoint(u: point.x / 1000, v: point.y / 1000, height: point.z / 1000),
          timestampInSeconds: Double(number) / 30, confidence: 1)
      }, color: color)
  }
}
