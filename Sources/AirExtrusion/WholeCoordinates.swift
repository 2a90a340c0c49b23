import Glibc

/// Single-precision positions as whole multiples of a power of two.
struct WholeCoordinates {
  let places: [Place]
  /// The power of two, in the positions' unit.
  let unit: Double
  /// Whether every position is kept exactly.
  let isExact: Bool

  /// Bits of the largest coordinate that the exact predicates can work with: with differences of 40 bits a
  /// determinant of three stays below 2¹²³.
  private static let bits = 39

  /// Scales finite positions; where their magnitudes spread over more than 39 bits, the small ones are rounded.
  init(_ positions: [SIMD3<Float>]) {
    var largest: Float = 0
    var lowestBit = Int.max
    for position in positions {
      for axis in 0..<3 where position[axis] != 0 {
        let value = position[axis]
        largest = max(largest, abs(value))
        let zeros = value.significandBitPattern == 0 ? 23 : value.significandBitPattern.trailingZeroBitCount
        // A subnormal has its lowest bit at most where this says; one that is rounded is no larger than the rest's.
        let exponent = value.isNormal ? Int(value.exponent) : -126
        lowestBit = min(lowestBit, exponent - 23 + zeros)
      }
    }
    guard largest > 0 else {
      (places, unit, isExact) = (positions.map { _ in .zero }, 1, true)
      return
    }
    let coarsest = Int(largest.exponent) + 1 - Self.bits
    isExact = lowestBit >= coarsest
    let exponent = max(lowestBit, coarsest)
    unit = scalbn(1, exponent)
    let scale = scalbn(1, -exponent)
    places = positions.map { position in
      let scaled = (SIMD3<Double>(position) * scale).rounded(.toNearestOrEven)
      return Place(x: Int64(scaled.x), y: Int64(scaled.y), z: Int64(scaled.z))
    }
  }
}
