import AirCapture
import AirGeometry
import AirTestSupport
import Foundation
import Testing

@Suite struct VideoFileReaderTests {
  /// A GIF of one pixel whose three frames last 0.1, 0.3 and 0.05 s.
  static let gif: [UInt8] = {
    func frame(delay: UInt8, index: UInt8) -> [UInt8] {
      // Graphic control extension, image descriptor, then one LZW code for the pixel's colour.
      [0x21, 0xF9, 4, 0, delay, 0, 0, 0, 0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44 + 8 * index, 0x01, 0]
    }
    let colours: [UInt8] = [200, 30, 20, 10, 190, 40, 0, 0, 0, 255, 255, 255]
    return Array("GIF89a".utf8) + [1, 0, 1, 0, 0x91, 0, 0] + colours + frame(delay: 10, index: 0)
      + frame(delay: 30, index: 1) + frame(delay: 5, index: 0) + [0x3B]
  }()

  @Test("an animated GIF keeps its own frame times, whatever its name is")
  func gifTimes() throws {
    let folder = try ScratchFolder()
    let reader = try VideoFileReader(path: try folder.write(Self.gif, as: "%03d.mp4"))
    let frames = try reader.allFrames()
    #expect(reader.imageSize == ImageSize(width: 1, height: 1))
    #expect(frames.map { ($0.timestampInSeconds * 100).rounded() } == [0, 10, 40])
    #expect(frames.map { $0.image.pixel(0, 0) } == [[20, 30, 200], [40, 190, 10], [20, 30, 200]])
  }

  @Test(
    "a range and a step choose the same frames as choosing from all of them",
    .enabled(if: SharedData.isPresent, SharedData.absence))
  func selection() throws {
    let path = try SharedData.url("recordings/egocentric-scale_1.mp4").path
    let all = try VideoFileReader(path: path).allFrames()
    #expect(all.map(\.index) == Array(0..<50))
    let reader = try VideoFileReader(path: path, selection: FrameSelection(from: 1.2, to: 3.3, every: 4))
    let chosen = try reader.allFrames()
    #expect(chosen.map(\.index) == [12, 16, 20, 24, 28, 32])
    #expect(reader.estimatedFrameCount == 6)
    for frame in chosen {
      #expect(frame.image.isSame(as: all[frame.index].image), "frame \(frame.index)")
      #expect(frame.timestampInSeconds == all[frame.index].timestampInSeconds)
    }
  }

  @Test(
    "a late start gives the same frames as reading from the beginning, whatever the codec",
    .enabled(if: SharedData.isPresent, SharedData.absence))
  func lateStart() throws {
    for name in [
      "recordings/white-wall.mp4", "odd-containers/derived_cam0_vfr.mp4",
      "odd-containers/derived_cam0_hevc10.mp4",
      "odd-containers/pytorch-torchcodec-h264_10bits.mp4", "recordings/table-hands-1.gif",
    ] {
      let path = try SharedData.url(name).path
      let end = 4.5
      var all: [Int: Frame] = [:]
      for frame in try VideoFileReader(path: path, selection: FrameSelection(to: end)).allFrames() {
        all[frame.index] = frame
      }
      let times = all.values.map(\.timestampInSeconds).sorted()
      for from in [times[times.count / 3], times[times.count * 9 / 10] + 0.001] {
        let chosen = try VideoFileReader(path: path, selection: FrameSelection(from: from, to: end))
          .allFrames()
        #expect(chosen.count == times.count { $0 > from - 0.0005 }, "\(name) from \(from)")
        for frame in chosen {
          #expect(
            frame.timestampInSeconds == all[frame.index]?.timestampInSeconds, "\(name) frame \(frame.index)")
          #expect(frame.image.isSame(as: all[frame.index]?.image), "\(name) frame \(frame.index)")
        }
      }
    }
  }

  @Test(
    "a range behind the end is an error that tells where the end is",
    .enabled(if: SharedData.isPresent, SharedData.absence))
  func nothingSelected() throws {
    let path = try SharedData.url("recordings/egocentric-scale_1.mp4").path
    let reader = try VideoFileReader(path: path, selection: FrameSelection(from: 60))
    let error = captureError { _ = try reader.nextFrame() }
    #expect(
      error?.description == "No frame of “\(path)” lies at or after 60.0 s: its last frame is at 4.9 s.")
    #expect(try reader.nextFrame() == nil)
  }

  @Test(
    "one and two decoding threads give the same pictures of a whole recording",
    .enabled(if: SharedData.isPresent, SharedData.absence))
  func threads() throws {
    let path = try SharedData.url("recordings/white-wall.mp4").path
    let selection = try FrameSelection(to: 1)
    let one = try VideoFileReader(path: path, selection: selection, decodingThreads: 1).allFrames()
    let two = try VideoFileReader(path: path, selection: selection, decodingThreads: 2).allFrames()
    #expect(one.count > 25)
    #expect(zip(one, two).allSatisfy { $0.image.isSame(as: $1.image) })
    #expect(one.count == two.count)
    #expect(one.map(\.timestampInSeconds) == two.map(\.timestampInSeconds))
  }

  @Test("files that hold no pictures are told apart, one sentence each")
  func unfitFiles() throws {
    let folder = try ScratchFolder()
    let missing = folder.path("missing.mp4")
    let empty = try folder.write([], as: "empty.mp4")
    let text = try folder.write("Dear diary,\ntoday I drew a circle in the air.\n".utf8, as: "text.mp4")
    let playlist = try folder.write("ffconcat version 1.0\nfile empty.mp4\n".utf8, as: "list.mp4")
    var generator = SeededGenerator(seed: 7)
    let noise = try folder.write(
      (0..<20_000).map { _ in UInt8.random(in: 0...255, using: &generator) }, as: "x.mp4")
    let sound = try folder.write(Self.wave, as: "sound.mp4")
    let header = try folder.write([0, 0, 0, 16] + Array("ftypisom".utf8) + [0, 0, 2, 0], as: "cut.mov")
    let expected: [(String, CaptureError)] = [
      (missing, .missing(path: missing)),
      (empty, .emptyFile(path: empty)),
      (text, .textInsteadOfVideo(path: text)),
      (playlist, .textInsteadOfVideo(path: playlist)),
      (noise, .unknownFormat(path: noise)),
      (sound, .noVideoStream(path: sound)),
      (header, .indexMissing(path: header)),
    ]
    for (path, error) in expected {
      #expect(captureError { _ = try openFrameSource(path: path) } == error)
      #expect(error.description.contains(path))
      #expect(error.description.hasSuffix("."))
    }
  }

  /// A second of silence.
  private static let wave: [UInt8] = {
    func number(_ value: UInt32) -> [UInt8] { withUnsafeBytes(of: value.littleEndian) { Array($0) } }
    let format: [UInt8] = [1, 0, 1, 0] + number(8000) + number(8000) + [1, 0, 8, 0]
    return Array("RIFF".utf8) + number(36 + 8000) + Array("WAVEfmt ".utf8) + number(16) + format
      + Array("data".utf8) + number(8000) + [UInt8](repeating: 128, count: 8000)
  }()

  @Test(
    "a file without the permission to read says so",
    .disabled(if: geteuid() == 0, "the system's administrator may read every file"))
  func unreadable() throws {
    let folder = try ScratchFolder()
    let path = try folder.write(Self.gif, as: "locked.gif")
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: path)
    let error = captureError { _ = try openFrameSource(path: path) }
    #expect(error == .unreadable(path: path, reason: "permission denied"))
  }

  @Test(
    "a recording cut anywhere gives good frames or one sentence, never a crash",
    .enabled(if: SharedData.isPresent, SharedData.absence), arguments: [3, 11, 29])
  func cutAndBent(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let whole = Array(try Data(contentsOf: try SharedData.url("odd-containers/dmlc-decord-video_180.mov")))
    let folder = try ScratchFolder()
    for trial in 0..<25 {
      var bytes = Array(whole.prefix(Int.random(in: 1...whole.count, using: &generator)))
      for _ in 0..<Int.random(in: 0...20, using: &generator) {
        bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(
          in: 0...255, using: &generator)
      }
      let path = try folder.write(bytes, as: "cut.mov")
      var last = 0.0
      let error = captureError {
        for frame in try openFrameSource(path: path).allFrames() {
          #expect(frame.timestampInSeconds >= last, "seed \(seed) trial \(trial)")
          #expect(frame.image.bytes.count == frame.image.bytesPerRow * frame.image.size.height)
          last = frame.timestampInSeconds
        }
      }
      if let error { #expect(error.description.contains(path), "seed \(seed) trial \(trial)") }
    }
  }
}
