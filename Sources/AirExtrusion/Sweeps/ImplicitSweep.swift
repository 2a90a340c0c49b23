import AirGeometry

/// The pieces whose union is what a section covers on its way along a path.
///
/// Round sections give rounded lines, so that bends are round. Others give the prisms between joints, cut off at the
/// joints' planes; where a bend is too sharp or a segment too short for that, prisms end squarely and a round piece
/// fills the bend.
struct ImplicitSweep {
  private let section: SweepSection
  private let path: SweepPath
  private let frame: SweepFrame
  private var pieces: [ImplicitPiece] = []

  static func pieces(along path: SweepPath, section: SweepSection, frame: SweepFrame) -> [ImplicitPiece] {
    var sweep = ImplicitSweep(section: section, path: path, frame: frame)
    if path.points.count == 1 {
      sweep.pieces = [
        ImplicitPiece(start: path.points[0], line: .zero, radius: path.halfWidth, isRound: true)
      ]
    } else if section.isRound {
      sweep.appendRounded()
    } else {
      sweep.appendPrisms()
    }
    return sweep.pieces
  }

  private init(section: SweepSection, path: SweepPath, frame: SweepFrame) {
    (self.section, self.path, self.frame) = (section, path, frame)
  }

  private mutating func appendRounded() {
    for index in 0..<path.segmentCount {
      let start = path.points[index]
      let line = path.point(after: index) - start
      var piece = ImplicitPiece(start: start, line: line, radius: path.halfWidth, isRound: true)
      if section.cap == .flat, !path.isClosed {
        let direction = line / length(line)
        if index == 0 { piece.planes.append(ImplicitPiece.plane(-direction, through: start)) }
        if index == path.segmentCount - 1 {
          piece.planes.append(ImplicitPiece.plane(direction, through: start + line))
        }
      }
      pieces.append(piece)
    }
  }

  private mutating func appendPrisms() {
    let joints = SweepJoint.joints(of: path)
    let frames = SweepFrames(joints, of: path, frame, symmetry: section.symmetry)
    let isMitred = joints.indices.map { self.isMitred(joints, $0) }
    for index in 0..<path.segmentCount {
      let following = index + 1 == joints.count ? 0 : index + 1
      let (start, line) = (joints[index].place, joints[following].place - joints[index].place)
      let direction = line / length(line)
      // Joints' axes lie in their planes: what of them is across the segment is its own frame.
      var x = frames.first[index] - dot(frames.first[index], direction) * direction
      if index + 1 < joints.count {
        let next = frames.first[following]
        x += next - dot(next, direction) * direction
      }
      x /= length(x)
      let y = cross(direction, x)
      let reach = SweepJoint.mitreLimit * section.reach
      var piece = ImplicitPiece(start: start, line: line, radius: reach, isRound: false)
      piece.planes = section.sides.map { side in
        let normal = x * side.normal.x + y * side.normal.y
        return SIMD4(normal, dot(normal, start) + side.distance)
      }
      piece.planes.append(
        ImplicitPiece.plane(-(isMitred[index] ? joints[index].normal : direction), through: start))
      piece.planes.append(
        ImplicitPiece.plane(isMitred[following] ? joints[following].normal : direction, through: start + line)
      )
      pieces.append(piece)
      appendEnd(at: index, isStart: true, path, direction)
      appendEnd(at: following, isStart: false, path, direction)
      if !isMitred[following] { appendFilling(joints[following].place, y) }
    }
  }

  /// Whether both segments are longer than what a mitred joint takes from them.
  private func isMitred(_ joints: [SweepJoint], _ index: Int) -> Bool {
    let joint = joints[index]
    if joint.isSharp { return false }
    // The tangent of half the bend, from its cosine.
    let taken = section.reach * (joint.stretch * joint.stretch - 1).squareRoot()
    let count = joints.count
    if !path.isClosed, index == 0 || index == count - 1 { return true }
    let before = joints[(index + count - 1) % count].place
    let after = joints[(index + 1) % count].place
    return taken <= min(length(joint.place - before), length(after - joint.place)) / 2
  }

  /// A ball at a domed end.
  private mutating func appendEnd(
    at joint: Int, isStart: Bool, _ path: SweepPath, _ direction: SIMD3<Double>
  ) {
    guard section.cap != .flat, !path.isClosed, joint == (isStart ? 0 : path.points.count - 1) else { return }
    pieces.append(
      ImplicitPiece(start: path.points[joint], line: .zero, radius: section.inradius, isRound: true))
  }

  /// What fills a bend that is not mitred: of a band a round plate across its normal, otherwise a ball.
  private mutating func appendFilling(_ place: SIMD3<Double>, _ normal: SIMD3<Double>) {
    var piece = ImplicitPiece(start: place, line: .zero, radius: section.inradius, isRound: true)
    if section.symmetry == 2, let half = section.corners.map({ abs($0.x) }).max() {
      piece.radius = half
      piece.planes = [normal, -normal].map { SIMD4($0, dot($0, place) + section.inradius) }
    }
    pieces.append(piece)
  }
}
