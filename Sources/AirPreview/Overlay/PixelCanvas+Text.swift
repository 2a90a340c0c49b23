import AirCapture
import AirGeometry
import CVision

/// How text looks on a picture.
struct TextStyle: Hashable {
  /// Height of the capital letters in pixels.
  var capHeight: Double

  /// - Parameter colour: red, green and blue from 0 to 1.
  fileprivate func raw(_ colour: SIMD3<Double> = SIMD3()) -> airvision_text_style {
    let bytes = (colour * 255).rounded(.toNearestOrAwayFromZero)
    return airvision_text_style(
      cap_height: capHeight, thickness: Int32(max(1, (capHeight / 12).rounded())), blue: UInt8(bytes.z),
      green: UInt8(bytes.y), red: UInt8(bytes.x))
  }

  /// How much room text takes in pixels.
  func width(of text: String) -> Double {
    var (width, descent): (Int32, Int32) = (0, 0)
    _ = airvision_measure_text(text, raw(), &width, &descent)
    return Double(width)
  }
}

extension PixelCanvas {
  /// Draws ASCII text whose letters stand on a line that begins at a place.
  mutating func text(
    _ text: String, at place: SIMD2<Double>, _ style: TextStyle, _ colour: SIMD3<Double>
  ) {
    let size = self.size
    guard place.x.isFinite, place.y.isFinite, abs(place.x) < 1e6, abs(place.y) < 1e6 else { return }
    withBytes { bytes in
      guard let start = bytes.baseAddress else { return }
      // What OpenCV refuses is left out: a film without a word is better than none.
      _ = airvision_draw_text(
        start, Int32(size.width), Int32(size.height), 3 * size.width, text, Int32(place.x.rounded()),
        Int32(place.y.rounded()), style.raw(colour))
    }
  }

  /// Draws text on a dark plate whose top left corner is at a place, and tells how large the plate is.
  @discardableResult
  mutating func plate(_ text: String, at corner: SIMD2<Double>, _ style: TextStyle, _ colour: SIMD3<Double>)
    -> SIMD2<Double>
  {
    let margin = 0.55 * style.capHeight
    let size = SIMD2(style.width(of: text) + 2 * margin, style.capHeight + 2 * margin)
    let (left, top) = (Int(corner.x.rounded()), Int(corner.y.rounded()))
    fill(
      columns: left..<left + Int(size.x.rounded()), rows: top..<top + Int(size.y.rounded()),
      SIMD3(0.05, 0.06, 0.08),
      opacity: 0.62)
    self.text(text, at: corner + SIMD2(margin, margin + style.capHeight), style, colour)
    return size
  }
}
