import AirGeometry

/// One point of a stroke: where the pen was on its surface, when, and how sure that is.
public struct PointNode: Hashable, Sendable {
  /// Place on the surface in metres.
  public var point: SurfacePoint
  /// Seconds from the session's start.
  public var timestampInSeconds: Double
  /// The chance, 0…1, that the tracker was right here.
  public var confidence: Double
  /// How hard the pen was pressed, from 0 (hardly) to 1 (fully); nil where nothing felt it.
  public var pressure: Double?

  /// Makes a point node.
  public init(
    point: SurfacePoint, timestampInSeconds: Double, confidence: Double, pressure: Double? = nil
  ) {
    self.point = point
    self.timestampInSeconds = timestampInSeconds
    self.confidence = confidence
    self.pressure = pressure
  }
}

/// One movement of the pen from down to up.
public struct Stroke: Hashable, Sendable {
  /// The stroke's points in the order of time.
  public var nodes: [PointNode]
  /// Colour of the stroke.
  public var color: StrokeColor
  /// Width of the pen in metres; nil where the drawing's style decides.
  public var widthInMetres: Double?
  /// How high a solid the stroke is raised to, in metres; nil where the drawing's style decides.
  public var heightInMetres: Double?

  /// Makes a stroke.
  public init(
    nodes: [PointNode], color: StrokeColor = .ink, widthInMetres: Double? = nil, heightInMetres: Double? = nil
  ) {
    self.nodes = nodes
    self.color = color
    self.widthInMetres = widthInMetres
    self.heightInMetres = heightInMetres
  }

  /// Length of the path in metres.
  public var lengthInMetres: Double {
    zip(nodes, nodes.dropFirst()).reduce(0) { $0 + $1.0.point.distance(to: $1.1.point) }
  }
}

/// An opaque colour in sRGB.
public struct StrokeColor: Hashable, Sendable {
  /// Red, 0…255.
  public var red: UInt8
  /// Green, 0…255.
  public var green: UInt8
  /// Blue, 0…255.
  public var blue: UInt8

  /// Makes a colour from sRGB components.
  public init(red: UInt8, green: UInt8, blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// The colour of strokes that name none.
  public static let ink = StrokeColor(red: 0x1f, green: 0x6f, blue: 0xeb)
}

/// All strokes on one surface.
public struct Drawing: Hashable, Sendable {
  /// The strokes in the order in which they were drawn.
  public var strokes: [Stroke]

  /// Makes a drawing.
  public init(strokes: [Stroke]) { self.strokes = strokes }

  /// Length of all strokes in metres.
  public var lengthInMetres: Double { strokes.reduce(0) { $0 + $1.lengthInMetres } }
}
