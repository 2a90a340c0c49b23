import AirGeometry

/// Gathers point nodes into strokes: filters them, keeps them apart, and ends a stroke when the pen is lifted or its
/// tracker lets go.
public struct StrokeRecorder: Sendable {
  /// How samples become strokes.
  public let options: StrokeOptions
  /// The strokes that are finished.
  public private(set) var strokes: [Stroke] = []

  private var current: Stroke?
  private var filter: OneEuroFilter?
  /// The last sample that was too near to be kept: the stroke's end must not be lost with it.
  private var withheld: PointNode?

  /// Makes a recorder without strokes.
  public init(options: StrokeOptions = StrokeOptions()) { self.options = options }

  /// Takes the pen's place at one moment into the stroke that is being drawn, beginning one where there is none.
  ///
  /// - Parameters:
  ///   - node: where the pen is.
  ///   - color: colour of a stroke that begins here.
  ///   - widthInMetres: width of a stroke that begins here; nil leaves it to the style.
  public mutating func append(_ node: PointNode, color: StrokeColor, widthInMetres: Double?) {
    var node = node
    if let parameters = options.filter {
      var filter = self.filter ?? OneEuroFilter(parameters: parameters)
      let point = filter.filter(SIMD2(node.point.u, node.point.v), at: node.timestampInSeconds)
      self.filter = filter
      node.point = SurfacePoint(u: point.x, v: point.y, height: node.point.height)
    }
    guard var stroke = current else {
      current = Stroke(nodes: [node], color: color, widthInMetres: widthInMetres)
      return
    }
    if let last = stroke.nodes.last, last.point.distance(to: node.point) < options.minimumSpacingInMetres {
      withheld = node
    } else {
      withheld = nil
      // Emptied first, so that the nodes are appended in place and not copied with every sample.
      current = nil
      stroke.nodes.append(node)
      current = stroke
    }
  }

  /// Ends the stroke that is being drawn, if there is one.
  ///
  /// - Returns: the finished stroke.
  @discardableResult
  public mutating func endStroke() -> Stroke? {
    defer {
      current = nil
      withheld = nil
      filter = nil
    }
    guard var stroke = current else { return nil }
    if stroke.nodes.count > 1, let withheld { stroke.nodes.append(withheld) }
    if let spacing = options.resamplingInMetres { stroke = stroke.resampled(spacingInMetres: spacing) }
    strokes.append(stroke)
    return stroke
  }
}
