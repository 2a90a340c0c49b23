import AirGeometry

/// Stands a sheet of the pen's width along a path in the plan, with mitred joints and flat ends.
struct WallSweep {
  private let wall: WallPath
  private let joints: [SweepJoint]
  private static let up = SIMD3(0.0, 1, 0)

  init(_ wall: WallPath) {
    self.wall = wall
    joints = SweepJoint.joints(of: wall.plan)
  }

  /// The sheet's surface, as `SectionSweep` makes others.
  var shell: SweptShell {
    var shell = SolidShell()
    var rings: [Range<UInt32>] = []
    for (joint, height) in zip(joints, wall.heights) {
      let start = UInt32(shell.vertices.count)
      let side = joint.stretched(cross(Self.up, joint.normal)) * wall.plan.halfWidth
      let top = Self.up * height
      for corner in [-side, side, side + top, top - side] { _ = shell.append(joint.place + corner) }
      rings.append(start..<start + 4)
    }
    for (ring, next) in zip(rings, rings.dropFirst()) { shell.appendBand(from: ring, to: next) }
    if wall.plan.isClosed {
      shell.appendBand(from: rings[rings.count - 1], to: rings[0])
    } else {
      shell.appendDisc(rings[0], isReversed: true)
      shell.appendDisc(rings[rings.count - 1], isReversed: false)
    }
    return SweptShell(shell: shell, isMitred: !joints.contains(where: \.isSharp))
  }

  /// The convex pieces whose union is the sheet; bends that cannot be mitred are filled by upright cylinders.
  var pieces: [ImplicitPiece] {
    var pieces: [ImplicitPiece] = []
    for index in 0..<wall.plan.segmentCount {
      let following = index + 1 == joints.count ? 0 : index + 1
      pieces.append(segment(index, following))
      if !isMitred(following) { pieces.append(cylinder(at: following)) }
    }
    return pieces
  }

  private func segment(_ index: Int, _ following: Int) -> ImplicitPiece {
    let (start, line) = (joints[index].place, joints[following].place - joints[index].place)
    let run = length(line)
    let direction = line / run
    let side = cross(Self.up, direction)
    let rise = (wall.heights[following] - wall.heights[index]) / run
    let top = (Self.up - rise * direction) / (1 + rise * rise).squareRoot()
    let height = max(wall.heights[index], wall.heights[following])
    return ImplicitPiece(
      start: start, line: line + Self.up * height, radius: SweepJoint.mitreLimit * wall.plan.halfWidth,
      isRound: false,
      planes: [
        SIMD4(side, dot(side, start) + wall.plan.halfWidth),
        SIMD4(-side, dot(-side, start) + wall.plan.halfWidth),
        ImplicitPiece.plane(-Self.up, through: start),
        ImplicitPiece.plane(top, through: start + Self.up * wall.heights[index]),
        ImplicitPiece.plane(-(isMitred(index) ? joints[index].normal : direction), through: start),
        ImplicitPiece.plane(
          isMitred(following) ? joints[following].normal : direction, through: start + line),
      ])
  }

  private func cylinder(at index: Int) -> ImplicitPiece {
    let (place, top) = (joints[index].place, Self.up * wall.heights[index])
    return ImplicitPiece(
      start: place, line: top, radius: wall.plan.halfWidth, isRound: true,
      planes: [
        ImplicitPiece.plane(-Self.up, through: place), ImplicitPiece.plane(Self.up, through: place + top),
      ])
  }

  /// Whether a joint is mitred: neither is it sharp, nor would it take more than half of a segment beside it.
  private func isMitred(_ index: Int) -> Bool {
    let joint = joints[index]
    if joint.isSharp { return false }
    let taken = wall.plan.halfWidth * (joint.stretch * joint.stretch - 1).squareRoot()
    let count = joints.count
    if !wall.plan.isClosed, index == 0 || index == count - 1 { return true }
    let before = joints[(index + count - 1) % count].place
    let after = joints[(index + 1) % count].place
    return taken <= min(length(joint.place - before), length(after - joint.place)) / 2
  }
}
