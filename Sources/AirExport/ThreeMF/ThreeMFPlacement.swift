import AirExtrusion
import AirGeometry

/// Where the solids of a scene stand in a 3MF file: millimetres, z up, in the frame of the first of them.
///
/// A printer cares for how solids stand to each other and to its bed, not where in a room they were drawn. So the first
/// surface is the bed, and the others keep their places relative to it. All are moved by whole millimetres to where no
/// coordinate is negative: 3MF's origin is the bed's front left corner (3MF Core Specification 1.3, 3.1).
struct ThreeMFPlacement {
  /// The map from each solid's frame, turned to z up, to the file's.
  let transforms: [ImportedScene.AffineTransform]

  init(_ scene: ExportScene) {
    let written = scene.solids.filter { !$0.mesh.triangles.isEmpty }
    let bed = written.first?.pose ?? .identity
    let placed = scene.solids.map { Self.transform(of: $0.pose, on: bed) }
    var lowest = SIMD3<Double>(repeating: .infinity)
    for (solid, transform) in zip(scene.solids, placed) {
      for corner in solid.mesh.boxCorners {
        let place = SIMD3<Double>(corner.withZUp) * solid.mesh.lattice.step
        lowest = pointwiseMin(lowest, transform(place))
      }
    }
    let shift = pointwiseMax(SIMD3(), -lowest).rounded(.up)
    transforms = placed.map {
      var moved = $0
      // An infinite shift is that of a scene without triangles.
      if shift.max().isFinite { moved.origin += shift }
      return moved
    }
  }

  /// The map from a surface's frame to that of another one, both turned to z up.
  private static func transform(of pose: Pose, on bed: Pose) -> ImportedScene.AffineTransform {
    // What is one pose must stay the identity to the last bit.
    guard pose != bed else { return .identity }
    let back = bed.rotation.inverse
    let rotation = (back * pose.rotation).matrix
    let origin = back(pose.origin.position - bed.origin.position) * Lattice.millimetres.unitsPerMetre
    // The turned axes are x, −z and y.
    return ImportedScene.AffineTransform(
      x: rotation.column0.withZUp, y: -rotation.column2.withZUp, z: rotation.column1.withZUp,
      origin: origin.withZUp)
  }
}

extension SIMD3<Double> {
  /// The vector in a frame whose z axis points up instead of y, without negative zeros.
  fileprivate var withZUp: Self { SIMD3(x, 0 - z, y) }
}

extension Mesh {
  /// The corners of the box around its vertices; none when it has no triangle.
  fileprivate var boxCorners: [LatticeVertex] {
    guard !triangles.isEmpty else { return [] }
    var low = LatticeVertex(repeating: .max)
    var high = LatticeVertex(repeating: .min)
    for triangle in triangles {
      for corner in 0..<3 {
        low = pointwiseMin(low, vertices[Int(triangle[corner])])
        high = pointwiseMax(high, vertices[Int(triangle[corner])])
      }
    }
    return (0..<8).map { number in
      LatticeVertex(
        number & 1 == 0 ? low.x : high.x, number & 2 == 0 ? low.y : high.y,
        number & 4 == 0 ? low.z : high.z)
    }
  }
}
