import AirCapture
import AirGeometry
import AirTestSupport
import AirTracking
import Testing

/// Real hands, filmed and annotated by others: a place is right within 20 pixels of the annotated tip.
@Suite("How fingertips of real recordings are followed")
struct FingertipRecordingTests {
  /// How a track agrees with the annotation.
  private struct Agreement {
    var right = 0
    var lost = 0
    var wrong = 0
    var longestWrong = 0
  }

  /// Distance in pixels within which a place is right.
  private static let tolerance = 20.0

  /// Follows a recording from one of its frames, up to the last annotated one.
  private func follow(
    _ name: String, from first: Int, seed: TrackSeed, level: TrackerOptions.Level = .accurate
  ) throws -> Agreement {
    let truth = try TipAnnotation(ofRecording: name).points
    let last = try #require(truth.keys.max())
    let source = try openFrameSource(path: SharedData.url("recordings/\(name).mp4").path)
    var tracker = try FingertipTracker(options: TrackerOptions(level: level))
    var agreement = Agreement()
    var run = 0
    while let frame = try source.nextFrame(), frame.index <= last {
      guard frame.index >= first else { continue }
      let observation =
        frame.index == first ? try tracker.seed(at: seed, in: frame) : try tracker.track(frame)
      guard frame.index > first, let point = truth[frame.index] else { continue }
      guard let box = observation.box else {
        agreement.lost += 1
        run = 0
        continue
      }
      let isRight = box.center.distance(to: point) <= Self.tolerance
      agreement.right += isRight ? 1 : 0
      agreement.wrong += isRight ? 0 : 1
      run = isRight ? 0 : run + 1
      agreement.longestWrong = max(agreement.longestWrong, run)
    }
    return agreement
  }

  @Test(
    "the size of the first box decides nothing: the tip on the desk is followed throughout",
    .enabled(if: SharedData.isPresent, SharedData.absence), arguments: [24.0, 48, 96])
  func boxesOfAnySize(side: Double) throws {
    let box = ImageBox(center: ImagePoint(x: 572.5, y: 373.5), width: side, height: side)
    let agreement = try follow("desk-cam0", from: 20, seed: .box(box))
    #expect(agreement.lost == 0 && agreement.wrong == 0, "\(agreement)")
  }

  @Test(
    "a tap ten pixels off gives the track of the tip all the same",
    .enabled(if: SharedData.isPresent, SharedData.absence),
    arguments: [(10.0, 0.0), (-10, 0), (0, 10), (7, -7)])
  func tapsBesideTheTip(dx: Double, dy: Double) throws {
    let tap = ImagePoint(x: 572.5 + dx, y: 373.5 + dy)
    let agreement = try follow("desk-cam0", from: 20, seed: .tap(tap))
    #expect(agreement.lost == 0 && agreement.wrong == 0, "\(agreement)")
  }

  @Test(
    "before a wall the tip is followed even where the picture cuts it off",
    .enabled(if: SharedData.isPresent, SharedData.absence))
  func whiteWall() throws {
    let box = ImageBox(x: 175, y: 277, width: 72, height: 72)
    let agreement = try follow("white-wall", from: 45, seed: .box(box))
    #expect(Double(agreement.right) >= 0.96 * Double(agreement.right + agreement.lost + agreement.wrong))
  }

  @Test(
    "with a moving camera, ten frames a second and jumps a loss is told within three frames",
    .enabled(if: SharedData.isPresent, SharedData.absence),
    arguments: [
      ("rotation_1", 230.0, 123.0), ("rotation_3", 148, 85), ("scale_1", 290, 62), ("scale_3", 206, 216),
      ("translation_1", 197, 142), ("translation_3", 199, 104),
    ])
  func movingCamera(name: String, x: Double, y: Double) throws {
    let box = ImageBox(x: x, y: y, width: 48, height: 48)
    let agreement = try follow("egocentric-\(name)", from: 0, seed: .box(box))
    #expect(agreement.longestWrong <= 3, "\(agreement)")
    #expect(agreement.wrong <= 5, "\(agreement)")
  }
}
