import AirGeometry
import CMedia

/// A raw picture as a camera or another program hands it in.
public struct PixelBuffer: Sendable {
  /// How a buffer's bytes lie in memory.
  public enum Layout: String, CaseIterable, Hashable, Sendable {
    /// Four bytes a pixel: blue, green, red, alpha. Alpha is ignored.
    case bgra
    /// Three bytes a pixel: red, green, blue.
    case rgb
    /// Three bytes a pixel: blue, green, red.
    case bgr
    /// One byte a pixel.
    case grey
    /// A plane of Y in 16…235, then a plane of Cb, Cr pairs in 16…240 for 2 × 2 pixels each: NV12, `420v`.
    case nv12VideoRange
    /// The same planes with all values in 0…255: `420f`.
    case nv12FullRange
    /// Cb, Y, Cr, Y for two pixels, video range: UYVY, `2vuy`.
    case uyvy
    /// Y, Cb, Y, Cr for two pixels, video range: YUYV, YUY2, `yuvs`.
    case yuyv

    /// Number of planes.
    public var planeCount: Int { self == .nv12VideoRange || self == .nv12FullRange ? 2 : 1 }

    /// Bytes of a row that hold pixels.
    func minimumBytesPerRow(plane: Int, width: Int) -> Int {
      switch self {
      case .bgra: 4 * width
      case .rgb, .bgr: 3 * width
      case .grey: width
      case .nv12VideoRange, .nv12FullRange: plane == 0 ? width : (width + 1) / 2 * 2
      case .uyvy, .yuyv: (width + 1) / 2 * 4
      }
    }

    func rowCount(plane: Int, height: Int) -> Int { plane == 0 ? height : (height + 1) / 2 }

    var cLayout: airmedia_layout {
      switch self {
      case .bgra: AIRMEDIA_LAYOUT_BGRA
      case .rgb: AIRMEDIA_LAYOUT_RGB
      case .bgr: AIRMEDIA_LAYOUT_BGR
      case .grey: AIRMEDIA_LAYOUT_GREY
      case .nv12VideoRange, .nv12FullRange: AIRMEDIA_LAYOUT_NV12
      case .uyvy: AIRMEDIA_LAYOUT_UYVY
      case .yuyv: AIRMEDIA_LAYOUT_YUYV
      }
    }
  }

  /// The share of red and blue in luma.
  public enum LumaWeights: Hashable, Sendable {
    /// Rec. ITU-R BT.601-7, 2.5.1: 0.299 and 0.114.
    case bt601
    /// Rec. ITU-R BT.709-6, 3.2: 0.2126 and 0.0722.
    case bt709

    var redAndBlue: (red: Double, blue: Double) {
      switch self {
      case .bt601: (0.299, 0.114)
      case .bt709: (0.2126, 0.0722)
      }
    }
  }

  /// One plane: rows from top to bottom.
  public struct Plane: Sendable {
    /// All rows.
    public let bytes: [UInt8]
    /// Distance from one row's first byte to the next row's.
    public let bytesPerRow: Int

    /// Makes a plane; the last row may lack the bytes beyond its pixels.
    public init(bytes: [UInt8], bytesPerRow: Int) {
      self.bytes = bytes
      self.bytesPerRow = bytesPerRow
    }
  }

  /// Size in pixels.
  public let size: ImageSize
  /// How the bytes lie.
  public let layout: Layout
  /// The luma weights of Y, Cb, Cr layouts.
  public let lumaWeights: LumaWeights
  /// As many planes as the layout has.
  public let planes: [Plane]

  /// Makes a buffer.
  ///
  /// - Throws: `CaptureError.invalidPixelBuffer` when the size is not positive, or planes, rows or bytes are missing.
  public init(
    size: ImageSize, layout: Layout, planes: [Plane], lumaWeights: LumaWeights = .bt601
  ) throws(CaptureError) {
    guard size.width > 0, size.height > 0, size.width <= 1 << 20, size.height <= 1 << 20 else {
      throw .invalidPixelBuffer("its size \(size) is not a picture's")
    }
    guard planes.count == layout.planeCount else {
      throw .invalidPixelBuffer("\(layout.rawValue) has \(layout.planeCount) planes, not \(planes.count)")
    }
    for (index, plane) in planes.enumerated() {
      let row = layout.minimumBytesPerRow(plane: index, width: size.width)
      guard plane.bytesPerRow >= row else {
        throw .invalidPixelBuffer("a row of plane \(index) needs \(row) bytes, not \(plane.bytesPerRow)")
      }
      let rows = layout.rowCount(plane: index, height: size.height)
      let (before, overflow) = plane.bytesPerRow.multipliedReportingOverflow(by: rows - 1)
      guard !overflow, plane.bytes.count - row >= before else {
        throw .invalidPixelBuffer(
          "plane \(index) needs \(rows) rows of \(plane.bytesPerRow) bytes, but holds \(plane.bytes.count) bytes"
        )
      }
    }
    self.size = size
    self.layout = layout
    self.planes = planes
    self.lumaWeights = lumaWeights
  }
}

extension PixelImage {
  /// Converts a raw buffer to `.bgr8`, each value rounded from the exact equations of its standard.
  ///
  /// Each pixel takes the Cb and Cr of its own pair or block, without interpolation.
  public init(converting buffer: PixelBuffer) {
    let isBiplanar = buffer.planes.count > 1
    self = buffer.planes[0].bytes.withUnsafeBufferPointer { first in
      buffer.planes[isBiplanar ? 1 : 0].bytes.withUnsafeBufferPointer { second in
        PixelImage(
          size: buffer.size, layout: buffer.layout, lumaWeights: buffer.lumaWeights, first: first,
          firstBytesPerRow: buffer.planes[0].bytesPerRow, second: isBiplanar ? second : nil,
          secondBytesPerRow: isBiplanar ? buffer.planes[1].bytesPerRow : 0)
      }
    }
  }

  /// Converts borrowed planes that are known to hold all rows.
  init(
    size: ImageSize, layout: PixelBuffer.Layout, lumaWeights: PixelBuffer.LumaWeights,
    first: UnsafeBufferPointer<UInt8>, firstBytesPerRow: Int, second: UnsafeBufferPointer<UInt8>?,
    secondBytesPerRow: Int
  ) {
    self.init(size: size) { bgr in
      guard let start = first.baseAddress else { return }
      let weights = lumaWeights.redAndBlue
      var picture = airmedia_raw_picture(
        layout: layout.cLayout, width: Int32(size.width), height: Int32(size.height), first_plane: start,
        first_plane_bytes_per_row: firstBytesPerRow, second_plane: second?.baseAddress,
        second_plane_bytes_per_row: secondBytesPerRow, is_full_range: layout == .nv12FullRange,
        red_weight: weights.red, blue_weight: weights.blue)
      airmedia_convert(&picture, bgr)
    }
  }
}
