import AirCapture
import AirGeometry
import CVision
import Glibc

/// Sees a bright sheet or card of known size on a darker table, wholly or in part: its sides are found, fitted and
/// extended to the corners, so these may be covered, rounded or outside of the picture.
struct SheetSighter: Sendable {
  /// The long side in metres.
  let longSideInMetres: Double
  /// The short side in metres.
  let shortSideInMetres: Double
  /// The corners' radius in metres.
  let cornerRadiusInMetres: Double
  /// The plane on which edges are straight.
  let ideal: IdealImage

  /// The sides' ratios of other things that it could be, where it is to be told from them.
  let rivalAspects: [Double]

  private var last: (key: Int, pixels: [ImagePoint])?

  init(
    longSide: Double, shortSide: Double, cornerRadius: Double = 0, rivalAspects: [Double] = [],
    ideal: IdealImage
  ) {
    longSideInMetres = longSide
    shortSideInMetres = shortSide
    cornerRadiusInMetres = cornerRadius
    self.rivalAspects = rivalAspects
    self.ideal = ideal
  }

  /// How a sheet's first side lies: along its long or its short side.
  private static let lying = 0
  private static let standing = 1
  /// Candidates that are looked at more closely.
  private static let candidateCount = 6
  /// How much of the outline has to be seen as a step where it should be.
  private static let smallestSupport = 0.35

  /// The sheet in a picture, if it is there.
  mutating func see(_ image: PixelImage) throws(SurfaceError) -> [SeenThing] {
    if let (key, pixels) = last, let thing = try fitted(pixels, key: key, reach: 4, image) {
      last = (thing.key, thing.pixels)
      return [thing]
    }
    last = nil
    for candidate in try candidates(in: image) {
      if let thing = try fitted(candidate, key: nil, reach: 6, image) {
        last = (thing.key, thing.pixels)
        return [thing]
      }
    }
    return []
  }

  private func candidates(in image: PixelImage) throws(SurfaceError) -> [[ImagePoint]] {
    var found = [airvision_quadrilateral](
      repeating: airvision_quadrilateral(), count: Self.candidateCount)
    var count: Int32 = 0
    let reduction = max(1, min(image.size.width, image.size.height) / 360)
    try image.withVisionImage {
      airvision_find_quadrilaterals($0, Int32(reduction), &found, Int32(found.count), &count)
    }
    return found.prefix(Int(count)).map { quadrilateral in
      let numbers = withUnsafeBytes(of: quadrilateral.corners) {
        Array($0.bindMemory(to: Double.self))
      }
      return Self.fromTopLeft(numbers.imagePoints)
    }
  }

  /// Fits the sides; nil when it is not the sheet.
  private func fitted(
    _ pixels: [ImagePoint], key: Int?, reach: Double, _ image: PixelImage
  ) throws(SurfaceError) -> SeenThing? {
    let places = pixels.compactMap(ideal.point(of:))
    guard places.count == 4 else { return nil }
    // The fit does not depend on how long the sides are in truth, but for the share that the corners' rounding takes.
    let pattern = pattern(key ?? Self.lying)
    let alignment = EdgeAlignment(pattern: pattern, grey: image.whiteness, ideal: ideal)
    guard let result = alignment.refined(places, reach: reach),
      zip(result.corners, places).allSatisfy({ length($0 - $1) < 4 * reach }),
      result.support.reduce(0, +) / 4 > Self.smallestSupport,
      result.support.filter({ $0 > 0.2 }).count >= 3
    else { return nil }
    if let key { return thing(key, result, alignment, image.size) }
    let fits = try [Self.lying, Self.standing].map { key throws(SurfaceError) in
      (key: key, misfit: try misfit(result, key: key, image.size))
    }
    guard let best = fits.min(by: { $0.misfit < $1.misfit }), best.misfit < 1 else { return nil }
    return thing(best.key, result, alignment, image.size)
  }

  /// The sheet, with its corners where they appear in the picture.
  private func thing(
    _ key: Int, _ result: EdgeAlignment.Result, _ alignment: EdgeAlignment, _ size: ImageSize
  ) -> SeenThing? {
    var thing = SeenThing(key: key, result, points: pattern(key).corners, ideal: ideal)
    for corner in 0..<4 {
      if let pixel = localCorner(corner, result.corners, alignment), size.contains(pixel) {
        thing?.pixels[corner] = pixel
      }
    }
    return thing
  }

  /// Where the last stretches of two sides meet: paper curls and lenses bend, so that a corner that can be seen is not
  /// quite where the whole sides meet. The plane is told by the whole sides; nil where the corner is not seen.
  private func localCorner(
    _ corner: Int, _ corners: [SIMD2<Double>], _ alignment: EdgeAlignment
  ) -> ImagePoint? {
    let middle = corners[corner]
    let neighbours = [corners[(corner + 3) % 4], corners[(corner + 1) % 4]]
    // Pixels per metre by the side that is less foreshortened.
    let lengths = neighbours.map { length($0 - middle) }
    let scale = max(lengths[0], lengths[1]) / longSideInMetres
    let radius = cornerRadiusInMetres * scale
    let stretch = max(16, 4 * radius)
    var lines: [StraightLine] = []
    for (index, neighbour) in neighbours.enumerated() {
      // Going away from the corner the inside is on the left along the side before it, on the right along the next.
      let steps = alignment.steps(
        from: middle, towards: neighbour, distances: (radius + 2)...(radius + stretch),
        brighterSide: index == 0 ? 1 : -1, reach: 4)
      guard Double(steps.count) > 0.6 * stretch, let line = StraightLine(fitting: steps) else { return nil }
      lines.append(line)
    }
    guard let crossing = lines[0].crossing(lines[1]), length(crossing - middle) < 6 else { return nil }
    return ideal.pixel(of: crossing)
  }

  private func pattern(_ key: Int) -> KnownPattern {
    let isLying = key == Self.lying
    return KnownPattern(
      rectangleOfWidth: isLying ? longSideInMetres : shortSideInMetres,
      height: isLying ? shortSideInMetres : longSideInMetres, cornerRadius: cornerRadiusInMetres)
  }

  /// How badly the sheet explains four corners; from 1 on it does not.
  private func misfit(
    _ result: EdgeAlignment.Result, key: Int, _ size: ImageSize
  ) throws(SurfaceError) -> Double {
    let corners = pattern(key).corners
    let width = corners[1].u
    let height = corners[2].v
    guard ideal.camera != nil else {
      // A slanted view, and a picture that was cut, leave much room; the better of both ways is all that can be told.
      let seen = rectangleAspect(
        corners: result.corners.map { ImagePoint(x: $0.x, y: $0.y) }, imageSize: size)
      let own = abs(log(seen * height / width))
      let rival = rivalAspects.map { abs(abs(log(seen)) - log($0)) }.min() ?? .infinity
      return rival < own - 1e-9 ? .infinity : own / (1 + own)
    }
    let observation = CornerObservation(
      points: corners, places: result.corners, information: result.information)
    guard let pose = try PlanePose.solutions(of: [observation], ideal: ideal).first else { return .infinity }
    // A wrong shape can't be explained by any pose: its corners are off by a share of the sheet.
    let plain = CornerObservation(points: corners, places: result.corners, deviationInPixels: 1)
    let view = SurfaceView.camera(
      SurfaceInCamera(pose.cameraPose), focalLength: ideal.focalLength)
    guard let fit = SurfaceFit([FittedThing(key: 0, observation: plain, placement: .identity)], from: view)
    else { return .infinity }
    let diagonal = max(
      length(result.corners[0] - result.corners[2]), length(result.corners[1] - result.corners[3]))
    return (fit.cost / 4).squareRoot() / (0.012 * diagonal)
  }

  /// The corners in clockwise order, beginning with the one nearest to the picture's top-left.
  private static func fromTopLeft(_ corners: [ImagePoint]) -> [ImagePoint] {
    let first = corners.indices.min {
      corners[$0].x + corners[$0].y < corners[$1].x + corners[$1].y
    }
    let start = first ?? 0
    return Array(corners[start...] + corners[..<start])
  }
}
