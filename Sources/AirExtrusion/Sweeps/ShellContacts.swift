/// Which of several surfaces meet themselves or one another, exactly.
///
/// Equal places are not joined: surfaces that touch in a point meet.
struct ShellContacts {
  /// The representative of each surface's group of surfaces that meet.
  private(set) var group: [Int]
  /// Whether each group, named by its representative, has a surface that meets itself or another.
  private(set) var isMeeting: [Bool]

  /// - Parameter areValid: whether each surface is known not to meet itself, so that only others are looked at.
  /// - Complexity: O(n log n) for n triangles of like size.
  init(_ shells: [SolidShell], areValid: [Bool]) {
    group = Array(shells.indices)
    var sets = DisjointSets(count: shells.count)
    isMeeting = [Bool](repeating: false, count: shells.count)
    var boxes: [LatticeBox] = []
    var owners: [Int32] = []
    let bounds = shells.map { Self.box(around: $0.vertices) }
    let whole = bounds.reduce(LatticeBox.none) { $0.union($1) }
    guard whole.lowerX <= whole.upperX else { return }
    let extent = max(
      whole.upperX - whole.lowerX, whole.upperY - whole.lowerY, whole.upperZ - whole.lowerZ)
    let isNarrow = Int64(extent) <= ExactPredicates.narrowExtent
    let test = TrianglePairTest(exact: ExactPredicates(isNarrow: isNarrow))
    var faces: [TrianglePairTest.Face] = []
    var base: Int32 = 0
    for (owner, shell) in shells.enumerated() {
      let others = bounds.indices.filter { $0 != owner && bounds[$0].overlaps(bounds[owner]) }.map {
        bounds[$0]
      }
      for triangle in shell.triangles {
        let corners = (
          shell.vertices[Int(triangle.x)], shell.vertices[Int(triangle.y)], shell.vertices[Int(triangle.z)]
        )
        let box = Self.box(around: [corners.0, corners.1, corners.2])
        if areValid[owner], !others.contains(where: box.overlaps) { continue }
        let indices = SIMD3<Int32>(
          Int32(triangle.x) + base, Int32(triangle.y) + base, Int32(triangle.z) + base)
        let face = test.face(
          indices, SolidShell.place(corners.0), SolidShell.place(corners.1), SolidShell.place(corners.2))
        if face.axis == nil { isMeeting[owner] = true }
        faces.append(face)
        owners.append(Int32(owner))
        boxes.append(box)
      }
      base += Int32(shell.vertices.count)
    }
    let tree = BoxTree(boxes)
    faces.withUnsafeBufferPointer { faces in
      guard let face = faces.baseAddress else { return }
      tree.forEachOverlappingPair { first, second in
        if owners[first] == owners[second], areValid[Int(owners[first])] { return }
        let (a, b) = (sets.root(of: Int(owners[first])), sets.root(of: Int(owners[second])))
        if a == b, isMeeting[a] { return }
        guard test.intersects(face + first, face + second) else { return }
        sets.unite(a, b)
        isMeeting[min(a, b)] = true
      }
    }
    for index in group.indices {
      group[index] = sets.root(of: index)
      if isMeeting[index] { isMeeting[group[index]] = true }
    }
  }

  private static func box(around vertices: [LatticeVertex]) -> LatticeBox {
    var (lower, upper) = (LatticeVertex(repeating: .max), LatticeVertex(repeating: .min))
    for vertex in vertices {
      lower = pointwiseMin(lower, vertex)
      upper = pointwiseMax(upper, vertex)
    }
    return LatticeBox(
      lowerX: lower.x, lowerY: lower.y, lowerZ: lower.z, upperX: upper.x, upperY: upper.y, upperZ: upper.z)
  }
}
