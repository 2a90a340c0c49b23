import AirGeometry

/// What any tracker said of one frame.
package struct TrackAnswer: Hashable, Sendable {
  /// Where the target is; nil when lost.
  package let box: ImageBox?
  /// How sure the tracker is that the box is right; nil when it says nothing of that.
  package let confidence: Double?
  /// True when it answered by an exception, which counts as lost.
  package let isException: Bool

  /// Makes an answer; a box of numbers that are none counts as lost.
  package init(box: ImageBox?, confidence: Double?) {
    let isFinite = box.map { [$0.x, $0.y, $0.width, $0.height].allSatisfy(\.isFinite) } ?? false
    self.box = isFinite ? box : nil
    self.confidence = confidence.flatMap { $0.isFinite ? $0 : nil }
    isException = false
  }

  private init(exceptionWith confidence: Double) {
    box = nil
    self.confidence = confidence
    isException = true
  }

  /// An exception instead of a box.
  package static let exception = TrackAnswer(exceptionWith: 0)
}

extension [TrackAnswer] {
  /// A track as CSV with a header: `frame,x,y,w,h,confidence`, the first frame being 1 and an empty `x` a lost target.
  package var boxTable: String {
    var text = "frame,x,y,w,h,confidence\n"
    for (index, answer) in enumerated() {
      let numbers = answer.box.map { [$0.x, $0.y, $0.width, $0.height] }
      let cells = (numbers ?? []).map(\.description) + (numbers == nil ? ["", "", "", ""] : [])
      text += "\(index + 1),\(cells.joined(separator: ",")),\(answer.confidence?.description ?? "")\n"
    }
    return text
  }
}
