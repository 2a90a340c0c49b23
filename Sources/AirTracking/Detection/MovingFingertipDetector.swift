import AirCapture
import AirGeometry

/// Finds the fingertip of a hand that moves over a plain table before a still camera, by motion, colour and shape.
///
/// What differs from the still scene and from its shadows, or has the colours of what moves, is the moving thing. If
/// it comes in over the picture's border, its extremities are measured; one that is as even as a finger and ends a
/// hand is followed over some pictures and then offered. A pen in a hand ends it just so, and its tip is offered.
///
/// It works on a copy of about 36,000 cells and on at most 16 pictures a second, in about 4 ms each; a frame between
/// them costs nothing.
public struct MovingFingertipDetector: FingertipDetector {
  private struct Scene {
    var background: SceneBackground
    var colors = MovingColors()
  }

  private let size: ImageSize
  private let grid: ReducedPicture.Grid
  private var scene: Scene?
  private var sightings = FingertipSightings()
  private var lastTime = -Double.infinity
  /// How many pictures the background was learned from.
  private var pictureCount = 0

  /// Pictures nearer in time than this tell little more than one. A little less than two frames of 30 a second.
  private static let intervalInSeconds = 1.0 / 16
  /// When more than this share of the picture changes, it is the camera that moves, or the light that was switched.
  private static let largestChange = 0.5
  /// When less than this share of the picture changes, nothing of a hand's size moves.
  private static let smallestChange = 0.002
  /// The background is not known before so many pictures.
  private static let settlingPictures = 4
  /// A thing is at least this share of the picture.
  private static let smallestThing = 1.0 / 200
  /// Log odds that a cell belongs to the moving thing, from how it changed alone.
  private static let oddsOfChange: (none: Float, shadow: Float, other: Float) = (-1.2, -1.5, 1.5)
  /// Side of the offered box in widths of the finger.
  private static let boxPerWidth = 1.8

  /// Makes a detector for one recording.
  ///
  /// - Parameter size: size of its pictures.
  public init(size: ImageSize) {
    self.size = size
    grid = ReducedPicture.Grid(covering: size)
  }

  /// Looks at the next frame of the recording.
  ///
  /// - Returns: the one fingertip that is found, or nothing.
  /// - Throws: `TrackingError.frameSizeChanged`.
  public mutating func detect(in frame: Frame) throws -> [FingertipCandidate] {
    guard frame.image.size == size else {
      throw TrackingError.frameSizeChanged(from: size, to: frame.image.size)
    }
    guard frame.timestampInSeconds - lastTime >= Self.intervalInSeconds else { return [] }
    lastTime = frame.timestampInSeconds
    guard let sighting = sighting(in: frame) else {
      sightings.forget()
      return []
    }
    guard let confidence = sightings.confidence(adding: sighting) else { return [] }
    let side = Self.boxPerWidth * sighting.widthInPixels
    return [
      FingertipCandidate(
        point: sighting.point, box: ImageBox(center: sighting.point, width: side, height: side),
        confidence: confidence, frameIndex: frame.index, timestampInSeconds: frame.timestampInSeconds)
    ]
  }

  /// The likeliest fingertip in one picture.
  private mutating func sighting(in frame: Frame) -> FingertipSighting? {
    let picture = ReducedPicture(frame.image, grid: grid)
    pictureCount += 1
    guard var scene else {
      scene = Scene(background: SceneBackground(picture))
      return nil
    }
    // Taken out of its place, so that its arrays are changed and not copied.
    self.scene = nil
    defer { self.scene = scene }
    let comparison = scene.background.update(with: picture, colors: scene.colors)
    guard comparison.changedShare <= Self.largestChange else {
      scene.background = SceneBackground(picture)
      pictureCount = 1
      return nil
    }
    guard comparison.changedShare >= Self.smallestChange else { return nil }
    scene.colors.learn(picture, comparison, background: scene.background)
    guard pictureCount > Self.settlingPictures else { return nil }
    let silhouettes = Silhouettes(
      mask: Self.mask(picture, comparison, scene.colors), changes: comparison.changes, grid: grid,
      smallestArea: Int(Self.smallestThing * Double(grid.count)))
    return FingertipSighting(silhouettes, in: picture, comparison, at: frame.timestampInSeconds)
  }

  private static func mask(
    _ picture: ReducedPicture, _ comparison: SceneBackground.Comparison, _ colors: MovingColors
  ) -> [Bool] {
    picture.colors.indices.map { index in
      let change =
        switch comparison.changes[index] {
        case .none: oddsOfChange.none
        case .shadow: oddsOfChange.shadow
        case .other: oddsOfChange.other
        }
      return colors.logOdds(picture.colors[index]) + change > 0
    }
  }
}
