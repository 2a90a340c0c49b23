/// A region that is raised to a height, in lattice steps above the surface, or above and under a middle.
struct Storey {
  var region: Outline
  var height: Int32
  var middle: Int32 = 0
}

/// Makes reliefs of storeys: regions raised straight up, each in the one before, with bevelled edges on wish.
struct ReliefBuilder {
  /// The bevel of the edges; nil leaves them sharp.
  let bevel: Bevel?
  /// How far arcs may stray from circles, in lattice steps.
  let tolerance: Double
  /// The length of a lattice step in metres.
  let stepInMetres: Double

  init(_ style: ExtrusionStyle, lattice: Lattice) {
    bevel = style.bevel
    stepInMetres = lattice.stepInMetres
    tolerance = style.toleranceInMetres / 2 / lattice.stepInMetres
  }

  /// The relief of storeys from the widest and lowest to the narrowest and highest.
  ///
  /// Where a bevel is wider than a place's distance from the rim, its flat top lies as high as it came. Storeys that
  /// rise by less than the bevel's size are bevelled by what they rise.
  ///
  /// - Throws: `ExtrusionError`.
  func relief(of storeys: [Storey]) throws(ExtrusionError) -> Relief {
    guard let bevel, let first = storeys.first else {
      return Relief(base: 0, rising: storeys.map { ReliefLevel(region: $0.region, height: $0.height) })
    }
    let size = Int32((bevel.sizeInMetres / stepInMetres).rounded())
    guard bevel.edges == .top || first.height > size else {
      let lowest = ExtrusionStyle.millimetres(Double(first.height) * stepInMetres)
      throw .invalidStyle([
        "a bevel of \(ExtrusionStyle.millimetres(bevel.sizeInMetres)) at the bottom does not fit a lowest part of \(lowest)"
      ])
    }
    let insets = try insets(of: first.region, bevel)
    guard let last = insets.last, last.ringCount > 0 else {
      throw .bevelTooWide(sizeInMetres: bevel.sizeInMetres)
    }
    var relief = Relief(base: 0, rising: [])
    let profile = bevel.profile
    if bevel.edges != .top {
      relief.base = size
      let depths = profile.map { Int32(($0.upward * Double(size)).rounded()) }
      relief.firstDepth = depths[0]
      relief.sinking = levels(insets, heights: depths)
    }
    var below = relief.base
    for (index, storey) in storeys.enumerated() {
      let height = storey.height - relief.base
      guard bevel.edges != .bottom else {
        relief.rising.append(ReliefLevel(region: storey.region, height: height))
        continue
      }
      let rise = storey.height - below
      let bevelled = min(size, index == 0 ? rise - 1 : rise)
      below = storey.height
      let heights = profile.map { height - bevelled + Int32(($0.upward * Double(bevelled)).rounded()) }
      relief.rising.append(
        ReliefLevel(region: storey.region, rim: height - bevelled, inner: heights[0]))
      var inner =
        try index == 0
        ? insets : self.insets(of: storey.region, bevel, share: Double(bevelled) / Double(size))
      if index + 1 < storeys.count {
        for step in inner.indices { inner[step] = try inner[step].united(with: storeys[index + 1].region) }
      }
      relief.rising += levels(inner, heights: heights)
    }
    return relief
  }

  private func levels(_ regions: [Outline], heights: [Int32]) -> [ReliefLevel] {
    zip(regions, heights.indices).map { region, step in
      ReliefLevel(region: region, rim: heights[step], inner: heights[min(step + 1, heights.count - 1)])
    }
  }

  /// The region inside of each step of a bevel.
  private func insets(
    of region: Outline, _ bevel: Bevel, share: Double = 1
  ) throws(ExtrusionError) -> [Outline] {
    let size = bevel.sizeInMetres / stepInMetres * share
    var insets: [Outline] = []
    for step in bevel.profile {
      let distance = max(1, step.inward * size)
      insets.append(try region.narrowed(by: distance, tolerance: min(tolerance, distance / 8)))
    }
    return insets
  }
}
