import AirCapture
import AirGeometry
import AirTestSupport
import Foundation
import Testing

@Suite struct VideoFileWriterTests {
  /// Bars of colour that move, so that no two pictures are alike.
  static func movingBars(width: Int, height: Int, number: Int) throws -> PixelImage {
    let colours: [(UInt8, UInt8, UInt8)] = [
      (255, 255, 255), (30, 200, 220), (40, 40, 210), (190, 90, 30), (60, 170, 60), (0, 0, 0),
    ]
    return try picture(width: width, height: height) { x, _ in
      colours[(x / 16 + number) % colours.count]
    }
  }

  @Test(
    "what is written is read back: as many frames, at their times, in their colours",
    arguments: [(96, 64), (97, 64), (96, 65), (113, 47)])
  func roundTrip(width: Int, height: Int) throws {
    let folder = try ScratchFolder()
    let path = folder.path("bars.mp4")
    // Uneven times, on a clock that does not begin at zero.
    let times = (0..<40).map { (number: Int) -> Double in
      let pause = number > 20 ? 0.3 : 0
      let delay = number % 3 == 0 ? 0.004 : 0
      return 5 + Double(number) / 25 + pause + delay
    }
    let images = try times.indices.map { try Self.movingBars(width: width, height: height, number: $0) }
    let writer = try VideoFileWriter(
      path: path,
      format: VideoFileFormat(size: ImageSize(width: width, height: height), framesPerSecond: 25))
    for (time, image) in zip(times, images) { try writer.append(image, timestampInSeconds: time) }
    try writer.finish()

    let reader = try VideoFileReader(path: path)
    #expect(reader.codecName == "h264")
    #expect(
      reader.imageSize == ImageSize(width: (width + 1) / 2 * 2, height: (height + 1) / 2 * 2))
    let frames = try reader.allFrames()
    #expect(reader.warnings == [])
    try #require(frames.count == times.count)
    let places = stride(from: 8, to: width - 8, by: 16).map { ($0, height / 2) } + [(8, height - 1)]
    for (number, frame) in frames.enumerated() {
      // Half a tick of the track's clock.
      #expect(abs(frame.timestampInSeconds - (times[number] - times[0])) < 1.01 / 180_000, "\(number)")
      for (x, y) in places {
        let (seen, wanted) = (frame.image.pixel(x, y), images[number].pixel(x, y))
        let off = zip(seen, wanted).map { abs(Int($0) - Int($1)) }.max() ?? 255
        #expect(off <= 12, "frame \(number), pixel \(x), \(y): \(seen), not \(wanted)")
      }
      // The repeated last column and row.
      let corner = frame.image.pixel(reader.imageSize.width - 1, reader.imageSize.height - 1)
      let last = images[number].pixel(width - 1, height - 1)
      #expect(zip(corner, last).allSatisfy { abs(Int($0) - Int($1)) <= 40 }, "\(corner), not \(last)")
    }
  }

  /// A second of pictures and of a tone.
  private func writeSecond(_ path: String, hertz: Double = 440) throws {
    let size = ImageSize(width: 128, height: 96)
    let writer = try VideoFileWriter(
      path: path, format: VideoFileFormat(size: size, framesPerSecond: 10, soundSampleRate: 48_000))
    for number in 0..<10 {
      try writer.append(
        try Self.movingBars(width: size.width, height: size.height, number: number),
        timestampInSeconds: Double(number) / 10)
      try writer.append(
        samples: (0..<4800).map { Float(0.5 * sin(Double(number * 4800 + $0) / 48_000 * 2 * .pi * hertz)) })
    }
    try writer.finish()
  }

  @Test("the same pictures and sound give the same bytes, without a date or a version, the index in front")
  func sameBytes() throws {
    let folder = try ScratchFolder()
    try writeSecond(folder.path("a.mp4"))
    try writeSecond(folder.path("b.mp4"))
    let first = try Data(contentsOf: folder.url.appendingPathComponent("a.mp4"))
    let second = try Data(contentsOf: folder.url.appendingPathComponent("b.mp4"))
    #expect(first == second)
    for word in ["x264", "Lavc", "Lavf", "libav"] {
      #expect(first.range(of: Data(word.utf8)) == nil, "\(word)")
    }
    for kind in ["avc1", "mp4a"] { #expect(first.range(of: Data(kind.utf8)) != nil, "\(kind)") }
    let index = try #require(first.range(of: Data("moov".utf8)))
    let content = try #require(first.range(of: Data("mdat".utf8)))
    #expect(index.lowerBound < content.lowerBound)
    // Creation and modification time of the movie header (ISO/IEC 14496-12, 8.2.2).
    let header = try #require(first.range(of: Data("mvhd".utf8)))
    #expect(first[header.upperBound + 4..<header.upperBound + 12].allSatisfy { $0 == 0 })
  }

  private static let ffmpeg = "/usr/bin/ffmpeg"

  @Test(
    "the sound is there, as long and as high as it was",
    .enabled(if: FileManager.default.isExecutableFile(atPath: ffmpeg), "ffmpeg is not installed"),
    arguments: [440.0, 1000])
  func sound(hertz: Double) throws {
    let folder = try ScratchFolder()
    try writeSecond(folder.path("a.mp4"), hertz: hertz)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Self.ffmpeg)
    process.arguments =
      ["-v", "error", "-i", folder.path("a.mp4"), "-f", "f32le", "-c:a", "pcm_f32le", folder.path("a.raw")]
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    let samples = try Data(contentsOf: folder.url.appendingPathComponent("a.raw")).withUnsafeBytes {
      Array($0.bindMemory(to: Float.self))
    }
    #expect((48_000...49_100).contains(samples.count))
    // Away from the ends, a tone crosses zero twice a period and has an effective value of its amplitude / √2.
    let middle = samples[4800..<43_200]
    let crossings = zip(middle, middle.dropFirst()).count { ($0 < 0) != ($1 < 0) }
    #expect(abs(Double(crossings) - 2 * hertz * 0.8) <= 4)
    let effective = (middle.reduce(0) { $0 + Double($1 * $1) } / Double(middle.count)).squareRoot()
    #expect(abs(effective - 0.5 / 2.0.squareRoot()) < 0.02)
  }

  @Test("what makes no sense is refused in one sentence, and nothing is left behind")
  func refusals() throws {
    let folder = try ScratchFolder()
    let path = folder.path("a.mp4")
    let size = ImageSize(width: 64, height: 48)
    for format in [
      VideoFileFormat(size: ImageSize(width: 8, height: 48), framesPerSecond: 30),
      VideoFileFormat(size: ImageSize(width: 16_384, height: 16_384), framesPerSecond: 30),
      VideoFileFormat(size: size, framesPerSecond: .nan),
      VideoFileFormat(size: size, framesPerSecond: 0),
      VideoFileFormat(size: size, framesPerSecond: 30, soundSampleRate: 12_345),
    ] {
      let error = captureError { _ = try VideoFileWriter(path: path, format: format) }
      #expect(error?.description.hasPrefix("The video is not valid: its") == true, "\(format)")
    }
    do {
      let writer = try VideoFileWriter(path: path, format: VideoFileFormat(size: size, framesPerSecond: 30))
      let image = try flatPicture(width: 64, height: 48, (1, 2, 3))
      let other = try flatPicture(width: 48, height: 64, (1, 2, 3))
      try writer.append(image, timestampInSeconds: 1)
      for attempt in [
        { try writer.append(other, timestampInSeconds: 2) },
        { try writer.append(image, timestampInSeconds: .infinity) },
        { try writer.append(image, timestampInSeconds: 1) },
        { try writer.append(image, timestampInSeconds: 0.5) },
        { try writer.append(samples: [0, 0]) },
      ] {
        let error = try #require(captureError(attempt))
        #expect(error.description.hasPrefix("The video is not valid: "), "\(error)")
      }
      try writer.append(image, timestampInSeconds: 1.5)
      #expect(FileManager.default.fileExists(atPath: path))
    }
    #expect(!FileManager.default.fileExists(atPath: path), "it was not finished")
  }

  @Test("a place that can't be written to is named, by the name that the caller knows")
  func unwritable() throws {
    let folder = try ScratchFolder()
    try folder.write([1, 2, 3], as: "file")
    let format = VideoFileFormat(size: ImageSize(width: 64, height: 48), framesPerSecond: 30)
    for (path, words) in [
      (folder.path("missing/a.mp4"), "no such file"), (folder.path("file/a.mp4"), "not a directory"),
      (folder.url.path, "is a directory"), ("/dev/null", "device or a pipe"),
      ("/dev/full", "device or a pipe"),
    ] {
      let refused = captureError {
        _ = try VideoFileWriter(path: path, format: format, reportedPath: "film.mp4")
      }
      let error = try #require(refused)
      #expect(error.description.hasPrefix("“film.mp4” cannot be written: "), "\(error)")
      #expect(error.description.contains(words), "\(error)")
    }
    #expect(FileManager.default.fileExists(atPath: "/dev/null"))
  }

  /// Mounts a disc in memory; false where that takes rights that the tests have not.
  private func mount(_ folder: String, options: [String]) -> Bool {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: options.isEmpty ? "/bin/umount" : "/bin/mount")
    process.arguments = options + [folder]
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }

  @Test(
    "a full disc is named as such, and the file goes away",
    .enabled(if: getuid() == 0, "only root can mount a small disc"), arguments: [16, 48, 200])
  func fullDisc(kilobytes: Int) throws {
    let folder = try ScratchFolder()
    let options = ["-t", "tmpfs", "-o", "size=\(kilobytes)k", "tmpfs"]
    guard mount(folder.url.path, options: options) else { return }
    defer { _ = mount(folder.url.path, options: []) }
    var generator = SeededGenerator(seed: 6)
    let error = captureError {
      let size = ImageSize(width: 320, height: 240)
      let writer = try VideoFileWriter(
        path: folder.path("a.mp4"), format: VideoFileFormat(size: size, framesPerSecond: 30))
      for number in 0..<40 {
        // Noise, which no encoder makes small.
        let image = try picture(width: size.width, height: size.height) { _, _ in
          let bits = generator.next()
          return (UInt8(truncatingIfNeeded: bits), UInt8(truncatingIfNeeded: bits >> 8), UInt8(bits >> 56))
        }
        try writer.append(image, timestampInSeconds: Double(number) / 30)
      }
      try writer.finish()
    }
    #expect(error == .discFull(path: folder.path("a.mp4")))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == [])
  }
}
