/// True when `first` comes before `second` as people sort file names: runs of digits compare as numbers, so
/// `frame9.png` comes before `frame10.png`. Names that differ only in leading zeros follow their bytes, so the order is
/// total.
package func naturallyPrecedes(_ first: String, _ second: String) -> Bool {
  let a = Array(first.utf8)
  let b = Array(second.utf8)
  var i = 0
  var j = 0
  while i < a.count, j < b.count {
    if isDigit(a[i]), isDigit(b[j]) {
      let left = digitRun(a, from: &i)
      let right = digitRun(b, from: &j)
      if left.count != right.count { return left.count < right.count }
      if left != right { return left.lexicographicallyPrecedes(right) }
    } else {
      if a[i] != b[j] { return a[i] < b[j] }
      i += 1
      j += 1
    }
  }
  if i < a.count || j < b.count { return j < b.count }
  return a.lexicographicallyPrecedes(b)
}

private func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

/// The digits from `start` on without leading zeros; `start` moves behind them.
private func digitRun(_ bytes: [UInt8], from start: inout Int) -> ArraySlice<UInt8> {
  let end = bytes[start...].firstIndex { !isDigit($0) } ?? bytes.count
  defer { start = end }
  return bytes[start..<end].drop { $0 == UInt8(ascii: "0") }
}
