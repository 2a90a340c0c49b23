import AirCapture
import AirGeometry

/// Sees the markers of a dictionary: finds them in a smaller picture, near where they were if that is known, and fits the
/// outline and all inner steps of each in the full picture.
struct MarkerSighter: Sendable {
  /// The markers' side in metres.
  let sideInMetres: Double
  /// The one that is wanted; nil for all.
  let identifier: Int?
  /// The plane on which edges are straight.
  let ideal: IdealImage

  private let detector: MarkerDetector
  private var patterns: [Int: KnownPattern] = [:]
  private var last: [SeenThing] = []
  private var searchCount = 0

  /// Every so often the whole picture is searched, for markers that were not seen before.
  private static let wholeSearchInterval = 30
  /// Every so often markers are read again; in between, those that hardly moved are followed by their edges.
  private static let readingInterval = 5
  /// How much of a followed marker's edges has to be seen where it should be.
  private static let smallestSupport = 0.6

  init(
    dictionary: MarkerDictionary, sideInMetres: Double, identifier: Int?, ideal: IdealImage
  ) throws(SurfaceError) {
    self.sideInMetres = sideInMetres
    self.identifier = identifier
    self.ideal = ideal
    detector = try MarkerDetector(dictionary: dictionary)
  }

  /// The markers in a picture.
  mutating func see(_ image: PixelImage) throws(SurfaceError) -> [SeenThing] {
    defer { searchCount += 1 }
    if !searchCount.isMultiple(of: Self.readingInterval), let followed = try follow(image) {
      last = followed
      return followed
    }
    var found: [MarkerSighting] = []
    let shortSide = min(image.size.width, image.size.height)
    if !searchCount.isMultiple(of: Self.wholeSearchInterval) {
      found = try searchNear(last.flatMap(\.pixels), image)
    }
    if found.isEmpty {
      // Markers are large as a rule: a smaller picture shows them. Where it does not, the full one may.
      for reduction in [max(1, shortSide / 540 + 1), 1] where found.isEmpty {
        found = try detector.markers(in: image, reduction: reduction).filter(isWanted)
      }
    }
    var things: [SeenThing] = []
    for marker in found {
      if let thing = try fitted(marker, image, among: found.count),
        !things.contains(where: { $0.key == thing.key })
      {
        things.append(thing)
      }
    }
    last = things
    return things
  }

  /// The markers of the last frame where their edges are still found all along; nil when one is not.
  private mutating func follow(_ image: PixelImage) throws(SurfaceError) -> [SeenThing]? {
    guard !last.isEmpty else { return nil }
    var followed: [SeenThing] = []
    for thing in last {
      let sighting = MarkerSighting(identifier: thing.key, corners: thing.pixels)
      guard
        let now = try fitted(
          sighting, image, among: last.count, support: Self.smallestSupport)
      else { return nil }
      followed.append(now)
    }
    return followed
  }

  private func isWanted(_ marker: MarkerSighting) -> Bool {
    identifier == nil || marker.identifier == identifier
  }

  private func searchNear(_ pixels: [ImagePoint], _ image: PixelImage) throws(SurfaceError)
    -> [MarkerSighting]
  {
    guard let tight = ImageBox(around: pixels, margin: 0) else { return [] }
    let margin = 0.15 * max(tight.width, tight.height) + 16
    guard let box = ImageBox(around: pixels, margin: margin) else { return [] }
    // Some three pixels a cell are enough to read a marker.
    var shortest = Double.infinity
    for first in stride(from: 0, to: pixels.count - 3, by: 4) {
      for corner in 0..<4 {
        let side = pixels[first + corner].distance(to: pixels[first + (corner + 1) % 4])
        shortest = min(shortest, side)
      }
    }
    let reduction = shortest.isFinite ? max(1, Int(shortest / 28)) : 1
    return try detector.markers(in: image, region: box, reduction: reduction).filter(isWanted)
  }

  private mutating func fitted(
    _ marker: MarkerSighting, _ image: PixelImage, among count: Int, support: Double = 0
  ) throws(SurfaceError) -> SeenThing? {
    let pattern: KnownPattern
    if let known = patterns[marker.identifier] {
      pattern = known
    } else {
      let (cells, isWhite) = try detector.cells(of: marker.identifier)
      pattern = KnownPattern(markerOfSide: sideInMetres, cells: cells, isWhite: isWhite)
      patterns[marker.identifier] = pattern
    }
    let places = marker.corners.compactMap(ideal.point(of:))
    guard places.count == 4, let box = ImageBox(around: marker.corners, margin: 12),
      let grey = try image.grey(in: box)
    else { return nil }
    var alignment = EdgeAlignment(pattern: pattern, grey: grey, ideal: ideal)
    // Many markers tell the plane together; each needs fewer places.
    alignment.largestSampleCount = max(300, 2400 / count)
    let cell = marker.corners[0].distance(to: marker.corners[2]) / 1.5 / 8
    guard let result = alignment.refined(places, reach: min(max(cell, 2.5), 5)),
      zip(result.corners, places).allSatisfy({ length($0 - $1) < 2 + cell }),
      result.support.reduce(0, +) >= support * Double(result.support.count)
    else { return nil }
    return SeenThing(key: marker.identifier, result, points: pattern.corners, ideal: ideal)
  }
}
