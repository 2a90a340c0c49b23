/// Which strokes are visible, and how that came about: every change can be taken back and made again.
struct EditHistory: Sendable {
  /// Numbers of the visible strokes, in the order of drawing.
  private(set) var visible: [Int] = []
  private var past: [[Int]] = []
  private var future: [[Int]] = []

  /// Makes a change; what had been taken back before it can't be made again any more.
  mutating func change(_ body: (inout [Int]) -> Void) {
    past.append(visible)
    future.removeAll()
    body(&visible)
  }

  /// Takes the last change back, if there is one.
  mutating func undo() {
    guard let last = past.popLast() else { return }
    future.append(visible)
    visible = last
  }

  /// Makes the change again that was taken back last, if there is one.
  mutating func redo() {
    guard let next = future.popLast() else { return }
    past.append(visible)
    visible = next
  }
}
