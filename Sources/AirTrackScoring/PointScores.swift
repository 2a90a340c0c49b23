import AirGeometry

/// Where a fingertip is in one frame of a recording.
package struct PointAnnotation: Hashable, Sendable {
  /// Number of the frame, from 0.
  package var frame: Int
  /// Where it is, when it is to be seen.
  package var point: ImagePoint
  /// Whether it is to be seen.
  package var isVisible: Bool

  /// Makes an annotation.
  package init(frame: Int, point: ImagePoint, isVisible: Bool) {
    self.frame = frame
    self.point = point
    self.isVisible = isVisible
  }

  /// Reads a table with the header `frame,x,y,visible`; frames are numbered from 0.
  ///
  /// - Throws: `ScoringError`.
  package static func table(parsing text: String, file: String) throws -> [PointAnnotation] {
    let table = NumberTable(text, file: file)
    let rows = try table.lines.dropFirst().map { line in
      let need = "frame,x,y,visible with a frame number from 0 and visible 0 or 1"
      let n = try table.numbers(line, atLeast: 4, need: need)
      guard let frame = Int(exactly: n[0]), frame >= 0 else {
        throw ScoringError.badLine(file: file, line: line.number, need: need)
      }
      return PointAnnotation(frame: frame, point: ImagePoint(x: n[1], y: n[2]), isVisible: n[3] != 0)
    }
    guard !rows.isEmpty else { throw ScoringError.nothingInside(file: file) }
    return rows.sorted { $0.frame < $1.frame }
  }
}

/// How well a tracker kept to an annotated point, over the annotated frames after its start.
///
/// A box is close when its centre lies within 20 pixels of the point, or that spot of it does that lay on the point at
/// the start: a box around a fingertip is as good as one around its nail.
package struct PointScores: Hashable, Sendable {
  /// The largest distance of a box that counts as close.
  package static let toleranceInPixels = 20.0

  /// Annotated frames in which the point is to be seen.
  package private(set) var visibleCount = 0
  /// Those of them in which the box was close.
  package private(set) var closeCount = 0
  /// Those in which the box's centre itself was close.
  package private(set) var closeCentreCount = 0
  /// Those in which the tracker said that it had lost the target, exceptions among them.
  package private(set) var lostCount = 0
  /// Those in which the box was not close.
  package private(set) var wrongCount = 0
  /// Those answered by an exception.
  package private(set) var exceptionCount = 0
  /// The longest time, in frames of the recording, in which boxes were reported and none was close.
  package private(set) var longestWrongRun = 0
  /// Annotated frames in which the point is not to be seen.
  package private(set) var hiddenCount = 0
  /// Those of them with a box.
  package private(set) var boxesWhileHidden = 0

  /// Scores a track.
  ///
  /// - Parameters:
  ///   - answers: what was said, the answer to the frame of the start first.
  ///   - start: the frame of the start.
  package init(_ answers: [TrackAnswer], startingAt start: Int, against annotations: [PointAnnotation]) {
    let first = annotations.first { $0.frame == start && $0.isVisible }?.point
    let center = answers.first?.box?.center
    let offset: (dx: Double, dy: Double) =
      if let first, let center { (first.x - center.x, first.y - center.y) } else { (0, 0) }
    var wrongSince: Int?
    for annotation in annotations where annotation.frame > start {
      let index = annotation.frame - start
      guard index < answers.count else { continue }
      let answer = answers[index]
      guard annotation.isVisible else {
        hiddenCount += 1
        boxesWhileHidden += answer.box == nil ? 0 : 1
        continue
      }
      visibleCount += 1
      exceptionCount += answer.isException ? 1 : 0
      guard let center = answer.box?.center else {
        lostCount += 1
        wrongSince = nil
        continue
      }
      let moved = center.moved(dx: offset.dx, dy: offset.dy)
      let isCentreClose = center.distance(to: annotation.point) <= Self.toleranceInPixels
      closeCentreCount += isCentreClose ? 1 : 0
      if isCentreClose || moved.distance(to: annotation.point) <= Self.toleranceInPixels {
        closeCount += 1
        wrongSince = nil
      } else {
        wrongCount += 1
        let since = wrongSince ?? annotation.frame
        wrongSince = since
        longestWrongRun = max(longestWrongRun, annotation.frame - since + 1)
      }
    }
  }

  /// Share of the visible frames in which the box was close; nil of none.
  package var closeShare: Double? { visibleCount > 0 ? Double(closeCount) / Double(visibleCount) : nil }
}
