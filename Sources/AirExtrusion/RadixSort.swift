/// Values with the keys by which they are sorted.
struct KeyedIndex {
  var key: UInt64
  var index: Int32
}

/// Sorts by key, stable, least significant digit first.
///
/// - Parameter keyBits: how many low bits of the keys are in use.
/// - Complexity: O(n · keyBits / 11), or a quarter more for few items.
func radixSort(_ items: inout [KeyedIndex], keyBits: Int) {
  let count = items.count
  // Counters that are many beside the items cost more than a pass more over these.
  let digitBits = count < 4096 ? 8 : 11
  if count < 64 {
    items.withUnsafeMutableBufferPointer { insertionSort($0) { $0.key } }
    return
  }
  var spare = [KeyedIndex](unsafeUninitializedCapacity: count) { buffer, initialized in
    buffer.initialize(repeating: KeyedIndex(key: 0, index: 0))
    initialized = count
  }
  var offsets = [Int](repeating: 0, count: 1 << digitBits)
  var shift = 0
  while shift < keyBits {
    let bits = min(digitBits, keyBits - shift)
    let mask = (UInt64(1) << UInt64(bits)) - 1
    items.withUnsafeBufferPointer { source in
      spare.withUnsafeMutableBufferPointer { target in
        offsets.withUnsafeMutableBufferPointer { offsets in
          offsets.update(repeating: 0)
          for item in source { offsets[Int((item.key >> UInt64(shift)) & mask)] &+= 1 }
          var sum = 0
          for digit in 0...Int(mask) {
            let size = offsets[digit]
            offsets[digit] = sum
            sum &+= size
          }
          for item in source {
            let digit = Int((item.key >> UInt64(shift)) & mask)
            target[offsets[digit]] = item
            offsets[digit] &+= 1
          }
        }
      }
    }
    swap(&items, &spare)
    shift += digitBits
  }
}

/// Sorts by key in place, stable; for short runs.
@inline(__always)
func insertionSort<Item>(_ items: UnsafeMutableBufferPointer<Item>, by key: (Item) -> some Comparable) {
  var end = 1
  while end < items.count {
    let item = items[end]
    var place = end
    while place > 0, key(items[place - 1]) > key(item) {
      items[place] = items[place - 1]
      place -= 1
    }
    items[place] = item
    end += 1
  }
}
