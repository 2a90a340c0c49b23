/// The light of the pictures: a lamp over the viewer's left shoulder and a sky that is brighter than the ground.
/// Colours are in linear light, where 1 is white.
struct PreviewLight {
  /// Unit vector towards the lamp.
  let lampDirection: SIMD3<Float>

  private static let lampColor = SIMD3<Float>(1, 0.96, 0.9) * 0.8
  private static let skyColor = SIMD3<Float>(0.86, 0.93, 1) * 0.5
  private static let bounceColor = SIMD3<Float>(1, 0.97, 0.93) * 0.3
  /// Reflectance of a dielectric of refractive index 1.5 at normal incidence.
  private static let reflectance: Float = 0.04
  /// The highlight's exponent: 2⁶, so that its power is squarings alone.
  private static let gloss: Float = 64

  init(camera: PreviewCamera) {
    let direction = camera.up * 0.75 + camera.back * 0.45 - camera.right * 0.62
    lampDirection = Self.unit(SIMD3(direction.x, max(direction.y, 0.5), direction.z))
  }

  /// The light that a surface sends to the camera: Lambert's law for lamp and sky, and a highlight after J. Blinn (Models
  /// of Light Reflection for Computer Synthesized Pictures, SIGGRAPH 1977), normalised so that it keeps its energy.
  ///
  /// - Parameter lampVisibility: the part of the lamp, 0…1, that is seen from the surface.
  @inline(__always)
  func color(
    albedo: SIMD3<Float>, normal: SIMD3<Float>, towardsCamera: SIMD3<Float>, lampVisibility: Float
  ) -> SIMD3<Float> {
    let lamp = max(0, (normal * lampDirection).sum()) * lampVisibility
    let skyward = 0.5 + 0.5 * normal.y
    let ambient = Self.bounceColor * (1 - skyward) + Self.skyColor * skyward
    let halfway = Self.unit(lampDirection + towardsCamera)
    var glint = max(0, (normal * halfway).sum())
    for _ in 0..<6 { glint *= glint }
    let highlight = lamp * Self.reflectance * (Self.gloss + 8) / 8 * glint
    // Schlick's approximation: at grazing angles the sky is reflected.
    let aslant = 1 - max(0, (normal * towardsCamera).sum())
    let grazing = aslant * aslant * aslant * aslant * aslant
    let diffuse = albedo * (ambient + Self.lampColor * lamp)
    return diffuse + Self.lampColor * highlight + Self.skyColor * (0.25 * grazing * skyward)
  }

  /// The paper-like background, lighter in the middle; `height` and `side` go from −1 to 1.
  @inline(__always)
  func background(height: Float, side: Float) -> SIMD3<Float> {
    let fall = min(1, 0.35 * (height * height + side * side))
    return SIMD3(0.93, 0.94, 0.955) * (1 - 0.16 * fall)
  }

  /// The part of its full light that the ground sends on.
  @inline(__always)
  func groundLight(lamp: Float, sky: Float) -> Float { 0.12 + 0.5 * lamp + 0.38 * sky }

  @inline(__always)
  private static func unit(_ vector: SIMD3<Float>) -> SIMD3<Float> {
    vector / (vector * vector).sum().squareRoot()
  }
}
