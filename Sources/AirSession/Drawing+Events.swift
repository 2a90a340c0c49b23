import AirGeometry
import AirStroke
import AirSurface

extension Drawing {
  /// So many points go into one event, so that its line stays well under what a log's line may hold.
  private static let mostPointsOfEvent = 4096

  /// The drawing as the events of a session that nobody filmed: a header, a surface, and the strokes as they are.
  ///
  /// A `DrawingSession` that is fed these events gives this drawing back, point by point and bit by bit.
  ///
  /// - Parameters:
  ///   - source: where the drawing came from, such as a file's name without its folder.
  ///   - name: what the drawing is called; it becomes a note.
  ///   - scale: where its millimetres come from.
  public func events(source: String, name: String? = nil, scale: ScaleSource) -> [SessionEvent] {
    var events = [SessionEvent(at: 0, .header(SessionHeader(imageSize: nil, source: source)))]
    if let name { events.append(SessionEvent(at: 0, .note(name))) }
    events.append(
      SessionEvent(
        at: 0,
        .planeUpdated(
          PlaneAnchor(
            id: "drawing", geometry: .unseen, extent: extent, residualInPixels: nil, scale: scale))))
    // An event is told when its last point is drawn, and time never goes back from event to event.
    var time = 0.0
    for stroke in strokes {
      for start in stride(from: 0, to: stroke.nodes.count, by: Self.mostPointsOfEvent) {
        var piece = stroke
        piece.nodes = Array(stroke.nodes[start..<min(start + Self.mostPointsOfEvent, stroke.nodes.count)])
        time = piece.nodes.reduce(time) { max($0, $1.timestampInSeconds) }
        events.append(SessionEvent(at: time, .stroke(piece, goesOn: start > 0)))
      }
    }
    return events
  }

  /// The smallest rectangle around all points; empty at the origin where there is none.
  private var extent: SurfaceExtent {
    let points = strokes.flatMap { $0.nodes.map(\.point) }
    guard let first = points.first else { return SurfaceExtent(minU: 0, minV: 0, maxU: 0, maxV: 0) }
    return points.reduce(into: SurfaceExtent(minU: first.u, minV: first.v, maxU: first.u, maxV: first.v)) {
      $0.minU = min($0.minU, $1.u)
      $0.minV = min($0.minV, $1.v)
      $0.maxU = max($0.maxU, $1.u)
      $0.maxV = max($0.maxV, $1.v)
    }
  }
}
