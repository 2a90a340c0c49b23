import AirCapture
import AirGeometry
import AirTestSupport
import Foundation
import Testing

/// Files that trip readers up, each made from a recording that is there too or by another project's testers.
@Suite(.enabled(if: SharedData.isPresent, SharedData.absence))
struct OddContainerTests {
  /// Frame k of the derived files is frame k + 20 of the recording.
  private static let derivedOffset = 20

  private func odd(_ name: String) throws -> String { try SharedData.url("odd-containers/\(name)").path }

  /// The recording's frames from `derivedOffset` on that the derived files show.
  private func original() throws -> [Frame] {
    let path = try SharedData.url("recordings/desk-cam0.mp4").path
    let frames = try VideoFileReader(path: path, selection: FrameSelection(to: 4.7)).allFrames()
    return Array(frames.dropFirst(Self.derivedOffset))
  }

  @Test(
    "a quarter turn, non-square pixels and ten bits show the same pictures as the recording they come from")
  func derivedPictures() throws {
    let original = try original()
    for name in ["rot90meta", "nonsquare_sar", "hevc10"] {
      let reader = try VideoFileReader(path: try odd("derived_cam0_\(name).mp4"))
      #expect(reader.imageSize == ImageSize(width: 720, height: 720), "\(name)")
      #expect(reader.estimatedFrameCount == 120, "\(name)")
      var count = 0
      while let frame = try reader.nextFrame() {
        #expect(frame.index == count)
        #expect(abs(frame.timestampInSeconds - Double(count) / 30) < 1e-9, "\(name) frame \(count)")
        if count % 20 == 0 {
          let expected = original[count].image
          let difference = frame.image.meanAbsoluteDifference(from: expected)
          // A picture turned the wrong way, or the next but three frames, differ by far more.
          #expect(difference < 3, "\(name) frame \(count) differs by \(difference)")
        }
        count += 1
      }
      #expect(count == 120, "\(name)")
      #expect(reader.warnings.isEmpty, "\(name)")
    }
  }

  @Test("a variable frame rate keeps each frame's own time")
  func variableFrameRate() throws {
    let original = try original()
    let frames = try VideoFileReader(path: try odd("derived_cam0_vfr.mp4")).allFrames()
    #expect(frames.count == 86)
    var gaps: Set<Int> = []
    for (frame, next) in zip(frames, frames.dropFirst()) {
      gaps.insert(Int(((next.timestampInSeconds - frame.timestampInSeconds) * 30).rounded()))
    }
    #expect(gaps.count > 1, "gaps in 30ths of a second: \(gaps)")
    for frame in frames.enumerated().filter({ $0.offset % 15 == 0 }).map(\.element) {
      let sourceIndex = Int((frame.timestampInSeconds * 30).rounded())
      let difference = frame.image.meanAbsoluteDifference(from: original[sourceIndex].image)
      #expect(difference < 3, "frame \(frame.index) differs by \(difference)")
    }
  }

  @Test("an AVI that was cut gives the frames it has and says that the last one was damaged")
  func truncatedAVI() throws {
    let reader = try VideoFileReader(path: try odd("derived_cam0_truncated_noindex.avi"))
    #expect(reader.estimatedFrameCount == 72)
    #expect(try reader.allFrames().count == 72)
    #expect(reader.warnings.count == 1)
    #expect(reader.warnings.first?.contains("1 damaged frame") == true)
  }

  @Test("an MP4 cut before its index says so, and what to do")
  func truncatedMP4() throws {
    let path = try odd("derived_cam0_truncated_nomoov.mp4")
    #expect(captureError { _ = try VideoFileReader(path: path) } == .indexMissing(path: path))
  }

  @Test("a film without a duration has no estimated number of frames, but all its frames")
  func noDuration() throws {
    let reader = try VideoFileReader(path: try odd("Zulko-moviepy-no_duration.webm"))
    #expect(reader.estimatedFrameCount == nil)
    #expect(try reader.allFrames().count == 74)
  }

  @Test("damaged frames are left out and told, the good ones come, at their own times")
  func corrupted() throws {
    let reader = try VideoFileReader(path: try odd("dmlc-decord-corrupted.mp4"))
    let frames = try reader.allFrames()
    #expect(frames.count == 48)
    #expect(reader.warnings.first?.hasPrefix("2 damaged frames of ") == true)
    #expect(frames.map(\.index) == Array(0..<48))
    #expect(frames.last.map { abs($0.timestampInSeconds - 4.9) < 1e-6 } == true)
  }

  @Test("half and quarter turns give upright sizes")
  func turned() throws {
    let quarter = try VideoFileReader(path: try odd("dmlc-decord-video_90.mov"))
    let half = try VideoFileReader(path: try odd("dmlc-decord-video_180.mov"))
    #expect(quarter.imageSize == ImageSize(width: 320, height: 568))
    #expect(half.imageSize == ImageSize(width: 568, height: 320))
    #expect(try quarter.allFrames().count == 3)
    #expect(try half.allFrames().count == 3)
  }

  @Test("each of the eight display matrices puts the stored corners where it says")
  func displayMatrices() throws {
    let stored: [[Int32]] = [[0, 65536], [-65536, 0]]
    let bytes = Array(try Data(contentsOf: try SharedData.url("odd-containers/dmlc-decord-video_90.mov")))
    let folder = try ScratchFolder()
    func read(_ a: Int32, _ b: Int32, _ c: Int32, _ d: Int32) throws -> PixelImage {
      let patched = try replacingMatrix(stored, by: [[a << 16, b << 16], [c << 16, d << 16]], in: bytes)
      return try PixelImage(contentsOf: try folder.write(patched, as: "turned.mov"))
    }
    let plain = try read(1, 0, 0, 1)
    let (width, height) = (plain.size.width, plain.size.height)
    #expect(plain.size == ImageSize(width: 568, height: 320))
    for (a, b, c, d) in [
      (1, 0, 0, 1), (-1, 0, 0, 1), (1, 0, 0, -1), (-1, 0, 0, -1), (0, 1, 1, 0), (0, 1, -1, 0), (0, -1, 1, 0),
      (0, -1, -1, 0),
    ] {
      let turned = try read(Int32(a), Int32(b), Int32(c), Int32(d))
      #expect(turned.size == (a == 0 ? plain.size.turned : plain.size))
      for (x, y) in [(0, 0), (width - 1, 0), (0, height - 1), (width - 1, height - 1), (100, 37), (301, 200)]
      {
        // x' = a·x + c·y, moved so that the picture begins at 0.
        let moved = (
          x: a * x + c * y + (a < 0 ? width - 1 : 0) + (c < 0 ? height - 1 : 0),
          y: b * x + d * y + (b < 0 ? width - 1 : 0) + (d < 0 ? height - 1 : 0)
        )
        #expect(turned.pixel(moved.x, moved.y) == plain.pixel(x, y), "matrix \((a, b, c, d)) pixel \((x, y))")
      }
    }
  }

  /// Replaces the linear part of the one display matrix in a file.
  private func replacingMatrix(_ old: [[Int32]], by new: [[Int32]], in bytes: [UInt8]) throws -> [UInt8] {
    func encoded(_ matrix: [[Int32]]) -> [UInt8] {
      matrix.flatMap { $0 + [0] }.flatMap { value in
        withUnsafeBytes(of: value.bigEndian) { Array($0) }
      }
    }
    let pattern = encoded(old)
    let place = try #require(
      bytes.indices.dropLast(pattern.count).first { bytes[$0..<$0 + pattern.count].elementsEqual(pattern) })
    return Array(bytes[..<place]) + encoded(new) + bytes[(place + pattern.count)...]
  }
}
