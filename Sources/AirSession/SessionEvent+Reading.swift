import AirJSON
import AirGeometry
import AirStroke
import AirSurface
import AirTracking

extension SessionEvent {
  /// Reads an event from a JSON object.
  ///
  /// - Throws: `FieldReader.Fault` when a field is missing or wrong. Unknown kinds and fields are kept.
  init(json: JSONValue) throws(FieldReader.Fault) {
    var reader = try FieldReader(json)
    guard reader.optional("kind") != nil else {
      throw FieldReader.Fault(
        reason:
          "its field \"kind\" is missing; of a drawing that another program made airdraw import makes events")
    }
    let name = try reader.string("kind")
    timestampInSeconds = try reader.number("t")
    guard timestampInSeconds >= 0 else {
      throw FieldReader.Fault(reason: "its time \(timestampInSeconds) is before the start")
    }
    kind = try Kind(name: name, at: timestampInSeconds, &reader)
    unknownFields = reader.untaken
  }
}

extension SessionEvent.Kind {
  fileprivate init(
    name: String, at timestampInSeconds: Double, _ reader: inout FieldReader
  ) throws(FieldReader.Fault) {
    switch name {
    case "header": self = .header(try SessionHeader(&reader))
    case "camera": self = .camera(try CameraModel(&reader))
    case "view": self = .view(try SessionView(&reader))
    case "plane": self = try Self.plane(&reader)
    case "pose":
      let isKnown = reader.optional("known") != .boolean(false)
      self = .pose(isKnown ? CameraPose(try Pose(&reader)) : nil)
    case "tap":
      self = .tap(
        try SessionTap(&reader), target: try Self.target(&reader), goesOn: try reader.flag("goes_on"))
    case "track":
      self = .track(
        frame: try reader.integer("frame"), try TrackObservation(&reader), target: try Self.target(&reader))
    case "pen": self = .pen(try SessionPen(&reader))
    case "stroke":
      self = .stroke(
        try Stroke(at: timestampInSeconds, &reader), goesOn: try reader.flag("goes_on"))
    case "mode": self = .mode(try reader.choice("mode", DrawingMode.self))
    case "undo": self = .undo
    case "redo": self = .redo
    case "clear": self = .clear
    case "erase": self = .erase(stroke: try reader.integer("stroke"))
    case "mark":
      let surface = try reader.string("surface")
      let p = try reader.numbers("point", count: 3)
      self = .mark(SurfacePoint(u: p[0], v: p[1], height: p[2]), surface: surface)
    case "note": self = .note(try reader.string("text"))
    default: self = .unknown(name)
    }
  }

  /// The number of the target that an event is about: the first one, unless told.
  private static func target(_ reader: inout FieldReader) throws(FieldReader.Fault) -> Int {
    guard reader.optional("target") != nil else { return 1 }
    let target = try reader.integer("target")
    guard target >= 1 else { throw FieldReader.Fault(reason: "its target must be 1 or more") }
    return target
  }

  private static func plane(_ reader: inout FieldReader) throws(FieldReader.Fault) -> Self {
    let action = try reader.string("action")
    switch action {
    case "added", "updated": return .planeUpdated(try PlaneAnchor(&reader))
    case "removed": return .planeRemoved(id: try reader.string("id"))
    default:
      throw FieldReader.Fault(
        reason: "its field \"action\" is \"\(action)\", but must be added, updated or removed")
    }
  }
}

extension ImageSize {
  fileprivate init(_ numbers: [Double]) throws(FieldReader.Fault) {
    let whole = numbers.compactMap { Int(exactly: $0) }.filter { $0 > 0 && $0 <= 1 << 16 }
    guard whole.count == 2 else {
      throw FieldReader.Fault(reason: "its image size must be two whole numbers from 1 to 65536")
    }
    self.init(width: whole[0], height: whole[1])
  }
}

extension SessionHeader {
  fileprivate init(_ reader: inout FieldReader) throws(FieldReader.Fault) {
    let version = try reader.integer("version")
    let size =
      reader.optional("image") == nil ? nil : try ImageSize(try reader.numbers("image", count: 2))
    self.init(version: version, imageSize: size, source: try reader.string("source"))
  }
}

extension CameraModel {
  fileprivate init(_ reader: inout FieldReader) throws(FieldReader.Fault) {
    let size = try ImageSize(try reader.numbers("image", count: 2))
    let intrinsics = CameraIntrinsics(
      fx: try reader.number("fx"), fy: try reader.number("fy"), cx: try reader.number("cx"),
      cy: try reader.number("cy"), skew: try reader.optionalNumber("skew") ?? 0)
    let model = reader.optional("model") == nil ? "brown-conrady" : try reader.string("model")
    let count = try reader.value("distortion").arrayValue?.count ?? 0
    let coefficients = try reader.numbers("distortion", count: count)
    guard let distortion = LensDistortion(modelName: model, coefficients: coefficients),
      let camera = CameraModel(intrinsics: intrinsics, distortion: distortion, imageSize: size)
    else {
      throw FieldReader.Fault(
        reason:
          "it takes positive focal lengths and 0, 4, 5, 8, 12 or 14 distortion coefficients of the model "
          + "\"brown-conrady\", or 4 of \"fisheye\"")
    }
    self = camera
  }
}

extension SessionView {
  fileprivate init(_ reader: inout FieldReader) throws(FieldReader.Fault) {
    let size = try reader.numbers("size", count: 2)
    let t = try reader.numbers("transform", count: 6)
    guard size[0] > 0, size[1] > 0,
      let transform = DisplayTransform(a: t[0], b: t[1], c: t[2], d: t[3], tx: t[4], ty: t[5])
    else {
      throw FieldReader.Fault(reason: "its size must be positive and its transform must have an inverse")
    }
    self.init(size: ViewSize(width: size[0], height: size[1]), transform: transform)
  }
}

extension Pose {
  fileprivate init(_ reader: inout FieldReader) throws(FieldReader.Fault) {
    let numbers = try reader.numbers("rotation", count: 9)
    let p = try reader.numbers("origin", count: 3)
    guard let rotation = Matrix3(rowMajor: numbers).flatMap({ Rotation($0) }) else {
      throw FieldReader.Fault(reason: "its field \"rotation\" is no rotation matrix")
    }
    self.init(rotation: rotation, origin: WorldPoint(x: p[0], y: p[1], z: p[2]))
  }
}

extension PlaneAnchor {
  fileprivate init(_ reader: inout FieldReader) throws(FieldReader.Fault) {
    let id = try reader.string("id")
    let e = try reader.numbers("extent", count: 4)
    let geometry = try Self.geometry(&reader)
    let unknown = geometry == .unseen ? ScaleSource.fileUnits : .imagePixels
    let scale = reader.optional("scale") == nil ? unknown : .known(try reader.string("scale"))
    self.init(
      id: id, geometry: geometry,
      extent: SurfaceExtent(minU: e[0], minV: e[1], maxU: e[2], maxV: e[3]),
      residualInPixels: try reader.optionalNumber("residual_px"), scale: scale)
  }

  private static func geometry(_ reader: inout FieldReader) throws(FieldReader.Fault) -> SurfaceGeometry {
    if let plane = reader.optional("plane") {
      var inner = try FieldReader(plane)
      return .world(Plane(try Pose(&inner)))
    }
    if let camera = reader.optional("camera") {
      var inner = try FieldReader(camera)
      return .fixedCamera(CameraPose(try Pose(&inner)))
    }
    guard reader.optional("homography") != nil else { return .unseen }
    let matrix = Matrix3(rowMajor: try reader.numbers("homography", count: 9))
    let p = try reader.numbers("interior", count: 2)
    guard let homography = matrix.flatMap({ Homography(imageToSurface: $0) }) else {
      throw FieldReader.Fault(reason: "its field \"homography\" has no inverse")
    }
    return .homography(homography, interior: ImagePoint(x: p[0], y: p[1]))
  }
}

extension ImageBox {
  fileprivate init(_ numbers: [Double]) throws(FieldReader.Fault) {
    guard numbers[2] > 0, numbers[3] > 0 else {
      throw FieldReader.Fault(reason: "its box must have a positive width and height")
    }
    self.init(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }
}

extension SessionTap {
  fileprivate init(_ reader: inout FieldReader) throws(FieldReader.Fault) {
    if reader.optional("image") != nil {
      let p = try reader.numbers("image", count: 2)
      self = .image(ImagePoint(x: p[0], y: p[1]))
    } else if reader.optional("view") != nil {
      let p = try reader.numbers("view", count: 2)
      self = .view(ViewPoint(x: p[0], y: p[1]))
    } else {
      self = .box(try ImageBox(try reader.numbers("box", count: 4)))
    }
  }
}

extension TrackObservation {
  fileprivate init(_ reader: inout FieldReader) throws(FieldReader.Fault) {
    let box = reader.optional("box") == nil ? nil : try ImageBox(try reader.numbers("box", count: 4))
    let confidence = try reader.number("confidence")
    guard (0...1).contains(confidence) else {
      throw FieldReader.Fault(reason: "its confidence must lie between 0 and 1")
    }
    self.init(
      box: box, confidence: confidence, state: try reader.choice("state", TrackState.self),
      lossReason: reader.optional("reason") == nil ? nil : try reader.choice("reason", LossReason.self))
  }
}

extension SessionPen {
  fileprivate init(_ reader: inout FieldReader) throws(FieldReader.Fault) {
    self.init(
      isDown: try reader.boolean("down"), color: try reader.color(), widthInMetres: try reader.width())
  }
}
