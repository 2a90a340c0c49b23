import AirStroke
import Glibc

extension StrokeColor {
  /// The components in sRGB, 0…1.
  var components: SIMD3<Double> { SIMD3(Double(red), Double(green), Double(blue)) / 255 }

  /// The components in linear light, 0…1, rounded to six decimals, far under a step of 8 bits, so that the last bits of
  /// a machine's `pow` do not matter.
  package var linearComponents: SIMD3<Double> {
    var linear = components
    for channel in linear.indices {
      linear[channel] = (Self.linearLight(of: linear[channel]) * 1e6).rounded() / 1e6
    }
    return linear
  }

  /// The light, 0…1, that a component in sRGB stands for (IEC 61966-2-1).
  package static func linearLight(of component: Double) -> Double {
    component <= 0.04045 ? component / 12.92 : pow((component + 0.055) / 1.055, 2.4)
  }

  /// The component in sRGB, 0…1, that stands for an amount of light (IEC 61966-2-1).
  package static func component(ofLinearLight light: Double) -> Double {
    light <= 0.003_130_8 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
  }

  /// The colour nearest to components in sRGB, 0…1.
  init(sRGB components: SIMD3<Double>) {
    let bytes = (components * 255).rounded(.toNearestOrAwayFromZero)
    self.init(red: UInt8(bytes.x), green: UInt8(bytes.y), blue: UInt8(bytes.z))
  }

  /// A name for a material of this colour: “color-1f6feb”. No “#”, after which readers of text skip a line's rest.
  var materialName: String { "color-" + hexadecimal.dropFirst() }
}
