import AirGeometry
import AirTracking

/// How much of each pixel the hands of a frame cover, so that what is drawn on the table lies behind them.
struct HandCover {
  private let size: ImageSize
  private var values: [Float]

  /// Chances under the first are the table's, those above the second the hand's.
  private static let rim: (table: Float, hand: Float) = (0.5, 0.75)

  /// Where more than this share of a fingertip's surroundings seems to be the hand, its colours are those of the table.
  private static let greatestShare = 0.6

  init(size: ImageSize) {
    self.size = size
    values = [Float](repeating: 0, count: size.width * size.height)
  }

  /// How much of a pixel is covered, 0…1.
  func cover(x: Int, y: Int) -> Float { values[y * size.width + x] }

  /// Adds what looks like a hand and hangs together with its fingertip.
  mutating func add(_ chances: HandChances, fingertip: ImageBox) {
    let (columns, rows) = chances.pixels(in: size)
    guard !columns.isEmpty, !rows.isEmpty else { return }
    let connected = chances.connected(to: fingertip, above: Self.rim.table)
    guard connected.share(above: Self.rim.table) < Self.greatestShare else { return }
    for y in rows {
      for x in columns {
        let chance = connected.chance(x: x, y: y)
        let share = min(1, max(0, (chance - Self.rim.table) / (Self.rim.hand - Self.rim.table)))
        let place = y * size.width + x
        values[place] = max(values[place], share * share * (3 - 2 * share))
      }
    }
  }
}
