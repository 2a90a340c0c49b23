import AirExport
import AirStroke

/// Linear light to sRGB bytes (IEC 61966-2-1).
enum SRGBEncoding {
  private static let steps = 4096

  /// The byte for each of 4,097 amounts of light from 0 to 1.
  static let table: [UInt8] = (0...steps).map { step in
    UInt8((StrokeColor.component(ofLinearLight: Double(step) / Double(steps)) * 255).rounded())
  }

  /// The place in the table for an amount of light; what is brighter than white is cut off.
  @inline(__always)
  static func place(of light: Float) -> Int { Int(min(max(light, 0), 1) * Float(steps) + 0.5) }
}
