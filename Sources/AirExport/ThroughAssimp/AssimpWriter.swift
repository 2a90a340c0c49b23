internal import CAssimp
import AirExtrusion
import Glibc

/// Writes a scene as COLLADA or X3D by Assimp's exporters, and mends what they do amiss.
///
/// COLLADA (Khronos, COLLADA 1.4.1): metres, y up. Assimp writes floats with nine digits, of which a proper reader makes
/// the same bits again. Its head, which holds the time of writing, gives way to one of ours, and libraries without
/// members, which the schema forbids, are taken out.
///
/// X3D (ISO/IEC 19775-1): Assimp writes six decimals whatever the size of a number, which in X3D's metres would be far
/// coarser than the lattice. So the coordinates are millimetres under a transform that makes them metres: off by at most
/// half a millionth of a millimetre, a 488th of a lattice step. Its head gives way to one of ours, and textures without a
/// picture are taken out.
package struct AssimpWriter {
  /// A format that is written so.
  enum Kind {
    case collada
    case x3d
  }

  private let scene: ExportScene
  private let solids: [ShadedMesh]
  private let kind: Kind
  private let path: String

  /// - Parameter path: the path that errors name.
  init(_ scene: ExportScene, solids: [ShadedMesh], as kind: Kind, path: String) {
    self.scene = scene
    self.solids = solids
    self.kind = kind
    self.path = path
  }

  /// Writes the file.
  func write(to output: FileOutput) throws(ExportError) {
    var names = UniqueNames()
    var identifiers = USDNames()
    let kind = kind
    let built = AssimpScene(scene, solids: solids, lengthPerUnit: kind.metresPerUnit) { name in
      switch kind {
      case .collada: names.unique(name)
      // Its names are identifiers, and Assimp writes them as they are.
      case .x3d: identifiers.unique(name)
      }
    }
    let blob = PointLocale.within { aiExportSceneToBlob(built.pointer, kind.identifier, 0) }
    guard let blob, let data = blob.pointee.data else {
      throw fault(String(cString: aiGetErrorString()))
    }
    defer { aiReleaseExportBlob(blob) }
    let bytes = UnsafeMutableRawBufferPointer(start: data, count: blob.pointee.size)
    for text in kind.superfluousTexts { bytes.blank(text) }
    let head = try head(of: UnsafeRawBufferPointer(bytes))
    try output.append(UnsafeRawBufferPointer(rebasing: bytes[..<head.lowerBound]))
    try output.append(kind == .collada ? colladaHead : x3dHead)
    try output.append(UnsafeRawBufferPointer(rebasing: bytes[head.upperBound...]))
  }

  /// Where the head stands that Assimp wrote, its tags included.
  private func head(of bytes: UnsafeRawBufferPointer) throws(ExportError) -> Range<Int> {
    // It comes first, and is short.
    let start = UnsafeRawBufferPointer(rebasing: bytes.prefix(1 << 13))
    guard let first = start.firstRange(of: "<\(kind.headTag)>"),
      let last = start.firstRange(of: "</\(kind.headTag)>"), first.upperBound <= last.lowerBound
    else { throw fault("it writes a head that is not known") }
    return first.lowerBound..<last.upperBound
  }

  private var colladaHead: String {
    """
    <asset>
        <contributor>
          <authoring_tool>\(scene.generator.xmlEscaped)</authoring_tool>
          <comments>Scale: \(scene.scaleStatement.xmlEscaped)</comments>
        </contributor>
        <created>1980-01-01T00:00:00Z</created>
        <modified>1980-01-01T00:00:00Z</modified>
        <unit name="meter" meter="1"/>
        <up_axis>Y_UP</up_axis>
      </asset>
    """
  }

  private var x3dHead: String {
    """
    <head>
    \t\t<meta name="generator" content="\(scene.generator.xmlEscaped)"/>
    \t\t<meta name="description" content="Scale: \(scene.scaleStatement.xmlEscaped)"/>
    \t</head>
    """
  }

  private func fault(_ reason: String) -> ExportError {
    .notExpressible(path: path, problem: "Assimp cannot write it (\(reason)); choose another format")
  }
}

extension AssimpWriter.Kind {
  /// Assimp's name for the format.
  fileprivate var identifier: String {
    switch self {
    case .collada: "collada"
    case .x3d: "x3d"
    }
  }

  /// What the root of the scene multiplies lengths by.
  var metresPerUnit: Double {
    switch self {
    case .collada: 1
    case .x3d: 1 / Lattice.millimetres.unitsPerMetre
    }
  }

  fileprivate var headTag: String {
    switch self {
    case .collada: "asset"
    case .x3d: "head"
    }
  }

  /// What Assimp writes though nothing is in it.
  fileprivate var superfluousTexts: [String] {
    switch self {
    case .collada: ["images", "controllers"].map { "<library_\($0)>\n  </library_\($0)>" }
    case .x3d: ["<ImageTexture/>"]
    }
  }
}

extension UnsafeRawBufferPointer {
  /// Where a text first stands.
  fileprivate func firstRange(of text: String) -> Range<Int>? {
    let letters = Array(text.utf8)
    guard let base = baseAddress, let first = letters.first else { return nil }
    var start = 0
    while start + letters.count <= count, let found = memchr(base + start, Int32(first), count - start) {
      start = UnsafeRawPointer(found) - base
      if start + letters.count <= count, memcmp(found, letters, letters.count) == 0 {
        return start..<start + letters.count
      }
      start += 1
    }
    return nil
  }
}

extension UnsafeMutableRawBufferPointer {
  /// Puts spaces in the place of a text wherever it stands.
  fileprivate func blank(_ text: String) {
    var rest = self
    while let range = UnsafeRawBufferPointer(rest).firstRange(of: text) {
      for place in range { rest[place] = UInt8(ascii: " ") }
      rest = UnsafeMutableRawBufferPointer(rebasing: rest[range.upperBound...])
    }
  }
}
