internal import CExpat

extension SVGElement {
  /// Reads the tree of an XML text by Expat: nothing outside of the text is ever opened, and entities that would swell
  /// it are refused by the parser itself.
  ///
  /// - Throws: a fault that names the line.
  static func root(of bytes: [UInt8], options: ImportOptions) throws(ImportFault) -> SVGElement {
    guard let parser = XML_ParserCreate(nil) else { throw ImportFault("there is no memory left to read it") }
    defer { XML_ParserFree(parser) }
    let context = ParsingContext(builder: SVGTreeBuilder(options: options), parser: parser)
    // The context outlives the parser, which keeps no reference of its own.
    return try withExtendedLifetime(context) { () throws(ImportFault) in
      XML_SetUserData(parser, Unmanaged.passUnretained(context).toOpaque())
      XML_SetElementHandler(
        parser,
        { context, name, attributes in ParsingContext.of(context)?.begin(name, attributes) },
        { context, _ in ParsingContext.of(context)?.builder.end() })
      XML_SetCharacterDataHandler(parser) { context, text, length in
        guard let text else { return }
        let letters = UnsafeRawBufferPointer(start: text, count: Int(length))
        ParsingContext.of(context)?.builder.append(String(decoding: letters, as: UTF8.self))
      }
      try parse(bytes, context)
      guard let root = context.builder.root, root.name == "svg" else {
        throw ImportFault(
          line: 1, "its outermost element is “\(context.builder.root?.name ?? "")” and not svg")
      }
      return root
    }
  }

  private static func parse(_ bytes: [UInt8], _ context: ParsingContext) throws(ImportFault) {
    // The parser counts in 32 bits.
    let mostAtOnce = 1 << 24
    var start = 0
    repeat {
      let piece = bytes[start..<min(start + mostAtOnce, bytes.count)]
      start = piece.endIndex
      let status = piece.withUnsafeBytes { letters in
        XML_Parse(
          context.parser, letters.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(letters.count),
          start == bytes.count ? 1 : 0)
      }
      if let fault = context.builder.fault { throw fault }
      guard status == XML_STATUS_OK else {
        let reason =
          XML_ErrorString(XML_GetErrorCode(context.parser)).map { String(cString: $0) } ?? "unknown"
        throw ImportFault(
          line: Int(XML_GetCurrentLineNumber(context.parser)), "it is no well-formed XML (\(reason))")
      }
    } while start < bytes.count
  }
}

/// What the parser's callbacks need.
private final class ParsingContext {
  let builder: SVGTreeBuilder
  let parser: XML_Parser

  init(builder: SVGTreeBuilder, parser: XML_Parser) {
    self.builder = builder
    self.parser = parser
  }

  static func of(_ pointer: UnsafeMutableRawPointer?) -> ParsingContext? {
    pointer.map { Unmanaged<ParsingContext>.fromOpaque($0).takeUnretainedValue() }
  }

  func begin(_ name: UnsafePointer<CChar>?, _ list: UnsafeMutablePointer<UnsafePointer<CChar>?>?) {
    guard let name else { return }
    var attributes: [String: String] = [:]
    var place = 0
    while let key = list?[place], let value = list?[place + 1] {
      attributes[Self.local(key)] = String(cString: value)
      place += 2
    }
    if !builder.begin(Self.local(name), attributes, line: Int(XML_GetCurrentLineNumber(parser))) {
      XML_StopParser(parser, XML_FALSE)
    }
  }

  /// A name without its prefix: `svg:path` and `xlink:href` are path and href.
  private static func local(_ name: UnsafePointer<CChar>) -> String {
    let name = String(cString: name)
    return name.lastIndex(of: ":").map { String(name[name.index(after: $0)...]) } ?? name
  }
}
