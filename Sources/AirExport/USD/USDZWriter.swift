import AirExtrusion
import AirGeometry
import AirJSON
import AirStroke

/// Writes a scene as USDZ: a layer of text in a package whose files are stored at multiples of 64 bytes (Pixar, USDZ File
/// Format Specification 1.3; Universal Scene Description 24): metres, y up.
///
/// A solid is an Xform with its pose, a part a Mesh under it, a colour a material of UsdPreviewSurface. Prims have names
/// that are identifiers, and the names that people gave them as their display names.
package struct USDZWriter {
  /// The package's only layer.
  static let layerName = "drawing.usda"
  private static let alignment = 64

  private let scene: ExportScene
  private let solids: [ShadedMesh]
  private let path: String

  /// - Parameter path: the path that errors name.
  package init(_ scene: ExportScene, solids: [ShadedMesh], path: String) {
    self.scene = scene
    self.solids = solids
    self.path = path
  }

  /// Writes the file.
  package func write(to output: FileOutput) throws(ExportError) {
    let archive = ZipWriter(output, path: path)
    try archive.add(
      Self.layerName, isCompressed: false, alignment: Self.alignment,
      USDLayer(scene, solids: solids).write(to:))
    try archive.finish()
  }
}

/// The layer of text.
private struct USDLayer {
  private static let root = "Drawing"
  private static let materials = "Materials"

  let scene: ExportScene
  let solids: [ShadedMesh]

  init(_ scene: ExportScene, solids: [ShadedMesh]) {
    self.scene = scene
    self.solids = solids
  }

  func write(to file: FileOutput) throws(ExportError) {
    try file.append(start)
    var names = USDNames()
    // So that no solid takes the name of the materials' folder.
    _ = names.unique(Self.materials)
    for (solid, mesh) in zip(scene.solids, solids) where !mesh.parts.isEmpty {
      try file.append(
        """

          def Xform "\(names.unique(solid.name))" (
            customData = {
        \(Self.customData(solid.extras))    }
            displayName = \(solid.name.usdQuoted)
          )
          {
            matrix4d xformOp:transform = \(solid.pose.usdText)
            uniform token[] xformOpOrder = ["xformOp:transform"]

        """)
      var partNames = USDNames()
      for part in mesh.parts {
        try write(part, of: mesh, as: partNames.unique(part.name), to: file)
      }
      try file.append("  }\n")
    }
    try file.append(materials + "}\n")
  }

  private var start: String {
    """
    #usda 1.0
    (
      customLayerData = {
        string generator = \(scene.generator.usdQuoted)
        string scale = \(scene.scaleStatement.usdQuoted)
        string units = \(ExportFormat.usdz.unitName.usdQuoted)
      }
      defaultPrim = "\(Self.root)"
      metersPerUnit = 1
      upAxis = "Y"
    )

    def Xform "\(Self.root)" (
      assetInfo = {
        string name = "\(Self.root)"
      }
      kind = "component"
    )
    {

    """
  }

  /// More facts about a solid, each as the text of its JSON.
  private static func customData(_ extras: [JSONField]) -> String {
    var names = USDNames()
    return extras.map { "      string \(names.unique($0.name)) = \($0.value.text.usdQuoted)\n" }.joined()
  }

  private func write(
    _ part: ShadedMesh.Part, of mesh: ShadedMesh, as name: String, to file: FileOutput
  ) throws(ExportError) {
    let step = Float(mesh.mesh.lattice.step)
    let color = part.color.linearComponents
    try file.append(
      """

          def Mesh "\(name)" (
            displayName = \(part.name.usdQuoted)
            prepend apiSchemas = ["MaterialBindingAPI"]
          )
          {
            float3[] extent = [

      """)
    try file.appendVectors(0..<2) { SIMD3<Float>($0 == 0 ? part.minimum : part.maximum) * step }
    try file.append("]\n      int[] faceVertexCounts = [\n")
    try file.appendLines(part.triangleRange) { line, index in
      line.append(index == part.triangleRange.upperBound - 1 ? "3" : "3,")
    }
    try file.append("]\n      int[] faceVertexIndices = [\n")
    try file.appendLines(part.triangleRange) { line, index in
      let triangle = mesh.triangles[index]
      line.append(UInt64(triangle.x))
      line.append(", ")
      line.append(UInt64(triangle.y))
      line.append(", ")
      line.append(UInt64(triangle.z))
      if index < part.triangleRange.upperBound - 1 { line.append(",") }
    }
    try file.append(
      "]\n      rel material:binding = </\(Self.root)/\(Self.materials)/\(part.color.usdName)>\n"
        + "      normal3f[] normals = [\n")
    try file.appendVectors(part.vertexRange) { mesh.normals[$0] }
    try file.append("] (\n        interpolation = \"vertex\"\n      )\n      point3f[] points = [\n")
    try file.appendVectors(part.vertexRange) { mesh.mesh.position(Int(mesh.meshVertex[$0])) }
    try file.append(
      """
      ]
            color3f[] primvars:displayColor = [(\(color.x), \(color.y), \(color.z))]
            uniform token subdivisionScheme = "none"
          }

      """)
  }

  /// A material for each colour, in the order of first use.
  private var materials: String {
    var text = "\n  def Scope \"\(Self.materials)\"\n  {\n"
    var written: Set<StrokeColor> = []
    for part in solids.flatMap(\.parts) where written.insert(part.color).inserted {
      let color = part.color.linearComponents
      let name = part.color.usdName
      text += """
            def Material "\(name)"
            {
              token outputs:surface.connect = </\(Self.root)/\(Self.materials)/\(name)/Surface.outputs:surface>

              def Shader "Surface"
              {
                uniform token info:id = "UsdPreviewSurface"
                color3f inputs:diffuseColor = (\(color.x), \(color.y), \(color.z))
                float inputs:metallic = 0
                float inputs:roughness = 0.6
                token outputs:surface
              }
            }

        """
    }
    return text + "  }\n"
  }
}

extension StrokeColor {
  /// A name for a material of this colour: “color_1f6feb”.
  fileprivate var usdName: String { "color_" + hexadecimal.dropFirst() }
}

extension Pose {
  /// The matrix for row vectors: the images of the axes and of the origin one below the other.
  fileprivate var usdText: String {
    let rows = [rotation.matrix.column0, rotation.matrix.column1, rotation.matrix.column2, origin.position]
    let texts = rows.enumerated().map { index, row in
      // Adding zero turns -0 into 0.
      "(\(row.x + 0), \(row.y + 0), \(row.z + 0), \(index == 3 ? 1 : 0))"
    }
    return "( \(texts.joined(separator: ", ")) )"
  }
}

extension FileOutput {
  /// Appends vectors for an array in a layer of text.
  fileprivate func appendVectors(
    _ range: Range<Int>, _ vector: (Int) -> SIMD3<Float>
  ) throws(ExportError) {
    try appendLines(range) { line, index in
      line.append("(")
      let vector = vector(index)
      line.append(shortest: vector.x)
      line.append(", ")
      line.append(shortest: vector.y)
      line.append(", ")
      line.append(shortest: vector.z)
      line.append(index == range.upperBound - 1 ? ")" : "),")
    }
  }
}
