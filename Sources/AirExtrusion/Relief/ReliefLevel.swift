/// One storey of a relief: a region, and how high the relief is over it.
///
/// Regions of later levels lie in those of earlier ones. At the rim of its own region a level begins at its rim's
/// height, and where the next level's region begins it has come to its inner one: with both equal it is flat, and else
/// it slopes from one outline to the next. A point on both outlines has the inner height. Heights are lattice steps from the relief's base, away from it.
struct ReliefLevel {
  /// Where the level is.
  var region: Outline
  /// Height at the rim of the region.
  var rim: Int32
  /// Height inside, where the next level begins.
  var inner: Int32

  /// A level that slopes from its rim to the next level's.
  init(region: Outline, rim: Int32, inner: Int32) {
    (self.region, self.rim, self.inner) = (region, rim, inner)
  }

  /// A flat level.
  init(region: Outline, height: Int32) { self.init(region: region, rim: height, inner: height) }
}

/// A solid between two reliefs over one region, one rising from its base and one sinking from it.
struct Relief {
  /// Height of the base above the surface in lattice steps.
  var base: Int32
  /// The levels above the base, from the widest to the narrowest; heights must not fall from one to the next, and
  /// each must be above zero.
  var rising: [ReliefLevel]
  /// The levels under the base but for the first, which has the region of the first rising one and begins at the
  /// base: their heights are depths. Empty where the bottom is flat.
  var sinking: [ReliefLevel] = []
  /// How deep the bottom is where the first sinking level begins.
  var firstDepth: Int32 = 0
}
