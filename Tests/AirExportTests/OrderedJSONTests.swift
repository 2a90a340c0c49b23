import AirExport
import AirTestSupport
import Foundation
import Testing

@Suite struct OrderedJSONTests {
  @Test("members keep their order, a key comes once, and strings are escaped as JSON asks")
  func text() {
    var object: OrderedJSON.Object = ["b": 1, "a": [true, nil_, "é\"\\\n\u{1}"], "b": 2.5]
    object["c"] = .object([:])
    #expect(OrderedJSON.object(object).text == #"{"b":2.5,"a":[true,null,"é\"\\\n\u0001"],"c":{}}"#)
    object["a"] = nil
    #expect(OrderedJSON.object(object).text == #"{"b":2.5,"c":{}}"#)
  }

  private var nil_: OrderedJSON { .number(.nan) }

  @Test("every number reads back to the same bits")
  func numbers() throws {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<2000 {
      let number = Double(bitPattern: random.next())
      guard number.isFinite else { continue }
      let text = OrderedJSON.array([.number(number)]).text
      let read = try JSONDecoder().decode([Double].self, from: Data(text.utf8))
      #expect(read == [number], "\(text)")
    }
  }
}
