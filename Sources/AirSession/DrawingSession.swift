import AirGeometry
import AirStroke
import AirSurface
import AirTracking

/// The state of a drawing session: what is tracked, which surfaces are there, what is drawn. It is fed events in
/// order and nothing else, so that the same events always give the same drawing.
///
/// Strokes are kept as the camera saw them and become points of a surface only when they are asked for: a surface that
/// is found more exactly later moves everything that was drawn on it before. Strokes whose points are told as places of
/// the surface stay where they are.
public struct DrawingSession: Sendable {
  /// What was recorded.
  public private(set) var header: SessionHeader?
  /// The camera, where it is known.
  public private(set) var camera: CameraModel?
  /// The view that taps refer to.
  public private(set) var view: SessionView?
  /// The surfaces by name, in the order in which they were found.
  public private(set) var surfaces: [PlaneAnchor] = []
  /// What the finger's movement does.
  public private(set) var mode = DrawingMode.draw
  /// The pen's state.
  public private(set) var pen = SessionPen(isDown: false)
  /// What was tracked, by its number, in the order of the numbers.
  public private(set) var targets: [TrackedTarget] = []
  /// Marked places.
  public private(set) var marks: [(point: SurfacePoint, surface: String, timestampInSeconds: Double)] = []
  /// What was said.
  public private(set) var notes: [String] = []
  private var cameraPose: CameraPose?
  private var raw: [RawStroke] = []
  /// The strokes that are being drawn, by their targets.
  private var openStrokes: [Int: Int] = [:]
  /// The stroke of known points that the next event may go on.
  private var openGivenStroke: Int?
  private var history = EditHistory()
  /// What is being raised in lift mode; nil until the finger is first seen in it.
  private var raising: Raising?

  /// Makes a session in which nothing has happened.
  public init() {}

  /// What the camera saw of one stroke, or the points that were told of it.
  private struct RawStroke {
    var samples: [RawSample] = []
    var givenNodes: [PointNode] = []
    var color: StrokeColor
    var widthInMetres: Double?
    /// How high it was raised in lift mode, in metres.
    var raisedInMetres = 0.0
  }

  private struct RawSample {
    var pixel: ImagePoint
    var cameraPose: CameraPose?
    var timestampInSeconds: Double
    var confidence: Double
  }

  /// Takes in what happened.
  public mutating func apply(_ event: SessionEvent) {
    switch event.kind {
    case .header(let header): self.header = header
    case .camera(let camera): self.camera = camera
    case .view(let view): self.view = view
    case .planeUpdated(let anchor): update(anchor)
    case .planeRemoved(let id):
      surfaces.removeAll { $0.id == id }
      marks.removeAll { $0.surface == id }
    case .pose(let pose): cameraPose = pose
    case .tap(_, let target, let goesOn):
      if !goesOn { openStrokes[target] = nil }
    case .track(_, let observation, let target): track(observation, of: target, at: event.timestampInSeconds)
    case .pen(let pen):
      // A pen that goes down again begins a new stroke, even if it never went up.
      openStrokes.removeAll()
      self.pen = pen
    case .stroke(let stroke, let goesOn): give(stroke, goesOn: goesOn)
    case .mode(let mode):
      openStrokes.removeAll()
      raising = nil
      self.mode = mode
    case .undo: edit { $0.undo() }
    case .redo: edit { $0.redo() }
    case .clear: edit { $0.remove { _ in true } }
    case .erase(let stroke): edit { $0.remove { $0 == stroke } }
    case .mark(let point, let surface): marks.append((point, surface, event.timestampInSeconds))
    case .note(let text): notes.append(text)
    case .unknown: break
    }
  }

  /// Edits the strokes. One that is being drawn ends there: its rest must not go on in what was taken away.
  private mutating func edit(_ change: (inout EditHistory) -> Void) {
    openStrokes.removeAll()
    openGivenStroke = nil
    change(&history)
  }

  private mutating func give(_ stroke: Stroke, goesOn: Bool) {
    if goesOn, let openGivenStroke {
      raw[openGivenStroke].givenNodes += stroke.nodes
      return
    }
    openGivenStroke = raw.count
    history.add(raw.count)
    raw.append(
      RawStroke(
        givenNodes: stroke.nodes, color: stroke.color, widthInMetres: stroke.widthInMetres,
        raisedInMetres: stroke.heightInMetres ?? 0))
  }

  private mutating func update(_ anchor: PlaneAnchor) {
    if let index = surfaces.firstIndex(where: { $0.id == anchor.id }) {
      surfaces[index] = anchor
    } else {
      surfaces.append(anchor)
    }
  }

  private mutating func track(_ observation: TrackObservation, of number: Int, at time: Double) {
    let index = targets.firstIndex { $0.number >= number } ?? targets.endIndex
    if index == targets.endIndex || targets[index].number != number {
      targets.insert(TrackedTarget(number: number), at: index)
    }
    targets[index].note(observation, at: time)
    guard let box = observation.box, observation.state != .lost else {
      openStrokes[number] = nil
      return
    }
    if mode == .lift { raise(to: box.center, by: number) }
    guard pen.isDown, mode == .draw else { return }
    let stroke: Int
    if let open = openStrokes[number] {
      stroke = open
    } else {
      stroke = raw.count
      openStrokes[number] = stroke
      raw.append(RawStroke(color: pen.color, widthInMetres: pen.widthInMetres))
      history.add(stroke)
    }
    raw[stroke].samples.append(
      RawSample(
        pixel: box.center, cameraPose: cameraPose, timestampInSeconds: time,
        confidence: observation.confidence))
  }

  /// Raises all that is drawn to where the finger is in lift mode.
  private mutating func raise(to point: ImagePoint, by target: Int) {
    guard let place = shareOfViewHeight(point) else { return }
    let raising =
      self.raising
      ?? Raising(
        target: target, start: place,
        startHeightsInMetres: Dictionary(
          uniqueKeysWithValues: history.visible.map { ($0, raw[$0].raisedInMetres) }))
    self.raising = raising
    guard raising.target == target else { return }
    for stroke in history.visible {
      raw[stroke].raisedInMetres =
        raising.heightInMetres(ofStroke: stroke, at: place) ?? raw[stroke].raisedInMetres
    }
  }

  /// The surface that is drawn on: the one found first.
  public var surface: PlaneAnchor? { surfaces.first }

  /// The drawing as it stands.
  ///
  /// - Parameters:
  ///   - options: how the pen's samples become strokes.
  ///   - givenOptions: the same for strokes whose points were told, which stay as they are unless asked.
  ///   - tipHeightInMetres: height of the tracked point above the surface.
  /// - Returns: the strokes on the session's surface; samples whose ray misses the surface end their stroke. While no
  ///   surface is known, only the strokes whose points were told.
  /// - Complexity: linear in the number of samples.
  public func drawing(
    options: StrokeOptions, givenOptions: StrokeOptions = .unchanged, tipHeightInMetres: Double = 0
  ) -> Drawing {
    var strokes: [Stroke] = []
    for index in history.visible {
      let stroke = raw[index]
      var recorder = StrokeRecorder(options: stroke.givenNodes.isEmpty ? options : givenOptions)
      for node in stroke.givenNodes {
        recorder.append(node, color: stroke.color, widthInMetres: stroke.widthInMetres)
      }
      for sample in stroke.samples {
        let hit = surface?.hitTest(
          sample.pixel, camera: camera, cameraPose: sample.cameraPose,
          tipHeightInMetres: tipHeightInMetres)
        guard let hit else {
          recorder.endStroke()
          continue
        }
        recorder.append(
          PointNode(
            point: hit.point, timestampInSeconds: sample.timestampInSeconds,
            confidence: sample.confidence),
          color: stroke.color, widthInMetres: stroke.widthInMetres)
      }
      recorder.endStroke()
      // Lowered to the surface again, a stroke is as high as the style has it.
      let height = stroke.raisedInMetres > 0 ? stroke.raisedInMetres : nil
      strokes += recorder.strokes.map { stroke in
        var stroke = stroke
        stroke.heightInMetres = height
        return stroke
      }
    }
    return Drawing(strokes: strokes)
  }
}
