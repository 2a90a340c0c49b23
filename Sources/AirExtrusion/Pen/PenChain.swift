/// Strips in a row, each of which begins at the point at which the one before ends.
struct PenChain {
  /// What is at an end of a chain.
  enum End { case cap, cut }

  var strips: [PenStrip]
  /// Whether the last strip ends where the first one begins, and is joined to it.
  var isClosed = false
  var startsWith = End.cap
  var endsWith = End.cap

  /// The same chain the other way.
  var reversed: PenChain {
    PenChain(
      strips: strips.reversed().map(\.reversed), isClosed: isClosed, startsWith: endsWith,
      endsWith: startsWith)
  }

  /// Short chains that are this one together: they are cut in the middle of strips.
  func parts(stripsPerPart: Int) -> [PenChain] {
    guard strips.count > stripsPerPart else { return [self] }
    var parts: [PenChain] = []
    var part = PenChain(strips: [], startsWith: isClosed ? .cut : startsWith, endsWith: .cut)
    if isClosed { part.strips.append(strips[0].halves.second) }
    for index in (isClosed ? 1 : 0)..<strips.count {
      if part.strips.count >= stripsPerPart {
        let (first, second) = strips[index].halves
        part.strips.append(first)
        parts.append(part)
        part = PenChain(strips: [second], startsWith: .cut, endsWith: .cut)
      } else {
        part.strips.append(strips[index])
      }
    }
    if isClosed { part.strips.append(strips[0].halves.first) } else { part.endsWith = endsWith }
    parts.append(part)
    return parts
  }
}
