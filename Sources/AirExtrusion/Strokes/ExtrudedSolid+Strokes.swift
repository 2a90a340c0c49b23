import AirStroke

extension ExtrudedSolid {
  /// The solid with a part for each stroke, or for all strokes that grew together: triangles and parts in the order of
  /// the strokes, the surface the same.
  ///
  /// Pieces that belong to the same strokes are one part, such as those of a stroke that another colour cuts in two. A
  /// solid that its lift makes in one piece (a plate, a turned body) stays one part, and so does a colour in which
  /// there is a hollow, whose inner wall must stay with the outer one.
  ///
  /// - Parameters:
  ///   - drawing: the drawing from which the solid was made.
  ///   - style: the style with which it was made.
  /// - Complexity: O((n + t) log t) for n points, taken at least each millimetre, and t triangles.
  public func divided(byStrokesOf drawing: Drawing, style: ExtrusionStyle) -> ExtrudedSolid {
    guard style.lift.isOnePerColor, let groups = try? Extruder.groups(of: drawing, style: style) else {
      return self
    }
    let shells = MeshShells(mesh)
    let volumes = shells.sixVolumes(of: mesh)
    var divided = mesh
    divided.triangles = []
    divided.triangles.reserveCapacity(mesh.triangles.count)
    divided.parts = []
    for part in mesh.parts {
      let members = Set(part.triangleRange.lazy.map { shells.shellOfTriangle[$0] })
      guard let group = groups.first(where: { $0.color == part.color }),
        members.allSatisfy({ volumes[Int($0)] > 0 })
      else {
        divided.append(part.triangleRange, of: mesh, name: part.name, color: part.color)
        continue
      }
      let strokes = strokesOfShells(part.triangleRange, shells, group, style)
      var pieces: [[Int]: [Int]] = [:]
      for index in part.triangleRange {
        pieces[strokes[Int(shells.shellOfTriangle[index])] ?? [], default: []].append(index)
      }
      for (numbers, triangles) in pieces.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
        divided.append(triangles, of: mesh, name: Self.name(ofStrokes: numbers), color: part.color)
      }
    }
    return ExtrudedSolid(mesh: divided, report: report, grid: grid)
  }

  /// The numbers of the strokes that each shell of a part belongs to, in order.
  private func strokesOfShells(
    _ range: Range<Int>, _ shells: MeshShells, _ group: Extruder.Group, _ style: ExtrusionStyle
  ) -> [Int: [Int]] {
    let finder = ShellFinder(mesh, shells, among: range)
    var found: [Int: Set<Int>] = [:]
    for (stroke, number) in group.strokes.pairs {
      stroke.forEachPlace(lattice: mesh.lattice) { place, height in
        if let shell = finder.shell(at: place, height: height) { found[shell, default: []].insert(number) }
      }
    }
    // A splinter beside a cut may lie under no stroke's middle.
    var paths: StrokePaths?
    for index in range where found[Int(shells.shellOfTriangle[index])] == nil {
      let known =
        paths
        ?? StrokePaths(group.strokes, usualReachInMetres: style.widthInMetres, lattice: mesh.lattice)
      paths = known
      let vertex = mesh.vertices[Int(mesh.triangles[index].x)]
      guard let nearest = known.nearest(to: LatticePoint(vertex.x, vertex.z)) else { break }
      found[Int(shells.shellOfTriangle[index])] = [nearest.stroke]
    }
    return found.mapValues { $0.sorted() }
  }

  /// “stroke 4”, “strokes 1-3, 7”, and for a long list how many there are.
  package static func name(ofStrokes numbers: [Int]) -> String {
    var runs: [ClosedRange<Int>] = []
    for number in numbers {
      if let last = runs.last, last.upperBound == number - 1 {
        runs[runs.count - 1] = last.lowerBound...number
      } else {
        runs.append(number...number)
      }
    }
    guard let first = runs.first else { return "piece" }
    if numbers.count == 1 { return "stroke \(first.lowerBound)" }
    let longestList = 8
    if runs.count > longestList { return "stroke \(first.lowerBound) and \(numbers.count - 1) more" }
    let list = runs.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }
    return "strokes " + list.joined(separator: ", ")
  }
}

extension Mesh {
  /// Appends some of another mesh's triangles, which has the same vertices, as a part.
  fileprivate mutating func append(
    _ indices: some Sequence<Int>, of other: Mesh, name: String, color: StrokeColor
  ) {
    let start = triangles.count
    for index in indices { triangles.append(other.triangles[index]) }
    parts.append(MeshPart(name: name, color: color, triangleRange: start..<triangles.count))
  }
}

extension Stroke {
  /// Calls `body` for places along the stroke, no more than a millimetre apart, with their height, all in steps.
  fileprivate func forEachPlace(lattice: Lattice, _ body: (LatticePoint, Double) -> Void) {
    let step = 0.001 / lattice.stepInMetres
    var before: SIMD3<Double>?
    for node in nodes {
      let flat = StrokePaths.place(of: node, lattice: lattice)
      let place = SIMD3(flat.x, flat.y, node.point.height / lattice.stepInMetres)
      let start = before ?? place
      let way = place - start
      let count = max(1, ((way * way).sum().squareRoot() / step).rounded(.up))
      for index in 1...Int(count) {
        let between = start + way * (Double(index) / count)
        body(LatticePoint(rounding: SIMD2(between.x, between.y)), between.z)
      }
      before = place
    }
  }
}
