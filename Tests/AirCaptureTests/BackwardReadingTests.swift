import AirCapture
import AirTestSupport
import Foundation
import Testing

@Suite("Frames from the last to the first")
struct BackwardReadingTests {
  /// What makes a frame the same one.
  private struct Mark: Hashable {
    let index: Int
    let timestampInSeconds: Double
    let image: Int

    init(_ frame: Frame) {
      index = frame.index
      timestampInSeconds = frame.timestampInSeconds
      var hasher = Hasher()
      frame.image.bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
      image = hasher.finalize()
    }
  }

  private func marks(_ source: some FrameSource) throws -> [Mark] {
    var marks: [Mark] = []
    while let frame = try source.nextFrame() { marks.append(Mark(frame)) }
    return marks
  }

  /// A reader whose chunks hold `length` frames of this many pixels, at 1.5 bytes a pixel.
  private func backward(
    _ path: String, _ selection: FrameSelection = .all, from seconds: Double, chunk length: Int = 20,
    pixels: Int
  ) throws -> ReversedVideoReader {
    try ReversedVideoReader(
      path: path, selection: selection, decodingThreads: 1, from: seconds, chunkSize: length * pixels * 3 / 2)
  }

  @Test(
    "are those of forward reading, whatever the container: odd ones, damaged ones and those without an index",
    .enabled(if: SharedData.isPresent, SharedData.absence),
    arguments: [
      "derived_cam0_vfr.mp4", "derived_cam0_hevc10.mp4", "derived_cam0_rot90meta.mp4",
      "derived_cam0_truncated_noindex.avi", "dmlc-decord-corrupted.mp4", "dmlc-decord-video_90.mov",
      "Zulko-moviepy-no_duration.webm", "pytorch-torchcodec-h264_10bits.mp4",
    ])
  func oddContainers(name: String) throws {
    let path = try SharedData.url("odd-containers/\(name)").path
    let reader = try VideoFileReader(path: path, selection: FrameSelection(to: 2))
    let forward = try marks(reader)
    let pixels = reader.imageSize.width * reader.imageSize.height
    let reversed = try backward(path, FrameSelection(to: 2), from: 99, pixels: pixels)
    #expect(reversed.estimatedFrameCount == forward.count)
    #expect(try marks(reversed) == forward.reversed())
    // A range with a step, from within it.
    let last = forward.last?.timestampInSeconds ?? 0
    let selection = try FrameSelection(from: last / 4, to: last * 0.9, every: 3)
    let chosen = try marks(VideoFileReader(path: path, selection: selection))
    let end = try #require(chosen.firstIndex { $0.timestampInSeconds >= last / 2 })
    #expect(
      try marks(backward(path, selection, from: last / 2, chunk: 4, pixels: pixels))
        == chosen[...end].reversed())
  }

  @Test(
    "cost no more than a few decodings each, where the file has key pictures",
    .enabled(if: SharedData.isPresent, SharedData.absence))
  func linearCost() throws {
    let path = try SharedData.url("recordings/white-wall.mp4").path
    // Key pictures are 90 frames apart, chunks 60: those on the way to a chunk are decoded for it too.
    let selection = try FrameSelection(to: 9)
    let reader = try VideoFileReader(path: path, selection: selection)
    let forward = try marks(reader)
    let pixels = reader.imageSize.width * reader.imageSize.height
    let reversed = try backward(path, selection, from: 1e6, chunk: 60, pixels: pixels)
    #expect(try marks(reversed) == forward.reversed())
    #expect(reversed.decodedAgainCount <= 2 * forward.count)
  }

  @Test("come from an animation that has no key picture but its first")
  func animation() throws {
    let folder = try ScratchFolder()
    let path = try folder.write(VideoFileReaderTests.gif, as: "a.gif")
    let forward = try marks(VideoFileReader(path: path))
    let reversed = try #require(try VideoFileReader(path: path).framesBackward(from: 9))
    #expect(try marks(reversed) == forward.reversed())
    let early = try #require(try VideoFileReader(path: path).framesBackward(from: 0))
    #expect(try marks(early) == [forward[0]])
  }

  @Test("come from a folder of images, damaged ones left out, and ahead of their time")
  func imageFolder() throws {
    let folder = try ScratchFolder()
    for number in 0..<9 {
      let image = try flatPicture(width: 20, height: 16, (UInt8(number), 0, 9))
      try folder.write(number == 4 ? [0xFF, 0xD8, 0xFF, 0xE0, 1] : image.pngBytes(), as: "\(number).png")
    }
    let selection = try FrameSelection(from: 0.2, every: 2)
    let source = try ImageFolderReader(folder: folder.url.path, frameRate: 10, selection: selection)
    let forward = try marks(source)
    #expect(forward.map(\.index) == [2, 6, 8])
    let whole = try #require(try source.framesBackward(from: 5))
    #expect(try marks(whole) == forward.reversed())
    let part = try #require(try PrefetchingFrameSource(source).framesBackward(from: 0.3))
    #expect(try marks(part) == [forward[1], forward[0]])
    let again = try #require(try source.framesAgain())
    #expect(try marks(again) == forward)
  }

  @Test("are not to be had of buffers that were handed in")
  func buffers() throws {
    let source = PixelBufferSource(imageSize: try flatPicture(width: 16, height: 16, (1, 2, 3)).size)
    #expect(try source.framesBackward(from: 0) == nil)
    #expect(try source.framesAgain() == nil)
  }

  @Test(
    "a file that is changed while it is read is an error, not another picture",
    .enabled(if: SharedData.isPresent, SharedData.absence))
  func changedFile() throws {
    let folder = try ScratchFolder()
    let bytes = try Data(contentsOf: try SharedData.url("odd-containers/dmlc-decord-video_180.mov"))
    let path = try folder.write(bytes, as: "a.mov")
    let reversed = try ReversedVideoReader(
      path: path, selection: .all, decodingThreads: 1, from: 9, chunkSize: 1)
    var bent = bytes
    for position in stride(from: bytes.count / 4, to: bytes.count * 3 / 4, by: 50) { bent[position] ^= 0x5A }
    try bent.write(to: URL(fileURLWithPath: path), options: [])
    let error = captureError { while try reversed.nextFrame() != nil {} }
    #expect(error?.description.contains(path) == true)
  }
}
