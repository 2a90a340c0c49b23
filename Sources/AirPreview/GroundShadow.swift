import Glibc

/// How much of the lamp's and of the sky's light reaches each place of the ground on which a model lies.
struct GroundShadow {
  private static let lampSamples = 32
  private static let skySamples = 48
  /// Radius of the lamp as seen from the scene, as the tangent of the angle.
  private static let lampRadius: Float = 0.11

  private let lamp: ShadowMap
  private let sky: ShadowMap

  /// - Parameters:
  ///   - lampDirection: unit vector from the ground to the lamp, upwards.
  ///   - sky: the sky's part, which does not depend on the lamp.
  init(of model: PreviewModel, lampDirection: SIMD3<Float>, sky: ShadowMap) {
    let lights = (0..<Self.lampSamples).map { index in
      let place = Self.spiral(index, of: Self.lampSamples) * Self.lampRadius
      return lampDirection + SIMD3(place.x, 0, place.y)
    }
    lamp = ShadowMap(of: model, lights: lights, framedCount: lights.count)
    self.sky = sky
  }

  /// The shadow in the light of the sky, cosine-weighted: uniform on the unit disc, then lifted (Malley's method).
  static func sky(of model: PreviewModel) -> ShadowMap {
    // Nothing below 20° of elevation: those shadows are long, faint and would need an endless map. And only those of
    // the steepest third have to lie on it: what leaves it of the others nobody misses.
    let lights = (0..<skySamples).map { index in
      let place = spiral(index, of: skySamples) * 0.94
      return SIMD3(place.x, (1 - (place * place).sum()).squareRoot(), place.y)
    }
    return ShadowMap(of: model, lights: lights, framedCount: skySamples / 3)
  }

  /// The parts of the lamp's and of the sky's light, 0…1, that reach a place of the ground.
  @inline(__always)
  func visibility(x: Float, z: Float) -> (lamp: Float, sky: Float) {
    (lamp.visibility(x: x, z: z), sky.visibility(x: x, z: z))
  }

  /// Places that fill the unit disc evenly, from its middle outwards: the spiral of the golden angle (H. Vogel,
  /// Mathematical Biosciences 44, 1979).
  private static func spiral(_ index: Int, of count: Int) -> SIMD2<Float> {
    let goldenAngle: Float = 2.399_963_2
    let radius = ((Float(index) + 0.5) / Float(count)).squareRoot()
    return SIMD2(radius * cosf(goldenAngle * Float(index)), radius * sinf(goldenAngle * Float(index)))
  }
}
