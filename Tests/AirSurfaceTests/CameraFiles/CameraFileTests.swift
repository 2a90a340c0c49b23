import AirGeometry
import AirSurface
import AirTestSupport
import Foundation
import Testing

@Suite struct CameraFileTests {
  private let size = ImageSize(width: 640, height: 480)

  @Test("our own JSON reads back to the numbers in it")
  func ownFormat() throws {
    let text = """
      {"format": "airdraw-camera", "version": 1, "image_width": 640, "image_height": 480, "model": "brown-conrady",
       "fx": 600.5, "fy": 601.25, "cx": 320, "cy": 239.5, "distortion": [-0.1, 0.02, 0.001, -0.002, 0.3]}
      """
    let camera = try cameraFile(text).camera(for: size).camera
    #expect(camera.intrinsics == CameraIntrinsics(fx: 600.5, fy: 601.25, cx: 320, cy: 239.5))
    #expect(camera.distortion.openCVCoefficients == [-0.1, 0.02, 0.001, -0.002, 0.3, 0, 0, 0])
  }

  @Test(
    "OpenCV's files read in their old and new spellings",
    .enabled(if: SharedData.isPresent, SharedData.absence),
    arguments: [
      ("opencv_refs/left_intrinsics.yml", 535.91573396163199, 342.28315473308373, -0.26637260909660682, 5),
      ("opencv_refs/out_camera_data.yml", 657.46697810243404, 319.5, -0.41802327018241026, 5),
      ("opencv_refs/intrinsics.yml", 534.80326845051309, 335.68643204394891, 0.29589439552724328, 5),
      ("charuco/tutorial_camera_charuco.yml", 452.5107221963767, 317.70297317353277, 0.12136925618707872, 5),
      ("charuco/tutorial_camera_params.yml", 628.158, 324.099, 0.0995485, 5),
    ])
  func openCVFiles(name: String, focal: Double, cx: Double, k1: Double, count: Int) throws {
    let path = try SharedData.url("surface/calibration/\(name)").path
    let camera = try CameraModel(contentsOf: path, imageSize: size)
    #expect(camera.intrinsics.fx == focal && camera.intrinsics.cx == cx)
    #expect(camera.distortion.openCVCoefficients[0] == k1)
  }

  @Test(
    "a stereo file offers both cameras, takes the first and says so",
    .enabled(if: SharedData.isPresent, SharedData.absence))
  func stereo() throws {
    let file = try CameraFile(
      contentsOf: try SharedData.url("surface/calibration/opencv_refs/intrinsics.yml").path)
    #expect(file.format == .openCV && file.cameras.map(\.name) == ["M1", "M2"])
    let first = try file.camera(for: size)
    #expect(first.camera.intrinsics.cx == 335.68643204394891)
    #expect(first.notes.contains { $0.contains("2 cameras") && $0.contains("M1") })
    let second = try file.camera(2, for: size)
    #expect(second.camera.intrinsics.cx == 334.55744527912015 && second.notes.isEmpty)
    #expect(second.camera.distortion.openCVCoefficients[0] == -0.16916358306948096)
    #expect(throws: SurfaceError.self) { try file.camera(3, for: size) }
    #expect(throws: SurfaceError.self) { try file.camera(0, for: size) }
  }

  @Test(
    "the same calibration reads the same from YAML, XML and JSON, with a row or a column, and from a script's lists"
  )
  func spellings() throws {
    let matrix = "600.5, 0., 320.25, 0., 6.0125e+002, 239.5, 0., 0., 1."
    let d = "-1e-001, 0.02, 0.001, -0.002, 0.3"
    func yaml(_ head: String, _ m: String, _ dist: String, rows: Int, _ tag: String = " !!opencv-matrix")
      -> String
    {
      """
      \(head)image_width: 640
      image_height: 480
      \(m):\(tag)
         rows: 3
         cols: 3
         dt: d
         data: [ \(matrix) ]
      \(dist):\(tag)
         rows: \(rows)
         cols: \(5 / rows)
         dt: d
         data: [ \(d) ]

      """
    }
    func xml(_ name: String, _ rows: Int, _ columns: Int, _ data: String) -> String {
      "<\(name) type_id=\"opencv-matrix\"><rows>\(rows)</rows><cols>\(columns)</cols><dt>d</dt><data>"
        + data.replacingOccurrences(of: ",", with: "") + "</data></\(name)>"
    }
    let texts = [
      yaml("%YAML:1.0\n---\n", "camera_matrix", "distortion_coefficients", rows: 1),
      yaml("%YAML:1.0\n", "Camera_Matrix", "Distortion_Coefficients", rows: 5),
      yaml("%YAML 1.0\n---\n", "M1", "D1", rows: 5), yaml("---\n", "cameraMatrix", "distCoeffs", rows: 1, ""),
      yaml("# made by hand\n", "K", "D", rows: 1),
      "<?xml version=\"1.0\"?>\n<opencv_storage>\n<image_width>640</image_width><image_height>480</image_height>"
        + xml("Camera_Matrix", 3, 3, matrix) + xml("Distortion_Coefficients", 5, 1, d)
        + "</opencv_storage>\n",
      """
      {"image_width": 640, "image_height": 480, "camera_matrix": {"type_id": "opencv-matrix", "rows": 3, "cols": 3,
       "dt": "d", "data": [\(matrix)]}, "distortion_coefficients": {"type_id": "opencv-matrix", "rows": 1, "cols": 5,
       "dt": "d", "data": [\(d)]}}
      """,
      """
      {"camera_matrix": [[600.5, 0, 320.25], [0, 601.25, 239.5], [0, 0, 1]], "dist_coeff": [[-0.1, 0.02, 0.001, -0.002,
       0.3]]}
      """,
      "camera_matrix:\n- - 600.5\n  - 0\n  - 320.25\n- [0, 601.25, 239.5]\n-\n  - 0\n  - 0\n  - 1\n"
        + "dist_coeff: [[-0.1, 0.02, 0.001,\n  -0.002, 0.3]] # k1 k2 p1 p2 k3\n",
    ]
    for text in texts {
      let file = try cameraFile(text)
      #expect(file.format == .openCV, "\(text)")
      let camera = try file.camera(for: size).camera
      #expect(camera.intrinsics == CameraIntrinsics(fx: 600.5, fy: 601.25, cx: 320.25, cy: 239.5), "\(text)")
      #expect(camera.distortion.openCVCoefficients == [-0.1, 0.02, 0.001, -0.002, 0.3, 0, 0, 0], "\(text)")
    }
  }

  @Test(
    "a calibration for another size of the same shape is scaled with a word; for another shape it takes a crop"
  )
  func otherSizes() throws {
    let text = """
      {"format": "airdraw-camera", "version": 1, "image_width": 1280, "image_height": 960, "fx": 1000, "fy": 1000,
       "cx": 639.5, "cy": 479.5}
      """
    let file = try cameraFile(text)
    let half = try file.camera(for: size)
    #expect(half.camera.intrinsics == CameraIntrinsics(fx: 500, fy: 500, cx: 319.5, cy: 239.5))
    #expect(half.notes.count == 1 && half.notes[0].contains("1280×960") && half.notes[0].contains("640×480"))
    let wide = ImageSize(width: 1280, height: 720)
    do {
      _ = try file.camera(for: wide)
      Issue.record("another shape was taken")
    } catch {
      #expect(
        "\(error)".contains("1280×960") && "\(error)".contains("1280×720") && "\(error)".contains("crop"))
    }
    #expect(try file.camera(for: wide, crop: .centered).camera.intrinsics.cy == 359.5)
    #expect(
      try file.camera(for: wide, crop: .pixels(x: 0, y: 10, wide)).camera.intrinsics.cy == 469.5)
    #expect(throws: SurfaceError.self) { try file.camera(for: wide, crop: .pixels(x: 1, y: 0, wide)) }
  }

  @Test(
    "a camera file that can't be used is refused with its path and the reason",
    arguments: [
      ("", "empty"), ("hello", "no calibration"), ("{}", "no calibration"), ("{\"a\": ", "no JSON"),
      ("%YAML:1.0\nimages:\n  - left01.jpg\n", "no calibration"), ("<a", "OpenCV"), ("a: *b\n", "line 1"),
      ("a:\n\tb: 1\n", "line 2"), ("a: [1, 2\n", "bracket"),
      (String(repeating: "[", count: 100_000), "nested"),
      ("a: " + String(repeating: "[", count: 1000) + String(repeating: "]", count: 1000), "nested"),
      (String(repeating: "<a>", count: 1000), "nested"),
      ("{\"format\": \"airdraw-camera\", \"version\": 2}", "version"),
      ("{\"format\": \"airdraw-camera\", \"version\": 1, \"fx\": \"a\"}", "\"fx\""),
      (own("\"fx\": -1"), "positive"), (own("\"distortion\": [1, 2]"), "2 distortion coefficients"),
      (own("\"model\": \"fisheye\", \"distortion\": [1, 2, 3, 4, 5]"), "fisheye"),
      (own("\"model\": 7"), "model"),
      (own("\"image_width\": 0"), "image_width"), (own("\"image_width\": 640.5"), "image_width"),
      (own("\"skew\": \"x\""), "skew"), (own("\"uncertainty\": {}"), "uncertainty"),
      ("{\"camera_matrix\": [1, 2, 3]}", "3 × 3"),
      ("{\"camera_matrix\": [[1, 0, 0], [0, 1, 0], [0, 1, 1]]}", "3 × 3"),
      ("{\"camera_matrix\": {\"rows\": 3, \"cols\": 3, \"data\": [1]}}", "has 1"),
      ("{\"M1\": [[0, 0, 0], [0, 1, 0], [0, 0, 1]]}", "positive"),
    ])
  func refusals(text: String, reason: String) throws {
    #expect(try refusal(text).contains(reason))
  }

  /// A calibration of ours in which some fields come first with other values.
  private static func own(_ fields: String) -> String {
    "{\"format\": \"airdraw-camera\", \"version\": 1, \(fields), \"image_width\": 640, \"image_height\": 480, "
      + "\"fx\": 1, \"fy\": 1, \"cx\": 0, \"cy\": 0}"
  }

  @Test("a missing file, a picture and a folder of nothing are refused")
  func noFile() throws {
    #expect(throws: SurfaceError.self) { try CameraFile(contentsOf: "/nowhere/camera.json") }
    try withFolder(["a.txt": "hello", "b.bin": "x\0y"]) { folder in
      do {
        _ = try CameraFile(contentsOf: folder)
        Issue.record("the folder was taken")
      } catch {
        #expect("\(error)".contains("2 files"))
      }
    }
    #expect(try refusal("%YAML:1.0\na: \"\0\"\n").contains("zero byte"))
  }

  @Test("no damage to a file brings its reader down", arguments: 1...12)
  func damage(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    for sample in CameraFileSamples.all {
      for _ in 0..<12 {
        var bytes = Array(sample.utf8)
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          let place = Int.random(in: 0..<bytes.count, using: &random)
          switch Int.random(in: 0..<4, using: &random) {
          case 0: bytes = Array(bytes.prefix(max(place, 1)))
          case 1: bytes[place] = UInt8.random(in: 32...126, using: &random)
          case 2: bytes.remove(at: place)
          default:
            bytes.insert(contentsOf: Array("-[]{}:,.e9\n".utf8).shuffled(using: &random).prefix(2), at: place)
          }
          if bytes.isEmpty { bytes = [0x20] }
        }
        // Either is right, and a crash is neither.
        do {
          let file = try cameraFile(String(decoding: bytes, as: UTF8.self), imageSize: size)
          #expect(file.cameras.allSatisfy { $0.intrinsics.isValid })
          #expect(file.poses.allSatisfy { Rotation($0.pose.pose.rotation.matrix, tolerance: 1e-9) != nil })
        } catch {
          #expect("\(error)".hasSuffix("."), "seed \(seed)")
        }
      }
    }
  }
}
