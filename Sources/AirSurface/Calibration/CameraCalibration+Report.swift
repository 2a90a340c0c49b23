import AirGeometry
import AirJSON

extension CameraCalibration {
  /// The report for programs: `rms` and every view's own in pixels, each number with its standard deviation, the coverage
  /// and the warnings.
  public var json: JSONValue {
    [
      "board": .string(board.description), "lens": .string(lens.rawValue),
      "image_width": .integer(imageSize.width), "image_height": .integer(imageSize.height),
      "rms": .number(rmsInPixels), "corners": .integer(usedViews.reduce(0) { $0 + $1.corners.count }),
      "views_used": .integer(usedViews.count),
      "views_with_board": .integer(views.count { !$0.corners.isEmpty }),
      "camera": .object(
        numbers.map {
          JSONField(
            $0.name,
            ["value": .number($0.value), "standard_deviation": .number($0.standardDeviation)])
        }),
      "coverage": [
        "share": .number(coverage.share), "top_left": .number(coverage.cornerShares[0]),
        "top_right": .number(coverage.cornerShares[1]), "bottom_left": .number(coverage.cornerShares[2]),
        "bottom_right": .number(coverage.cornerShares[3]),
      ],
      "views": .array(views.map(\.json)), "warnings": .array(warnings.map { .string($0) }),
    ]
  }
}

extension CameraCalibration.View {
  fileprivate var json: JSONValue {
    [
      "file": .string(name), "rms": JSONValue(rmsInPixels), "corners": .integer(corners.count),
      "used": .boolean(isUsed), "reason": reason.map { .string($0) } ?? .null,
      "tilt_degrees": JSONValue(tiltInDegrees), "distance_mm": JSONValue(distanceInMetres.map { $0 * 1000 }),
      "edge_width_px": JSONValue(edgeWidthInPixels),
    ]
  }
}
