import AirJSON
import AirStroke
import FoundationEssentials

/// A model as a page holds it: little-endian arrays one behind the other, and an index of them.
struct PageGeometry {
  /// Positions as 32-bit floats, normals as 16-bit integers of which 32,767 is 1, indices as 32-bit integers; each array
  /// begins at a multiple of four bytes.
  private(set) var bytes = Data()
  /// Where the arrays are, the parts with their colours, and the size in millimetres.
  private(set) var index: JSONValue = .null

  init(_ model: PreviewModel) {
    let positions = append(model.positions.flatMap { [$0.x.bitPattern, $0.y.bitPattern, $0.z.bitPattern] })
    let normals = append(model.normals.flatMap { [Self.short($0.x), Self.short($0.y), Self.short($0.z)] })
    let indices = append(model.triangles.flatMap { [$0.x, $0.y, $0.z] })
    index = [
      "size": .array([model.size.x, model.size.y, model.size.z].map { .number($0) }),
      "isTwoSided": .boolean(model.isTwoSided),
      "positions": positions, "normals": normals, "indices": indices,
      "parts": .array(
        model.parts.map { part in
          [
            "name": .string(part.name), "color": .string(Self.hexadecimal(part.color)),
            "firstTriangle": .integer(part.triangleRange.lowerBound),
            "triangleCount": .integer(part.triangleRange.count),
          ]
        }),
    ]
  }

  /// Adds an array and gives its place.
  private mutating func append<Number: FixedWidthInteger>(_ numbers: [Number]) -> JSONValue {
    while bytes.count % 4 != 0 { bytes.append(0) }
    let offset = bytes.count
    numbers.map(\.littleEndian).withUnsafeBytes { bytes.append(contentsOf: $0) }
    return ["offset": .integer(offset), "count": .integer(numbers.count)]
  }

  private static func short(_ component: Float) -> UInt16 {
    UInt16(bitPattern: Int16((min(max(component, -1), 1) * 32767).rounded()))
  }

  /// A colour as style sheets name it: “#1f6feb”.
  private static func hexadecimal(_ color: SIMD3<Float>) -> String {
    func byte(_ light: Float) -> UInt8 { SRGBEncoding.table[SRGBEncoding.place(of: light)] }
    return StrokeColor(red: byte(color.x), green: byte(color.y), blue: byte(color.z)).hexadecimal
  }
}
