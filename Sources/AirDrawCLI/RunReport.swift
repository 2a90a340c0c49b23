import AirDraw

/// What was measured in a run.
struct RunReport {
  /// What is unusual about the result.
  let warnings: [String]
  private let session: DrawingSession
  private let track: TrackRun?
  private let build: BuildRun?

  /// Gathers a report; `track` or `build` is nil where that half of the work was not done.
  init(session: DrawingSession, track: TrackRun?, build: BuildRun?, warnings: [String] = []) {
    self.session = session
    self.track = track
    self.build = build
    self.warnings =
      warnings + (track?.warnings ?? []) + Self.doubts(session, build)
      + Self.lackOfScale(session, build) + Self.unitedOnGrid(build) + (build?.warnings ?? [])
  }

  /// What makes one doubt that the right thing was tracked.
  private static func doubts(_ session: DrawingSession, _ build: BuildRun?) -> [String] {
    // A second of tracking that gives no two millimetres of line is more likely the table than a finger.
    guard let length = build?.drawing.lengthInMetres, length < 0.002,
      session.trackedFrameCount - session.lostFrameCount > 30
    else { return [] }
    return [
      "The target hardly moved while the pen was down (\(decimal(length * 1000, places: 1)) mm in all); was the "
        + "fingertip tapped?"
    ]
  }

  /// What to do about a drawing from a file whose lengths mean nothing.
  private static func lackOfScale(_ session: DrawingSession, _ build: BuildRun?) -> [String] {
    guard let build, build.scale == nil, session.surface?.scale == .fileUnits else { return [] }
    return [
      "The drawing has no scale, so a millimetre stands for a unit of its file: give it one by --size MM."
    ]
  }

  /// What is not exact about a solid that was united on a grid.
  private static func unitedOnGrid(_ build: BuildRun?) -> [String] {
    guard let grid = build?.grid else { return [] }
    let numbers = grid.strokes.map { "\($0)" }.joined(separator: ", ")
    return [
      "\(grid.strokes.count == 1 ? "Stroke" : "Strokes") \(numbers) met in space and could only be united on a grid "
        + "of \(decimal(grid.spacingInMetres * 1000, places: 3)) mm; the surface strays by up to "
        + "\(decimal(grid.errorInMetres * 1000, places: 4)) mm."
    ]
  }

  /// The report for programs. Everything but `seconds` is the same on every run.
  var json: JSONValue {
    var fields = [
      JSONField("airdraw", .string(airDrawVersion)),
      JSONField("source", session.header.map { .string($0.source) } ?? .null),
      JSONField("frames", track.map { .integer($0.table.frameCount) } ?? .null),
      JSONField("tracked", .integer(session.trackedFrameCount - session.lostFrameCount)),
      JSONField("lost", .integer(session.lostFrameCount)), JSONField("losses", .array(lossesJSON)),
      JSONField("surface", surfaceJSON),
    ]
    if let found = track?.detection {
      fields.append(
        JSONField(
          "found", ["tap": .string(found.tapText), "confidence": .number(found.confidence)]))
    }
    if let build {
      fields.append(JSONField("strokes", .integer(build.drawing.strokes.count)))
      fields.append(JSONField("length_mm", .number(build.drawing.lengthInMetres * 1000)))
      if let grid = build.grid {
        fields.append(
          JSONField(
            "grid",
            [
              "strokes": .array(grid.strokes.map { .integer($0) }),
              "spacing_mm": .number(grid.spacingInMetres * 1000),
              "error_mm": .number(grid.errorInMetres * 1000),
            ]))
      }
      if let mesh = build.meshReport { fields.append(JSONField("mesh", mesh.json(unit: build.unit))) }
    }
    fields.append(JSONField("seconds", .object(seconds)))
    fields.append(JSONField("warnings", .array(warnings.map { .string($0) })))
    return .object(fields)
  }

  private var lossesJSON: [JSONValue] {
    session.targets.flatMap { target in
      target.losses.map { loss in
        [
          "target": .integer(target.number), "t": .number(loss.timestampInSeconds),
          "reason": loss.reason.map { .string($0.rawValue) } ?? .null,
        ]
      }
    }
  }

  private var surfaceJSON: JSONValue {
    guard let surface = session.surface else { return .null }
    return [
      "id": .string(surface.id), "scale": .string(build?.scale ?? surface.scale.description),
      "residual_px": JSONValue(surface.residualInPixels),
    ]
  }

  private var seconds: [JSONField] {
    var steps: [(String, Duration)] = []
    if let times = track?.times {
      steps += [
        ("looking_back", times.lookingBack), ("waiting_for_frames", times.waiting),
        ("surface", times.surface), ("tracking", times.tracking),
      ]
    }
    if let times = build?.times {
      steps += [("strokes", times.strokes), ("solid", times.solid), ("writing", times.writing)]
    }
    return steps.map { JSONField($0.0, .number(($0.1 / .microseconds(1)).rounded() / 1e6)) }
  }

  /// The report for people.
  var lines: [String] {
    var lines: [String] = []
    if let track {
      lines += session.targets.isEmpty ? ["frames    \(track.table.frameCount)"] : []
      for target in session.targets { lines += self.lines(of: target, frameCount: track.table.frameCount) }
    }
    if let found = track?.detection {
      lines.append(
        "found     the fingertip, with confidence \(decimal(found.confidence, places: 2)): the same as "
          + "--tap \(found.tapText)")
    }
    if let surface = session.surface {
      let residual = surface.residualInPixels.map { ", residual \(decimal($0, places: 2)) px" } ?? ""
      lines.append("surface   \(build?.scale ?? surface.scale.description)\(residual)")
    }
    if let build {
      let count = build.drawing.strokes.count
      let length = decimal(build.drawing.lengthInMetres * 1000, places: 1)
      lines.append("drawing   \(count) \(count == 1 ? "stroke" : "strokes"), \(length) mm")
      lines += build.meshReport?.lines(unit: build.unit) ?? []
    }
    return lines
  }
}

extension RunReport {
  /// The report in one line, for one of many.
  func shortLine(named name: String) -> String {
    guard let build else { return name }
    let count = build.drawing.strokes.count
    let parts = ["\(name): \(count) \(count == 1 ? "stroke" : "strokes")"]
    guard let mesh = build.meshReport, let unit = build.unit else { return parts[0] }
    return (parts + ["\(mesh.triangleCount) triangles", mesh.extentText(unit: unit)]).joined(separator: ", ")
  }
}

extension FingertipCandidate {
  /// What one would give to `--tap` for the same.
  var tapText: String {
    "\(decimal(point.x, places: 1)),\(decimal(point.y, places: 1))@\(decimal(timestampInSeconds, places: 3))"
  }
}

extension RunReport {
  /// So many losses are told one by one.
  private static let mostLossesTold = 5

  /// What came of one target, its number told only where there are several.
  private func lines(of target: TrackedTarget, frameCount: Int) -> [String] {
    let name = session.targets.count > 1 ? " of target \(target.number)" : ""
    let lost = target.lostFrameCount
    let frames =
      "frames    \(frameCount)\(name): waiting for the fingertip in \(frameCount - target.trackedFrameCount), "
      + "tracked in \(target.trackedFrameCount - lost), lost or out of sight in \(lost)"
    guard !target.losses.isEmpty else { return [frames] }
    var told = target.losses.prefix(Self.mostLossesTold).map { loss in
      "\(loss.reason ?? .unknown) at \(decimal(loss.timestampInSeconds, places: 1)) s"
    }
    let rest = target.losses.count - told.count
    if rest > 0 { told.append("and \(rest) more") }
    let count = target.losses.count
    return [frames, "lost      \(count == 1 ? "once" : "\(count) times"): \(told.joined(separator: ", "))"]
  }
}

/// The unit that a mesh's lengths are in.
enum MeshUnit: String {
  case metre
  case millimetre

  /// The unit of meshes on a lattice.
  init(_ lattice: Lattice) {
    switch lattice {
    case .metres: self = .metre
    case .millimetres: self = .millimetre
    }
  }

  /// How many millimetres it has.
  var inMillimetres: Double { self == .metre ? 1000 : 1 }
}

extension MeshReport {
  /// The report for programs; lengths are in `unit`, or in one that nobody knows.
  func json(unit: MeshUnit?) -> JSONValue {
    [
      "unit": unit.map { .string($0.rawValue) } ?? .null,
      "vertices": .integer(vertexCount), "triangles": .integer(triangleCount), "shells": .integer(shellCount),
      "genus": genus.map { .integer($0) } ?? .null, "closed": .boolean(isClosed),
      "oriented": .boolean(isOriented), "boundary_edges": .integer(boundaryEdgeCount),
      "non_manifold_edges": .integer(nonManifoldEdgeCount),
      "non_manifold_vertices": .integer(nonManifoldVertexCount),
      "degenerate_faces": .integer(degenerateFaceCount),
      "self_intersections": .integer(selfIntersectionCount), "exact": .boolean(isExact),
      "volume": .number(volume), "area": .number(area),
      "lower_bound": JSONValue([lowerBound.x, lowerBound.y, lowerBound.z]),
      "upper_bound": JSONValue([upperBound.x, upperBound.y, upperBound.z]),
    ]
  }

  /// The report for people: in millimetres where the unit is known, else in the file's own.
  func lines(unit: MeshUnit?) -> [String] {
    let scale = unit?.inMillimetres ?? 1
    let extent = extentText(unit: unit)
    let state = problems.isEmpty ? "closed, oriented, no self-intersection" : problems.joined(separator: "; ")
    let measures =
      unit == nil
      ? "\(extent), volume \(volume), in the file's own unit"
      : "\(extent), volume \(decimal(volume * scale * scale * scale / 1000, places: 3)) cm³"
    let pieces = shellCount > 1 ? ", \(shellCount) pieces" : ""
    return ["solid     \(triangleCount) triangles, \(state)\(pieces)", "size      \(measures)"]
  }

  /// The extent along x, y and z, in millimetres where the unit is known.
  fileprivate func extentText(unit: MeshUnit?) -> String {
    let size = (upperBound - lowerBound) * (unit?.inMillimetres ?? 1)
    return [size.x, size.y, size.z].map { decimal($0, places: unit == nil ? 6 : 2) }.joined(separator: " × ")
      + (unit == nil ? "" : " mm")
  }
}
