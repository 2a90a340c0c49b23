import AirCapture
import AirGeometry
import AirPreview
import AirTracking
import Foundation
import Testing

@Suite struct OverlayFilmTests {
  private static let framesPerSecond = 24.0
  private static let frameCount = 30
  /// The target comes in frame 6, is lost in frame 18 and comes again in frame 26.
  private static func isSeen(_ number: Int) -> Bool { (6..<18).contains(number) || number >= 26 }

  /// Frames of a moving camera with a target that comes and goes, and the film that is made of them.
  private func write(to path: String, hasSound: Bool = true) throws -> [OverlayMoment] {
    let table = try OverlayTable()
    let scene = try table.scene(table.movingAnchor, table.straight, camera: table.camera)
    var options = OverlayFilm.Options()
    options.framesPerSecond = Self.framesPerSecond
    options.isHandInFront = false
    options.hasSound = hasSound
    let moments = try (0..<Self.frameCount).map { number in
      let time = 3 + Double(number) / Self.framesPerSecond
      return table.moment(
        number + 1, at: time, pose: try table.pose(turnInDegrees: Double(number)),
        box: Self.isSeen(number) ? ImageBox(x: 300, y: 250, width: 40, height: 30) : nil)
    }
    let film = try OverlayFilm(
      path: path, scene: scene, imageSize: table.imageSize, moments: moments, options: options)
    for moment in moments { try film.append(try table.picture(), moment) }
    try film.finish()
    return moments
  }

  @Test("the film holds each frame at its time, and then the solid for three seconds")
  func frames() throws {
    let folder = try TestFolder()
    let moments = try write(to: folder.path("a.mp4"))
    let table = try OverlayTable()
    let reader = try VideoFileReader(path: folder.path("a.mp4"))
    #expect(reader.imageSize == table.imageSize)
    var frames: [Frame] = []
    while let frame = try reader.nextFrame() { frames.append(frame) }
    let rise = OverlayFilm.rise.growing + OverlayFilm.rise.standing
    #expect(frames.count == Self.frameCount + Int(rise * Self.framesPerSecond))
    for (frame, moment) in zip(frames, moments) {
      let time = moment.timestampInSeconds - moments[0].timestampInSeconds
      #expect(abs(frame.timestampInSeconds - time) < 0.000_1)
    }
    // The box's left side, green where the target is seen.
    for number in 0..<Self.frameCount {
      let colour = frames[number].image.colour(at: ImagePoint(x: 300, y: 265))
      #expect((colour.y > colour.x + 40) == Self.isSeen(number), "frame \(number): \(colour)")
    }
    // The solid has grown to its height in the end.
    let point = SurfacePoint(u: 0, v: 0.01, height: table.style.heightInMetres)
    let top = try #require(
      table.movingAnchor.imagePoint(
        of: point, camera: table.camera, cameraPose: moments[Self.frameCount - 1].cameraPose))
    #expect(try #require(frames.last).image.isInk(at: top))
  }

  @Test("the same frames give the same bytes")
  func sameBytes() throws {
    let folder = try TestFolder()
    _ = try write(to: folder.path("a.mp4"))
    _ = try write(to: folder.path("b.mp4"))
    #expect(try folder.data("a.mp4") == folder.data("b.mp4"))
  }

  private static let ffmpeg = "/usr/bin/ffmpeg"

  @Test(
    "a high tone sounds when the target comes, and a low one when it is lost",
    .enabled(if: FileManager.default.isExecutableFile(atPath: ffmpeg), "ffmpeg is not installed"))
  func tones() throws {
    let folder = try TestFolder()
    _ = try write(to: folder.path("a.mp4"))
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Self.ffmpeg)
    process.arguments =
      ["-v", "error", "-i", folder.path("a.mp4"), "-f", "f32le", "-c:a", "pcm_f32le", folder.path("a.raw")]
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    let samples = try folder.data("a.raw").withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    /// Effective value and pitch of a tenth of a second.
    func heard(at time: Double) -> (loudness: Double, hertz: Double) {
      let start = Int(time * 48_000)
      let part = samples[start..<start + 4800]
      let power = part.reduce(0.0) { $0 + Double($1 * $1) } / 4800
      let crossings = zip(part, part.dropFirst()).count { ($0 < 0) != ($1 < 0) }
      return (power.squareRoot(), Double(crossings) / 0.2)
    }
    let frame = 1 / Self.framesPerSecond
    for (number, hertz) in [(6.0, 880.0), (18, 440), (26, 880)] {
      let tone = heard(at: number * frame + 0.01)
      #expect(tone.loudness > 0.1 && abs(tone.hertz - hertz) < 15, "frame \(number): \(tone)")
      #expect(heard(at: number * frame - 0.11).loudness < 0.01, "before frame \(number)")
    }
    #expect(heard(at: 2).loudness < 0.01)
    let rise = OverlayFilm.rise.growing + OverlayFilm.rise.standing
    #expect(abs(Double(samples.count) / 48_000 - (Double(Self.frameCount) * frame + rise)) < 0.05)
  }

  @Test("a mute film has no sound")
  func mute() throws {
    let folder = try TestFolder()
    _ = try write(to: folder.path("a.mp4"), hasSound: false)
    #expect(try folder.data("a.mp4").range(of: Data("mp4a".utf8)) == nil)
  }

  @Test("the helper says the tracker's own numbers to three digits")
  func helperNumbers() {
    let match = MatchView(
      searchedRegion: ImageBox(x: 0, y: 0, width: 9, height: 9),
      bestBox: ImageBox(x: 1, y: 1, width: 3, height: 3), value: 0.8726, threshold: 0.3)
    let numbers = HelperPane.numbers(
      TrackObservation(box: nil, confidence: 0.8726, state: .lost, match: match))
    #expect(numbers == ("match 0.873", "threshold 0.300"))
    #expect(HelperPane.numbers(nil) == ("no match yet", ""))
  }

  @Test("the helper's film shows the search region in grey, and the best match in green or red")
  func helperFilm() throws {
    let folder = try TestFolder()
    let table = try OverlayTable()
    let film = try HelperFilm(
      path: folder.path("h.mp4"), reportedPath: "h.mp4", targets: [1, 2], framesPerSecond: 24)
    let region = ImageBox(x: 200, y: 100, width: 100, height: 100)
    let best = ImageBox(x: 230, y: 130, width: 40, height: 40)
    for number in 0..<4 {
      let value = number < 2 ? 0.9 : 0.1
      let match = MatchView(searchedRegion: region, bestBox: best, value: value, threshold: 0.3)
      let observation = TrackObservation(
        box: number < 2 ? best : nil, confidence: value, state: number < 2 ? .tracking : .lost, match: match)
      let moment = OverlayMoment(
        frameNumber: number + 1, timestampInSeconds: Double(number) / 24,
        targets: [(1, observation), (2, nil)])
      try film.append(try table.picture(), moment)
    }
    try film.finish()
    let reader = try VideoFileReader(path: folder.path("h.mp4"))
    // Two panes side by side.
    let half = reader.imageSize.width / 2
    var frames: [PixelImage] = []
    while let frame = try reader.nextFrame() { frames.append(frame.image) }
    try #require(frames.count == 4)
    for (number, image) in frames.enumerated() {
      var (green, red, grey) = (0, 0, 0)
      for y in stride(from: image.size.height / 8, to: image.size.height / 2, by: 1) {
        for x in 0..<half {
          let colour = image.colour(at: ImagePoint(x: Double(x), y: Double(y)))
          if colour.y > colour.z + 60 { green += 1 }
          if colour.z > colour.y + 60 { red += 1 }
          if abs(colour.x - Int(OverlayTable.grey)) < 8, abs(colour.z - Int(OverlayTable.grey)) < 8 {
            grey += 1
          }
        }
      }
      #expect(grey > 10_000)
      #expect(
        (green > 200) == (number < 2) && (red > 200) == (number >= 2), "frame \(number): \(green), \(red)")
    }
  }
}

/// A folder for one test's files, removed with it.
private final class TestFolder {
  private let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("overlay-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func path(_ name: String) -> String { url.appendingPathComponent(name).path }

  func data(_ name: String) throws -> Data { try Data(contentsOf: url.appendingPathComponent(name)) }
}
