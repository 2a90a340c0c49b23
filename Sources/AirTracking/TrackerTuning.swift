/// The constants of the tracker's behaviour that the options do not name.
package struct TrackerTuning: Hashable, Sendable {
  package var padding = 2.4
  package var labelSigma = 0.09
  package var regularisation = 1e-3
  package var colourWeight = 0.3
  package var filterRate = 0.02
  package var colourRate = 0.04
  package var scaleRate = 0.025
  package var lookRate = 0.03
  package var learnCutoff = 0.5
  package var alignCutoff = 2.0
  package var frozenCutoff = 0.8
  package var smallestSide = 12.0
  package var widerCutoff = 0.5
  package var coastFrames = 5
  package var maskFloor = 0.5
  package var maskColour = 1.0
  package var ringReach = 1.1
  package var anchorWeight = 0.0
  package var jumpPenalty = 0.1
  package var b0 = -4.9, bAnchor = 2.0, bColour = 1.3, bSecond = -2.8, bEnergy = 1.6, bFrozen = 1.4, bRelative = 0.0
  package init() {}
}
