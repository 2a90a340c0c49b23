import AirJSON
import AirGeometry
import AirStroke
import AirSurface
import AirTracking

extension SessionEvent {
  /// The event as a JSON object: `kind` and `t` first, then its own fields, then what a newer version added.
  public var json: JSONValue {
    .object(
      [JSONField("kind", .string(kind.name)), JSONField("t", .number(timestampInSeconds))]
        + kind.fields(at: timestampInSeconds) + unknownFields)
  }
}

extension SessionEvent.Kind {
  /// The kind's name in the file.
  var name: String {
    switch self {
    case .header: "header"
    case .camera: "camera"
    case .view: "view"
    case .planeUpdated, .planeRemoved: "plane"
    case .pose: "pose"
    case .tap: "tap"
    case .track: "track"
    case .pen: "pen"
    case .stroke: "stroke"
    case .mode: "mode"
    case .undo: "undo"
    case .redo: "redo"
    case .clear: "clear"
    case .erase: "erase"
    case .mark: "mark"
    case .note: "note"
    case .unknown(let name): name
    }
  }

  fileprivate func fields(at timestampInSeconds: Double) -> [JSONField] {
    switch self {
    case .header(let header): header.fields
    case .camera(let camera): camera.fields
    case .view(let view): view.fields
    case .planeUpdated(let anchor): anchor.fields
    case .planeRemoved(let id): [JSONField("action", "removed"), JSONField("id", .string(id))]
    case .pose(let pose): pose?.pose.fields ?? [JSONField("known", .boolean(false))]
    case .tap(let tap, let target, let goesOn):
      tap.fields + Self.targetField(target) + (goesOn ? [JSONField("goes_on", .boolean(true))] : [])
    case .track(let frame, let observation, let target):
      [JSONField("frame", .integer(frame))] + Self.targetField(target) + observation.fields
    case .pen(let pen): pen.fields
    case .stroke(let stroke, let goesOn):
      stroke.fields(at: timestampInSeconds) + (goesOn ? [JSONField("goes_on", .boolean(true))] : [])
    case .mode(let mode): [JSONField("mode", .string(mode.rawValue))]
    case .erase(let stroke): [JSONField("stroke", .integer(stroke))]
    case .mark(let point, let surface):
      [
        JSONField("surface", .string(surface)),
        JSONField("point", JSONValue([point.u, point.v, point.height])),
      ]
    case .note(let text): [JSONField("text", .string(text))]
    case .undo, .redo, .clear, .unknown: []
    }
  }

  /// The first target goes without saying.
  private static func targetField(_ target: Int) -> [JSONField] {
    target == 1 ? [] : [JSONField("target", .integer(target))]
  }
}

extension SessionTap {
  fileprivate var fields: [JSONField] {
    switch self {
    case .image(let point): [JSONField("image", JSONValue([point.x, point.y]))]
    case .box(let box): [JSONField("box", JSONValue(box.numbers))]
    case .view(let point): [JSONField("view", JSONValue([point.x, point.y]))]
    }
  }
}

extension SessionHeader {
  fileprivate var fields: [JSONField] {
    [JSONField("version", .integer(version))]
      + (imageSize.map { [JSONField("image", .array([.integer($0.width), .integer($0.height)]))] } ?? [])
      + [JSONField("source", .string(source))]
  }
}

extension CameraModel {
  fileprivate var fields: [JSONField] {
    var fields = [
      JSONField("image", .array([.integer(imageSize.width), .integer(imageSize.height)])),
      JSONField("fx", .number(intrinsics.fx)), JSONField("fy", .number(intrinsics.fy)),
      JSONField("cx", .number(intrinsics.cx)), JSONField("cy", .number(intrinsics.cy)),
    ]
    if intrinsics.skew != 0 { fields.append(JSONField("skew", .number(intrinsics.skew))) }
    if case .fisheye = distortion { fields.append(JSONField("model", .string(distortion.modelName))) }
    fields.append(JSONField("distortion", JSONValue(distortion.openCVCoefficients)))
    return fields
  }
}

extension SessionView {
  fileprivate var fields: [JSONField] {
    let t = transform
    return [
      JSONField("size", JSONValue([size.width, size.height])),
      JSONField("transform", JSONValue([t.a, t.b, t.c, t.d, t.tx, t.ty])),
    ]
  }
}

extension Pose {
  fileprivate var fields: [JSONField] {
    // The matrix and not the quaternion: it reads back to the same bits.
    [
      JSONField("rotation", JSONValue(rotation.matrix.rowMajor)),
      JSONField("origin", JSONValue([origin.position.x, origin.position.y, origin.position.z])),
    ]
  }
}

extension PlaneAnchor {
  fileprivate var fields: [JSONField] {
    var fields = [JSONField("action", "updated"), JSONField("id", .string(id))]
    switch geometry {
    case .world(let plane): fields.append(JSONField("plane", .object(plane.pose.fields)))
    case .fixedCamera(let pose): fields.append(JSONField("camera", .object(pose.pose.fields)))
    case .homography(let homography, let interior):
      fields.append(JSONField("homography", JSONValue(homography.imageToSurface.rowMajor)))
      fields.append(JSONField("interior", JSONValue([interior.x, interior.y])))
    case .unseen: break
    }
    fields.append(
      JSONField("extent", JSONValue([extent.minU, extent.minV, extent.maxU, extent.maxV])))
    if let residualInPixels { fields.append(JSONField("residual_px", .number(residualInPixels))) }
    if case .known(let text) = scale { fields.append(JSONField("scale", .string(text))) }
    return fields
  }
}

extension ImageBox {
  fileprivate var numbers: [Double] { [x, y, width, height] }
}

extension TrackObservation {
  fileprivate var fields: [JSONField] {
    [
      JSONField("box", box.map { JSONValue($0.numbers) } ?? .null),
      JSONField("confidence", .number(confidence)), JSONField("state", .string(state.rawValue)),
    ] + (lossReason.map { [JSONField("reason", .string($0.rawValue))] } ?? [])
  }
}

extension SessionPen {
  fileprivate var fields: [JSONField] {
    var fields = [JSONField("down", .boolean(isDown))]
    if isDown {
      fields.append(JSONField("color", .string(color.hexadecimal)))
      if let widthInMetres { fields.append(JSONField("width", .number(widthInMetres))) }
    }
    return fields
  }
}
