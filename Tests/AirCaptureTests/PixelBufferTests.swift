import AirCapture
import AirGeometry
import AirTestSupport
import Testing

@Suite struct PixelBufferTests {
  /// 100 % colour bars: Y, Cb, Cr of 8-bit BT.601 in video range as published (for example in Rec. ITU-R BT.801-1),
  /// with the blue, green, red they stand for.
  private static let colourBars: [(yCbCr: (UInt8, UInt8, UInt8), bgr: [UInt8])] = [
    ((235, 128, 128), [255, 255, 255]), ((210, 16, 146), [0, 255, 255]), ((170, 166, 16), [255, 255, 0]),
    ((145, 54, 34), [0, 255, 0]), ((106, 202, 222), [255, 0, 255]), ((81, 90, 240), [0, 0, 255]),
    ((41, 240, 110), [255, 0, 0]), ((16, 128, 128), [0, 0, 0]),
  ]

  private static let yuvLayouts: [PixelBuffer.Layout] = [.nv12VideoRange, .nv12FullRange, .uyvy, .yuyv]

  /// A buffer whose pixels come from functions, with `padding` junk bytes behind each row.
  private func yuvBuffer(
    _ layout: PixelBuffer.Layout, width: Int, height: Int, padding: Int,
    weights: PixelBuffer.LumaWeights = .bt601, luma: (Int, Int) -> UInt8,
    chroma: (Int, Int) -> (UInt8, UInt8)
  ) throws -> PixelBuffer {
    let junk = [UInt8](repeating: 0xA5, count: padding)
    var first: [UInt8] = []
    var second: [UInt8] = []
    for y in 0..<height {
      switch layout {
      case .uyvy, .yuyv:
        for x in stride(from: 0, to: width, by: 2) {
          let (cb, cr) = chroma(x / 2, y)
          let (left, right) = (luma(x, y), x + 1 < width ? luma(x + 1, y) : 0)
          first += layout == .uyvy ? [cb, left, cr, right] : [left, cb, right, cr]
        }
      default:
        for x in 0..<width { first.append(luma(x, y)) }
        guard y % 2 == 0 else { break }
        for x in 0..<(width + 1) / 2 {
          let (cb, cr) = chroma(x, y / 2)
          second += [cb, cr]
        }
        second += junk
      }
      first += junk
    }
    let firstRow = first.count / height
    var planes = [PixelBuffer.Plane(bytes: first, bytesPerRow: firstRow)]
    if layout.planeCount == 2 {
      planes.append(PixelBuffer.Plane(bytes: second, bytesPerRow: (width + 1) / 2 * 2 + padding))
    }
    return try PixelBuffer(
      size: ImageSize(width: width, height: height), layout: layout, planes: planes, lumaWeights: weights)
  }

  @Test("the published colour bars of BT.601 become the colours they stand for", arguments: yuvLayouts)
  func colourBars(layout: PixelBuffer.Layout) throws {
    guard layout != .nv12FullRange else { return }
    for (yCbCr, bgr) in Self.colourBars {
      let buffer = try yuvBuffer(
        layout, width: 4, height: 2, padding: 0, luma: { _, _ in yCbCr.0 },
        chroma: { _, _ in (yCbCr.1, yCbCr.2) })
      let image = PixelImage(converting: buffer)
      // The published bytes are rounded, and a step of Cb is 2 steps of blue.
      for (seen, expected) in zip(image.pixel(3, 1), bgr) { #expect(abs(Int(seen) - Int(expected)) <= 2) }
    }
  }

  /// Blue, green, red by the equations of BT.601-7 (2.5.1–2.5.3) or BT.709-6 (3.2–3.4), unrounded.
  private func exact(
    y: UInt8, cb: UInt8, cr: UInt8, isFullRange: Bool, weights: PixelBuffer.LumaWeights
  ) -> [Double] {
    let (kr, kb) = weights == .bt601 ? (0.299, 0.114) : (0.2126, 0.0722)
    let luma = isFullRange ? Double(y) / 255 : (Double(y) - 16) / 219
    let blueDifference = (Double(cb) - 128) / (isFullRange ? 255 : 224)
    let redDifference = (Double(cr) - 128) / (isFullRange ? 255 : 224)
    let red = luma + redDifference * 2 * (1 - kr)
    let blue = luma + blueDifference * 2 * (1 - kb)
    let green = (luma - kr * red - kb * blue) / (1 - kr - kb)
    return [blue, green, red].map { min(max($0, 0), 1) * 255 }
  }

  @Test("random pixels follow the standards' equations to the nearest level, strides and odd sizes included")
  func equations() throws {
    let seed: UInt64 = 601
    var generator = SeededGenerator(seed: seed)
    for layout in Self.yuvLayouts {
      for (width, height, padding) in [(2, 2, 0), (7, 5, 3), (16, 4, 16), (33, 9, 1)] {
        for weights in [PixelBuffer.LumaWeights.bt601, .bt709] {
          let values = (0..<width * height).map { _ in UInt8.random(in: 0...255, using: &generator) }
          let chromas = (0..<width * height).map { _ in
            (UInt8.random(in: 0...255, using: &generator), UInt8.random(in: 0...255, using: &generator))
          }
          let halfWidth = (width + 1) / 2
          let buffer = try yuvBuffer(
            layout, width: width, height: height, padding: padding, weights: weights,
            luma: { values[$1 * width + $0] }, chroma: { chromas[$1 * halfWidth + $0] })
          let image = PixelImage(converting: buffer)
          let isBiplanar = layout.planeCount == 2
          for y in 0..<height {
            for x in 0..<width {
              let (cb, cr) = chromas[(isBiplanar ? y / 2 : y) * halfWidth + x / 2]
              let expected = exact(
                y: values[y * width + x], cb: cb, cr: cr, isFullRange: layout == .nv12FullRange,
                weights: weights)
              for (seen, expected) in zip(image.pixel(x, y), expected) {
                #expect(
                  abs(Double(seen) - expected) < 0.51, "seed \(seed) \(layout) \(width)×\(height) \((x, y))")
              }
            }
          }
        }
      }
    }
  }

  @Test("packed colours are put in order without a change")
  func packed() throws {
    let size = ImageSize(width: 2, height: 2)
    func image(_ layout: PixelBuffer.Layout, _ bytes: [UInt8], _ bytesPerRow: Int) throws -> [UInt8] {
      let plane = PixelBuffer.Plane(bytes: bytes, bytesPerRow: bytesPerRow)
      return PixelImage(converting: try PixelBuffer(size: size, layout: layout, planes: [plane])).bytes
    }
    let expected: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]
    #expect(
      try image(.bgra, [1, 2, 3, 255, 4, 5, 6, 0, 99, 7, 8, 9, 1, 10, 11, 12, 2], 9) == expected)
    #expect(try image(.rgb, [3, 2, 1, 6, 5, 4, 9, 8, 7, 12, 11, 10], 6) == expected)
    #expect(try image(.bgr, [1, 2, 3, 4, 5, 6, 0, 0, 7, 8, 9, 10, 11, 12], 8) == expected)
    #expect(try image(.grey, [5, 6, 0, 7, 8], 3) == [5, 5, 5, 6, 6, 6, 7, 7, 7, 8, 8, 8])
  }

  @Test("planes that do not hold the picture are refused", arguments: PixelBuffer.Layout.allCases)
  func unfit(layout: PixelBuffer.Layout) throws {
    let size = ImageSize(width: 5, height: 4)
    func make(_ size: ImageSize, _ planes: [PixelBuffer.Plane]) -> CaptureError? {
      captureError { _ = try PixelBuffer(size: size, layout: layout, planes: planes) }
    }
    let plane = PixelBuffer.Plane(bytes: [UInt8](repeating: 0, count: 80), bytesPerRow: 20)
    let planes = [PixelBuffer.Plane](repeating: plane, count: layout.planeCount)
    #expect(make(size, planes) == nil)
    #expect(make(size, planes + [plane]) != nil)
    #expect(make(ImageSize(width: 0, height: 4), planes) != nil)
    #expect(make(ImageSize(width: 500, height: 4), planes) != nil)
    #expect(make(ImageSize(width: 5, height: 9), planes) != nil)
    let negative = PixelBuffer.Plane(bytes: plane.bytes, bytesPerRow: -20)
    #expect(make(size, [PixelBuffer.Plane](repeating: negative, count: layout.planeCount)) != nil)
  }
}
