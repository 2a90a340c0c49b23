/// An axis-aligned box with whole coordinates; boxes that touch overlap. Flat boxes leave z at zero.
struct LatticeBox {
  var lower: SIMD3<Int32>
  var upper: SIMD3<Int32>

  /// A box that overlaps none.
  static let none = LatticeBox(lower: SIMD3(repeating: .max), upper: SIMD3(repeating: .min))

  init(lower: SIMD3<Int32>, upper: SIMD3<Int32>) {
    self.lower = lower
    self.upper = upper
  }

  @inline(__always)
  func overlaps(_ other: LatticeBox) -> Bool {
    lower.x <= other.upper.x && other.lower.x <= upper.x && lower.y <= other.upper.y
      && other.lower.y <= upper.y && lower.z <= other.upper.z && other.lower.z <= upper.z
  }

  @inline(__always)
  func union(_ other: LatticeBox) -> LatticeBox {
    LatticeBox(
      lower: pointwiseMin(lower, other.lower), upper: pointwiseMax(upper, other.upper))
  }
}

/// A complete binary tree over boxes in Morton order, to find the pairs that overlap.
///
/// - Complexity: O(n) to build beside a radix sort; queries take O(log n + hits) for boxes of like size.
struct BoxTree {
  private static let leafSize = 4

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
    boxes = (0..<places).map { $0 < count ? itemBoxes[Int(order[$0].index)] : .none }
    items = (0..<places).map { $0 < count ? order[$0].index : -1 }
    var nodes = [LatticeBox](repeating: .none, count: 2 * leafCount)
    for leaf in 0..<leafCount {
      var box = LatticeBox.none
      for place in leaf * Self.leafSize..<(leaf + 1) * Self.leafSize { box = box.union(boxes[place]) }
      nodes[leafCount + leaf] = box
    }
    for node in stride(from: leafCount - 1, to: 0, by: -1) {
      nodes[node] = nodes[2 * node].union(nodes[2 * node + 1])
    }
    self.nodes = nodes
    self.leafCount = leafCount
  }

  /// Calls `body` once for every two items whose boxes overlap or touch, in an order that the boxes alone decide.
  @inline(__always)
  func forEachOverlappingPair(_ body: (Int, Int) -> Void) {
    boxes.withUnsafeBufferPointer { boxes in
      items.withUnsafeBufferPointer { items in
        nodes.withUnsafeBufferPointer { nodes in
          var stack: [(UInt32, UInt32)] = [(1, 1)]
          while let (a, b) = stack.popLast() {
            if a == b {
              if Int(a) >= leafCount {
                let start = (Int(a) - leafCount) * Self.leafSize
                for first in start..<start + Self.leafSize {
                  for second in first + 1..<start + Self.leafSize where boxes[first].overlaps(boxes[second]) {
                    body(Int(items[first]), Int(items[second]))
                  }
                }
              } else {
                stack.append((2 * a, 2 * a + 1))
                stack.append((2 * a + 1, 2 * a + 1))
                stack.append((2 * a, 2 * a))
              }
              continue
            }
            guard nodes[Int(a)].overlaps(nodes[Int(b)]) else { continue }
            if Int(a) >= leafCount {
              let (startA, startB) = ((Int(a) - leafCount) * Self.leafSize, (Int(b) - leafCount) * Self.leafSize)
              for first in startA..<startA + Self.leafSize where boxes[first].overlaps(nodes[Int(b)]) {
                for second in startB..<startB + Self.leafSize where boxes[first].overlaps(boxes[second]) {
                  body(Int(items[first]), Int(items[second]))
                }
              }
            } else {
              stack.append((2 * a + 1, 2 * b + 1))
              stack.append((2 * a + 1, 2 * b))
              stack.append((2 * a, 2 * b + 1))
              stack.append((2 * a, 2 * b))
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
  private static func mortonOrder(_ boxes: [LatticeBox]) -> [KeyedIndex] {
    let bounds = boxes.reduce(LatticeBox.none) { $0.union($1) }
    guard !boxes.isEmpty else { return [] }
    let lower = SIMD3<Int64>(truncatingIfNeeded: bounds.lower)
    let extent = SIMD3<Int64>(truncatingIfNeeded: bounds.upper) &- lower
    // Each axis keeps its highest bits; cells are cubes, so that all axes lose the same number.
    let bits = 64 - max(extent.x, extent.y, extent.z).leadingZeroBitCount
    let isFlat = extent.z == 0
    let kept = min(bits, isFlat ? 16 : 11)
    let shift = Int64(bits - kept + 1)
    var order = [KeyedIndex]()
    order.reserveCapacity(boxes.count)
    for (index, box) in boxes.enumerated() {
      // Twice the centre, hence the one in the shift.
      let centre =
        (SIMD3<Int64>(truncatingIfNeeded: box.lower) &+ SIMD3<Int64>(truncatingIfNeeded: box.upper)
        &- lower &- lower) &>> SIMD3(repeating: shift)
      let (x, y, z) = (UInt64(centre.x), UInt64(centre.y), UInt64(centre.z))
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
