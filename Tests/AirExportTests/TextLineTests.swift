import AirExport
import AirTestSupport
import Testing

@Suite struct TextLineTests {
  private func text(_ count: Int, _ fill: (inout TextLine, Int) -> Void) throws -> [Substring] {
    let output = FileOutput(expectedByteCount: 1 << 20)
    try output.appendLines(0..<count, fill)
    return String(decoding: output.bytes, as: UTF8.self).split(separator: "\n")
  }

  @Test("whole numbers of every length are written as they are")
  func wholeNumbers() throws {
    var numbers: [UInt64] = [0, UInt64.max]
    var power: UInt64 = 1
    for _ in 0..<19 {
      power *= 10
      numbers += [power - 1, power, power + 1, power / 7]
    }
    #expect(try text(numbers.count) { $0.append(numbers[$1]) } == numbers.map { "\($0)" })
  }

  @Test("floats of every size below one read back to the same bits, by hardly more digits than are needed")
  func floats() throws {
    let seed: UInt64 = 20
    var random = SeededGenerator(seed: seed)
    var floats: [Float] = [0, 1, -1, 0.1, -0.1, 0.99999994, 0x1p-14, 0x1.fffffep-27, 1e-9, 2.5, -3e20, .pi]
    for negativeExponent in 0...30 {
      for _ in 0..<2000 {
        floats.append(
          Float(sign: .plus, exponent: -negativeExponent, significand: .random(in: -2...2, using: &random)))
      }
    }
    let lines = try text(floats.count) { $0.append(shortest: floats[$1]) }
    #expect(lines.count == floats.count)
    var longer = 0
    for (float, line) in zip(floats, lines) {
      #expect(Float(line)?.bitPattern == float.bitPattern, "\(float) is written as \(line), seed \(seed)")
      if significantDigits(line) > significantDigits(float.description[...]) { longer += 1 }
    }
    #expect(longer * 1000 < floats.count)
  }

  private func significantDigits(_ text: Substring) -> Int {
    var digits = text.prefix { $0 != "e" }.filter(\.isNumber).drop { $0 == "0" }
    while digits.last == "0" { digits.removeLast() }
    return digits.count
  }
}
