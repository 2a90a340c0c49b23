import AirExtrusion
import AirStroke

/// Writes a scene as 3MF (3MF Consortium, Core Specification 1.3, and Materials and Properties Extension 1.2):
/// millimetres, z up.
///
/// Every group of parts that share vertices is an object, closed by itself, with the names of its parts; the objects of
/// a solid are the components of one more, so that a slicer moves a drawing as a whole. Colours are said twice, since
/// readers know one way each: an object's as a member of a colour group (Bambu Studio), a triangle's as a base material
/// (Blender, Assimp).
package struct ThreeMFWriter {
  private enum Resource {
    static let colors = 1
    static let materials = 2
    static let firstObject = 3
  }

  private let scene: ExportScene
  private let thumbnail: [UInt8]?
  private let path: String
  /// The colours in the order of their first use, and their places.
  private let colors: [StrokeColor]
  private let placeOfColor: [StrokeColor: Int]

  /// - Parameters:
  ///   - thumbnail: a picture of the scene as the bytes of a PNG file, or nil.
  ///   - path: the path that errors name.
  package init(_ scene: ExportScene, thumbnail: [UInt8]?, path: String) {
    self.scene = scene
    self.thumbnail = thumbnail
    self.path = path
    var colors: [StrokeColor] = []
    var placeOfColor: [StrokeColor: Int] = [:]
    for part in scene.solids.flatMap(\.mesh.parts) where placeOfColor[part.color] == nil {
      placeOfColor[part.color] = colors.count
      colors.append(part.color)
    }
    self.colors = colors
    self.placeOfColor = placeOfColor
  }

  /// Writes the file.
  package func write(to output: FileOutput) throws(ExportError) {
    let archive = ZipWriter(output, path: path)
    try archive.add("[Content_Types].xml", isCompressed: true) { (file) throws(ExportError) in
      try file.append(contentTypes)
    }
    try archive.add("_rels/.rels", isCompressed: true) { (file) throws(ExportError) in
      try file.append(relationships)
    }
    try archive.add(ThreeMFPackage.model, isCompressed: true, writeModel(to:))
    if let thumbnail {
      try archive.add(ThreeMFPackage.thumbnail, isCompressed: false) { (file) throws(ExportError) in
        try file.append(thumbnail)
      }
    }
    try archive.finish()
  }

  private var contentTypes: String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
     <Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
     <Default Extension="model" ContentType="application/vnd.ms-package.3dmanufacturing-3dmodel+xml"/>
     <Default Extension="png" ContentType="image/png"/>
    </Types>

    """
  }

  private var relationships: String {
    let picture =
      """
       <Relationship Target="/\(ThreeMFPackage.thumbnail)" Id="thumbnail" \
      Type="http://schemas.openxmlformats.org/package/2006/relationships/metadata/thumbnail"/>

      """
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
       <Relationship Target="/\(ThreeMFPackage.model)" Id="model" \
      Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/>
      \(thumbnail == nil ? "" : picture)</Relationships>

      """
  }

  private func writeModel(to file: FileOutput) throws(ExportError) {
    try file.append(modelStart)
    var items = ""
    var nextObject = Resource.firstObject
    let transforms = ThreeMFPlacement(scene).transforms
    for (solid, transform) in zip(scene.solids, transforms) where !solid.mesh.triangles.isEmpty {
      let objects = try writeObjects(of: solid, from: nextObject, to: file)
      nextObject = objects.upperBound
      var item = objects.lowerBound
      if objects.count > 1 {
        item = nextObject
        nextObject += 1
        try file.append("  <object id=\"\(item)\" type=\"model\" name=\"\(solid.name.xmlEscaped)\">\n")
        try file.append("   <components>\n")
        for object in objects { try file.append("    <component objectid=\"\(object)\"/>\n") }
        try file.append("   </components>\n  </object>\n")
      }
      let place = transform == .identity ? "" : " transform=\"\(transform.threeMFText)\""
      items += "  <item objectid=\"\(item)\"\(place)/>\n"
    }
    try file.append(" </resources>\n <build>\n\(items) </build>\n</model>\n")
  }

  private var modelStart: String {
    var names = UniqueNames()
    let title = scene.solids.map { names.unique($0.name) }.joined(separator: ", ")
    var text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <model unit="millimeter" xml:lang="en-US" \
      xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02" \
      xmlns:m="http://schemas.microsoft.com/3dmanufacturing/material/2015/02">
       <metadata name="Title">\(title.xmlEscaped)</metadata>
       <metadata name="Application">\(scene.generator.xmlEscaped)</metadata>
       <metadata name="Description">Scale: \(scene.scaleStatement.xmlEscaped)</metadata>
       <resources>
        <m:colorgroup id="\(Resource.colors)">

      """
    for color in colors { text += "   <m:color color=\"\(color.threeMFText)\"/>\n" }
    text += "  </m:colorgroup>\n  <basematerials id=\"\(Resource.materials)\">\n"
    for color in colors {
      text += "   <base name=\"\(color.materialName)\" displaycolor=\"\(color.threeMFText)\"/>\n"
    }
    return text + "  </basematerials>\n"
  }

  /// Writes the objects of a solid, each of a closed group.
  ///
  /// - Returns: their numbers.
  private func writeObjects(
    of solid: ExportSolid, from first: Int, to file: FileOutput
  ) throws(ExportError) -> Range<Int> {
    let mesh = solid.mesh
    let groups = ClosedGroups(mesh).groups
    // Groups share no vertex, so one list holds the numbers of the vertices in all of them.
    var number = [UInt32](repeating: .max, count: mesh.vertices.count)
    var names = UniqueNames()
    for (object, group) in zip(first..., groups) {
      let parts = group.map { mesh.parts[$0] }
      var vertices: [UInt32] = []
      for part in parts {
        for triangle in mesh.triangles[part.triangleRange] {
          for corner in 0..<3 where number[Int(triangle[corner])] == .max {
            number[Int(triangle[corner])] = UInt32(vertices.count)
            vertices.append(triangle[corner])
          }
        }
      }
      let name = names.unique(Self.name(of: parts)).xmlEscaped
      let color = parts.first.flatMap { placeOfColor[$0.color] } ?? 0
      try file.append(
        "  <object id=\"\(object)\" type=\"model\" name=\"\(name)\" pid=\"\(Resource.colors)\" "
          + "pindex=\"\(color)\">\n   <mesh>\n    <vertices>\n")
      try writeVertices(vertices, of: mesh, to: file)
      try file.append("    </vertices>\n    <triangles>\n")
      for part in parts { try writeTriangles(of: part, of: mesh, number, to: file) }
      try file.append("    </triangles>\n   </mesh>\n  </object>\n")
    }
    return first..<first + groups.count
  }

  /// The names of an object's parts, each once, and not more of them than can be read at a glance.
  private static func name(of parts: [MeshPart]) -> String {
    var names: [String] = []
    for part in parts where !names.contains(part.name) {
      guard names.count < 8 else { return names.joined(separator: ", ") + ", …" }
      names.append(part.name)
    }
    return names.joined(separator: ", ")
  }

  private func writeVertices(
    _ vertices: [UInt32], of mesh: Mesh, to file: FileOutput
  ) throws(ExportError) {
    try file.appendLines(vertices.indices) { line, index in
      let vertex = mesh.vertices[Int(vertices[index])].withZUp
      line.append("<vertex x=\"")
      line.append(lattice: vertex.x)
      line.append("\" y=\"")
      line.append(lattice: vertex.y)
      line.append("\" z=\"")
      line.append(lattice: vertex.z)
      line.append("\"/>")
    }
  }

  private func writeTriangles(
    of part: MeshPart, of mesh: Mesh, _ number: [UInt32], to file: FileOutput
  ) throws(ExportError) {
    let color = UInt64(placeOfColor[part.color] ?? 0)
    try file.appendLines(part.triangleRange) { line, index in
      let triangle = mesh.triangles[index]
      line.append("<triangle v1=\"")
      line.append(UInt64(number[Int(triangle.x)]))
      line.append("\" v2=\"")
      line.append(UInt64(number[Int(triangle.y)]))
      line.append("\" v3=\"")
      line.append(UInt64(number[Int(triangle.z)]))
      line.append("\" pid=\"")
      line.append(UInt64(Resource.materials))
      line.append("\" p1=\"")
      line.append(color)
      line.append("\"/>")
    }
  }
}

/// The names of the files within a 3MF file.
enum ThreeMFPackage {
  static let model = "3D/3dmodel.model"
  static let thumbnail = "Metadata/thumbnail.png"
}

extension StrokeColor {
  /// The colour as 3MF's ST_ColorValue, “#1F6FEB”.
  fileprivate var threeMFText: String { hexadecimal.uppercased() }
}

extension ImportedScene.AffineTransform {
  /// The map as 3MF's ST_Matrix3D: the images of the axes and of the origin, one after the other.
  fileprivate var threeMFText: String {
    [x, y, z, origin].flatMap { [$0.x, $0.y, $0.z] }.map { number in
      // Whole numbers without “.0”, and no negative zero.
      Int(exactly: number).map { "\($0)" } ?? "\(number)"
    }.joined(separator: " ")
  }
}
