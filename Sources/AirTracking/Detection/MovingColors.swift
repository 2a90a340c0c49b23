import Glibc

/// How much likelier each colour is on the moving thing than on the table: learned from what moves, and leaning
/// towards skin.
struct MovingColors {
  private static let lumaBins = 16
  private static let chromaBins = 32
  private static let binCount = lumaBins * chromaBins * chromaBins
  /// What moves and has no colour of skin counts so much: sleeves and papers move with the hand.
  private static let otherThanSkin: Float = 0.15
  /// Ground that has the moving thing's colours counts so much.
  private static let groundLikeThing: Float = 0.25
  /// Share of what was learned that stays from picture to picture.
  private static let memory: Float = 0.97
  /// Log odds beyond this say no more.
  private static let limit: Float = 3

  private var moving = [Float](repeating: 0, count: binCount)
  private var movingCount: Float = 0
  private var table = [Float](repeating: 0, count: binCount)
  /// Log odds of moving thing against table, by colour.
  private var odds = [Float](repeating: 0, count: binCount)
  /// How little was learned yet, 0…1.
  private var untaught: Float = 1

  /// Takes in what moves in a picture and what the table looks like.
  mutating func learn(
    _ picture: ReducedPicture, _ comparison: SceneBackground.Comparison, background: SceneBackground
  ) {
    for bin in moving.indices {
      moving[bin] *= Self.memory
      table[bin] = 0
    }
    movingCount *= Self.memory
    var tableCount: Float = 0
    for index in picture.colors.indices {
      let color = picture.colors[index]
      switch comparison.changes[index] {
      case .other:
        let weight = Self.isSkin(color) ? 1 : Self.otherThanSkin
        moving[Self.bin(color)] += weight
        movingCount += weight
      case .none where index & 1 == 0:
        // A hand that was there from the start is part of the background, and must not be learned as the table.
        let ground = background.cells[index]
        let weight = logOdds(ground) > 0 ? Self.groundLikeThing : 1
        table[Self.bin(ground)] += weight
        tableCount += weight
      case .none, .shadow: break
      }
    }
    let foreground = Self.blurred(moving)
    let ground = Self.blurred(table)
    let trust = movingCount / (movingCount + 300)
    let (perMoving, perTable) = (1 / max(movingCount, 1), 1 / max(tableCount, 1))
    let floor: Float = 1e-4
    for bin in odds.indices {
      let ratio = logf((foreground[bin] * perMoving + floor) / (ground[bin] * perTable + floor))
      odds[bin] = trust * min(max(ratio, -Self.limit), Self.limit)
    }
    untaught = 1 - trust
  }

  /// Log odds of a colour: positive for the moving thing.
  func logOdds(_ color: SIMD4<Float>) -> Float {
    odds[Self.bin(color)] + untaught * (Self.isSkin(color) ? 1 : -1)
  }

  /// The ranges of skin of all tones, Cb 77…127 and Cr 133…173 (D. Chai, K. N. Ngan, "Face segmentation using
  /// skin-color map in videophone applications", IEEE Trans. CSVT 9(4), 1999).
  static func isSkin(_ color: SIMD4<Float>) -> Bool {
    (-51...(-1)).contains(color.y) && (5...45).contains(color.z)
  }

  private static func bin(_ color: SIMD4<Float>) -> Int {
    let y = min(max(Int(color.x / 16), 0), lumaBins - 1)
    let b = min(max(Int(color.y / 4 + 16), 0), chromaBins - 1)
    let r = min(max(Int(color.z / 4 + 16), 0), chromaBins - 1)
    return (y * chromaBins + b) * chromaBins + r
  }

  /// Each bin's mean with its neighbours (1, 2, 1) along the three axes.
  private static func blurred(_ bins: [Float]) -> [Float] {
    var result = bins
    for (step, count) in [(1, chromaBins), (chromaBins, chromaBins), (chromaBins * chromaBins, lumaBins)] {
      let source = result
      for start in stride(from: 0, to: source.count, by: step * count) {
        for index in start..<start + step * count {
          let before = index - step >= start ? source[index - step] : 0
          let after = index + step < start + step * count ? source[index + step] : 0
          result[index] = 0.25 * (before + after) + 0.5 * source[index]
        }
      }
    }
    return result
  }
}
