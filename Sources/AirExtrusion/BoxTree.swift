/// An axis-aligned box with whole coordinates of at most 30 bits; boxes that touch overlap. Flat boxes leave z at zero.
struct LatticeBox {
  var lowerX: Int32
  var lowerY: Int32
  var lowerZ: Int32
  var upperX: Int32
  var upperY: Int32
  var upperZ: Int32

  /// A box that overlaps none.
  static let none = LatticeBox(
    lowerX: 1 << 30, lowerY: 1 << 30, lowerZ: 1 << 30, upperX: -1 << 30, upperY: -1 << 30, upperZ: -1 << 30)

  /// The smallest flat box around two points.
  @inline(__always)
  static func around(_ a: LatticePoint, _ b: LatticePoint) -> LatticeBox {
    LatticeBox(
      lowerX: min(a.x, b.x), lowerY: min(a.y, b.y), lowerZ: 0, upperX: max(a.x, b.x), upperY: max(a.y, b.y),
      upperZ: 0)
  }

  /// A flat box with so much more on each side.
  @inline(__always)
  func widened(by margin: Int32) -> LatticeBox {
    LatticeBox(
      lowerX: lowerX &- margin, lowerY: lowerY &- margin, lowerZ: lowerZ, upperX: upperX &+ margin,
      upperY: upperY &+ margin, upperZ: upperZ)
  }

  @inline(__always)
  func overlaps(_ other: LatticeBox) -> Bool {
    // One branch on the signs of all differences: which of them is negative is anyone's guess.
    let x = (other.upperX &- lowerX) | (upperX &- other.lowerX)
    let y = (other.upperY &- lowerY) | (upperY &- other.lowerY)
    let z = (other.upperZ &- lowerZ) | (upperZ &- other.lowerZ)
    return x | y | z >= 0
  }

  @inline(__always)
  func union(_ other: LatticeBox) -> LatticeBox {
    LatticeBox(
      lowerX: min(lowerX, other.lowerX), lowerY: min(lowerY, other.lowerY), lowerZ: min(lowerZ, other.lowerZ),
      upperX: max(upperX, other.upperX), upperY: max(upperY, other.upperY), upperZ: max(upperZ, other.upperZ))
  }
}

/// A complete binary tree over boxes in Morton order, to find the pairs that overlap.
///
/// - Complexity: O(n) to build beside a radix sort; queries take O(log n + hits) for boxes of like size.
struct BoxTree {
  private static let leafSize = 4
  /// More levels than a tree of 2³² items has.
  private static let largestDepth = 32

  /// The items' boxes in tree order, filled up to whole leaves with boxes that overlap none.
  private let boxes: [LatticeBox]
  /// The item at each place of `boxes`; −1 for filling.
  private let items: [Int32]
  /// Nodes from the root at 1; the children of node i are 2i and 2i + 1.
  private let nodes: [LatticeBox]
  /// Number of leaves, a power of two; leaf k is node `leafCount` + k.
  private let leafCount: Int

  init(_ itemBoxes: [LatticeBox]) {
    let count = itemBoxes.count
    let order = Self.mortonOrder(itemBoxes)
    var leafCount = 1
    while leafCount * Self.leafSize < count { leafCount *= 2 }
    let places = leafCount * Self.leafSize
    var boxes = [LatticeBox](repeating: .none, count: places)
    var items = [Int32](repeating: -1, count: places)
    for place in 0..<count {
      items[place] = order[place].index
      boxes[place] = itemBoxes[Int(order[place].index)]
    }
    var nodes = [LatticeBox](repeating: .none, count: 2 * leafCount)
    for leaf in 0..<leafCount {
      var box = LatticeBox.none
      for place in leaf * Self.leafSize..<(leaf + 1) * Self.leafSize { box = box.union(boxes[place]) }
      nodes[leafCount + leaf] = box
    }
    for node in stride(from: leafCount - 1, to: 0, by: -1) {
      nodes[node] = nodes[2 * node].union(nodes[2 * node + 1])
    }
    (self.boxes, self.items, self.nodes, self.leafCount) = (boxes, items, nodes, leafCount)
  }

  /// Calls `body` once for every two items whose boxes overlap or touch, in an order that the boxes alone decide.
  @inline(__always)
  func forEachOverlappingPair(_ body: (Int, Int) -> Void) {
    boxes.withUnsafeBufferPointer { boxes in
      items.withUnsafeBufferPointer { items in
        nodes.withUnsafeBufferPointer { nodes in
          // A visit leaves at most three visits more than it found on the stack, a level deeper each.
          withUnsafeTemporaryAllocation(of: (Int, Int).self, capacity: 3 * Self.largestDepth + 1) { stack in
            stack.initializeElement(at: 0, to: (1, 1))
            var height = 1
            while height > 0 {
              height &-= 1
              let (a, b) = stack[height]
              guard nodes[a].overlaps(nodes[b]) else { continue }
              if a >= leafCount {
                let (startA, startB) = ((a &- leafCount) &* Self.leafSize, (b &- leafCount) &* Self.leafSize)
                for first in startA..<startA &+ Self.leafSize where a == b || boxes[first].overlaps(nodes[b])
                {
                  for second in (a == b ? first &+ 1 : startB)..<startB &+ Self.leafSize
                  where boxes[first].overlaps(boxes[second]) {
                    body(Int(items[first]), Int(items[second]))
                  }
                }
              } else {
                stack.initializeElement(at: height, to: (2 &* a &+ 1, 2 &* b &+ 1))
                stack.initializeElement(at: height &+ 1, to: (2 &* a, 2 &* b &+ 1))
                stack.initializeElement(at: height &+ 2, to: (2 &* a, 2 &* b))
                height &+= 3
                if a != b {
                  stack.initializeElement(at: height, to: (2 &* a &+ 1, 2 &* b))
                  height &+= 1
                }
              }
            }
          }
        }
      }
    }
  }

  /// Calls `body` for every item whose box overlaps or touches `box`.
  @inline(__always)
  func forEachItem(overlapping box: LatticeBox, _ body: (Int) -> Void) {
    boxes.withUnsafeBufferPointer { boxes in
      items.withUnsafeBufferPointer { items in
        nodes.withUnsafeBufferPointer { nodes in
          // Depth-first without a stack: after a subtree, go up while at a right child, then to the sibling.
          var node = 1
          while true {
            if nodes[node].overlaps(box) {
              if node < leafCount {
                node *= 2
                continue
              }
              let start = (node - leafCount) * Self.leafSize
              for place in start..<start + Self.leafSize where boxes[place].overlaps(box) {
                body(Int(items[place]))
              }
            }
            while node & 1 == 1 {
              if node == 1 { return }
              node >>= 1
            }
            node += 1
          }
        }
      }
    }
  }

  /// Items sorted along a Morton curve through the boxes' centres (G. M. Morton, IBM, 1966).
  static func mortonOrder(_ boxes: [LatticeBox]) -> [KeyedIndex] {
    var bounds = LatticeBox.none
    for box in boxes { bounds = bounds.union(box) }
    guard !boxes.isEmpty else { return [] }
    // Each axis keeps its highest bits; cells are cubes, so that all axes lose the same number.
    let extent = max(
      Int64(bounds.upperX) - Int64(bounds.lowerX), Int64(bounds.upperY) - Int64(bounds.lowerY),
      Int64(bounds.upperZ) - Int64(bounds.lowerZ))
    let bits = 64 - extent.leadingZeroBitCount
    let isFlat = bounds.lowerZ == bounds.upperZ
    let kept = min(bits, isFlat ? 16 : 11)
    let shift = Int64(bits - kept + 1)
    /// Twice the offset of a box's centre, hence the one in the shift.
    func cell(_ lower: Int32, _ upper: Int32, _ lowest: Int32) -> UInt64 {
      UInt64(truncatingIfNeeded: (Int64(lower) &+ Int64(upper) &- 2 &* Int64(lowest)) &>> shift)
    }
    var order = [KeyedIndex]()
    order.reserveCapacity(boxes.count)
    for (index, box) in boxes.enumerated() {
      let x = cell(box.lowerX, box.upperX, bounds.lowerX)
      let y = cell(box.lowerY, box.upperY, bounds.lowerY)
      let z = cell(box.lowerZ, box.upperZ, bounds.lowerZ)
      let key = isFlat ? spread2(x) | spread2(y) << 1 : spread3(x) | spread3(y) << 1 | spread3(z) << 2
      order.append(KeyedIndex(key: key, index: Int32(index)))
    }
    radixSort(&order, keyBits: kept * (isFlat ? 2 : 3))
    return order
  }

  /// Puts a zero bit after each of the low 16 bits.
  private static func spread2(_ value: UInt64) -> UInt64 {
    var v = value
    v = (v | v << 8) & 0x00FF_00FF
    v = (v | v << 4) & 0x0F0F_0F0F
    v = (v | v << 2) & 0x3333_3333
    return (v | v << 1) & 0x5555_5555
  }

  /// Puts two zero bits after each of the low 11 bits.
  private static func spread3(_ value: UInt64) -> UInt64 {
    var v = value
    v = (v | v << 32) & 0x1F_0000_0000_FFFF
    v = (v | v << 16) & 0x1F_0000_FF00_00FF
    v = (v | v << 8) & 0x100F_00F0_0F00_F00F
    v = (v | v << 4) & 0x10C3_0C30_C30C_30C3
    return (v | v << 2) & 0x1249_2492_4924_9249
  }
}
