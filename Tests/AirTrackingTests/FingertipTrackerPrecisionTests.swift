import AirGeometry
import AirTracking
import Testing
import Glibc

@Suite("How precisely the tracker follows")
struct FingertipTrackerPrecisionTests {
  @Test(
    "a smooth texture shifted by fractions of a pixel is followed without bias or drift over 200 frames",
    arguments: [UInt64(1), 2, 3])
  func subpixelShift(seed: UInt64) throws {
    let scene = SyntheticScene(seed: seed)
    func center(_ index: Int) -> ImagePoint {
      let t = Double(index) / 30
      return ImagePoint(x: 120 + 60 * sin(1.3 * t), y: 90 + 40 * sin(1.9 * t + 0.4) - 40 * sin(0.4))
    }
    var tracker = try FingertipTracker()
    _ = try tracker.seed(at: .box(scene.box(at: center(0))), in: scene.frame(0, target: center(0)))
    var sum = (x: 0.0, y: 0.0)
    var worst = 0.0
    for index in 1...200 {
      let truth = center(index)
      let box = try #require(try tracker.track(scene.frame(index, target: truth)).box, "seed \(seed)")
      sum.x += box.center.x - truth.x
      sum.y += box.center.y - truth.y
      worst = max(worst, box.center.distance(to: truth))
    }
    #expect(worst < 0.2, "seed \(seed)")
    #expect(abs(sum.x / 200) < 0.05 && abs(sum.y / 200) < 0.05, "seed \(seed)")
  }
}
