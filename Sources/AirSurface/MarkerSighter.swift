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
  private var lastPixels: [ImagePoint] = []
  private var searchCount = 0

  /// Every so often the whole picture is searched, for markers that were not seen before.
  private static let wholeSearchInterval = 30

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
    var found: [MarkerSighting] = []
    let shortSide = min(image.size.width, image.size.height)
    if !searchCount.isMultiple(of: Self.wholeSearchInterval) {
      found = try searchNear(lastPixels, image)
    }
    if found.isEmpty {
      // Markers are large as a rule: a smaller picture shows them. Where it does not, the full one may.
      for reduction in [max(1, shortSide / 540 + 1), 1] where found.isEmpty {
        found = try detector.markers(in: image, reduction: reduction).filter(isWanted)
      }
    }
    var things: [SeenThing] = []
    for marker in found {
      if let thing = try fitted(marker, image), !things.contains(where: { $0.key == thing.key }) {
        things.append(thing)
      }
    }
    lastPixels = things.flatMap(\.pixels)
    return things
  }

  private func isWanted(_ marker: MarkerSighting) -> Bool {
    identifier == nil || marker.identifier == identifier
  }

  private func searchNear(_ pixels: [ImagePoint], _ image: PixelImage) throws(SurfaceError) -> [MarkerSighting] {
    guard let tight = ImageBox(around: pixels, margin: 0) else { return [] }
    let margin = 0.15 * max(tight.width, tight.height) + 16
    guard let box = ImageBox(around: pixels, margin: margin) else { return [] }
    // A side of some 40 pixels is enough to read a marker.
    var shortest = Double.infinity
    for first in stride(from: 0, to: pixels.count - 3, by: 4) {
      for corner in 0..<4 {
        let side = pixels[first + corner].distance(to: pixels[first + (corner + 1) % 4])
        shortest = min(shortest, side)
      }
    }
    let reduction = shortest.isFinite ? max(1, Int(shortest / 40)) : 1
    return try detector.markers(in: image, region: box, reduction: reduction).filter(isWanted)
  }

  private mutating func fitted(_ marker: MarkerSighting, _ image: PixelImage) throws(SurfaceError) -> SeenThing? {
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
    let alignment = EdgeAlignment(pattern: pattern, grey: grey, ideal: ideal)
    let cell = marker.corners[0].distance(to: marker.corners[2]) / 1.5 / 8
    guard let result = alignment.refined(places, reach: min(max(cell, 2.5), 5)),
      zip(result.corners, places).allSatisfy({ length($0 - $1) < 2 + cell })
    else { return nil }
    return SeenThing(key: marker.identifier, result, points: pattern.corners, ideal: ideal)
  }
}
