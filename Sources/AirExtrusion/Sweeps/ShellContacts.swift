/// Which of several surfaces meet themselves or one another, exactly.
///
/// Equal places are not joined: surfaces that touch in a point meet.
struct ShellContacts {
  /// The representative of each surface's group of surfaces that meet.
  private(set) var group: [Int]
  /// Whether each group, named by its representative, has a surface that meets itself or another.
  private(set) var isMeeting: [Bool]

  /// - Complexity: O(n log n) for n triangles of like size.
  init(_ shells: [SolidShell]) {
    group = Array(shells.indices)
    isMeeting = [Bool](repeating: false, count: shells.count)
    var boxes: [LatticeBox] = []
    var owners: [Int32] = []
    var (lowest, highest) = (LatticeVertex(repeating: .max), LatticeVertex(repeating: .min))
    for vertex in shells.lazy.flatMap(\.vertices) {
      lowest = pointwiseMin(lowest, vertex)
      highest = pointwiseMax(highest, vertex)
    }
    guard lowest.x <= highest.x else { return }
    let isNarrow = Int64((highest &- lowest).max()) <= ExactPredicates.narrowExtent
    let test = TrianglePairTest(exact: ExactPredicates(isNarrow: isNarrow))
    var faces: [TrianglePairTest.Face] = []
    var base: Int32 = 0
    for (owner, shell) in shells.enumerated() {
      for triangle in shell.triangles {
        let corners = (
          shell.vertices[Int(triangle.x)], shell.vertices[Int(triangle.y)], shell.vertices[Int(triangle.z)]
        )
        let indices = SIMD3<Int32>(
          Int32(triangle.x) + base, Int32(triangle.y) + base, Int32(triangle.z) + base)
        let face = test.face(
          indices, SolidShell.place(corners.0), SolidShell.place(corners.1), SolidShell.place(corners.2))
        if face.axis == nil { isMeeting[owner] = true }
        faces.append(face)
        owners.append(Int32(owner))
        let lower = pointwiseMin(pointwiseMin(corners.0, corners.1), corners.2)
        let upper = pointwiseMax(pointwiseMax(corners.0, corners.1), corners.2)
        boxes.append(
          LatticeBox(
            lowerX: lower.x, lowerY: lower.y, lowerZ: lower.z, upperX: upper.x, upperY: upper.y,
            upperZ: upper.z))
      }
      base += Int32(shell.vertices.count)
    }
    let tree = BoxTree(boxes)
    faces.withUnsafeBufferPointer { faces in
      guard let face = faces.baseAddress else { return }
      tree.forEachOverlappingPair { first, second in
        let (a, b) = (root(Int(owners[first])), root(Int(owners[second])))
        if a == b, isMeeting[a] { return }
        guard test.intersects(face + first, face + second) else { return }
        let (low, high) = (min(a, b), max(a, b))
        group[high] = low
        isMeeting[low] = true
      }
    }
    for index in group.indices {
      group[index] = root(index)
      if isMeeting[index] { isMeeting[group[index]] = true }
    }
  }

  private func root(_ index: Int) -> Int {
    var index = index
    while group[index] != index { index = group[index] }
    return index
  }
}
