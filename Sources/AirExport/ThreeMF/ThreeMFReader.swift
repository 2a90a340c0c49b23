internal import CExpat

extension ImportedScene {
  /// Reads a 3MF file (3MF Core Specification 1.3, with base materials and colour groups): millimetres, whatever its own
  /// unit, z up.
  ///
  /// Triangles of one colour of an object are a part.
  ///
  /// - Parameters:
  ///   - reportedPath: the path that errors name.
  ///   - isInFileOrder: true to keep the order of the triangles, so that each run of one colour is a part.
  /// - Throws: `ExportError.unreadable`.
  /// - Complexity: O(vertices + triangles); an object that is placed twice is there twice.
  init(threeMF path: String, reportedPath: String, isInFileOrder: Bool) throws(ExportError) {
    let archive = try ZipReader(path: path, reportedPath: reportedPath)
    // A package may name its model as it likes, but nobody does.
    let name =
      archive.names.first { $0 == ThreeMFPackage.model } ?? archive.names.first { $0.hasSuffix(".model") }
    guard let name else { throw .unreadable(path: reportedPath, reason: "there is no model in it") }
    guard let parser = XML_ParserCreate(nil) else {
      throw .unreadable(path: reportedPath, reason: "there is no memory left to read it")
    }
    defer { XML_ParserFree(parser) }
    let model = ThreeMFModel(parser: parser, isInFileOrder: isInFileOrder)
    try withExtendedLifetime(model) { () throws(ExportError) in
      XML_SetUserData(parser, Unmanaged.passUnretained(model).toOpaque())
      XML_SetStartElementHandler(parser) { model, name, attributes in
        guard let model, let name else { return }
        Unmanaged<ThreeMFModel>.fromOpaque(model).takeUnretainedValue().begin(
          ThreeMFElement(name: name, attributes: attributes))
      }
      let longestToken = 1 << 20
      var parsedCount = 0
      func parse(_ piece: UnsafeRawBufferPointer, isLast: Bool) throws(ExportError) {
        let status = XML_Parse(
          parser, piece.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(piece.count), isLast ? 1 : 0)
        guard status == XML_STATUS_OK else {
          let reason =
            model.fault ?? XML_ErrorString(XML_GetErrorCode(parser)).map { String(cString: $0) } ?? "no XML"
          throw .unreadable(path: reportedPath, reason: "line \(XML_GetCurrentLineNumber(parser)): \(reason)")
        }
        // Expat looks at what is not complete again with every piece.
        parsedCount += piece.count
        guard parsedCount - Int(XML_GetCurrentByteIndex(parser)) <= piece.count + longestToken else {
          throw .unreadable(
            path: reportedPath,
            reason:
              "line \(XML_GetCurrentLineNumber(parser)): a name or a value is longer than \(longestToken) bytes"
          )
        }
      }
      try archive.read(name) { (bytes) throws(ExportError) in
        var rest = bytes[...]
        while !rest.isEmpty {
          // The parser counts in 32 bits.
          let piece = rest.prefix(1 << 24)
          try parse(UnsafeRawBufferPointer(rebasing: piece), isLast: false)
          rest = rest.dropFirst(piece.count)
        }
      }
      try parse(UnsafeRawBufferPointer(start: nil, count: 0), isLast: true)
    }
    self.init(parts: model.parts)
  }
}
