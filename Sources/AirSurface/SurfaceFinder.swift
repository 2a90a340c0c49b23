import AirCapture
import AirGeometry
import CVision

/// Finds the surface of a recording made by a camera that stands still: looks at frames until it has seen the known
/// thing often enough, and from then on checks now and then that it has not moved.
public struct SurfaceFinder: Sendable {
  /// What is looked for.
  public let specification: SurfaceSpecification
  /// The camera, where it is known.
  public let camera: CameraModel?
  /// The surface, as soon as it was seen.
  public private(set) var anchor: PlaneAnchor?
  /// How many frames were searched.
  public private(set) var searchedFrameCount = 0
  /// How often the thing was seen.
  public private(set) var sightingCount = 0
  /// The furthest that the seen corners have moved from their place, as a median over the corners, in pixels.
  public private(set) var largestMoveInPixels = 0.0

  private var sightings: [RectangleSighting] = []
  private var nextSearchInSeconds = -Double.infinity

  /// So many sightings are averaged; the corners' noise falls with the root of it.
  private static let wantedSightings = 12
  /// How often a surface that is known is checked, in seconds.
  private static let checkInterval = 1.0
  /// How often a surface that was not seen in the first second is looked for, in seconds.
  private static let patientInterval = 0.2

  /// Makes a finder. A quad and `none` are known at once: their anchor is there before the first frame.
  ///
  /// - Parameters:
  ///   - specification: what is looked for.
  ///   - camera: the camera, where it is known.
  /// - Throws: `SurfaceError.noPose` when no camera pose explains a quad's corners.
  public init(specification: SurfaceSpecification, camera: CameraModel?) throws(SurfaceError) {
    self.specification = specification
    self.camera = camera
    switch specification {
    case .none:
      // A millimetre stands for a pixel: the one scale that needs no knowledge.
      let matrix = Matrix3(rows: SIMD3(0.001, 0, 0), SIMD3(0, 0.001, 0), SIMD3(0, 0, 1))
      guard let homography = Homography(imageToSurface: matrix) else { return }
      anchor = PlaneAnchor(
        id: "image",
        geometry: .homography(homography, interior: ImagePoint(x: 0, y: 0)),
        extent: SurfaceExtent(minU: 0, minV: 0, maxU: 0, maxV: 0), residualInPixels: nil,
        scale: .imagePixels)
    case .quad(let corners, let width, let height):
      sightings = [RectangleSighting(corners: corners, width: width, height: height)]
      anchor = try makeAnchor()
      guard anchor != nil else { throw .noPose(what: specification.summary) }
    case .marker, .paper:
      break
    }
  }

  /// Looks at a frame, where that is due.
  ///
  /// - Returns: the surface when this frame made it known or changed it, else nil.
  /// - Throws: `SurfaceError.vision` when image processing fails.
  /// - Complexity: linear in the number of pixels while the surface is sought, and about once a second afterwards;
  ///   constant otherwise.
  public mutating func observe(_ frame: Frame) throws(SurfaceError) -> PlaneAnchor? {
    guard specification.isSoughtInFrames, frame.timestampInSeconds >= nextSearchInSeconds else { return nil }
    searchedFrameCount += 1
    let isSettled = sightings.count >= Self.wantedSightings
    guard let sighting = try see(frame.image) else {
      if isSettled {
        nextSearchInSeconds = frame.timestampInSeconds + Self.checkInterval
      } else if searchedFrameCount > 30 {
        nextSearchInSeconds = frame.timestampInSeconds + Self.patientInterval
      }
      return nil
    }
    sightingCount += 1
    if isSettled {
      nextSearchInSeconds = frame.timestampInSeconds + Self.checkInterval
      noteMove(of: sighting)
      return nil
    }
    sightings.append(sighting)
    // Told at the first sighting, so that drawing can begin, and when all of them are in.
    guard anchor == nil || sightings.count == Self.wantedSightings else { return nil }
    anchor = try makeAnchor() ?? anchor
    return anchor
  }

  /// The surface from all sightings of a recording that ended before there were enough of them.
  ///
  /// - Returns: the surface if it changed.
  /// - Throws: `SurfaceError.neverSeen` when there was none, `SurfaceError.noPose` when none fits what was seen.
  public mutating func finish() throws(SurfaceError) -> PlaneAnchor? {
    guard specification.isSoughtInFrames else { return nil }
    guard !sightings.isEmpty else {
      throw .neverSeen(what: specification.summary, frames: searchedFrameCount)
    }
    if anchor != nil, sightings.count >= Self.wantedSightings { return nil }
    guard let final = try makeAnchor() else { throw .noPose(what: specification.summary) }
    let isChanged = final != anchor
    anchor = final
    return isChanged ? final : nil
  }

  /// Sees the thing in a picture, if it is there.
  private func see(_ image: PixelImage) throws(SurfaceError) -> RectangleSighting? {
    switch specification {
    case .marker(let dictionary, let side, let identifier):
      let markers = try image.markers(of: dictionary)
      let wanted = markers.filter { identifier == nil || $0.identifier == identifier }
      guard let marker = wanted.min(by: { $0.identifier < $1.identifier }) else { return nil }
      return RectangleSighting(centeredSquare: marker.corners, side: side)
    case .paper(let size):
      return try image.sheet(of: size, camera: camera)
    case .quad, .none:
      return nil
    }
  }

  private mutating func noteMove(of sighting: RectangleSighting) {
    guard let settled = averagedSighting() else { return }
    let moves = zip(sighting.pixels, settled.pixels).map { $0.distance(to: $1) }.sorted()
    largestMoveInPixels = max(largestMoveInPixels, (moves[1] + moves[2]) / 2)
  }

  /// The corners' medians over all sightings: a hand that hid one of them now and then does not count.
  private func averagedSighting() -> RectangleSighting? {
    guard var result = sightings.first else { return nil }
    let pixels = result.pixels.indices.map { corner in
      ImagePoint(
        x: Self.median(sightings.map { $0.pixels[corner].x }),
        y: Self.median(sightings.map { $0.pixels[corner].y }))
    }
    result = RectangleSighting(points: result.points, pixels: pixels)
    return result
  }

  private static func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
  }

  private func makeAnchor() throws(SurfaceError) -> PlaneAnchor? {
    guard let sighting = averagedSighting(), let seen = try sighting.geometry(camera: camera) else {
      return nil
    }
    return PlaneAnchor(
      id: specification.anchorID, geometry: seen.geometry, extent: sighting.extent,
      residualInPixels: seen.residualInPixels, scale: .known(specification.summary))
  }
}
