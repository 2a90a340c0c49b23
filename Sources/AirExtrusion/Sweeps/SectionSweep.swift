import AirGeometry
import Glibc

/// Moves a section along a path, with mitred joints and capped ends.
struct SectionSweep {
  private let section: SweepSection
  private let path: SweepPath
  private let joints: [SweepJoint]
  private let frames: SweepFrames
  private var shell = SolidShell()

  /// The swept surface.
  ///
  /// Where bends are tighter than the section is wide the surface passes through itself: that is for an exact check to
  /// find. Where a joint is too sharp to be mitred, it only tells about where the strokes are.
  static func shell(along path: SweepPath, section: SweepSection, frame: SweepFrame) -> SweptShell {
    if path.points.count == 1 {
      let joints = [SweepJoint(end: path.points[0], direction: SIMD3(1, 0, 0))]
      var sweep = SectionSweep(section, path, joints, frame)
      sweep.appendBall()
      return SweptShell(shell: sweep.shell, isMitred: true)
    }
    let joints = SweepJoint.joints(of: path)
    var sweep = SectionSweep(section, path, joints, frame)
    sweep.appendAll()
    return SweptShell(shell: sweep.shell, isMitred: !joints.contains(where: \.isSharp))
  }

  private init(_ section: SweepSection, _ path: SweepPath, _ joints: [SweepJoint], _ frame: SweepFrame) {
    (self.section, self.path, self.joints) = (section, path, joints)
    frames = SweepFrames(joints, of: path, frame, symmetry: section.symmetry)
    shell.vertices.reserveCapacity(joints.count * section.corners.count)
    shell.triangles.reserveCapacity(2 * joints.count * section.corners.count)
  }

  private mutating func appendAll() {
    var rings: [Range<UInt32>] = []
    for index in joints.indices { rings.append(appendRing(at: index)) }
    for (ring, next) in zip(rings, rings.dropFirst()) { shell.appendBand(from: ring, to: next) }
    let last = rings.count - 1
    if path.isClosed {
      let shift = frames.closingTurns * section.corners.count / section.symmetry
      shell.appendBand(from: rings[last], to: rings[0], shift: shift)
    } else {
      appendCap(on: rings[0], joint: 0, isEnd: false)
      appendCap(on: rings[last], joint: last, isEnd: true)
    }
  }

  private mutating func appendBall() {
    let ring = appendRing(at: 0)
    appendCap(on: ring, joint: 0, isEnd: false)
    appendCap(on: ring, joint: 0, isEnd: true)
  }

  private mutating func appendRing(at joint: Int, scale: Double = 1, rise: Double = 0) -> Range<UInt32> {
    let start = UInt32(shell.vertices.count)
    let x = joints[joint].stretched(frames.first[joint]) * scale
    let y = joints[joint].stretched(frames.second[joint]) * scale
    let centre = joints[joint].place + joints[joint].normal * rise
    for corner in section.corners { _ = shell.append(centre + x * corner.x + y * corner.y) }
    return start..<UInt32(shell.vertices.count)
  }

  private mutating func appendCap(on rim: Range<UInt32>, joint: Int, isEnd: Bool) {
    switch section.cap {
    case .flat:
      shell.appendDisc(rim, isReversed: !isEnd)
    case .dome(let height, let steps):
      var ring = rim
      for step in 1..<steps {
        let angle = .pi / 2 * Double(step) / Double(steps)
        let next = appendRing(
          at: joint, scale: cos(angle), rise: isEnd ? height * sin(angle) : -height * sin(angle))
        if isEnd {
          shell.appendBand(from: ring, to: next)
        } else {
          shell.appendBand(from: next, to: ring)
        }
        ring = next
      }
      let direction = joints[joint].normal * height
      let apex = shell.append(joints[joint].place + (isEnd ? direction : -direction))
      if isEnd {
        shell.appendFan(from: ring, to: apex)
      } else {
        for index in ring {
          let following = index + 1 == ring.upperBound ? ring.lowerBound : index + 1
          shell.triangles.append(SIMD3(following, index, apex))
        }
      }
    }
  }
}
