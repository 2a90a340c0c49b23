import AirCapture
import AirExport
import AirPreview
import AirTestSupport
import Foundation
import Testing

@Suite struct TurntableTests {
  private let folder: TemporaryFolder
  private let turntable = Turntable(
    renderer: MeshRenderer(width: 160, height: 96), durationInSeconds: 1, framesPerSecond: 8)

  init() throws { folder = try TemporaryFolder() }

  private func frames(_ path: String) throws -> [Frame] {
    let reader = try VideoFileReader(path: path)
    var frames: [Frame] = []
    while let frame = try reader.nextFrame() { frames.append(frame) }
    return frames
  }

  @Test("a turntable is a video of one whole turn: its frames are the drawn ones, and no two are alike")
  func turn() throws {
    let model = try PreviewDrawings.spiral.model()
    var drawn: [PixelImage] = []
    try turntable.forEachFrame(of: model) { number, image in
      #expect(number == drawn.count)
      drawn.append(image)
    }
    let path = folder.path("turn.mp4")
    try turntable.write(model, to: path)
    let frames = try frames(path)
    #expect(frames.count == 8 && drawn.count == 8)
    for (number, frame) in frames.enumerated() {
      #expect(abs(frame.timestampInSeconds - Double(number) / 8) < 0.001)
      let differences = try drawn.map { try #require(PictureDifference(frame.image, $0)).mean }
      // Halved colours and compressing do less to a frame than a turn of an eighth does.
      #expect(differences.enumerated().min { $0.element < $1.element }?.offset == number, "\(differences)")
      #expect(differences[number] < 6)
    }
  }

  @Test("the same model gives the same bytes, and a turn that is broken off leaves the older file as it was")
  func wholeOrNotAtAll() throws {
    struct BreakOff: Error {}
    let model = try PreviewDrawings.star.model()
    let path = folder.path("turn.mp4")
    try turntable.write(model, to: path)
    let first = try Data(contentsOf: URL(fileURLWithPath: path))
    try turntable.write(model, to: folder.path("again.mp4"))
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.path("again.mp4"))) == first)
    #expect(throws: BreakOff.self) {
      _ = try turntable.stage(model, for: path) { if $0 == 3 { throw BreakOff() } }
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == first)
    #expect(try folder.names() == ["again.mp4", "turn.mp4"])
  }

  @Test("the model stays in the picture all the way round and does not swell: it is framed as a whole turn")
  func framing() throws {
    // A long rod, which from its side is much wider than from its end.
    var turntable = turntable
    turntable.renderer.view.elevationInDegrees = 20
    let empty = try #require(turntable.renderer.image(of: PreviewModel([])))
    try turntable.forEachFrame(of: PreviewDrawings.spiral.model()) { _, image in
      for row in 0..<image.size.height {
        for column in [0, image.size.width - 1] {
          let place = row * image.bytesPerRow + 3 * column
          #expect(abs(Int(image.bytes[place]) - Int(empty.bytes[place])) < 40)
        }
      }
    }
  }
}
