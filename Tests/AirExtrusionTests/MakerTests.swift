import AirExtrusion
import AirStroke
import AirTestSupport
import Glibc
import Testing

@Suite("Plates, cutters, stencils and puffed-up regions")
struct MakerTests {
  let radius = 0.0015
  let height = 0.005
  let ring = drawing([arc(0, 0, radius: 0.02)])
  let ringArea = 2 * .pi * 0.02 * 0.003

  /// The area of the plate under `ring`.
  private var plateArea: Double {
    let side = 2 * (0.02 + radius + 0.005)
    return side * side - (4 - .pi) * 0.003 * 0.003
  }

  @Test("a plate carries the drawing: its own volume and the drawing's above")
  func plate() throws {
    let solid = try checkedSolid(ring, ExtrusionStyle(.plate(PlateStyle())))
    #expect(solid.report.shellCount == 1 && solid.report.genus == 0)
    #expect(isNear(solid.report.volume, plateArea * 0.002 + ringArea * height, share: 0.001))
    #expect(isNear(solid.report.upperBound.y, 0.007, share: 1e-4))
  }

  @Test("on a plate, or cut from one, closed strokes are filled on wish")
  func filledPlates() throws {
    let plate = PlateStyle(fill: FillStyle())
    let disc = .pi * (0.02 + radius) * (0.02 + radius)
    let solid = try checkedSolid(ring, ExtrusionStyle(.plate(plate)))
    #expect(isNear(solid.report.volume, plateArea * 0.002 + disc * height, share: 0.001))
    let stencil = try checkedSolid(ring, ExtrusionStyle(.stencil(StencilStyle(plate: plate))))
    #expect(isNear(stencil.report.volume, (plateArea - disc) * height, share: 0.001))
    #expect(stencil.report.genus == 1)
  }

  @Test("a bevel at the bottom must fit the plate, or the flange, that it runs around")
  func bottomBevels() throws {
    for lift in [
      Lift.plate(PlateStyle()), .stamp(PlateStyle()), .keychain(KeychainStyle()),
      .cookieCutter(CookieCutterStyle()),
    ] {
      for edges in [Bevel.Edges.bottom, .both] {
        var style = ExtrusionStyle(
          lift, heightInMetres: 0.012, bevel: Bevel(sizeInMetres: 0.0022, edges: edges))
        #expect(throws: ExtrusionError.self) { try Extruder.solid(of: ring, style: style) }
        style.bevel = Bevel(.round, sizeInMetres: 0.0003, edges: edges)
        try checkedSolid(ring, style)
      }
    }
  }

  @Test("a stamp is the plate's mirror image")
  func stamp() throws {
    let hook = drawing([[(0, 0), (0.02, 0), (0.02, 0.01)]])
    let plate = try checkedSolid(hook, ExtrusionStyle(.plate(PlateStyle())))
    let stamp = try checkedSolid(hook, ExtrusionStyle(.stamp(PlateStyle())))
    #expect(isNear(stamp.report.volume, plate.report.volume, share: 1e-6))
    func centreOfTop(_ solid: ExtrudedSolid) -> Double {
      let top = solid.mesh.vertices.filter { $0.y == solid.mesh.vertices.map(\.y).max() }
      return Double(top.reduce(0) { $0 + Int($1.x) }) / Double(top.count) * Lattice.metres.step
    }
    #expect(centreOfTop(plate) > 0.0105 && centreOfTop(stamp) < 0.0095)
  }

  @Test("a keychain is a plate with one hole")
  func keychain() throws {
    let solid = try checkedSolid(ring, ExtrusionStyle(.keychain(KeychainStyle())))
    #expect(solid.report.shellCount == 1 && solid.report.genus == 1)
    let plate = try checkedSolid(ring, ExtrusionStyle(.plate(PlateStyle())))
    // The hole's centre lies on the edge: half of the collar is added, and the whole hole taken away.
    let added = .pi * (0.005 * 0.005 / 2 - 0.002 * 0.002) * 0.002
    #expect(isNear(solid.report.volume - plate.report.volume, added, share: 0.01))
  }

  @Test("a stencil's bridges hold what a ring would cut out; without them it falls out")
  func stencil() throws {
    let held = try checkedSolid(ring, ExtrusionStyle(.stencil(StencilStyle())))
    #expect(held.report.shellCount == 1)
    let loose = try checkedSolid(ring, ExtrusionStyle(.stencil(StencilStyle(bridgeInMetres: nil))))
    #expect(loose.report.shellCount == 2)
    #expect(isNear(loose.report.volume, (plateArea - ringArea) * height, share: 0.001))
    #expect(isNear(held.report.volume - loose.report.volume, 0.0015 * 0.003 * height, share: 0.02))
    // Rings in rings: each is held by the next.
    let rings = drawing([0.005, 0.01, 0.015].map { arc(0, 0, radius: $0) })
    #expect(try checkedSolid(rings, ExtrusionStyle(.stencil(StencilStyle()))).report.shellCount == 1)
  }

  @Test("a cookie cutter is a wall on a flange around the drawing's outer outline")
  func cookieCutter() throws {
    let solid = try checkedSolid(
      ring, ExtrusionStyle(.cookieCutter(CookieCutterStyle()), heightInMetres: 0.012))
    #expect(solid.report.shellCount == 1 && solid.report.genus == 1)
    func annulus(_ width: Double) -> Double {
      let (inner, outer) = (0.02 + radius, 0.02 + radius + width)
      return .pi * (outer * outer - inner * inner)
    }
    #expect(isNear(solid.report.volume, annulus(0.004) * 0.002 + annulus(0.0008) * 0.010, share: 0.002))
    let low = ExtrusionStyle(.cookieCutter(CookieCutterStyle()), heightInMetres: 0.002)
    #expect(throws: ExtrusionError.self) { try Extruder.solid(of: ring, style: low) }
  }

  @Test("a puffed-up disc is half an ellipsoid on its rim", arguments: [false, true])
  func inflatedDisc(isTwoSided: Bool) throws {
    let radius = 0.02
    let disc = drawing([arc(0, 0, radius: radius)])
    let style = ExtrusionStyle(.inflate(InflateStyle(isTwoSided: isTwoSided)), heightInMetres: 0.01)
    let solid = try checkedSolid(disc, style)
    let reach = radius + self.radius
    let sides = isTwoSided ? 2.0 : 1
    let rim = .pi * reach * reach * 0.0002
    let dome = 2.0 / 3 * .pi * reach * reach * 0.0098
    #expect(isNear(solid.report.volume, rim + sides * dome, share: 0.01))
    #expect(solid.report.genus == 0)
    #expect(
      isNear(solid.report.upperBound.y - solid.report.lowerBound.y, 0.0002 + sides * 0.0098, share: 1e-3))
    #expect(abs(solid.report.lowerBound.y) < 1e-9)
    // Every vertex of the top lies on the ellipsoid, give or take what the mesh's width allows.
    let middle = isTwoSided ? 0.0098 : 0
    for vertex in solid.mesh.vertices {
      let (u, v) = (Double(vertex.x) * Lattice.metres.step, Double(vertex.z) * Lattice.metres.step)
      let rise = Double(vertex.y) * Lattice.metres.step - middle - 0.0002
      let distance = hypot(u, v) / reach
      guard rise > 0, distance < 0.95 else { continue }
      #expect(abs(rise - 0.0098 * (1 - distance * distance).squareRoot()) < 0.0001)
    }
  }
}

@Suite("Every lift of every drawing")
struct EveryLiftTests {
  static let styles: [ExtrusionStyle] = [
    ExtrusionStyle(bevel: Bevel(sizeInMetres: 0.0005, edges: .both)),
    ExtrusionStyle(bevel: Bevel(.round, sizeInMetres: 0.0008, stepCount: 3, edges: .both)),
    ExtrusionStyle(bevel: Bevel(.round, sizeInMetres: 0.0008, stepCount: 3, edges: .bottom)),
    ExtrusionStyle(.fill(FillStyle())),
    ExtrusionStyle(.fill(FillStyle(rule: .nonZero)), bevel: Bevel(sizeInMetres: 0.001)),
    ExtrusionStyle(.dots(DotStyle())), ExtrusionStyle(.inflate(InflateStyle())),
    ExtrusionStyle(.inflate(InflateStyle(isTwoSided: true))), ExtrusionStyle(.plate(PlateStyle())),
    ExtrusionStyle(.stamp(PlateStyle()), bevel: Bevel(sizeInMetres: 0.0005, edges: .both)),
    ExtrusionStyle(.keychain(KeychainStyle())), ExtrusionStyle(.stencil(StencilStyle())),
    ExtrusionStyle(.cookieCutter(CookieCutterStyle()), heightInMetres: 0.012),
    ExtrusionStyle(symmetry: .radial(count: 5, centreU: 0.01, centreV: 0.01)),
  ]
  static let drawingsOfEachKind = SweepDepth.count(8, timesWhenDeep: 20)

  /// Refusals that say why a drawing cannot have a lift.
  private func isHonestRefusal(_ error: ExtrusionError) -> Bool {
    switch error {
    case .bevelTooWide, .liftOutOfReach, .pointOutOfReach: true
    default: false
    }
  }

  @Test("whatever is drawn becomes a solid in every lift", arguments: RandomDrawing.Kind.allCases)
  func randomDrawings(kind: RandomDrawing.Kind) {
    for seed in 0..<UInt64(Self.drawingsOfEachKind) {
      var random = SeededGenerator(seed: seed)
      let sample = RandomDrawing(kind, using: &random)
      var drawing = drawing(sample.strokes)
      if seed % 2 == 1 {
        for index in drawing.strokes.indices {
          drawing.strokes[index].heightInMetres = 0.002 * Double(Int.random(in: 1...4, using: &random))
        }
      }
      for (number, style) in Self.styles.enumerated() {
        var style = style
        style.widthInMetres = sample.widthInMetres
        do throws(ExtrusionError) {
          let solid = try Extruder.solid(of: drawing, style: style)
          #expect(solid.report.problems.isEmpty, "\(kind), style \(number), seed \(seed)")
        } catch  where isHonestRefusal(error) {
          continue
        } catch {
          Issue.record("\(kind), style \(number), seed \(seed): \(error)")
        }
      }
    }
  }
}
