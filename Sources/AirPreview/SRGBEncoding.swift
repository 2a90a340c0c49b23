import Glibc

/// Linear light to sRGB bytes (IEC 61966-2-1).
enum SRGBEncoding {
  private static let steps = 4096
  private static let table: [UInt8] = (0...steps).map { step in
    let light = Float(step) / Float(steps)
    let value = light <= 0.003_130_8 ? 12.92 * light : 1.055 * powf(light, 1 / 2.4) - 0.055
    return UInt8((value * 255).rounded())
  }

  /// The bytes of a colour; what is brighter than white is cut off.
  static func encode(_ color: SIMD3<Float>) -> SIMD3<UInt8> {
    let clamped = color.clamped(lowerBound: SIMD3(), upperBound: SIMD3(repeating: 1))
    let places = SIMD3<Int>((clamped * Float(steps)).rounded(.toNearestOrEven))
    return SIMD3(table[places.x], table[places.y], table[places.z])
  }
}
