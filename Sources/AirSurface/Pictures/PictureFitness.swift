import AirCapture
import AirGeometry

/// Whether a printed picture is fit for being recognized and followed, and why not: what AR tools warn their users of
/// before anything is printed.
///
/// The score is the product of the marks for seven properties, each 1 where the property is no hindrance.
public struct PictureFitness: Hashable, Sendable {
  /// What makes a picture unfit.
  public enum Reason: String, CaseIterable, Hashable, Sendable {
    /// It is too small to hold detail.
    case tooSmall
    /// Its dark and bright parts hardly differ.
    case lowContrast
    /// It has few shades: most of it is one flat tone.
    case fewShades
    /// It has too few distinctive points.
    case littleTexture
    /// Its distinctive points lie in a small part of it.
    case unevenTexture
    /// Its details repeat: one place looks like another.
    case repetition
    /// It looks the same mirrored, or turned.
    case symmetry
  }

  /// One reason with its mark.
  public struct Finding: Hashable, Sendable {
    /// What it is about.
    public var reason: Reason
    /// The mark: 1 is no hindrance, 0 is hopeless.
    public var mark: Double
    /// One sentence with the figure that was measured.
    public var sentence: String
  }

  /// The score, 0…100.
  public let score: Int
  /// What lowers the score, the worst first; empty for a picture without fault.
  public let findings: [Finding]
  /// The figures that the marks come from.
  public let measures: PictureMeasures

  /// Below this score a picture is called unfit.
  public static let leastFitScore = 40
  /// True when the picture is fit for tracking.
  public var isFit: Bool { score >= Self.leastFitScore }

  /// Rates a picture.
  ///
  /// - Throws: `SurfaceError.vision` when image processing fails.
  /// - Complexity: linear in the number of pixels, and quadratic in its at most 1000 features.
  public init(of image: PixelImage) throws(SurfaceError) {
    let measures = try PictureMeasures(of: image)
    self.measures = measures
    let all = Reason.allCases.map { measures.finding($0) }
    score = Int((100 * all.reduce(1) { $0 * $1.mark }).rounded())
    // A mark above this costs less than a tenth: not worth a word.
    findings = all.enumerated().filter { $0.element.mark < 0.9 }
      .sorted { ($0.element.mark, $0.offset) < ($1.element.mark, $1.offset) }.map(\.element)
  }
}

extension PictureMeasures {
  fileprivate func finding(_ reason: PictureFitness.Reason) -> PictureFitness.Finding {
    switch reason {
    case .tooSmall:
      PictureFitness.Finding(
        reason: reason, mark: Self.mark(Double(shorterSideInPixels), bad: 60, good: 240),
        sentence: "Its shorter side has only \(shorterSideInPixels) pixels; use 240 or more.")
    case .lowContrast:
      PictureFitness.Finding(
        reason: reason, mark: Self.mark(contrast, bad: 10, good: 60),
        sentence:
          "Its dark and bright parts differ by only \(Int(contrast.rounded())) of 255 shades; give it more "
          + "contrast.")
    case .fewShades:
      PictureFitness.Finding(
        reason: reason, mark: Self.mark(entropyInBits, bad: 0.2, good: 1),
        sentence:
          "Most of it is one flat tone (its histogram holds \(Self.decimal(entropyInBits)) bits); fill it.")
    case .littleTexture:
      PictureFitness.Finding(
        reason: reason, mark: Self.mark(Double(featureCount), bad: 15, good: 150),
        sentence: "It has only \(featureCount) distinctive points; use a picture with more detail.")
    case .unevenTexture:
      PictureFitness.Finding(
        reason: reason, mark: Self.mark(coverage, bad: 0.05, good: 0.4),
        sentence:
          "Its distinctive points cover only \(Self.percent(coverage)) of it; spread detail over all of it.")
    case .repetition:
      PictureFitness.Finding(
        reason: reason, mark: 1 - Self.mark(repetition, bad: 0.25, good: 0.75),
        sentence:
          "\(Self.percent(repetition)) of its details occur elsewhere in it too; avoid patterns that repeat.")
    case .symmetry:
      PictureFitness.Finding(
        reason: reason, mark: 1 - Self.mark(symmetry, bad: 0.15, good: 0.5),
        sentence:
          "\(Self.percent(symmetry)) of it looks the same \(symmetryKind); use a picture without symmetry.")
    }
  }

  /// 0 up to `bad`, 1 from `good` on, straight in between.
  private static func mark(_ value: Double, bad: Double, good: Double) -> Double {
    min(1, max(0, (value - bad) / (good - bad)))
  }

  private static func percent(_ share: Double) -> String { "\(Int((100 * share).rounded())) %" }
  private static func decimal(_ value: Double) -> String { "\((value * 10).rounded() / 10)" }
}
