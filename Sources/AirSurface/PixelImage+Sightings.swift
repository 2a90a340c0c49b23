import AirCapture
import AirGeometry
import CVision

/// A square marker as it was seen.
struct MarkerSighting {
  let identifier: Int
  /// Clockwise from the marker's own top-left corner.
  let corners: [ImagePoint]
}

extension PixelImage {
  /// The markers of a dictionary that are in the picture.
  func markers(of dictionary: MarkerDictionary) throws(SurfaceError) -> [MarkerSighting] {
    var markers = [airvision_marker](repeating: airvision_marker(), count: 256)
    var count: Int32 = 0
    try withVisionImage {
      airvision_find_markers($0, dictionary.openCVNumber, &markers, Int32(markers.count), &count)
    }
    return markers.prefix(Int(count)).map { marker in
      let numbers = withUnsafeBytes(of: marker.corners) { Array($0.bindMemory(to: Double.self)) }
      return MarkerSighting(identifier: Int(marker.identifier), corners: Self.points(numbers))
    }
  }

  /// A whole sheet of paper, its corners refined along its edges; nil where none is seen.
  func sheet(of size: PaperSize, camera: CameraModel?) throws(SurfaceError) -> RectangleSighting? {
    var numbers = [Double](repeating: 0, count: 8)
    var found: Int32 = 0
    try withVisionImage { airvision_find_sheet($0, &numbers, &found) }
    guard found != 0 else { return nil }
    var grey = [UInt8](repeating: 0, count: self.size.width * self.size.height)
    try withVisionImage { airvision_grey($0, &grey) }
    let rough = Self.clockwiseFromTopLeft(Self.points(numbers))
    let edges = SheetEdges(grey: grey, size: self.size, camera: camera)
    guard let corners = edges.refined(rough) else { return nil }
    let (long, short) = (size.longSideInMetres, size.shortSideInMetres)
    let lying = RectangleSighting(corners: corners, width: long, height: short)
    let standing = RectangleSighting(corners: corners, width: short, height: long)
    guard let camera else {
      return rectangleAspect(corners: corners, imageSize: self.size) > 1 ? lying : standing
    }
    // With a camera the wrong way round can't be explained by any pose.
    let residuals = [
      try PlanePose(points: lying.points, pixels: lying.pixels, camera: camera)?.residualInPixels,
      try PlanePose(points: standing.points, pixels: standing.pixels, camera: camera)?.residualInPixels,
    ].map { $0 ?? .infinity }
    return residuals[0] <= residuals[1] ? lying : standing
  }

  private static func points(_ numbers: [Double]) -> [ImagePoint] {
    stride(from: 0, to: numbers.count, by: 2).map { ImagePoint(x: numbers[$0], y: numbers[$0 + 1]) }
  }

  /// The corners in clockwise order, beginning with the one nearest to the picture's top-left.
  private static func clockwiseFromTopLeft(_ corners: [ImagePoint]) -> [ImagePoint] {
    let clockwise = corners.runsClockwise ? corners : corners.reversed()
    let first = clockwise.indices.min {
      clockwise[$0].x + clockwise[$0].y < clockwise[$1].x + clockwise[$1].y
    }
    let start = first ?? 0
    return Array(clockwise[start...] + clockwise[..<start])
  }
}
