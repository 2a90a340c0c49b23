import Glibc

extension Mesh {
  /// Appends a region puffed up to the style's height.
  ///
  /// The height over a place is the square root of the membrane's there: that of a sheet held at the rim under even
  /// pressure, Δu = −1. Over a disc that makes half an ellipsoid, over a long strip half an elliptic cylinder.
  mutating func appendInflated(
    _ region: Outline, _ inflate: InflateStyle, style: ExtrusionStyle
  ) throws(ExtrusionError) {
    let height = Int32((style.heightInMetres / lattice.stepInMetres).rounded())
    let rim = Int32((min(inflate.rimInMetres, style.heightInMetres / 2) / lattice.stepInMetres).rounded())
    let sheet = try MembraneSheet(over: region)
    let swell = sheet.shares.map { share in
      share > 0 ? max(1, Int32((Double(height - rim) * share).rounded())) : 0
    }
    let base = UInt32(vertices.count)
    let count = UInt32(sheet.points.count)
    let middle = inflate.isTwoSided ? height - rim : 0
    for (point, rise) in zip(sheet.points, swell) {
      vertices.append(LatticeVertex(point.x, middle + rim + rise, point.y))
    }
    for (point, rise) in zip(sheet.points, swell) {
      vertices.append(LatticeVertex(point.x, middle - (inflate.isTwoSided ? rise : 0), point.y))
    }
    for corner in stride(from: 0, to: sheet.triangles.count, by: 3) {
      let (a, b, c) = (
        UInt32(sheet.triangles[corner]), UInt32(sheet.triangles[corner + 1]),
        UInt32(sheet.triangles[corner + 2])
      )
      // Counter-clockwise in (u, v) is clockwise seen from above.
      triangles.append(SIMD3(base + a, base + c, base + b))
      triangles.append(SIMD3(base + count + a, base + count + b, base + count + c))
    }
    for (start, end) in sheet.rim {
      let (a, b) = (base + UInt32(start), base + UInt32(end))
      triangles.append(SIMD3(a + count, a, b + count))
      triangles.append(SIMD3(b + count, a, b))
    }
  }
}
