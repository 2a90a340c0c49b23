/// A rectangle that lengths in per cent refer to, and the map of a view box into one (SVG 1.1, section 7.8).
struct SVGViewport {
  /// Width of the user space.
  var width: Double
  /// Height of the user space.
  var height: Double

  /// What 100 % of a length are that is neither along x nor y (SVG 1.1, section 7.10).
  var diagonal: Double { ((width * width + height * height) / 2).squareRoot() }

  /// A view box: left, top, width and height.
  struct ViewBox {
    var x: Double
    var y: Double
    var width: Double
    var height: Double

    init(parsing text: String) throws(ImportFault) {
      var scanner = SVGScanner(text)
      var numbers: [Double] = []
      scanner.skipSpace()
      while let number = scanner.number() {
        numbers.append(number)
        scanner.skipSeparator()
      }
      guard scanner.isAtEnd, numbers.count == 4, numbers[2] > 0, numbers[3] > 0 else {
        throw ImportFault("its viewBox “\(text)” must be four numbers, the last two positive")
      }
      (x, y, width, height) = (numbers[0], numbers[1], numbers[2], numbers[3])
    }
  }

  /// The map that lays a view box into this viewport.
  ///
  /// - Parameter alignment: the attribute `preserveAspectRatio`; in the middle and wholly in view unless told.
  func map(of box: ViewBox, alignment: String?) -> AffineMap {
    let words = alignment?.split(whereSeparator: \.isWhitespace).filter { $0 != "defer" } ?? []
    let align = words.first ?? "xMidYMid"
    var x = width / box.width
    var y = height / box.height
    if align != "none" {
      let both = words.dropFirst().first == "slice" ? max(x, y) : min(x, y)
      (x, y) = (both, both)
    }
    func share(_ low: String, _ high: String) -> Double {
      align.contains(low) || align == "none" ? 0 : align.contains(high) ? 1 : 0.5
    }
    let left = (width - box.width * x) * share("xMin", "xMax")
    let top = (height - box.height * y) * share("YMin", "YMax")
    return AffineMap(a: x, d: y, e: left - box.x * x, f: top - box.y * y)
  }
}
