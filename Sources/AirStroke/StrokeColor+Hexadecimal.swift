extension StrokeColor {
  /// The colour as in web pages, for example `#1f6feb`.
  public var hexadecimal: String {
    "#" + [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// Reads a colour as in web pages: `#rrggbb`, the sign optional; nil for anything else.
  public init?(hexadecimal text: String) {
    let digits = text.hasPrefix("#") ? text.dropFirst() : text[...]
    guard digits.count == 6, digits.allSatisfy(\.isHexDigit), let number = UInt32(digits, radix: 16) else {
      return nil
    }
    self.init(
      red: UInt8(number >> 16), green: UInt8((number >> 8) & 0xff), blue: UInt8(number & 0xff))
  }
}
