import Glibc

/// Linear light to sRGB bytes (IEC 61966-2-1).
enum SRGBEncoding {
  private static let steps = 4096

  /// The byte for each of 4,097 amounts of light from 0 to 1.
  static let table: [UInt8] = (0...steps).map { step in
    let light = Float(step) / Float(steps)
    let value = light <= 0.003_130_8 ? 12.92 * light : 1.055 * powf(light, 1 / 2.4) - 0.055
    return UInt8((value * 255).rounded())
  }

  /// The place in the table for an amount of light; what is brighter than white is cut off.
  @inline(__always)
  static func place(of light: Float) -> Int { Int(min(max(light, 0), 1) * Float(steps) + 0.5) }
}
