import AirDraw
import AirTestSupport
import Foundation
import Testing

/// What is known of the camera, told on the command line.
@Suite struct CameraOptionsTests {
  private let recording = SharedData.packageRoot.appendingPathComponent("Samples/desk.mp4").path

  /// Runs `track` on the sample, which is 1280×720, beside these files.
  private func track(
    _ more: [String], files: [String: String] = [:]
  ) throws -> (outcome: AirDrawProcess.Outcome, camera: CameraModel?) {
    let folder = try TemporaryFolder()
    for (name, text) in files {
      try Data(text.utf8).write(to: folder.url.appendingPathComponent(name))
    }
    let words = [
      "track", recording, "--tap", "613,255@1.5", "--surface", "none", "--to", "1.5", "--no-backward",
    ]
    let outcome = try AirDrawProcess.run(words + ["--events", "x.airdraw"] + more, in: folder.url)
    guard outcome.exitCode == 0 else {
      #expect(!(try folder.names().contains("x.airdraw")))
      return (outcome, nil)
    }
    let log = try EventLog(contentsOf: folder.path("x.airdraw"))
    let cameras = log.events.compactMap { event -> CameraModel? in
      if case .camera(let camera) = event.kind { camera } else { nil }
    }
    return (outcome, cameras.first)
  }

  private static let square = """
    {"format": "airdraw-camera", "version": 1, "image_width": 1440, "image_height": 1080, "fx": 1500, "fy": 1500,
     "cx": 719.5, "cy": 539.5, "skew": 0.5, "model": "fisheye", "distortion": [0.01, 0, 0, 0]}
    """

  @Test("a field of view stands in for a calibration, along the width, the height or the diagonal")
  func fieldsOfView() throws {
    for (text, focal) in [
      ("90", 640), ("vertical:90", 360), ("diagonal:90", 734.3023900274327),
    ] {
      let run = try track(["--fov", text])
      #expect(run.outcome.exitCode == 0, "\(run.outcome.errors)")
      #expect(abs((run.camera?.intrinsics.fx ?? 0) - focal) < 1e-9)
    }
    #expect(try track(["--camera", "fov:90"]).camera?.intrinsics.cx == 639.5)
  }

  @Test("a calibration of another shape needs a crop, and what was done with it is said and logged")
  func crops() throws {
    let files = ["wide.calibration": Self.square]
    let refused = try track(["--camera", "wide.calibration"], files: files).outcome
    #expect(
      refused.exitCode == 1 && refused.errors.contains("1440×1080") && refused.errors.contains("1280×720"))
    let run = try track(["--camera", "wide.calibration", "--camera-crop", "centered"], files: files)
    #expect(run.outcome.errors.contains("fitted to 1280×720"))
    let camera = try #require(run.camera)
    #expect(abs(camera.intrinsics.fx - 1500 * 1280 / 1440) < 1e-9 && abs(camera.intrinsics.cy - 359.5) < 1e-9)
    #expect(abs(camera.intrinsics.skew - 0.5 * 1280 / 1440) < 1e-12)
    #expect(camera.distortion.openCVCoefficients == [0.01, 0, 0, 0])
    let part = try track(["--camera", "wide.calibration", "--camera-crop", "0,100,1280,720"], files: files)
    #expect(part.camera?.intrinsics.cy == 439.5)
  }

  @Test("a file of two cameras takes the first and says so, or the one that is asked for")
  func numbers() throws {
    let matrix = "[[900, 0, 640], [0, 900, 360], [0, 0, 1]]"
    let files = [
      "stereo": "{\"M1\": \(matrix), \"M2\": \(matrix.replacingOccurrences(of: "900", with: "950"))}"
    ]
    let first = try track(["--camera", "stereo"], files: files)
    #expect(first.camera?.intrinsics.fx == 900 && first.outcome.errors.contains("2 cameras"))
    let second = try track(["--camera", "stereo", "--camera-number", "2"], files: files)
    #expect(second.camera?.intrinsics.fx == 950 && !second.outcome.errors.contains("2 cameras"))
  }

  @Test(
    "options that contradict each other or say nothing are refused",
    arguments: [
      (["--camera", "a.json", "--fov", "70"], "not both"), (["--camera-crop", "centered"], "--camera file"),
      (["--fov", "70", "--camera-number", "2"], "field of view"), (["--fov", "0"], "179"),
      (["--fov", "sideways:70"], "diagonal"), (["--camera-crop", "1,2,3"], "X,Y,W,H"),
    ])
  func contradictions(options: [String], reason: String) throws {
    let outcome = try track(options).outcome
    #expect(outcome.exitCode == 2 && outcome.errors.contains(reason), "\(outcome.errors)")
  }
}
