import AirCapture
import AirGeometry
import Synchronization
import Testing

@Suite struct CameraReaderTests {
  private static func mode(_ format: String, _ width: Int, _ height: Int) -> CameraMode {
    CameraMode(formatName: format, size: ImageSize(width: width, height: height))
  }

  /// What a common webcam offers.
  private static let webcam = [
    mode("YUYV", 320, 240), mode("YUYV", 640, 480), mode("YUYV", 1280, 720), mode("MJPG", 640, 480),
    mode("MJPG", 1280, 720), mode("MJPG", 1920, 1080), mode("H264", 3840, 2160), mode("YUYV", 2592, 1944),
  ]

  @Test(
    "each preset takes the nearest size: raw while it passes through the cable, JPEG beyond",
    arguments: [
      (CapturePreset.low, CameraMode.PixelFormat.yuyv, 320, 240), (.medium, .yuyv, 640, 480),
      (.vga640x480, .yuyv, 640, 480), (.hd1280x720, .mjpg, 1280, 720), (.high, .mjpg, 1920, 1080),
      (.photo, .yuyv, 2592, 1944),
    ])
  func presets(preset: CapturePreset, format: CameraMode.PixelFormat, width: Int, height: Int) {
    let choice = CameraMode.best(of: Self.webcam, for: preset)
    #expect(choice?.format == format)
    #expect(choice?.size == ImageSize(width: width, height: height))
  }

  @Test("a range of sizes is met in its steps")
  func stepwise() {
    let range = CameraMode(
      formatName: "NV12", minimum: ImageSize(width: 32, height: 32),
      maximum: ImageSize(width: 1600, height: 1200), step: ImageSize(width: 16, height: 8))
    #expect(CameraMode.best(of: [range], for: .medium)?.size == ImageSize(width: 480, height: 360))
    #expect(CameraMode.best(of: [range], for: .high)?.size == ImageSize(width: 1600, height: 1080))
    #expect(CameraMode.best(of: [range], for: .photo)?.size == ImageSize(width: 1600, height: 1200))
  }

  /// A device that shows the given pictures, then is unplugged.
  private static func device(
    _ modes: [CameraMode], bytesPerRow: Int = 0, pictures: [(bytes: [UInt8], time: Double, isDamaged: Bool)]
  ) -> CameraDevice {
    let next = Mutex(0)
    return CameraDevice(
      path: "/dev/test", modes: modes,
      start: { choice in CameraDevice.Stream(size: choice.size, bytesPerRow: bytesPerRow) },
      receive: { receiver throws(CaptureError) in
        let index = next.withLock { next in
          defer { next += 1 }
          return next
        }
        guard index < pictures.count else { throw .cameraLost(path: "/dev/test") }
        let picture = pictures[index]
        picture.bytes.withUnsafeBufferPointer {
          receiver(
            CameraDevice.Picture(bytes: $0, timestampInSeconds: picture.time, isDamaged: picture.isDamaged))
        }
      })
  }

  @Test("raw pictures come timed from the first, damaged ones are told, an unplugged camera is one sentence")
  func raw() throws {
    let good: [UInt8] = [235, 128, 16, 128, 0, 0, 16, 128, 235, 128, 0, 0]
    let device = Self.device(
      [Self.mode("YUYV", 2, 2)], bytesPerRow: 6,
      pictures: [
        (good, 50, false), (good, 50.1, true), (Array(good.prefix(7)), 50.2, false), (good, 50.3, false),
      ])
    let reader = try CameraReader(device: device, preset: .photo)
    let first = try #require(try reader.nextFrame())
    let second = try #require(try reader.nextFrame())
    #expect(first.image.bytes == [255, 255, 255, 0, 0, 0, 0, 0, 0, 255, 255, 255])
    #expect((first.index, second.index) == (0, 1))
    #expect(first.timestampInSeconds == 0)
    #expect(abs(second.timestampInSeconds - 0.3) < 1e-9)
    #expect(reader.warnings == ["2 damaged pictures of “/dev/test” were left out."])
    let error = captureError { _ = try reader.nextFrame() }
    #expect(error?.description == "The camera “/dev/test” was unplugged or switched off.")
  }

  @Test("NV12 pictures find their second plane behind the first, with the driver's stride")
  func biplanar() throws {
    let bytes: [UInt8] = [81, 81, 9, 9, 81, 81, 9, 9, 90, 240, 9, 9]
    let device = Self.device(
      [Self.mode("NV12", 2, 2)], bytesPerRow: 4, pictures: [(bytes, 0, false)])
    let frame = try #require(try CameraReader(device: device, preset: .photo).nextFrame())
    // BT.601's red bar.
    for (seen, expected) in zip(frame.image.pixel(1, 1), [0, 0, 255]) {
      #expect(abs(Int(seen) - expected) <= 2)
    }
  }

  @Test("JPEG pictures are decoded one by one, broken ones left out")
  func jpeg() throws {
    let jpeg = QuarteredJPEG.bytes()
    let device = Self.device(
      [Self.mode("MJPG", 32, 16)],
      pictures: [(Array(jpeg.prefix(100)), 0, false), (jpeg, 1, false), ([], 2, false), (jpeg, 3, false)])
    let reader = try CameraReader(device: device, preset: .photo)
    let first = try #require(try reader.nextFrame())
    #expect(QuarteredJPEG.quarter(of: first.image.pixel(3, 3)) == "red")
    #expect(QuarteredJPEG.quarter(of: first.image.pixel(28, 3)) == "green")
    #expect(try reader.nextFrame()?.timestampInSeconds == 2)
    #expect(reader.warnings.first?.hasPrefix("2 damaged pictures") == true)
  }

  @Test("a selection ends the camera's stream")
  func selection() throws {
    let bytes: [UInt8] = [1, 2]
    let device = Self.device(
      [Self.mode("GREY", 2, 1)], pictures: (0..<10).map { (bytes, Double($0), false) })
    let reader = try CameraReader(
      device: device, preset: .low, selection: FrameSelection(from: 1, to: 6, every: 2))
    #expect(try reader.allFrames().map(\.index) == [1, 3, 5])
  }

  @Test("a camera of unknown formats only, a device that is none and a missing one say so")
  func unfit() {
    let device = Self.device([Self.mode("H264", 640, 480), Self.mode("pRAA", 640, 480)], pictures: [])
    let error = captureError { _ = try CameraReader(device: device, preset: .low) }
    #expect(error == .noUsableCameraMode(path: "/dev/test", offered: ["H264", "pRAA"]))
    #expect(captureError { _ = try openFrameSource(path: "/dev/null") } == .notACamera(path: "/dev/null"))
    let missing = "/dev/video987"
    let expected = CaptureError.noSuchCamera(path: missing, present: CameraDevice.present())
    #expect(captureError { _ = try openFrameSource(path: missing) } == expected)
  }
}
