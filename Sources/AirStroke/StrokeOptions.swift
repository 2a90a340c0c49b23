/// How raw pen samples become strokes.
public struct StrokeOptions: Hashable, Sendable {
  /// The 1 € filter of the pen's path, in metres; nil leaves the samples as they are.
  public var filter: OneEuroFilter.Parameters?
  /// A sample nearer than this to the stroke's last kept one is dropped: trembling is not drawing.
  public var minimumSpacingInMetres: Double
  /// Distance between the nodes of a finished stroke along its path; nil keeps the samples' own spacing.
  public var resamplingInMetres: Double?

  /// Makes options.
  public init(
    filter: OneEuroFilter.Parameters? = StrokeOptions.defaultFilter,
    minimumSpacingInMetres: Double = 0.0003, resamplingInMetres: Double? = 0.001
  ) {
    self.filter = filter
    self.minimumSpacingInMetres = minimumSpacingInMetres
    self.resamplingInMetres = resamplingInMetres
  }

  /// Options that leave every sample as it came.
  public static let unchanged = StrokeOptions(filter: nil, minimumSpacingInMetres: 0, resamplingInMetres: nil)

  /// A cutoff of 4 Hz at rest that rises by 10 Hz for each 0.1 m/s: at 30 frames a second a resting finger's noise is
  /// halved, and a finger that draws at its usual 0.1–0.3 m/s is hardly touched.
  public static let defaultFilter = OneEuroFilter.Parameters(
    minimumCutoffInHertz: 4, speedCoefficient: 100, derivativeCutoffInHertz: 3)
}
