/// The numbers of the tracker's behaviour that the options do not name, chosen by trial on all annotated sequences
/// and recordings together.
package struct TrackerTuning: Hashable, Sendable {
  /// Margin of the search window around the target, both sides together, as a multiple of its mean side.
  package var padding = 2.4
  /// Standard deviation of the correlation filter's wished response, as a share of the target's mean side.
  package var labelSigma = 0.09
  /// Regularisation of the correlation filter (as in Bertinetto et al., "Staple", CVPR 2016).
  package var regularisation = 1e-3
  /// Weight of the colour response in the merged response (Staple's).
  package var colourWeight = 0.3
  /// How much of what lies around the target is learnt as its look, 0…1.
  package var maskFloor = 0.7
  /// How much the colours decide what of the box is the target, 0…1.
  package var maskColour = 0.5
  /// Learning rates a frame.
  package var filterRate = 0.03
  package var colourRate = 0.04
  package var scaleRate = 0.025
  package var lookRate = 0.03
  /// Only at this confidence is anything learnt.
  package var learnCutoff = 0.5
  /// At this normalized correlation the first look still fits well enough to correct the place by it.
  package var frozenCutoff = 0.8
  /// Under this confidence other windows are looked at too.
  package var widerCutoff = 0.5
  /// Distance of these windows in the target's mean sides.
  package var ringReach = 0.9
  /// How much of the log-odds a jump costs for each spread of the motion prior.
  package var jumpPenalty = 0.7
  /// How far around the expected place fingertips are looked for at first, and when nothing is found, in widths.
  package var nearTips = 3.5
  package var farTips = 12.0
  /// Under this confidence the fingertips themselves are looked at.
  package var tipCutoff = 0.6
  /// Learning rate a frame of the hand's colours.
  package var silhouetteRate = 0.03
  /// How much of the finger's width as its outline shows it goes into the target's size in a frame, and how much of a
  /// change, as a logarithm, is left out.
  package var widthRate = 0.1
  package var widthPlay = 0.4
  /// How much of the growth that the scale filter sees is a finger's.
  package var growthShare = 0.5
  /// At this normalized correlation a detail's first look still fits well enough to correct the place by it.
  package var detailCutoff = 0.8
  /// Where it does not, it is looked for so far around, in its sides; and never moved farther than this share of the
  /// target's mean side.
  package var detailReach = 0.25
  package var detailLimit = 0.15
  /// As `TrackerOptions.returnCutoff`, for fingers, and until one has been seen as clearly as `provenCutoff` again.
  package var fingerReturnCutoff = 0.62
  package var provenCutoff = 0.85
  /// What is so many spreads of the motion prior away from where a finger is expected is a jump.
  package var jumpSurprise = 1.5
  /// At this confidence the filters and colours alone are enough for a return nearby.
  package var aloneCutoff = 0.3
  /// For so many frames a lost target is looked for where it would have gone.
  package var coastFrames = 5

  package init() {}
}
