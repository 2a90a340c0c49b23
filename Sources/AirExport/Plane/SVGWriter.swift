import AirExtrusion
import AirStroke

/// Writes a drawing as SVG (W3C, Scalable Vector Graphics 1.1, second edition) in true size.
///
/// The page's width and height are in millimetres and a unit of the view box is a millimetre, so that a coordinate is
/// the one on the surface. Each stroke is a path with an id of its own along its line, rounded to a nanometre; a pen
/// that is no disc of constant width has no such lines, and what it covered is filled.
struct SVGWriter {
  private let scene: PlaneScene

  init(_ scene: PlaneScene) { self.scene = scene }

  func write(to output: FileOutput) throws(ExportError) {
    let page = scene.page
    let size = page.maximum &- page.minimum
    try output.append(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <svg xmlns="http://www.w3.org/2000/svg" version="1.1" width="\(size.x)mm" height="\(size.y)mm" \
      viewBox="\(page.minimum.x) \(page.minimum.y) \(size.x) \(size.y)">
      <title>\(scene.name.xmlEscaped)</title>
      <desc>\(scene.generator.xmlEscaped). Unit: millimetre, rounded to 0.000001. Scale: \(scene.scaleStatement.xmlEscaped).\
      </desc>

      """)
    if scene.isDrawnByDisc {
      try output.append("<g fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\">\n")
      for line in scene.lines { try write(line, to: output) }
    } else {
      try output.append("<g fill-rule=\"evenodd\">\n")
      for region in scene.regions { try write(region, to: output) }
    }
    try output.append("</g>\n</svg>\n")
  }

  private func write(_ line: PlaneScene.Line, to output: FileOutput) throws(ExportError) {
    try output.append("<path id=\"\(line.name)\" stroke=\"\(line.stroke.color.hexadecimal)\" stroke-width=\"")
    try output.appendLines(0..<1) { text, _ in
      text.append(millionths: Self.nanometres(line.widthInMetres))
      text.append("\" d=\"M")
    }
    let nodes = line.stroke.nodes
    // A dot is a line without length, which round caps make visible (section 11.4).
    try output.appendLines(0..<max(2, nodes.count)) { text, index in
      let point = nodes[min(index, nodes.count - 1)].point
      text.append(millionths: Self.nanometres(point.u))
      text.append(" ")
      text.append(millionths: Self.nanometres(point.v))
    }
    try output.append("\"><title>\(line.name.replacing("-", with: " "))</title></path>\n")
  }

  private func write(_ region: PlaneScene.Region, to output: FileOutput) throws(ExportError) {
    try output.append(
      "<path id=\"\(region.color.materialName)\" fill=\"\(region.color.hexadecimal)\" d=\"")
    for ring in 0..<region.outline.ringCount {
      let points = region.outline.ring(ring)
      try output.append("M\n")
      try output.appendLines(points.indices) { text, index in
        text.append(lattice: points[index].x)
        text.append(" ")
        text.append(lattice: points[index].y)
      }
      try output.append("Z\n")
    }
    try output.append("\"/>\n")
  }

  /// A length that was checked to be within metres.
  private static func nanometres(_ metres: Double) -> Int64 {
    Int64((metres * 1e9).rounded(.toNearestOrEven))
  }
}
