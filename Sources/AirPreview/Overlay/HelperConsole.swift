import AirCapture
import AirGeometry
import AirTracking

/// The panes of all targets side by side.
struct HelperConsole {
  private var panes: [HelperPane]
  private let paneSize: ImageSize
  private let columnCount: Int

  /// - Parameters:
  ///   - targets: the numbers of the targets.
  ///   - paneWidth: width of a pane in pixels.
  init(targets: [Int], paneWidth: Int) {
    panes = targets.map { HelperPane(number: $0, isNamed: targets.count > 1) }
    // Even, since that is what videos have.
    paneSize = ImageSize(width: paneWidth / 2 * 2, height: paneWidth * 6 / 5 / 2 * 2)
    columnCount = max(1, min(targets.count, 2))
  }

  /// Size of all panes together.
  var size: ImageSize {
    let rowCount = max(1, (panes.count + columnCount - 1) / columnCount)
    return ImageSize(width: columnCount * paneSize.width, height: rowCount * paneSize.height)
  }

  /// Draws the panes for a frame, their upper left corner at a pixel.
  mutating func draw(
    _ moment: OverlayMoment, of image: PixelImage, on canvas: inout PixelCanvas, column: Int = 0, row: Int = 0
  ) {
    for (index, target) in moment.targets.enumerated().prefix(panes.count) {
      let left = column + index % columnCount * paneSize.width
      let top = row + index / columnCount * paneSize.height
      panes[index].draw(
        target.observation, of: image, on: &canvas, columns: left..<left + paneSize.width,
        rows: top..<top + paneSize.height)
    }
  }
}
