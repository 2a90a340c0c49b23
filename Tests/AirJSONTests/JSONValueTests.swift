import AirJSON
import AirTestSupport
import Foundation
import Testing

@Suite struct JSONValueTests {
  @Test("fields keep their order and strings are escaped as JSON asks")
  func text() {
    var object: JSONValue = ["b": 1, "a": [true, .number(.nan), "é\"\\\n\u{1}"]]
    object["c"] = [:]
    #expect(object.text == #"{"b":1,"a":[true,null,"é\"\\\n\u0001"],"c":{}}"#)
    object["a"] = nil
    object["b"] = 2.5
    #expect(object.text == #"{"b":2.5,"c":{}}"#)
    #expect(object.indentedText == "{\n  \"b\": 2.5,\n  \"c\": {}\n}\n")
  }

  @Test("every number reads back equal", arguments: 1...4)
  func numbers(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    for _ in 0..<1000 {
      let number = Double(bitPattern: random.next())
      guard number.isFinite else { continue }
      let text = JSONValue([number]).text
      #expect(try JSONDecoder().decode([Double].self, from: Data(text.utf8)) == [number], "\(text)")
      let own = try JSONValue(parsing: text.utf8)
      #expect(own.arrayValue?.first?.doubleValue == number, "\(text)")
    }
  }

  @Test(
    "what is no JSON is refused", arguments: ["", "{", "[1 2]", "nul", "{\"a\":NaN}", "1 2", "{\"a\":1e999}"])
  func refusals(text: String) {
    #expect(throws: JSONError.self) { try JSONValue(parsing: text.utf8) }
  }
}
