import AirGeometry
import Glibc

/// A homography that most pairs agree on.
struct RobustHomography {
  /// The map.
  let homography: ImageHomography
  /// Which pairs agree with it.
  let isInlier: [Bool]
  /// Root mean square of the agreeing pairs' distances, in pixels.
  let residualInPixels: Double

  /// How many pairs agree.
  var inlierCount: Int { isInlier.count { $0 } }

  /// Fits pairs of which some are wrong: the hand moves on its own, and so does what stands off the plane.
  ///
  /// Samples of four pairs are judged by their truncated squares (P. Torr, A. Zisserman, "MLESAC", CVIU 78, 2000), the
  /// best is refined with Geman–McClure weights. The samples are drawn from a generator of fixed seed: equal pairs
  /// give equal answers.
  ///
  /// - Parameters:
  ///   - pairs: the pairs.
  ///   - tolerance: distance in pixels of the second picture up to which a pair agrees.
  ///   - start: a map that is judged beside the samples.
  ///   - samples: how many samples are drawn; with none the start is refined.
  /// - Returns: nil when fewer than eight pairs agree.
  /// - Complexity: linear in the number of pairs, times the number of samples.
  init?(_ pairs: [PlanePair], tolerance: Double, start: ImageHomography? = nil, samples: Int = 300) {
    guard pairs.count >= 8 else { return nil }
    func cost(_ map: ImageHomography) -> Double {
      let limit = tolerance * tolerance
      return pairs.reduce(0) { sum, pair in
        let residual = map.residual(pair)
        return sum + min(residual * residual, limit)
      }
    }
    var best = start ?? .identity
    var lowest = start.map(cost) ?? .infinity
    var generator = SampleGenerator()
    var needed = Double(samples)
    var drawn = 0.0
    while drawn < needed {
      drawn += 1
      let chosen = (0..<4).map { _ in pairs[generator.next(below: pairs.count)] }
      guard let map = ImageHomography(through: chosen) else { continue }
      let sampleCost = cost(map)
      guard sampleCost < lowest else { continue }
      (best, lowest) = (map, sampleCost)
      // So many samples that one of them has no wrong pair, but for one case in a hundred (M. Fischler, R. Bolles,
      // "Random sample consensus", CACM 24, 1981).
      let share = Double(pairs.count { map.residual($0) <= tolerance }) / Double(pairs.count)
      needed = min(Double(samples), log(0.01) / log1p(-min(share * share * share * share, 0.999_999)))
    }
    for round in 0..<6 {
      // The first rounds reach further, since the sample carries the noise of four pairs.
      let reach = tolerance * (round < 2 ? 1 : 0.5)
      let weights = pairs.map { pair in
        let share = best.residual(pair) / reach
        let weight = 1 / (1 + share * share)
        return share < 3 ? weight * weight : 0
      }
      guard let refined = ImageHomography(fitting: pairs, weights: weights, rounds: 2) else { return nil }
      best = refined
    }
    let residuals = pairs.map(best.residual)
    isInlier = residuals.map { $0 <= tolerance }
    let count = isInlier.count { $0 }
    guard count >= 8 else { return nil }
    homography = best
    let sum = zip(residuals, isInlier).reduce(0.0) { $0 + ($1.1 ? $1.0 * $1.0 : 0) }
    residualInPixels = (sum / Double(count)).squareRoot()
  }
}

/// Random numbers from a fixed seed (SplitMix64: G. Steele, D. Lea, C. Flood, OOPSLA 2014).
private struct SampleGenerator {
  private var state: UInt64 = 1

  mutating func next(below bound: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    z ^= z >> 31
    return Int(z.multipliedFullWidth(by: UInt64(bound)).high)
  }
}
