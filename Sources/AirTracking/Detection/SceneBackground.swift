/// What each place of a still scene looks like when nothing moves over it.
///
/// Each cell keeps a colour and one rival: whichever was seen for longer is the background, so that what a hand
/// covered at first comes right once the hand has been away for as long (the two-codeword case of K. Kim et al.,
/// "Real-time foreground–background segmentation using codebook model", Real-Time Imaging 11, 2005).
struct SceneBackground {
  /// What a cell of a picture is beside the background.
  enum Change: UInt8 {
    /// As it was.
    case none
    /// The background under a shadow.
    case shadow
    /// Something else.
    case other
  }

  /// What a picture is beside the background.
  struct Comparison {
    /// Of each cell.
    var changes: [Change]
    /// Share of the cells that are something else.
    var changedShare: Double
  }

  /// Colour, and in the last lane for how many pictures it was seen.
  private(set) var cells: [SIMD4<Float>]
  private var rivals: [SIMD4<Float>]
  /// How many pictures were taken in.
  private(set) var pictureCount = 1

  /// Nothing is believed more firmly than after so many pictures.
  private static let longestMemory: Float = 30
  /// No colour is the background after fewer pictures, but for the first.
  private static let leastPatience: Float = 6
  /// A hand may rest for so many times as long as any other thing.
  private static let patienceWithMovingThing: Float = 4
  /// Share of a new picture in the background.
  private static let learningRate: Float = 0.08
  /// A shadow leaves at least this share of the light; without colours, darker things are told from shadows by that
  /// alone.
  private static let darkestShadow: (colored: Float, grey: Float) = (0.35, 0.65)

  /// Takes a first picture as the background.
  init(_ picture: ReducedPicture) {
    cells = picture.colors
    for index in cells.indices { cells[index].w = 1 }
    rivals = [SIMD4<Float>](repeating: SIMD4(repeating: 0), count: cells.count)
  }

  /// Compares a picture with the background and learns from it.
  ///
  /// - Parameter colors: what has the moving thing's colours is much longer in being taken for background.
  mutating func update(with picture: ReducedPicture, colors: MovingColors) -> Comparison {
    let gain = lumaGain(of: picture)
    let tolerance = tolerances(picture, gain: gain)
    let darkest = picture.isColored ? Self.darkestShadow.colored : Self.darkestShadow.grey
    var changes = [Change](repeating: .none, count: cells.count)
    var changed = 0
    for index in cells.indices {
      let color = picture.colors[index]
      let difference = Self.difference(color, cells[index], gain: gain)
      switch Self.change(color, cells[index], difference, gain: gain, tolerance, darkest) {
      case .none:
        var step = difference * Self.learningRate
        step.w = cells[index].w < Self.longestMemory ? 1 : 0
        cells[index] += step
      case .shadow: changes[index] = .shadow
      case .other:
        changes[index] = .other
        changed += 1
        let patience = colors.logOdds(color) > 0 ? Self.patienceWithMovingThing : 1
        reviseRival(index, color, gain: gain, tolerance, patience: patience)
      }
    }
    pictureCount += 1
    return Comparison(changes: changes, changedShare: Double(changed) / Double(cells.count))
  }

  private mutating func reviseRival(
    _ index: Int, _ color: SIMD4<Float>, gain: Float, _ tolerance: (luma: Float, chroma: Float),
    patience: Float
  ) {
    var rival = rivals[index]
    let difference = Self.difference(color, rival, gain: gain)
    if rival.w > 0, abs(difference.x) < tolerance.luma, Self.chroma(difference) < tolerance.chroma {
      var step = difference * Self.learningRate
      step.w = 1
      rival += step
    } else {
      rival = color
      rival.x /= gain
      rival.w = 1
    }
    if rival.w > patience * max(cells[index].w, Self.leastPatience) {
      rivals[index] = cells[index]
      cells[index] = rival
    } else {
      rivals[index] = rival
    }
  }

  /// Difference of a colour from the background's in the light of now, without the count.
  private static func difference(
    _ color: SIMD4<Float>, _ background: SIMD4<Float>, gain: Float
  ) -> SIMD4<Float> {
    SIMD4(color.x - gain * background.x, color.y - background.y, color.z - background.z, 0)
  }

  private static func chroma(_ difference: SIMD4<Float>) -> Float {
    (difference.y * difference.y + difference.z * difference.z).squareRoot()
  }

  private static func change(
    _ color: SIMD4<Float>, _ background: SIMD4<Float>, _ difference: SIMD4<Float>, gain: Float,
    _ tolerance: (luma: Float, chroma: Float), _ darkestShadow: Float
  ) -> Change {
    guard abs(difference.x) > tolerance.luma || chroma(difference) > tolerance.chroma else { return .none }
    // In shadow, luma and chroma shrink by the same factor.
    let light = color.x / max(gain * background.x, 1)
    guard light < 1, light > darkestShadow else { return .other }
    let left = SIMD4(0, color.y - light * background.y, color.z - light * background.z, 0)
    return chroma(left) < tolerance.chroma ? .shadow : .other
  }

  /// The whole picture is judged by every so many-th cell, which shares no factor with usual widths.
  private static let sampleStep = 37

  /// How much brighter the picture is than the background, as a whole: the median of the ratios.
  private func lumaGain(of picture: ReducedPicture) -> Float {
    var ratios: [Float] = []
    ratios.reserveCapacity(cells.count / Self.sampleStep)
    for index in stride(from: 0, to: cells.count, by: Self.sampleStep) where cells[index].x > 8 {
      ratios.append(picture.colors[index].x / cells[index].x)
    }
    guard ratios.count > 20 else { return 1 }
    ratios.sort()
    return min(max(ratios[ratios.count / 2], 0.5), 2)
  }

  /// Differences up to these are noise: five standard deviations of it, estimated from the median.
  private func tolerances(_ picture: ReducedPicture, gain: Float) -> (luma: Float, chroma: Float) {
    var lumas: [Float] = []
    var chromas: [Float] = []
    for index in stride(from: 5, to: cells.count, by: Self.sampleStep) {
      let difference = Self.difference(picture.colors[index], cells[index], gain: gain)
      lumas.append(abs(difference.x))
      chromas.append(Self.chroma(difference))
    }
    guard !lumas.isEmpty else { return (12, 7) }
    lumas.sort()
    chromas.sort()
    let luma = 5 * 1.4826 * lumas[lumas.count / 2]
    let chroma = 4 * chromas[chromas.count / 2]
    return (min(max(luma, 10), 40), min(max(chroma, 6), 20))
  }
}
