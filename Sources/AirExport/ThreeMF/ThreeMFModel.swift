internal import CExpat
import Glibc

/// An element of XML with its attributes, as long as the parser's callback lasts.
struct ThreeMFElement {
  let name: UnsafePointer<CChar>
  let attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?

  /// The name without its prefix.
  var localName: String {
    let colon = strchr(name, Int32(UInt8(ascii: ":")))
    return String(cString: colon.map { UnsafePointer($0 + 1) } ?? name)
  }

  private func value(_ key: StaticString) -> UnsafePointer<CChar>? {
    var place = 0
    while let name = attributes?[place], let value = attributes?[place + 1] {
      if strcmp(name, key.utf8Start) == 0 { return value }
      place += 2
    }
    return nil
  }

  func text(_ key: StaticString) -> String? { value(key).map { String(cString: $0) } }

  func number(_ key: StaticString) -> Double? {
    value(key).flatMap { Double(String(cString: $0)) }.flatMap { $0.isFinite ? $0 : nil }
  }

  func index(_ key: StaticString) -> UInt32? {
    guard var digit = value(key), digit.pointee != 0 else { return nil }
    var number: UInt32 = 0
    while digit.pointee != 0 {
      let (tens, isLarge) = number.multipliedReportingOverflow(by: 10)
      guard (0x30...0x39).contains(digit.pointee), !isLarge, tens <= .max - 9 else { return nil }
      number = tens + UInt32(digit.pointee - 0x30)
      digit += 1
    }
    return number
  }
}

/// What a 3MF model says, gathered while it is read.
final class ThreeMFModel {
  /// Triangles of one colour, with the vertices they have.
  private struct Piece {
    var color: SIMD4<Float>?
    var positions: [SIMD3<Float>] = []
    var triangles: [SIMD3<UInt32>] = []
  }

  private struct Object {
    var name = ""
    var color: SIMD4<Float>?
    var pieces: [Piece] = []
    var components: [(object: UInt32, transform: ImportedScene.AffineTransform)] = []
  }

  /// More than any drawing has: a file of a few lines could ask for billions by components of components.
  private static let mostParts = 100_000
  /// How many triangles a file may have by placing its objects again, or four times its own if those are more.
  private static let mostTriangles = 4_000_000

  private(set) var parts: [ImportedScene.Part] = []
  private(set) var fault: String?
  private var visits = 0
  private let parser: XML_Parser
  private var scale = 1.0
  private var colors: [UInt32: [SIMD4<Float>]] = [:]
  private var group: UInt32 = 0
  /// The objects that are complete.
  private var objects: [UInt32: Object] = [:]
  /// The one that is being read, and its number.
  private var object = Object()
  private var number: UInt32?
  private var positions: [SIMD3<Float>] = []
  /// For each vertex of the object its place in the piece `pieceOfVertex` names.
  private var placeOfVertex: [UInt32] = []
  private var pieceOfVertex: [Int32] = []
  private var pieceOfColor: [SIMD4<Float>?: Int] = [:]
  private let isInFileOrder: Bool
  private var triangleCount = 0
  private var placedTriangleCount = 0

  init(parser: XML_Parser, isInFileOrder: Bool) {
    self.parser = parser
    self.isInFileOrder = isInFileOrder
  }

  func begin(_ element: ThreeMFElement) {
    guard fault == nil else { return }
    switch element.localName {
    case "vertex": addVertex(element)
    case "triangle": addTriangle(element)
    case "model": setUnit(element)
    case "basematerials", "colorgroup":
      group = element.index("id") ?? 0
      colors[group] = []
    case "base": addColor(element.text("displaycolor"))
    case "color": addColor(element.text("color"))
    case "object": beginObject(element)
    case "component": addComponent(element)
    case "build": endObject()
    case "item": addItem(element)
    default: break
    }
  }

  private func stop(_ reason: String) {
    fault = reason
    XML_StopParser(parser, XML_Bool(XML_FALSE))
  }

  private func setUnit(_ element: ThreeMFElement) {
    let inMillimetres: [String: Double] = [
      "micron": 0.001, "millimeter": 1, "centimeter": 10, "inch": 25.4, "foot": 304.8, "meter": 1000,
    ]
    guard let unit = inMillimetres[element.text("unit") ?? "millimeter"] else {
      return stop("its unit is unknown")
    }
    scale = unit
  }

  private func addColor(_ text: String?) {
    colors[group]?.append(text.flatMap(SIMD4<Float>.init(threeMFText:)) ?? SIMD4(1, 1, 1, 1))
  }

  private func color(_ group: UInt32?, _ place: UInt32?) -> SIMD4<Float>? {
    guard let members = group.flatMap({ colors[$0] }), let place, place < members.count else { return nil }
    return members[Int(place)]
  }

  private func beginObject(_ element: ThreeMFElement) {
    endObject()
    guard let id = element.index("id"), objects[id] == nil else {
      return stop("an object has no number of its own")
    }
    number = id
    object.name = element.text("name") ?? ""
    object.color = color(element.index("pid"), element.index("pindex"))
  }

  private func endObject() {
    if let number { objects[number] = object }
    object = Object()
    number = nil
    positions = []
    placeOfVertex = []
    pieceOfVertex = []
    pieceOfColor = [:]
  }

  private func addVertex(_ element: ThreeMFElement) {
    guard let x = element.number("x"), let y = element.number("y"), let z = element.number("z") else {
      return stop("a vertex has no coordinates")
    }
    positions.append(SIMD3(Float(x), Float(y), Float(z)))
    placeOfVertex.append(0)
    pieceOfVertex.append(-1)
  }

  private func addTriangle(_ element: ThreeMFElement) {
    guard let a = element.index("v1"), let b = element.index("v2"), let c = element.index("v3"),
      max(a, b, c) < positions.count
    else { return stop("a triangle names a vertex that does not exist") }
    let index = piece(of: color(element.index("pid"), element.index("p1")) ?? object.color)
    var corners = SIMD3(a, b, c)
    for corner in 0..<3 {
      let vertex = Int(corners[corner])
      // A vertex that pieces take turns at is there once for each turn, which is no fault.
      if pieceOfVertex[vertex] != Int32(index) {
        pieceOfVertex[vertex] = Int32(index)
        placeOfVertex[vertex] = UInt32(object.pieces[index].positions.count)
        object.pieces[index].positions.append(positions[vertex])
      }
      corners[corner] = placeOfVertex[vertex]
    }
    object.pieces[index].triangles.append(corners)
    triangleCount += 1
  }

  /// The piece of the object that takes the next triangle, of this colour.
  private func piece(of color: SIMD4<Float>?) -> Int {
    if let last = object.pieces.last, last.color == color { return object.pieces.count - 1 }
    if !isInFileOrder, let known = pieceOfColor[color] { return known }
    object.pieces.append(Piece(color: color))
    pieceOfColor[color] = object.pieces.count - 1
    return object.pieces.count - 1
  }

  private func addComponent(_ element: ThreeMFElement) {
    guard element.text("p:path") == nil else { return stop("its objects lie in several files") }
    // Only objects that came before, so that none can be within itself.
    guard let id = element.index("objectid"), objects[id] != nil, let transform = transform(element)
    else { return stop("a component names no object that came before it, or has no proper transform") }
    object.components.append((id, transform))
  }

  private func addItem(_ element: ThreeMFElement) {
    guard let id = element.index("objectid"), objects[id] != nil, var transform = transform(element) else {
      return stop("an item names no object, or has no proper transform")
    }
    if scale != 1 { transform = .scaling(by: scale).after(transform) }
    var pending = [(id, transform)]
    while let (id, transform) = pending.popLast(), let object = objects[id] {
      visits += 1
      for piece in object.pieces {
        placedTriangleCount += piece.triangles.count
        parts.append(
          ImportedScene.Part(
            name: object.name, positions: piece.positions, triangles: piece.triangles, color: piece.color,
            transform: transform))
      }
      for component in object.components.reversed() {
        pending.append((component.object, transform.after(component.transform)))
      }
      guard visits + pending.count < Self.mostParts else { return stop("it has too many parts") }
      guard placedTriangleCount <= max(Self.mostTriangles, 4 * triangleCount) else {
        return stop("its objects are placed so often that there are over \(Self.mostTriangles) triangles")
      }
    }
  }

  private func transform(_ element: ThreeMFElement) -> ImportedScene.AffineTransform? {
    guard let text = element.text("transform") else { return .identity }
    let numbers = text.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }.filter(\.isFinite)
    guard numbers.count == 12 else { return nil }
    func vector(_ row: Int) -> SIMD3<Double> {
      SIMD3(numbers[3 * row], numbers[3 * row + 1], numbers[3 * row + 2])
    }
    return ImportedScene.AffineTransform(x: vector(0), y: vector(1), z: vector(2), origin: vector(3))
  }
}

extension SIMD4<Float> {
  /// A colour of “#RRGGBB” or “#RRGGBBAA”.
  fileprivate init?(threeMFText text: String) {
    guard text.hasPrefix("#"), text.count == 7 || text.count == 9,
      let number = UInt32(text.dropFirst(), radix: 16)
    else { return nil }
    let rgba = text.count == 9 ? number : number << 8 | 0xFF
    self.init(
      Float(rgba >> 24) / 255, Float(rgba >> 16 & 0xFF) / 255, Float(rgba >> 8 & 0xFF) / 255,
      Float(rgba & 0xFF) / 255)
  }
}
