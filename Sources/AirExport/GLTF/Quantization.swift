import AirExtrusion
import AirGeometry

/// Positions as whole numbers of 16 bits: multiples of a power of two of lattice steps from the mesh's lowest corner.
///
/// Origin and step are exact in single precision, and so is every position that they give.
struct Quantization: Hashable, Sendable {
  /// The lowest corner of the mesh's box.
  let origin: LatticeVertex
  /// The bits that are rounded away.
  let shift: Int32
  private let lattice: Lattice

  /// The finest grid of 2¹⁶ places along each axis on which the mesh fits.
  ///
  /// - Complexity: O(vertices).
  init(_ mesh: Mesh) {
    let lower = mesh.vertices.reduce(LatticeVertex(repeating: .max)) { pointwiseMin($0, $1) }
    let upper = mesh.vertices.reduce(LatticeVertex(repeating: .min)) { pointwiseMax($0, $1) }
    let extent = mesh.vertices.isEmpty ? 0 : (upper &- lower).max()
    var shift: Int32 = 0
    while Self.rounded(extent, shift) > Int32(UInt16.max) { shift += 1 }
    (origin, self.shift, lattice) = (mesh.vertices.isEmpty ? .zero : lower, shift, mesh.lattice)
  }

  private static func rounded(_ offset: Int32, _ shift: Int32) -> Int32 {
    shift == 0 ? offset : (offset &+ (1 << (shift &- 1))) >> shift
  }

  /// The whole numbers for a vertex, 0…65,535.
  func stored(_ vertex: LatticeVertex) -> SIMD3<Int32> {
    let offset = vertex &- origin
    return SIMD3(
      Self.rounded(offset.x, shift), Self.rounded(offset.y, shift), Self.rounded(offset.z, shift))
  }

  /// Where the whole numbers put a vertex.
  func rounded(_ vertex: LatticeVertex) -> LatticeVertex { (stored(vertex) &<< shift) &+ origin }

  /// The length that a whole number stands for, in the lattice's unit.
  var step: Double { lattice.step * Double(1 << shift) }

  /// The largest distance along an axis between a vertex and its rounded place, in metres.
  var largestErrorInMetres: Double { shift == 0 ? 0 : lattice.stepInMetres * Double(1 << (shift - 1)) }

  /// The map from the whole numbers to the mesh's frame.
  var transform: ImportedScene.AffineTransform {
    var transform = ImportedScene.AffineTransform.scaling(by: step)
    transform.origin = SIMD3<Double>(origin) * lattice.step
    return transform
  }
}
