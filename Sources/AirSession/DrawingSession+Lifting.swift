import AirGeometry

/// Raises what is drawn by the finger's way up since lift mode began.
struct Raising: Hashable, Sendable {
  /// How far a drawing rises, in metres, when the finger moves up by the height of the view.
  static let metresPerViewHeight = 0.4

  /// The target whose finger raises.
  let target: Int
  /// Where it was when lift mode began, as a share of the view's height from the top.
  let start: Double
  /// How high each stroke was then, in metres.
  let startHeightsInMetres: [Int: Double]

  /// How high a stroke is with the finger at a place: never below the surface.
  func heightInMetres(ofStroke stroke: Int, at place: Double) -> Double? {
    startHeightsInMetres[stroke].map { max(0, $0 + (start - place) * Self.metresPerViewHeight) }
  }
}

extension DrawingSession {
  /// A place's distance from the top of the view as a share of the view's height; of the picture where no view is
  /// known, and nil where its size is not known either.
  func shareOfViewHeight(_ point: ImagePoint) -> Double? {
    guard let size = header?.imageSize else { return nil }
    let normalized = point.normalized(in: size)
    return view?.transform(normalized).y ?? normalized.y
  }
}
