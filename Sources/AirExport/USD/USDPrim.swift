/// A prim of a USD layer of text, with what a mesh needs of its properties.
struct USDPrim {
  var type = ""
  var path = ""
  var displayName: String?
  var points: [SIMD3<Float>] = []
  var faceVertexCounts: [Int] = []
  var faceVertexIndices: [Int] = []
  /// The path of the material.
  var material: String?
  var diffuseColor: SIMD3<Float>?
  /// The sixteen numbers of `xformOp:transform`, for row vectors.
  var matrix: [Double] = []
  var isLeftHanded = false
  /// A kind of transform that is not read; nil when there is none.
  var unknownTransform: String?
  var children: [USDPrim] = []

  /// The name that people gave it, else its own.
  var name: String { displayName ?? String(path.split(separator: "/").last ?? "") }
}

/// What a USD layer of text says.
struct USDLayerContent {
  /// Nested more deeply a layer is refused: its prims are read by recursion.
  private static let deepest = 100

  private(set) var metersPerUnit = 0.01
  private(set) var isZUp = false
  private(set) var prims: [USDPrim] = []
  private var tokens: USDTokens

  /// Why a layer can't be read.
  struct Fault: Error {
    let reason: String
  }

  /// - Parameter bytes: the layer; they must stay during the call.
  init(_ bytes: UnsafeRawBufferPointer) throws(Fault) {
    tokens = USDTokens(bytes)
    guard bytes.starts(with: Array("#usda ".utf8)) else {
      throw Fault(reason: "its layer is not of text, the only kind that is read")
    }
    if tokens.skip("(") { try readLayerMetadata() }
    while true {
      switch tokens.next() {
      case .word("def"): prims.append(try readPrim(under: "", depth: 0))
      case .end: return
      default: throw fault
      }
    }
  }

  private var fault: Fault { Fault(reason: "line \(tokens.line) of its layer is not understood") }

  private mutating func readLayerMetadata() throws(Fault) {
    while !tokens.skip(")") {
      guard case .word(let key) = tokens.next() else { throw fault }
      guard tokens.skip("=") else { continue }
      switch key {
      case "metersPerUnit":
        guard case .number(let number) = tokens.next(), number > 0 else { throw fault }
        metersPerUnit = number
      case "upAxis":
        guard case .string(let axis) = tokens.next() else { throw fault }
        isZUp = axis == "Z"
      default: try skipValue()
      }
    }
  }

  /// Reads a prim behind its `def`.
  private mutating func readPrim(under parent: String, depth: Int) throws(Fault) -> USDPrim {
    guard depth < Self.deepest else { throw Fault(reason: "its prims are nested too deeply") }
    var prim = USDPrim()
    var token = tokens.next()
    if case .word(let type) = token {
      prim.type = type
      token = tokens.next()
    }
    guard case .string(let name) = token else { throw fault }
    prim.path = "\(parent)/\(name)"
    if tokens.skip("(") {
      while !tokens.skip(")") {
        guard case .word(let key) = tokens.next() else { throw fault }
        guard tokens.skip("=") else { continue }
        if key == "displayName" {
          guard case .string(let text) = tokens.next() else { throw fault }
          prim.displayName = text
        } else {
          try skipValue()
        }
      }
    }
    guard tokens.skip("{") else { throw fault }
    while !tokens.skip("}") {
      switch tokens.next() {
      case .word("def"): prim.children.append(try readPrim(under: prim.path, depth: depth + 1))
      case .word(let word): try readProperty(word, of: &prim)
      default: throw fault
      }
    }
    return prim
  }

  private mutating func readProperty(_ first: String, of prim: inout USDPrim) throws(Fault) {
    var type = first
    while ["custom", "uniform", "varying", "prepend", "append", "add", "delete"].contains(type) {
      guard case .word(let word) = tokens.next() else { throw fault }
      type = word
    }
    guard case .word(let name) = tokens.next() else { throw fault }
    if tokens.skip("=") { try readValue(of: name, of: &prim) }
    if tokens.skip("(") { try skip(until: UInt8(ascii: ")")) }
  }

  private mutating func readValue(of name: String, of prim: inout USDPrim) throws(Fault) {
    switch name {
    case "points":
      let numbers = try floats()
      guard numbers.count.isMultiple(of: 3) else { throw fault }
      prim.points = (0..<numbers.count / 3).map {
        SIMD3(numbers[3 * $0], numbers[3 * $0 + 1], numbers[3 * $0 + 2])
      }
    case "faceVertexCounts": prim.faceVertexCounts = try indices()
    case "faceVertexIndices": prim.faceVertexIndices = try indices()
    case "inputs:diffuseColor":
      let numbers = try floats()
      guard numbers.count == 3 else { throw fault }
      prim.diffuseColor = SIMD3(numbers[0], numbers[1], numbers[2])
    case "xformOp:transform":
      var numbers: [Double] = []
      guard tokens.skip("("), tokens.readNumbers({ numbers.append($0) }), numbers.count == 16 else {
        throw fault
      }
      prim.matrix = numbers
    case "material:binding":
      guard case .reference(let path) = tokens.next() else { throw fault }
      prim.material = path
    case "orientation":
      guard case .string(let orientation) = tokens.next() else { throw fault }
      prim.isLeftHanded = orientation == "leftHanded"
    default:
      if name.hasPrefix("xformOp:") { prim.unknownTransform = name }
      try skipValue()
    }
  }

  private mutating func floats() throws(Fault) -> [Float] {
    var numbers: [Float] = []
    guard tokens.skip("[") || tokens.skip("("), tokens.readNumbers({ numbers.append(Float($0)) }) else {
      throw fault
    }
    return numbers
  }

  private mutating func indices() throws(Fault) -> [Int] {
    var numbers: [Int] = []
    guard tokens.skip("["), tokens.readNumbers({ numbers.append(Int(exactly: $0) ?? -1) }) else {
      throw fault
    }
    return numbers
  }

  private mutating func skipValue() throws(Fault) {
    switch tokens.next() {
    case .mark(UInt8(ascii: "(")): try skip(until: UInt8(ascii: ")"))
    case .mark(UInt8(ascii: "[")): try skip(until: UInt8(ascii: "]"))
    case .mark(UInt8(ascii: "{")): try skip(until: UInt8(ascii: "}"))
    case .mark, .end, nil: throw fault
    default: break
    }
  }

  /// Steps over everything up to a closing bracket, brackets within it included.
  private mutating func skip(until end: UInt8) throws(Fault) {
    var open = [end]
    while let closing = open.last {
      switch tokens.next() {
      case .mark(closing): open.removeLast()
      case .mark(UInt8(ascii: "(")): open.append(UInt8(ascii: ")"))
      case .mark(UInt8(ascii: "[")): open.append(UInt8(ascii: "]"))
      case .mark(UInt8(ascii: "{")): open.append(UInt8(ascii: "}"))
      case .end, nil: throw fault
      default: break
      }
    }
  }
}
