import AirExport
import AirExtrusion
import AirStroke
import Glibc

extension PreviewModel {
  /// Takes what a model file holds. Its edges are shaded as those of `ShadedMesh`, whatever normals the file has; where
  /// the surface is not closed, or turned inside out, faces are seen from both sides.
  ///
  /// - Parameter convention: what the file's numbers mean.
  /// - Throws: `PreviewError.unfit` when coordinates are no numbers, or the extent is nothing or beyond all measure.
  /// - Complexity: O(vertices + triangles).
  public init(_ scene: ImportedScene, convention: ModelConvention) throws(PreviewError) {
    let filled = scene.parts.filter { !$0.triangles.isEmpty }
    let corners = try filled.map { (part) throws(PreviewError) in
      guard let positions = part.millimetres(convention) else {
        throw .unfit(reason: "a coordinate is not a finite number")
      }
      return positions
    }
    var lowest = SIMD3<Double>(repeating: .infinity)
    var highest = SIMD3<Double>(repeating: -.infinity)
    for (part, positions) in zip(filled, corners) {
      for triangle in part.triangles {
        for corner in triangle.indices {
          let position = positions[Int(triangle[corner])]
          lowest = pointwiseMin(lowest, position)
          highest = pointwiseMax(highest, position)
        }
      }
    }
    let extent = (highest - lowest).max()
    guard extent > 0 else { throw .unfit(reason: "all of it is at one place") }
    guard (1e-6...1e9).contains(extent) else {
      throw .unfit(reason: "it is \(extent) mm long, which is beyond all measure; check its unit")
    }
    // Half of what a `Float` holds exactly, so that the model may lie anywhere in the file's space and differences stay
    // exact.
    let stepsPerMillimetre = Double(Lattice.largestCoordinate / 2) / extent
    var weld = MeshWelder(on: .millimetres, joining: .part)
    for (part, positions) in zip(filled, corners) {
      let places = positions.map {
        LatticeVertex((($0 - lowest) * stepsPerMillimetre).rounded(.toNearestOrEven))
      }
      weld.append(name: part.name, places: places, triangles: part.triangles)
    }
    guard !weld.mesh.parts.isEmpty else { throw .unfit(reason: "its triangles have no area") }
    let colors = weld.sources.map { filled[$0].linearColor(convention) }
    self.init(
      ShadedMesh(weld.mesh), millimetresPerStep: 1 / stepsPerMillimetre, colors: colors,
      isTwoSided: !weld.mesh.isSeenFromOutsideAlone)
  }
}

extension Mesh {
  /// True when every edge is run along as often one way as the other and the faces look outwards, so that none is seen
  /// from behind.
  fileprivate var isSeenFromOutsideAlone: Bool {
    // Every edge adds a number of its own, or takes it away when it is run along the other way. That the sum of some
    // open mesh is zero all the same has the chance of 2⁻⁶⁴, and then a face is not seen.
    var balance: UInt64 = 0
    var volume = 0.0
    for triangle in triangles {
      for (from, to) in [(triangle.x, triangle.y), (triangle.y, triangle.z), (triangle.z, triangle.x)] {
        let number = Self.scrambled(UInt64(min(from, to)) << 32 | UInt64(max(from, to)))
        balance = from < to ? balance &+ number : balance &- number
      }
      let (a, b, c) = (
        SIMD3<Double>(vertices[Int(triangle.x)]), SIMD3<Double>(vertices[Int(triangle.y)]),
        SIMD3<Double>(vertices[Int(triangle.z)])
      )
      volume += a.x * (b.y * c.z - b.z * c.y) + a.y * (b.z * c.x - b.x * c.z) + a.z * (b.x * c.y - b.y * c.x)
    }
    return balance == 0 && volume > 0
  }

  /// A number that looks like chance (SplitMix64: G. Steele, D. Lea, C. Flood, OOPSLA 2014).
  private static func scrambled(_ seed: UInt64) -> UInt64 {
    var z = seed &+ 0x9E37_79B9_7F4A_7C15
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

extension ImportedScene.Part {
  /// The part's colour in linear light; a light grey where the file states none.
  fileprivate func linearColor(_ convention: ModelConvention) -> SIMD3<Float> {
    guard let color, convention.colors != .none, color.x.isFinite, color.y.isFinite, color.z.isFinite else {
      return SIMD3(repeating: 0.5)
    }
    let clamped = SIMD3(color.x, color.y, color.z).clamped(
      lowerBound: SIMD3(), upperBound: SIMD3(repeating: 1))
    guard convention.colors == .sRGB else { return clamped }
    var linear = clamped
    for channel in linear.indices {
      linear[channel] = Float(StrokeColor.linearLight(of: Double(clamped[channel])))
    }
    return linear
  }
}
