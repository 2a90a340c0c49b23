import AirGeometry
import AirTestSupport
import Testing

@Suite struct ImageSpaceTests {
  @Test("a Vision box turns back into the same image box, its height taken along in the flip")
  func visionBoxRoundTrip() {
    let size = ImageSize(width: 640, height: 480)
    let box = ImageBox(x: 64, y: 48, width: 128, height: 96)
    let vision = box.visionBox(in: size)
    #expect(vision == VisionBox(x: 0.1, y: 0.7, width: 0.2, height: 0.2))
    let back = vision.imageBox(in: size)
    #expect(abs(back.x - box.x) < 1e-9 && abs(back.y - box.y) < 1e-9)
    #expect(abs(back.width - box.width) < 1e-9 && abs(back.height - box.height) < 1e-9)
  }
}
