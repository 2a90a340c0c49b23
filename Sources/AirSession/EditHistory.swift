/// Which strokes are visible, and how that came about: every change can be taken back and made again.
struct EditHistory: Sendable {
  /// Numbers of the visible strokes, in the order of drawing.
  private(set) var visible: [Int] = []
  private var past: [Change] = []
  private var future: [Change] = []

  /// A change as what it takes to undo it; snapshots would grow with the square of the drawing.
  private enum Change {
    case added(Int)
    /// The strokes taken away, in order, with the positions they had.
    case removed([(position: Int, stroke: Int)])
  }

  /// Adds a stroke at the end.
  mutating func add(_ stroke: Int) { make(.added(stroke)) }

  /// Takes away the visible strokes that `isRemoved` names; no change when there are none.
  mutating func remove(where isRemoved: (Int) -> Bool) {
    let removals = visible.enumerated().filter { isRemoved($0.element) }
    if !removals.isEmpty { make(.removed(removals.map { ($0.offset, $0.element) })) }
  }

  /// Takes the last change back, if there is one.
  mutating func undo() {
    guard let last = past.popLast() else { return }
    future.append(last)
    switch last {
    case .added: visible.removeLast()
    case .removed(let removals):
      for removal in removals { visible.insert(removal.stroke, at: removal.position) }
    }
  }

  /// Makes the change again that was taken back last, if there is one.
  mutating func redo() {
    guard let next = future.popLast() else { return }
    past.append(next)
    perform(next)
  }

  /// Makes a new change; what had been taken back before it can't be made again any more.
  private mutating func make(_ change: Change) {
    past.append(change)
    future.removeAll()
    perform(change)
  }

  private mutating func perform(_ change: Change) {
    switch change {
    case .added(let stroke): visible.append(stroke)
    case .removed(let removals):
      let gone = Set(removals.map(\.stroke))
      visible.removeAll { gone.contains($0) }
    }
  }
}
