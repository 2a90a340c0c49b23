/// The edges that a sweep from left to right stands on, from bottom to top.
///
/// Points are met by x and then y, as if the plane were sheared by an infinitely small amount, so that no edge is
/// vertical. Edges must meet at their ends only.
struct SweepStatus {
  /// An edge that the sweep stands on.
  struct Entry {
    var low: LatticePoint
    var high: LatticePoint
    /// What the sweep wants to know of the edge.
    var label: Int32
  }

  private(set) var entries: [Entry] = []

  /// The place of the lowest entry that is not below `point`: entries that end there come first.
  @inline(__always)
  func place(of point: LatticePoint) -> Int {
    entries.withUnsafeBufferPointer { entries in
      var lower = 0
      var upper = entries.count
      while lower < upper {
        let middle = (lower &+ upper) >> 1
        if orientation(entries[middle].low, entries[middle].high, point) > 0 {
          lower = middle &+ 1
        } else {
          upper = middle
        }
      }
      return lower
    }
  }

  /// Puts an entry in the place of another.
  @inline(__always)
  mutating func replace(at place: Int, with entry: Entry) { entries[place] = entry }

  /// Puts entries in the place of `count` others.
  mutating func replace(at place: Int, count: Int, with new: [Entry]) {
    entries.replaceSubrange(place..<place + count, with: new)
  }

  /// Puts two entries in, the lower one first.
  mutating func insert(_ lower: Entry, _ upper: Entry, at place: Int) {
    entries.insert(upper, at: place)
    entries.insert(lower, at: place)
  }

  /// Takes out an entry and the one above it.
  mutating func removeTwo(at place: Int) { entries.removeSubrange(place...place + 1) }
}
