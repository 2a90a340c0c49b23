import AirCapture
import AirGeometry
import AirJSON
import AirTracking

/// Shows what the tracker of one target sees: its search region in grey, its best match outlined, and the match value
/// of the frame beside the threshold.
package struct HelperPane {
  private let number: Int
  private let isNamed: Bool
  /// The last values and thresholds; nil for frames without a match.
  private var history: [(value: Double, threshold: Double)?] = []

  /// So many frames are shown in the curve.
  private static let historyLength = 120
  private static let paper = SIMD3(0.07, 0.08, 0.1)
  private static let rule = SIMD3(0.3, 0.33, 0.38)

  /// - Parameters:
  ///   - number: the target's number.
  ///   - isNamed: whether the number is told.
  init(number: Int, isNamed: Bool) {
    self.number = number
    self.isNamed = isNamed
  }

  /// Draws the pane for a frame.
  ///
  /// - Parameters:
  ///   - observation: what was said of the target; nil when it did not come yet.
  ///   - image: the frame, without anything drawn on it.
  ///   - columns: the pane's columns.
  ///   - rows: its rows.
  mutating func draw(
    _ observation: TrackObservation?, of image: PixelImage, on canvas: inout PixelCanvas,
    columns: Range<Int>, rows: Range<Int>
  ) {
    history.append(observation?.match.map { ($0.value, $0.threshold) })
    if history.count > Self.historyLength { history.removeFirst() }
    canvas.fill(columns: columns, rows: rows, Self.paper)
    let unit = Double(columns.count) / 320
    let style = TextStyle(capHeight: max(6, (13 * unit).rounded()))
    let margin = 8 * unit
    let (left, bottom) = (Double(columns.lowerBound) + margin, Double(rows.upperBound) - margin)
    let lineHeight = 2 * style.capHeight

    canvas.text(
      (isNamed ? "\(number)  " : "") + OverlayText.state(of: observation),
      at: SIMD2(left, Double(rows.lowerBound) + margin + style.capHeight), style,
      OverlayColours.state(of: observation))
    let numbers = Self.numbers(observation)
    canvas.text(numbers.threshold, at: SIMD2(left, bottom), style, OverlayColours.doubtful)
    canvas.text(numbers.match, at: SIMD2(left, bottom - lineHeight), style, Self.colour(of: observation))

    let curveBottom = bottom - 2.2 * lineHeight
    let curveTop = curveBottom - 44 * unit
    drawHistory(
      on: &canvas, from: SIMD2(left, curveTop),
      to: SIMD2(Double(columns.upperBound) - margin, curveBottom), unit)
    let top = rows.lowerBound + Int(margin + lineHeight)
    drawRegion(
      observation, of: image, on: &canvas,
      columns: columns.lowerBound + Int(margin)..<columns.upperBound - Int(margin),
      rows: top..<max(top + 1, Int(curveTop - margin)), unit)
  }

  /// For example `match 0.873` and `threshold 0.300`.
  package static func numbers(_ observation: TrackObservation?) -> (match: String, threshold: String) {
    guard let match = observation?.match else {
      return (observation?.state == .seeded ? "named in this frame" : "no match yet", "")
    }
    return (
      "match \(decimal(match.value, places: 3))",
      "threshold \(decimal(match.threshold, places: 3))"
    )
  }

  /// Green where the best match was good enough, else red.
  private static func colour(of observation: TrackObservation?) -> SIMD3<Double> {
    guard let match = observation?.match else { return OverlayColours.waiting }
    return match.value >= match.threshold ? OverlayColours.sure : OverlayColours.lost
  }

  /// The searched region in grey, as large as it fits, with the best match in it.
  private func drawRegion(
    _ observation: TrackObservation?, of image: PixelImage, on canvas: inout PixelCanvas,
    columns: Range<Int>, rows: Range<Int>, _ unit: Double
  ) {
    let whole = ImageBox(x: 0, y: 0, width: Double(image.size.width), height: Double(image.size.height))
    let seeded = observation?.box.map {
      ImageBox(center: $0.center, width: 3 * $0.width, height: 3 * $0.height)
    }
    let region =
      (observation?.match?.searchedRegion ?? seeded ?? whole).intersection(whole) ?? whole
    let scale = min(Double(columns.count) / region.width, Double(rows.count) / region.height)
    let size = (Int((region.width * scale).rounded()), Int((region.height * scale).rounded()))
    let corner = (
      columns.lowerBound + (columns.count - size.0) / 2, rows.lowerBound + (rows.count - size.1) / 2
    )
    image.drawGrey(
      region, on: &canvas, columns: corner.0..<corner.0 + size.0, rows: corner.1..<corner.1 + size.1)
    func place(_ x: Double, _ y: Double) -> SIMD2<Double> {
      SIMD2(Double(corner.0) + (x - region.x) * scale - 0.5, Double(corner.1) + (y - region.y) * scale - 0.5)
    }
    guard let box = observation?.match?.bestBox ?? observation?.box else { return }
    canvas.outline(
      [
        place(box.x, box.y), place(box.x + box.width, box.y),
        place(box.x + box.width, box.y + box.height), place(box.x, box.y + box.height),
      ], width: 2 * unit,
      colour: observation?.match == nil ? OverlayColours.sure : Self.colour(of: observation))
  }

  /// The values of the last frames and the threshold, from 0 at the bottom to 1 at the top.
  private func drawHistory(
    on canvas: inout PixelCanvas, from corner: SIMD2<Double>, to end: SIMD2<Double>, _ unit: Double
  ) {
    func place(_ index: Int, _ value: Double) -> SIMD2<Double> {
      let share = Double(index) / Double(Self.historyLength - 1)
      return SIMD2(corner.x + (end.x - corner.x) * share, end.y + (corner.y - end.y) * min(1, max(0, value)))
    }
    for value in [0.0, 1] {
      canvas.line(
        from: place(0, value), to: place(Self.historyLength - 1, value), width: unit, colour: Self.rule)
    }
    for index in history.indices.dropFirst() {
      guard let a = history[index - 1], let b = history[index] else { continue }
      canvas.line(
        from: place(index - 1, a.threshold), to: place(index, b.threshold), width: unit,
        colour: OverlayColours.doubtful)
      canvas.line(
        from: place(index - 1, a.value), to: place(index, b.value), width: 1.6 * unit,
        colour: b.value >= b.threshold ? OverlayColours.sure : OverlayColours.lost)
    }
  }
}

extension PixelImage {
  /// Draws a part of the picture in grey, enlarged or shrunk to some pixels; what lies beyond the picture stays dark.
  fileprivate func drawGrey(
    _ region: ImageBox, on canvas: inout PixelCanvas, columns: Range<Int>, rows: Range<Int>
  ) {
    let (width, target) = (size.width, canvas.size)
    let step = (region.width / Double(columns.count), region.height / Double(rows.count))
    let bytesPerPixel = format.bytesPerPixel
    bytes.withUnsafeBufferPointer { source in
      // Luma by the weights of Rec. ITU-R BT.601-7, 2.5.1, as the tracker sees it.
      func grey(_ x: Int, _ y: Int) -> Float {
        let start = y * bytesPerRow + x * bytesPerPixel
        guard bytesPerPixel == 3 else { return Float(source[start]) }
        return 0.114 * Float(source[start]) + 0.587 * Float(source[start + 1]) + 0.299
          * Float(source[start + 2])
      }
      canvas.withBytes { bytes in
        for row in rows.clamped(to: 0..<target.height) {
          let y = region.y - 0.5 + (Double(row - rows.lowerBound) + 0.5) * step.1
          guard y >= 0, y <= Double(size.height - 1) else { continue }
          let (above, below) = (Int(y), min(Int(y) + 1, size.height - 1))
          let fy = Float(y - Double(above))
          for column in columns.clamped(to: 0..<target.width) {
            let x = region.x - 0.5 + (Double(column - columns.lowerBound) + 0.5) * step.0
            guard x >= 0, x <= Double(width - 1) else { continue }
            let (left, right) = (Int(x), min(Int(x) + 1, width - 1))
            let fx = Float(x - Double(left))
            let near = grey(left, above) * (1 - fx) + grey(right, above) * fx
            let far = grey(left, below) * (1 - fx) + grey(right, below) * fx
            let value = UInt8((near * (1 - fy) + far * fy).rounded())
            let place = 3 * (row * target.width + column)
            (bytes[place], bytes[place + 1], bytes[place + 2]) = (value, value, value)
          }
        }
      }
    }
  }
}
