import AirGeometry
import AirTracking

/// A line of the list of seeds: where a tracker is started in a recording.
package struct AnnotatedSeed: Hashable, Sendable {
  /// The recording's name without its ending.
  package var recording: String
  /// The frame of the start, from 0.
  package var frame: Int
  /// The box around the target there.
  package var box: ImageBox
  /// Whether other sizes and other taps are tried too.
  package var isVaried: Bool

  /// Makes a seed.
  package init(recording: String, frame: Int, box: ImageBox, isVaried: Bool) {
    self.recording = recording
    self.frame = frame
    self.box = box
    self.isVaried = isVaried
  }

  /// Reads a table with the header `recording,frame,x,y,w,h,varied`; frames are numbered from 0, and the last column
  /// is 1 where other sizes and other taps are tried too.
  ///
  /// - Throws: `ScoringError`.
  package static func table(parsing text: String, file: String) throws -> [AnnotatedSeed] {
    let table = NumberTable(text, file: file)
    let rows = try table.lines.dropFirst().map { line in
      let need = "recording,frame,x,y,w,h,varied with a frame number from 0 and varied 0 or 1"
      let n = try table.numbers(line, from: 1, atLeast: 6, need: need)
      guard let frame = Int(exactly: n[0]), frame >= 0, n[3] > 0, n[4] > 0 else {
        throw ScoringError.badLine(file: file, line: line.number, need: need)
      }
      return AnnotatedSeed(
        recording: String(line.cells[0]), frame: frame,
        box: ImageBox(x: n[1], y: n[2], width: n[3], height: n[4]), isVaried: n[5] != 0)
    }
    guard !rows.isEmpty else { throw ScoringError.nothingInside(file: file) }
    return rows
  }
}

/// One way to start a tracker in a recording.
package struct RecordingStart: Hashable, Sendable {
  /// Its name in a table.
  package var name: String
  /// What a tracker that takes taps is started from.
  package var seed: TrackSeed
  /// What one that takes boxes alone is started from: around a tap, a box of the seed's size.
  package var box: ImageBox
}

extension AnnotatedSeed {
  /// The sides of the square boxes that are tried around the seed's centre, in pixels.
  package static let variedSides = [24, 32, 40, 48, 64, 80, 96]
  /// How far off the seed's centre taps are tried, in pixels.
  package static let variedTaps = [
    (0, 0), (10, 0), (-10, 0), (0, 10), (0, -10), (7, 7), (7, -7), (-7, 7), (-7, -7),
  ]

  /// The box and a tap on its centre, or all the boxes and taps that are tried.
  package var starts: [RecordingStart] {
    let boxes =
      isVaried
      ? Self.variedSides.map { side in
        let box = ImageBox(center: box.center, width: Double(side), height: Double(side))
        return RecordingStart(name: "box of \(side) px", seed: .box(box), box: box)
      } : [RecordingStart(name: "box", seed: .box(box), box: box)]
    return boxes
      + Self.variedTaps.prefix(isVaried ? Self.variedTaps.count : 1).map { dx, dy in
        let tap = box.center.moved(dx: Double(dx), dy: Double(dy))
        return RecordingStart(
          name: dx == 0 && dy == 0 ? "tap" : "tap off by \(dx),\(dy)", seed: .tap(tap),
          box: ImageBox(center: tap, width: box.width, height: box.height))
      }
  }
}
