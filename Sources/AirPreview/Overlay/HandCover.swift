import AirGeometry
import AirTracking

/// How much of a pixel the hands of a frame cover, so that what is drawn on the table lies behind them.
struct HandCover {
  private struct Hand {
    let chances: HandChances
    let columns: Range<Int>
    let rows: Range<Int>
  }

  private var hands: [Hand] = []

  /// Chances under the first are the table's, those above the second the hand's.
  private static let rim: (table: Float, hand: Float) = (0.5, 0.75)
  /// Where more than this share of a fingertip's surroundings seems to be the hand, its colours are those of the table.
  private static let greatestShare = 0.6

  /// Adds what looks like a hand and hangs together with its fingertip.
  mutating func add(_ chances: HandChances, fingertip: ImageBox, imageSize: ImageSize) {
    let connected = chances.connected(to: fingertip, above: Self.rim.table)
    guard connected.share(above: Self.rim.table) < Self.greatestShare else { return }
    let (columns, rows) = connected.pixels(in: imageSize)
    hands.append(Hand(chances: connected, columns: columns, rows: rows))
  }

  /// How much of a pixel is covered, 0…1.
  func cover(x: Int, y: Int) -> Float {
    var cover: Float = 0
    for hand in hands where hand.columns.contains(x) && hand.rows.contains(y) {
      let chance = hand.chances.chance(x: x, y: y)
      let share = min(1, max(0, (chance - Self.rim.table) / (Self.rim.hand - Self.rim.table)))
      cover = max(cover, share * share * (3 - 2 * share))
    }
    return cover
  }
}
