import AirCapture
import AirExport
import AirExtrusion
import AirGeometry

/// Draws meshes as a picture: perspective, hidden faces by a depth buffer, a lamp and a sky, a soft shadow on the ground
/// and smooth edges by sixteen samples a pixel. The same meshes give the same bytes.
public struct MeshRenderer: Sendable {
  /// Width of the picture in pixels.
  public var width: Int
  /// Height of the picture in pixels.
  public var height: Int
  /// Turn of the view around the vertical: 0 from the front (+z), positive to the right.
  public var azimuthInDegrees: Double = 28
  /// How far above the horizon the camera stands, 5…85.
  public var elevationInDegrees: Double = 36

  /// Makes a renderer for pictures of this size, from 16 × 16 to 8192 × 8192 pixels.
  public init(width: Int = 1280, height: Int = 720) {
    self.width = width
    self.height = height
  }

  /// The camera's vertical field of view.
  private static let fieldOfViewInDegrees: Float = 26
  /// Part of the half picture that stays empty around the mesh.
  private static let margin: Float = 0.16
  /// Rows of pixels that are drawn at a time, so that the depth buffer stays small.
  private static let bandHeight = 16

  /// Draws meshes, all in the same frame with y up, framed so that they fill the picture.
  ///
  /// - Parameter meshes: meshes on the same lattice; without a triangle the picture is empty ground.
  /// - Returns: nil when the picture's size is out of range.
  /// - Complexity: O(pixels + triangles).
  public func image(of meshes: [ShadedMesh]) -> PixelImage? {
    let sizes = 16...8192
    guard sizes.contains(width), sizes.contains(height) else { return nil }
    let scene = PreviewScene(meshes)
    let camera = PreviewCamera(
      framing: scene.framedPoints,
      azimuthInDegrees: Float(azimuthInDegrees),
      elevationInDegrees: Float(min(max(elevationInDegrees, 5), 85)),
      fieldOfViewInDegrees: Self.fieldOfViewInDegrees, aspect: Float(width) / Float(height),
      margin: Self.margin)
    let light = PreviewLight(camera: camera)
    let shadow = GroundShadow(
      of: scene, lampDirection: light.lampDirection)
    let bands = BandRasterizer(
      scene: scene, camera: camera, width: width, height: height, bandHeight: Self.bandHeight)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(3 * width * height)
    for band in 0..<bands.count {
      bands.forEachPixel(ofBand: band) { column, row, samples in
        var color = SIMD3<Float>()
        var uncovered = 0
        for sample in samples {
          if let hit = bands.hit(of: sample) {
            color += light.color(albedo: hit.albedo, normal: hit.normal, towardsCamera: hit.towardsCamera)
          } else {
            uncovered += 1
          }
        }
        if uncovered > 0 {
          color += Float(uncovered) * ground(atColumn: column, row: row, camera, light, shadow, scene)
        }
        let encoded = SRGBEncoding.encode(color / Float(samples.count))
        bytes.append(encoded.z)
        bytes.append(encoded.y)
        bytes.append(encoded.x)
      }
    }
    return PixelImage(
      size: ImageSize(width: width, height: height), format: .bgr8, bytesPerRow: 3 * width, bytes: bytes)
  }

  /// The ground at a pixel, or what is beyond its horizon.
  private func ground(
    atColumn column: Int, row: Int, _ camera: PreviewCamera, _ light: PreviewLight, _ shadow: GroundShadow,
    _ scene: PreviewScene
  ) -> SIMD3<Float> {
    let x = (Float(column) + 0.5) / Float(width) * 2 - 1
    let y = 1 - (Float(row) + 0.5) / Float(height) * 2
    let direction = camera.direction(x: x, y: y)
    let paper = light.background(height: y, side: x)
    guard direction.y < 0 else { return paper }
    let distance = (scene.groundHeight - camera.position.y) / direction.y
    let place = camera.position + direction * distance
    let visible = shadow.visibility(x: place.x, z: place.z)
    return paper * light.groundLight(lamp: visible.lamp, sky: visible.sky)
  }
}
