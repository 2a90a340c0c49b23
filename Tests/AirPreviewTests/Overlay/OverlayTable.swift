import AirCapture
import AirExtrusion
import AirGeometry
import AirPreview
import AirStroke
import AirSurface
import AirTracking
import Glibc

/// A grey table under a camera with a lens, on which a drawing of known places and times lies.
struct OverlayTable {
  let imageSize = ImageSize(width: 640, height: 360)
  let camera: CameraModel
  var style = ExtrusionStyle(widthInMetres: 0.008, heightInMetres: 0.02)
  /// Every colour of the table.
  static let grey: UInt8 = 150

  init(isDistorted: Bool = true) throws {
    let lens = BrownConradyDistortion(
      openCVCoefficients: isDistorted ? [-0.09, 0.04, 0.001, -0.001, 0] : [])
    guard let lens,
      let camera = CameraModel(
        intrinsics: CameraIntrinsics(fx: 620, fy: 618, cx: 322, cy: 177), distortion: lens,
        imageSize: imageSize)
    else { throw OverlayTableError.camera }
    self.camera = camera
  }

  /// A camera that looks at the surface's origin from a distance, tilted from the vertical and turned around it.
  func pose(turnInDegrees: Double, tiltInDegrees: Double = 40, distance: Double = 0.42) throws -> CameraPose {
    let (turn, tilt) = (turnInDegrees * .pi / 180, tiltInDegrees * .pi / 180)
    let back = SIMD3(sin(tilt) * sin(turn), cos(tilt), sin(tilt) * cos(turn))
    let right = SIMD3(cos(turn), 0, -sin(turn))
    // Down in the picture: forward × right, with the forward axis from the camera to the table.
    let down = SIMD3(
      -back.y * right.z + back.z * right.y, -back.z * right.x + back.x * right.z,
      -back.x * right.y + back.y * right.x)
    guard let rotation = Rotation(Matrix3(columns: right, down, -back)) else {
      throw OverlayTableError.camera
    }
    return CameraPose(Pose(rotation: rotation, origin: WorldPoint(back * distance)))
  }

  /// The table as a plane of the world that a moving camera sees.
  let movingAnchor = PlaneAnchor(
    id: "table", geometry: .world(.ground),
    extent: SurfaceExtent(minU: -0.1, minV: -0.07, maxU: 0.1, maxV: 0.07), residualInPixels: nil,
    scale: .known("test"))

  /// A straight stroke along u from −8 to 8 cm in one second, its nodes a millimetre apart.
  var straight: Drawing {
    Drawing(strokes: [
      Stroke(
        nodes: (0...160).map { step in
          PointNode(
            point: SurfacePoint(u: -0.08 + Double(step) / 1000, v: 0.01),
            timestampInSeconds: Double(step) / 160, confidence: 1)
        })
    ])
  }

  func scene(_ anchor: PlaneAnchor, _ drawing: Drawing, camera: CameraModel?) throws -> OverlayScene {
    OverlayScene(
      surface: anchor, camera: camera, drawing: drawing, style: style,
      solids: [try Extruder.solid(of: drawing, style: style, lattice: .metres).mesh])
  }

  /// The table without anything on it.
  func picture() throws -> PixelImage {
    let count = 3 * imageSize.width * imageSize.height
    guard
      let image = PixelImage(
        size: imageSize, format: .bgr8, bytesPerRow: 3 * imageSize.width,
        bytes: [UInt8](repeating: Self.grey, count: count))
    else { throw OverlayTableError.camera }
    return image
  }

  func moment(
    _ number: Int, at time: Double, pose: CameraPose?, box: ImageBox? = nil, confidence: Double = 0.9
  ) -> OverlayMoment {
    let observation = box.map { TrackObservation(box: $0, confidence: confidence, state: .tracking) }
    return OverlayMoment(
      frameNumber: number, timestampInSeconds: time, targets: [(1, observation)], cameraPose: pose)
  }
}

enum OverlayTableError: Error { case camera }

extension PixelImage {
  /// Blue, green and red of the pixel nearest to a point.
  func colour(at point: ImagePoint) -> SIMD3<Int> {
    let start = Int(point.y.rounded()) * bytesPerRow + 3 * Int(point.x.rounded())
    return SIMD3(Int(bytes[start]), Int(bytes[start + 1]), Int(bytes[start + 2]))
  }

  /// Whether a pixel has the hue of the usual ink.
  func isInk(at point: ImagePoint) -> Bool {
    let colour = colour(at: point)
    return colour.x > colour.z + 60
  }

  /// The box around all pixels with the hue of the usual ink: leftmost, topmost, rightmost and bottommost.
  var inkBounds: SIMD4<Double>? {
    var bounds: SIMD4<Double>?
    for y in 0..<size.height {
      for x in 0..<size.width where isInk(at: ImagePoint(x: Double(x), y: Double(y))) {
        let (column, row) = (Double(x), Double(y))
        let old = bounds ?? SIMD4(column, row, column, row)
        bounds = SIMD4(min(old.x, column), min(old.y, row), max(old.z, column), max(old.w, row))
      }
    }
    return bounds
  }
}
