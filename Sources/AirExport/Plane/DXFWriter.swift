import AirExtrusion
import AirStroke

/// Writes the outline of a drawing as DXF of AutoCAD 2000 (Autodesk, DXF Reference for AutoCAD 2000: AC1015): closed
/// polylines of straight edges in millimetres, y up, on a layer for each colour.
///
/// Coordinates are exact: the outline lies on a lattice of 2⁻¹² mm. DXF of this version has colours by number, so a layer
/// has the nearest of them and the colour itself in its name.
struct DXFWriter {
  private let scene: PlaneScene
  private var tables: DXFTables

  init(_ scene: PlaneScene) {
    self.scene = scene
    tables = DXFTables(layers: scene.regions.map { ($0.color.materialName, $0.color.dxfColorNumber) })
  }

  func write(to output: FileOutput) throws(ExportError) {
    let polylineCount = scene.regions.reduce(0) { $0 + $1.outline.ringCount }
    let page = scene.page
    try output.append(
      """
      999
      \(scene.name.dxfComment)
      999
      \(scene.generator.dxfComment)
      999
      Scale: \(scene.scaleStatement.dxfComment)

      """)
    // The sheet's v points down, DXF's y up.
    try output.append(
      tables.head(
        minimum: SIMD2(page.minimum.x, -page.maximum.y), maximum: SIMD2(page.maximum.x, -page.minimum.y),
        entityCount: polylineCount))
    try output.append("0\nSECTION\n2\nENTITIES\n")
    var handle = tables.firstFreeHandle
    for region in scene.regions {
      for ring in 0..<region.outline.ringCount {
        let points = region.outline.ring(ring)
        try output.append(
          """
          0
          LWPOLYLINE
          5
          \(String(handle, radix: 16, uppercase: true))
          330
          \(DXFTables.modelSpaceHandle)
          100
          AcDbEntity
          8
          \(region.color.materialName)
          100
          AcDbPolyline
          90
          \(points.count)
          70
          1
          43
          0

          """)
        try output.appendLines(points.indices) { line, index in
          line.append("10\n")
          line.append(lattice: points[index].x)
          line.append("\n20\n")
          line.append(lattice: -points[index].y)
        }
        handle += 1
      }
    }
    try output.append("0\nENDSEC\n")
    try output.append(DXFTables.objects)
    try output.append("0\nEOF\n")
  }
}

extension String {
  /// The text as a comment: a line of ASCII, other letters as AutoCAD escapes them.
  fileprivate var dxfComment: String {
    onOneLine.unicodeScalars.map { scalar in
      switch scalar.value {
      case 0x20..<0x7f: return String(scalar)
      case 0x80...0xffff:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return "\\U+" + String(repeating: "0", count: 4 - digits.count) + digits
      default: return "?"
      }
    }.joined()
  }
}
