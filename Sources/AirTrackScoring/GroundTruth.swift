import AirGeometry

/// The true boxes of a sequence, frame by frame.
package struct GroundTruth: Hashable, Sendable {
  /// The true box of each frame; nil where the target is not annotated.
  package let boxes: [ImageBox?]

  /// Takes boxes as they are.
  package init(boxes: [ImageBox?]) { self.boxes = boxes }

  /// Reads `groundtruth.txt` of the OTB and VOT benchmarks: a line `x,y,width,height` for each frame, in pixels from
  /// the top-left pixel; `nan`, or no area, where there is no annotation.
  ///
  /// - Throws: `ScoringError`.
  package init(parsing text: String, file: String) throws {
    let table = NumberTable(text, file: file)
    boxes = try table.lines.map { line in
      let n = try table.numbers(line, atLeast: 4, need: "x,y,width,height in pixels")
      let isAnnotated = n[..<4].allSatisfy(\.isFinite) && n[2] > 0 && n[3] > 0
      return isAnnotated ? ImageBox(x: n[0], y: n[1], width: n[2], height: n[3]) : nil
    }
    guard !boxes.isEmpty else { throw ScoringError.nothingInside(file: file) }
  }
}
