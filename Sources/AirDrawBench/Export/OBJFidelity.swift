import AirDraw
import Glibc

/// Whether the numbers of an OBJ file, read by the C library, are the mesh's to the bit, corner by corner.
struct OBJFidelity {
  /// How many numbers of positions and normals the file holds.
  private(set) var numberCount = 0
  /// How many of the corners' coordinates differ.
  private(set) var positionDifferenceCount = 0
  /// How many of the components of the corners' normals differ.
  private(set) var normalDifferenceCount = 0

  init(path: String, shaded: ShadedMesh) throws {
    var positions: [SIMD3<Float>] = []
    var normals: [SIMD3<Float>] = []
    var triangle = 0
    var part = 0
    let bytes = try ExportWork.contents(of: path) + [0]
    try bytes.withUnsafeBytes { bytes in
      guard var place = bytes.assumingMemoryBound(to: CChar.self).baseAddress else { return }
      while place.pointee != 0 {
        let end = strchr(place, 0x0a).map { UnsafePointer($0) }
        let word = (UInt8(bitPattern: place[0]), UInt8(bitPattern: place[1]))
        switch word {
        case (UInt8(ascii: "v"), UInt8(ascii: " ")): positions.append(Self.vector(after: place + 1))
        case (UInt8(ascii: "v"), UInt8(ascii: "n")): normals.append(Self.vector(after: place + 2))
        case (UInt8(ascii: "f"), UInt8(ascii: " ")):
          while part < shaded.parts.count, triangle >= shaded.parts[part].triangleRange.upperBound {
            part += 1
          }
          guard part < shaded.parts.count else { throw BenchError.unreadable(path: path) }
          var rest = place + 1
          for corner in 0..<3 {
            let split = Int(shaded.triangles[triangle][corner]) + shaded.parts[part].vertexRange.lowerBound
            guard let (position, normal) = Self.corner(&rest), positions.indices.contains(position),
              normals.indices.contains(normal)
            else { throw BenchError.unreadable(path: path) }
            positionDifferenceCount += Self.differences(
              positions[position], shaded.mesh.position(Int(shaded.meshVertex[split])))
            normalDifferenceCount += Self.differences(normals[normal], shaded.normals[split])
          }
          triangle += 1
        default: break
        }
        guard let end else { return }
        place = end + 1
      }
    }
    guard triangle == shaded.triangles.count else { throw BenchError.unreadable(path: path) }
    numberCount = 3 * (positions.count + normals.count)
  }

  var text: String {
    "Of the OBJ file's \(numberCount) numbers, read again by strtof for each corner, \(positionDifferenceCount) coordinates "
      + "and \(normalDifferenceCount) components of normals differ in a bit."
  }

  private static func vector(after place: UnsafePointer<CChar>) -> SIMD3<Float> {
    var vector = SIMD3<Float>()
    var rest = UnsafeMutablePointer(mutating: place)
    for axis in 0..<3 {
      var end: UnsafeMutablePointer<CChar>?
      vector[axis] = strtof(rest, &end)
      rest = end ?? rest
    }
    return vector
  }

  /// The places of the next corner's position and normal, “12//34”.
  private static func corner(_ rest: inout UnsafePointer<CChar>) -> (position: Int, normal: Int)? {
    var end: UnsafeMutablePointer<CChar>?
    let position = strtol(rest, &end, 10)
    guard let slashes = end, slashes[0] == 0x2f, slashes[1] == 0x2f else { return nil }
    let normal = strtol(slashes + 2, &end, 10)
    if let end { rest = UnsafePointer(end) }
    return (position - 1, normal - 1)
  }

  private static func differences(_ a: SIMD3<Float>, _ b: SIMD3<Float>) -> Int {
    (0..<3).count { a[$0].bitPattern != b[$0].bitPattern }
  }
}
