import AirStroke

/// What one stroke covers: its surface where it can be swept exactly, and the pieces that it is the union of.
struct SweptStroke {
  var path: SweepPath
  /// The surface that its section sweeps.
  var swept: SweptShell
  var pieces: [ImplicitPiece]
  /// Half of the section's least thickness, in lattice steps.
  var leastRadius: Double
  /// Whether the section stands for a circle.
  var isRound: Bool
}

/// Unites swept strokes: exact surfaces that meet nothing stay as they are, and the others are united on a grid.
struct SweptUnion {
  /// Strokes that are one solid.
  private struct Group {
    var strokes: [Int]
    /// The surface of each colour's part, in the order of the colours.
    var parts: [(color: Int, shell: SolidShell)]
    var gridSpacing: Int32?
    var error: Double
  }

  private let strokes: [SweptStroke]
  private let lattice: Lattice
  /// The grid's edge length in lattice steps that was asked for.
  private let askedSpacing: Double?
  private var colors: [StrokeColor] = []
  private var colorOfStroke: [Int] = []
  private var groups: [Group] = []

  /// Unites strokes.
  ///
  /// - Parameter gridInMetres: the grid's edge length, which is rounded down to a power of two of lattice steps; nil
  ///   takes what the strokes' tolerance needs.
  /// - Throws: `ExtrusionError.gridTooFine` or `.notASolid`.
  static func mesh(
    of strokes: [SweptStroke], lattice: Lattice, gridInMetres: Double?
  ) throws(ExtrusionError) -> SweptMesh {
    var union = SweptUnion(strokes, lattice, gridInMetres)
    try union.unite()
    union.dropCovered()
    return try union.result()
  }

  private init(_ strokes: [SweptStroke], _ lattice: Lattice, _ gridInMetres: Double?) {
    (self.strokes, self.lattice) = (strokes, lattice)
    askedSpacing = gridInMetres.map { $0 / lattice.stepInMetres }
    for stroke in strokes {
      if let known = colors.firstIndex(of: stroke.path.color) {
        colorOfStroke.append(known)
      } else {
        colorOfStroke.append(colors.count)
        colors.append(stroke.path.color)
      }
    }
  }

  // MARK: Uniting

  private mutating func unite() throws(ExtrusionError) {
    let contacts = ShellContacts(
      strokes.map(\.swept.shell), areValid: [Bool](repeating: false, count: strokes.count))
    var members: [Int: [Int]] = [:]
    for index in strokes.indices { members[contacts.group[index], default: []].append(index) }
    for index in strokes.indices {
      guard let members = members[index] else { continue }
      let swept = strokes[index].swept
      if !contacts.isMeeting[index], swept.isMitred, swept.shell.sixVolumes > 0 {
        groups.append(
          Group(strokes: members, parts: [(colorOfStroke[index], swept.shell)], gridSpacing: nil, error: 0))
      } else {
        groups.append(try onGrid(members))
      }
    }
    // Bodies on grids are not quite where the sweeps were. Each round joins groups or is the last one.
    while try uniteOnce() {}
  }

  /// Unites the groups that meet one another; false when none did.
  private mutating func uniteOnce() throws(ExtrusionError) -> Bool {
    guard groups.contains(where: { $0.gridSpacing != nil }) else { return false }
    let contacts = ShellContacts(
      groups.map { group in group.parts.reduce(into: SolidShell()) { $0.append($1.shell) } },
      areValid: [Bool](repeating: true, count: groups.count))
    var members: [Int: [Int]] = [:]
    for index in groups.indices { members[contacts.group[index], default: []] += groups[index].strokes }
    guard members.count < groups.count else { return false }
    var united: [Group] = []
    for index in groups.indices {
      guard let members = members[index] else { continue }
      united.append(contacts.isMeeting[index] ? try onGrid(members.sorted()) : groups[index])
    }
    groups = united
    return true
  }

  /// A group of strokes as implicit surfaces, a part for each colour. As flat drawings do, later colours cut earlier
  /// ones back, here to a diagonal of the grid's cells: then no two surfaces pass the same edge or tetrahedron.
  private func onGrid(_ members: [Int]) throws(ExtrusionError) -> Group {
    var spacing = gridSpacing(for: members)
    let coarsest = members.reduce(Double.infinity) { min($0, strokes[$1].leastRadius) }
    guard Double(spacing) <= coarsest else {
      let limit = ExtrusionStyle.millimetres(coarsest * lattice.stepInMetres)
      throw .invalidStyle(["the grid must be at most half as wide as the thinnest part, \(limit)"])
    }
    while true {
      let mayCoarsen = askedSpacing == nil && Double(2 * spacing) <= coarsest
      do {
        return try onGrid(
          members, spacing: spacing,
          cellLimit: mayCoarsen ? GridBlocks.usualCellCount : GridBlocks.largestCellCount)
      } catch {
        guard case .gridTooFine = error, mayCoarsen else { throw error }
        spacing *= 2
      }
    }
  }

  private func onGrid(
    _ members: [Int], spacing: Int32, cellLimit: Int
  ) throws(ExtrusionError) -> Group {
    var group = Group(strokes: members, parts: [], gridSpacing: spacing, error: 0)
    let tolerance = members.reduce(Double(spacing) / 2) { min($0, strokes[$1].path.tolerance) }
    let gap = Double(spacing) * 3.0.squareRoot() + 1
    var surfaces: [ImplicitSurface] = []
    for color in Set(members.map { colorOfStroke[$0] }).sorted() {
      let own = members.filter { colorOfStroke[$0] == color }.flatMap { strokes[$0].pieces }
      let later = members.filter { colorOfStroke[$0] > color }.flatMap { strokes[$0].pieces }
      let surface = try ImplicitSurface(
        of: ImplicitSolid(own, takenAway: later, gap: gap), spacing: spacing, cellLimit: cellLimit)
      guard !surface.shell.triangles.isEmpty else { continue }
      group.parts.append((color, surface.shell))
      group.error = max(group.error, surface.largestError)
      surfaces.append(surface)
    }
    // What the grid gave is valid for certain; what is reduced is taken where an exact check finds no fault in it.
    for tolerance in [tolerance, tolerance / 4] {
      let reduced = surfaces.map {
        SurfaceReduction.reduced($0.shell, tolerance: tolerance, distance: $0.value(at:))
      }
      let contacts = ShellContacts(reduced, areValid: reduced.map { _ in false })
      if contacts.isMeeting.contains(true) { continue }
      for index in reduced.indices { group.parts[index].shell = reduced[index] }
      group.error = max(group.error, tolerance)
      break
    }
    return group
  }

  /// The grid's spacing in lattice steps, a power of two.
  ///
  /// A chord of length s strays from a circle by s² / 8 r, and the longest edges of the grid are √3 times its spacing.
  /// Flat sides are met exactly by any grid; what it cuts off is edges.
  private func gridSpacing(for members: [Int]) -> Int32 {
    let wanted =
      askedSpacing
      ?? members.reduce(Double.infinity) { least, index in
        let stroke = strokes[index]
        let ofChords = (8 * stroke.leastRadius * stroke.path.tolerance / 3).squareRoot()
        return min(least, stroke.isRound ? min(ofChords, stroke.leastRadius / 3) : stroke.leastRadius / 2)
      }
    var spacing: Int32 = 2
    while Double(2 * spacing) <= wanted { spacing *= 2 }
    return spacing
  }

  // MARK: Covered strokes

  /// Drops groups that lie wholly inside of others: surfaces do not meet, so that one place tells.
  private mutating func dropCovered() {
    guard groups.count > 1 else { return }
    let solids = groups.map { group in ImplicitSolid(group.strokes.flatMap { strokes[$0].pieces }) }
    let boxes = solids.map { solid in
      (0..<solid.pieceCount).map { solid.bounds(ofPiece: $0) }.reduce(
        (SIMD3<Double>(repeating: .infinity), SIMD3<Double>(repeating: -.infinity))
      ) { (pointwiseMin($0.0, $1.lower), pointwiseMax($0.1, $1.upper)) }
    }
    let places = groups.map { strokes[$0.strokes[0]].path.points[0] }
    let isCovered = groups.indices.map { index in
      groups.indices.contains { other in
        let place = places[index]
        return other != index && all(place .>= boxes[other].0) && all(place .<= boxes[other].1)
          && solids[other].value(at: place) < 0
      }
    }
    groups = zip(groups, isCovered).filter { !$0.1 }.map(\.0)
  }

  // MARK: Result

  private func result() throws(ExtrusionError) -> SweptMesh {
    var mesh = Mesh(lattice: lattice, vertices: [], triangles: [], parts: [])
    for (index, color) in colors.enumerated() {
      let start = mesh.triangles.count
      for part in groups.flatMap(\.parts) where part.color == index {
        let base = UInt32(mesh.vertices.count)
        mesh.vertices += part.shell.vertices
        mesh.triangles += part.shell.triangles.map { $0 &+ base }
      }
      guard mesh.triangles.count > start else { continue }
      mesh.parts.append(
        MeshPart(
          name: colors.count == 1 ? "drawing" : "drawing " + color.hexadecimal, color: color,
          triangleRange: start..<mesh.triangles.count))
    }
    let united = groups.filter { $0.gridSpacing != nil }
    return SweptMesh(
      mesh: mesh,
      unitedStrokes: united.flatMap { $0.strokes.map { strokes[$0].path.strokeNumber } }.sorted(),
      gridInMetres: united.compactMap(\.gridSpacing).max().map { Double($0) * lattice.stepInMetres },
      gridErrorInMetres: (united.map(\.error).max() ?? 0) * lattice.stepInMetres)
  }
}
