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

  @Test("objects keep the order of their fields, and every escape of RFC 8259 is read")
  func reading() throws {
    let text = #" {"b" : [ 1 , -2.5e-3 ,0, null ] , "a":{"é\u00e9\ud83d\ude00\n\/\"":true},"":[]} "#
    let value = try JSONValue(parsing: text.utf8)
    #expect(value.text == "{\"b\":[1,-0.0025,0,null],\"a\":{\"éé😀\\n/\\\"\":true},\"\":[]}")
    #expect(try JSONValue(parsing: value.text.utf8) == value)
    #expect(try JSONValue(parsing: [0xef, 0xbb, 0xbf] + Array("7".utf8)) == 7)
    // A sequence of bytes that is not one block of memory is read too.
    #expect(try JSONValue(parsing: Array("[1,2]".utf8).lazy.map { $0 }) == [1, 2])
  }

  @Test("decimals are read as the standard library reads them, in short and long forms", arguments: 1...3)
  func decimals(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    for _ in 0..<3000 {
      let digits = (0..<Int.random(in: 1...25, using: &random)).map { _ in
        String(Int.random(in: 0...9, using: &random))
      }.joined()
      let exponent = Int.random(in: -30...30, using: &random)
      let text = "-\(Int.random(in: 1...9, using: &random)).\(digits)e\(exponent)"
      #expect(try JSONValue(parsing: text.utf8).doubleValue == Double(text), "\(text)")
    }
  }

  @Test("512 levels are read, and deeper ones are refused, as deep as memory allows")
  func depth() throws {
    func nested(_ levels: Int) -> String {
      String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
    }
    #expect(try JSONValue(parsing: nested(512).utf8).text == nested(512))
    for levels in [513, 1_000_000] {
      let error = try #require(throws: JSONError.self) { try JSONValue(parsing: nested(levels).utf8) }
      #expect(error.description.contains("512 levels"))
    }
  }

  @Test("a fault is told with its line and column")
  func places() throws {
    let error = try #require(throws: JSONError.self) { try JSONValue(parsing: "{\n \"a\": [1,\n  x]}".utf8) }
    #expect(error.description == "there is no value at line 3, column 3")
  }

  @Test(
    "what is no JSON is refused",
    arguments: [
      "", "{", "[1 2]", "nul", "{\"a\":NaN}", "1 2", "{\"a\":1e999}", "[1,]", "{\"a\":1,}", "01", "-", "1.",
      ".5", "+1", "1e", "\"a", "\"\\x\"", "\"\\ud800\"", "[1]]", "\"\u{1}\"", "{a:1}", "tru", "\"\\u12g4\"",
    ])
  func refusals(text: String) {
    #expect(throws: JSONError.self) { try JSONValue(parsing: text.utf8) }
  }
}
