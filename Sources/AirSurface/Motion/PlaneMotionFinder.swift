import AirCapture
import AirGeometry

/// Finds a plane, its cameras and its scale from a hand-held camera that moves around it, nothing being known but the
/// camera's intrinsics and, for millimetres, one length.
///
/// Frames are related to the first one by the plane's homographies (`ImageMotion`). Each homography leaves two planes
/// possible; all are kept until the pictures together decide, by a bundle adjustment from each.
public struct PlaneMotionFinder: Sendable {
  /// The camera.
  public let camera: CameraModel
  /// The known length, where there is one.
  public let length: KnownLength?
  /// How many frames were looked at.
  public private(set) var observedCount = 0

  private var motion: ImageMotion
  /// Every related frame's way to the first one.
  private(set) var steps: [Int: ImageMotionStep] = [:]
  /// The frames that differ most, with the points that are seen in them.
  private(set) var views: [View] = []
  /// Frames that differ by less, in pixels, are not kept.
  private var leastDifference: Double

  /// A frame that may serve the adjustment.
  struct View: Sendable {
    var frame: Int
    var step: ImageMotionStep
    var points: [(number: Int, ideal: SIMD2<Double>)]
  }

  /// So many frames are kept for the adjustment; when there are more, those that differ least go.
  private static let keptLimit = 40

  /// Makes a finder.
  ///
  /// - Parameters:
  ///   - camera: the camera; one of which only the field of view is known will do, at a loss of accuracy.
  ///   - length: a known length; without one the unit stays unknown. Where its ends are pointed out in the first frame,
  ///     they tell the plane from whatever else is in view.
  ///   - region: the part of the first picture in which the plane is, where it is known.
  ///   - order: how the pictures follow each other.
  public init(
    camera: CameraModel, length: KnownLength? = nil, region: ImageBox? = nil,
    order: PictureOrder = .video
  ) {
    self.camera = camera
    self.length = length
    let hint = region ?? length.flatMap { $0.frame == 0 ? $0.neighbourhood : nil }
    motion = ImageMotion(camera: camera, region: hint?.intersection(camera.imageSize.wholeBox), order: order)
    leastDifference = order == .photographs ? 0 : 0.02 * Double(camera.imageSize.width)
  }

  /// Looks at the next picture.
  ///
  /// - Returns: how it relates to the first one; nil where the plane is not seen in it.
  /// - Throws: `SurfaceError.vision` when image processing fails.
  public mutating func observe(_ image: PixelImage) throws(SurfaceError) -> ImageMotionStep? {
    let frame = observedCount
    observedCount += 1
    guard let sighting = try motion.sight(image) else { return nil }
    steps[frame] = sighting.step
    let view = View(frame: frame, step: sighting.step, points: sighting.points)
    let isNew = views.allSatisfy { difference($0, view) > leastDifference }
    guard isNew else { return sighting.step }
    views.append(view)
    while views.count > Self.keptLimit {
      leastDifference = max(1.3 * leastDifference, 1)
      views = views.reduce(into: []) { kept, view in
        if kept.allSatisfy({ difference($0, view) > leastDifference }) { kept.append(view) }
      }
    }
    return sighting.step
  }

  /// The plane and the cameras, from all frames so far.
  ///
  /// - Throws: `PlaneMotionError` with why there is none.
  /// - Complexity: some tenths of a second: a bundle adjustment of up to twelve views for each possible plane.
  public func solve() throws(PlaneMotionError) -> PlaneMotion {
    try PlaneMotionSolver(self).solved()
  }

  var lens: PictureLens { motion.lens }

  /// Where a point of any keyframe lies in the first picture, as an ideal pixel.
  func reference(_ number: Int) -> SIMD2<Double>? {
    guard let keyframe = motion.keyframes.last(where: { $0.firstPoint <= number }) else { return nil }
    return keyframe.toReference.mapped(keyframe.picture.points[number - keyframe.firstPoint].place)
  }

  /// How far, in pixels, the corners of a square in the first picture are moved between two frames.
  func difference(_ a: View, _ b: View) -> Double {
    guard let middle = b.points.isEmpty ? nil : middleOfFirst(b) else { return 0 }
    let reach = 0.15 * Double(camera.imageSize.width)
    let corners = [SIMD2(-reach, -reach), SIMD2(reach, -reach), SIMD2(reach, reach), SIMD2(-reach, reach)]
    let (one, two) = (a.step.toReference.inverse, b.step.toReference.inverse)
    let moves = corners.map { corner in
      guard let p = one.mapped(middle + corner), let q = two.mapped(middle + corner) else { return 1e4 }
      return AirGeometry.length(p - q)
    }
    return moves.reduce(0, +) / 4
  }

  private func middleOfFirst(_ view: View) -> SIMD2<Double> {
    let k = camera.intrinsics
    guard let middle = motion.region?.center else { return SIMD2(k.cx, k.cy) }
    return SIMD2(middle.x, middle.y)
  }
}
