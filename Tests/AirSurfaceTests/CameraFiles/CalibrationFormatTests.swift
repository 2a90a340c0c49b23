import AirGeometry
import AirSurface
import AirTestSupport
import Foundation
import Testing

@Suite struct CalibrationFormatTests {
  @Test("ROS's calibration file gives its matrix, plumb bob and size")
  func ros() throws {
    let file = try cameraFile(CameraFileSamples.ros)
    #expect(file.format == .rosCameraInfo)
    let camera = try #require(file.cameras.first)
    #expect(camera.name == "head_camera" && camera.imageSize == ImageSize(width: 640, height: 480))
    #expect(
      camera.intrinsics == CameraIntrinsics(fx: 438.783367, fy: 437.302876, cx: 305.593336, cy: 243.738352))
    #expect(camera.distortion.openCVCoefficients == [-0.361976, 0.110510, 0.001014, 0.000505, 0, 0, 0, 0])
  }

  @Test(
    "a printed ROS message gives its first camera; an equidistant one is a fisheye, a rational one has eight numbers"
  )
  func rosMessages() throws {
    let file = try cameraFile(CameraFileSamples.rosMessage)
    #expect(file.format == .rosCameraInfo && file.cameras.count == 1)
    let fisheye = try #require(FisheyeDistortion(openCVCoefficients: [-0.0046, 0.0403, -0.0379, 0.0063]))
    #expect(file.cameras[0].distortion == .fisheye(fisheye))
    #expect(file.cameras[0].imageSize == ImageSize(width: 848, height: 800))
    let rational = CameraFileSamples.rosMessage.replacingOccurrences(
      of: "equidistant", with: "rational_polynomial"
    )
    .replacingOccurrences(of: "D: [", with: "D: [1, 2, 3, 4, ")
    let eight: [Double] = [1, 2, 3, 4, -0.0046, 0.0403, -0.0379, 0.0063]
    #expect(try cameraFile(rational).cameras[0].distortion.openCVCoefficients == eight)
    // ROS 2 writes small letters and lists by dashes.
    let second = """
      height: 480
      width: 640
      distortion_model: plumb_bob
      d:
      - -0.1
      - 0.02
      - 0.0
      - 0.0
      - 0.0
      k: [500.0, 0.0, 320.0, 0.0, 501.0, 240.0, 0.0, 0.0, 1.0]

      """
    #expect(try cameraFile(second).cameras[0].intrinsics.fy == 501)
  }

  @Test(
    "ROS's sign for an uncalibrated camera, another lens model and other faults are refused in one sentence")
  func rosRefusals() throws {
    let message = CameraFileSamples.rosMessage
    #expect(
      try refusal(message.replacingOccurrences(of: "K: [286.1", with: "K: [0.0")).contains("not calibrated"))
    #expect(
      try refusal(message.replacingOccurrences(of: "equidistant", with: "omnidirectional")).contains(
        "omnidirectional"))
    #expect(try refusal(message.replacingOccurrences(of: "K: [286.1, ", with: "K: [")).contains("K"))
    #expect(
      try refusal(message.replacingOccurrences(of: "D: [-0.0046, ", with: "D: [")).contains("3 distortion"))
  }

  @Test("a Kalibr chain gives every camera, radial-tangential and equidistant")
  func kalibr() throws {
    let file = try cameraFile(CameraFileSamples.kalibr)
    #expect(file.format == .kalibr && file.cameras.map(\.name) == ["cam0", "cam1"])
    #expect(
      file.cameras[0].intrinsics == CameraIntrinsics(fx: 458.654, fy: 457.296, cx: 367.215, cy: 248.375))
    #expect(file.cameras[0].distortion.openCVCoefficients.prefix(4) == [-0.28, 0.07, 0.0001, 1.7e-05])
    let fisheye = try #require(FisheyeDistortion(openCVCoefficients: [0.01, -0.02, 0.03, -0.004]))
    #expect(file.cameras[1].distortion == .fisheye(fisheye))
    #expect(file.cameras[1].imageSize == ImageSize(width: 752, height: 480))
    #expect(
      try refusal(CameraFileSamples.kalibr.replacingOccurrences(of: "radtan", with: "fov")).contains("cam0"))
  }

  @Test(
    "a data set's sensor file of Kalibr's kind is read",
    .enabled(if: SharedData.isPresent, SharedData.absence))
  func advio() throws {
    let path = try SharedData.url("surface/arkit_samples/advio_iphone-03_calib.yaml").path
    let file = try CameraFile(contentsOf: path)
    let camera = try #require(file.cameras.first)
    #expect(file.format == .kalibr && file.cameras.count == 1 && camera.name == "cam0")
    #expect(camera.intrinsics == CameraIntrinsics(fx: 1082.4, fy: 1084.4, cx: 364.6778, cy: 643.3080))
    #expect(camera.distortion.openCVCoefficients.prefix(4) == [0.0366, 0.0803, 0.000783, -0.000215])
    #expect(camera.imageSize == ImageSize(width: 720, height: 1280))
  }

  @Test("COLMAP's models are read, the principal point moved from the pixel's corner to its centre")
  func colmap() throws {
    let file = try cameraFile(CameraFileSamples.colmapCameras)
    #expect(file.format == .colmap && file.cameras.count == 3)
    #expect(file.cameras[0].intrinsics == CameraIntrinsics(fx: 2559.81, fy: 2559.81, cx: 1535.5, cy: 1151.5))
    #expect(file.cameras[0].distortion.openCVCoefficients[0] == -0.0218531)
    #expect(file.cameras[1].distortion.isNone && file.cameras[1].intrinsics.fy == 2560.57)
    let fisheye = try #require(FisheyeDistortion(openCVCoefficients: [0.1, 0.01, 0.001, 0.0001]))
    #expect(file.cameras[2].distortion == .fisheye(fisheye))
    let others = [
      ("SIMPLE_PINHOLE 64 48 100 32 24", [0.0, 0, 0, 0, 0, 0, 0, 0]),
      ("RADIAL 64 48 100 32 24 1 2", [1, 2, 0, 0, 0, 0, 0, 0]),
      ("OPENCV 64 48 100 101 32 24 1 2 3 4", [1, 2, 3, 4, 0, 0, 0, 0]),
      ("FULL_OPENCV 64 48 100 101 32 24 1 2 3 4 5 6 7 8", [1, 2, 3, 4, 5, 6, 7, 8]),
    ]
    for (line, coefficients) in others {
      let camera = try #require(try cameraFile("7 \(line)\n").cameras.first)
      #expect(camera.distortion.openCVCoefficients == coefficients && camera.intrinsics.cx == 31.5, "\(line)")
    }
    #expect(try refusal("1 FOV 64 48 100 100 32 24 0.9\n").contains("FOV"))
    #expect(try refusal("1 PINHOLE 64 48 100 32 24\n").contains("line 1"))
  }
}
