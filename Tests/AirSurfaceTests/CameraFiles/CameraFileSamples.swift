/// A small file of each kind, made by hand so that what it means can be worked out on paper.
enum CameraFileSamples {
  static let all = [
    ros, rosMessage, kalibr, colmapCameras, colmapImages, nerf, nerfCapture, stray, strayMatrix, record3D,
    polycam,
    dataLogger, pointCloud, arLog,
  ]

  static let ros = """
    image_width: 640
    image_height: 480
    camera_name: head_camera
    camera_matrix:
      rows: 3
      cols: 3
      data: [438.783367, 0.000000, 305.593336, 0.000000, 437.302876, 243.738352, 0.000000, 0.000000, 1.000000]
    distortion_model: plumb_bob
    distortion_coefficients:
      rows: 1
      cols: 5
      data: [-0.361976, 0.110510, 0.001014, 0.000505, 0.000000]
    rectification_matrix:
      rows: 3
      cols: 3
      data: [0.999978, 0.002789, -0.006046, -0.002816, 0.999986, -0.004401, 0.006034, 0.004417, 0.999972]
    projection_matrix:
      rows: 3
      cols: 4
      data: [393.653800, 0.000000, 322.797939, 0.000000, 0.000000, 393.653800, 241.090902, 0.000000, 0.000000,
        0.000000, 1.000000, 0.000000]

    """

  static let rosMessage = """
    header:
      seq: 0
      stamp:
        secs: 10
        nsecs: 5
      frame_id: "cam # 1"
    height: 800
    width: 848
    distortion_model: "equidistant"
    D: [-0.0046, 0.0403, -0.0379, 0.0063]
    K: [286.1, 0.0, 421.0, 0.0, 286.2, 399.5, 0.0, 0.0, 1.0]
    R: [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0]
    P: [286.1, 0.0, 421.0, 0.0, 0.0, 286.2, 399.5, 0.0, 0.0, 0.0, 1.0, 0.0]
    binning_x: 0
    roi:
      x_offset: 0
      do_rectify: False
    ---
    header:
      seq: 1

    """

  static let kalibr = """
    cam0:
      cam_overlaps: [1]
      camera_model: pinhole
      distortion_coeffs: [-0.28, 0.07, 0.0001, 1.7e-05]
      distortion_model: radtan
      intrinsics: [458.654, 457.296, 367.215, 248.375]
      resolution: [752, 480]
      rostopic: /cam0/image_raw
    cam1:
      T_cn_cnm1:
      - [0.99, 0.002, 0.0, -0.11]
      - [0.0, 0.0, 0.0, 1.0]
      camera_model: pinhole
      distortion_coeffs: [0.01, -0.02, 0.03, -0.004]
      distortion_model: equidistant
      intrinsics: [461.6, 460.2, 376.7, 246.4]
      resolution: [752, 480]

    """

  static let colmapCameras = """
    # Camera list with one line of data per camera:
    #   CAMERA_ID, MODEL, WIDTH, HEIGHT, PARAMS[]
    # Number of cameras: 3
    1 SIMPLE_RADIAL 3072 2304 2559.81 1536 1152 -0.0218531
    2 PINHOLE 3072 2304 2560.56 2560.57 1536 1152
    3 OPENCV_FISHEYE 640 480 300 301 320 240 0.1 0.01 0.001 0.0001

    """

  /// The first image's camera stands at (0, 0, −5) of COLMAP's world and looks along its z; the second is turned by 90°
  /// about y.
  static let colmapImages = """
    # Image list with two lines of data per image:
    #   IMAGE_ID, QW, QX, QY, QZ, TX, TY, TZ, CAMERA_ID, NAME
    #   POINTS2D[] as (X, Y, POINT3D_ID)
    2 0.7071067811865476 0 0.7071067811865476 0 1 2 3 2 frame10.png
    2362.39 248.498 58396 1784.7 268.254 59027
    1 1 0 0 0 0 0 5 1 frame9.png


    """

  /// A camera at (0, −3, 1) of a world with z up, looking along y.
  static let nerf = """
    {"camera_model": "OPENCV", "fl_x": 1000, "fl_y": 1001, "cx": 540.5, "cy": 960, "w": 1080, "h": 1920,
     "k1": 0.1, "k2": -0.02, "p1": 0.001, "p2": 0.002,
     "frames": [{"file_path": "images/1.jpg", "transform_matrix":
       [[1, 0, 0, 0], [0, 0, -1, -3], [0, 1, 0, 1], [0, 0, 0, 1]]}]}
    """

  /// Two frames, the second half a metre to the right and a quarter turn to the left.
  static let nerfCapture = """
    [{"timestamp": 100.5, "fl_x": 1400, "fl_y": 1401, "cx": 960, "cy": 720, "w": 1920, "h": 1440,
      "transform_matrix": [[1, 0, 0, 1], [0, 1, 0, 2], [0, 0, 1, 3], [0, 0, 0, 1]]},
     {"timestamp": 100.75, "fl_x": 1404, "fl_y": 1405, "cx": 961, "cy": 721, "w": 1920, "h": 1440,
      "transform_matrix": [[0, 0, 1, 1.5], [0, 1, 0, 2], [-1, 0, 0, 3], [0, 0, 0, 1]]}]
    """

  /// The quaternion is half a turn about x: a camera that looks along −z of a world with y up.
  static let stray = """
    timestamp, frame, x, y, z, qx, qy, qz, qw, fx, fy, cx, cy
    7.5, 000000, 1.0, 2.0, 3.0, 1.0, 0.0, 0.0, 0.0, 1350.0, 1351.0, 959.0, 719.0
    7.516, 000001, 1.1, 2.0, 3.0, 0.9999999, 0.0, 0.0, 0.0, 1350.0, 1351.0, 959.0, 719.0

    """

  static let strayMatrix = "1340.0,0.0,958.0\n0.0,1341.0,718.0\n0.0,0.0,1.0\n"

  static let record3D = """
    {"w": 720, "h": 960, "fps": 60, "K": [700, 0, 0, 0, 701, 0, 358, 482, 1],
     "poses": [[0, 0, 0, 1, 1, 2, 3], [0, 0.7071067811865476, 0, 0.7071067811865476, 1.5, 2, 3]],
     "initPose": [0, 0, 0.7071067811865476, 0.7071067811865476, 10, 20, 30],
     "frameTimestamps": [5, 5.25]}
    """

  static let polycam = """
    {"t_00": 0, "t_01": 0, "t_02": 1, "t_03": 1.5, "t_10": 0, "t_11": 1, "t_12": 0, "t_13": 2, "t_20": -1, "t_21": 0,
     "t_22": 0, "t_23": 3, "fx": 755, "fy": 756, "cx": 511, "cy": 383, "width": 1024, "height": 768, "blur_score": 88.5}
    """

  static let dataLogger = """
    # Created at 2019-07-22 22:59:19 in PST in Burnaby Canada
    105230574092166 1.000000 0.000000 0.000000 1.000000 0.000000 1.000000 0.000000 2.000000 0.000000 0.000000 1.000000 3.000000
    105230590753958 0.000000 0.000000 1.000000 1.500000 0.000000 1.000000 0.000000 2.000000 -1.000000 0.000000 0.000000 3.000000

    """

  static let pointCloud = "# Created\n-0.5 -0.25 1.0 235 110 143 \n0.9 -1.5 -2.5 107 111 142 \n"

  /// A plane at (1, 0.5, −2) whose normal is up, seen twice, and a camera.
  static let arLog = """
    {"sessionName": "ARSCNView", "logVersion": 1, "logItems": [
     {"time": 0.5, "type": "⬛️", "title": "Plane", "data": "{\\"id\\": \\"A\\", \\"transform\\": [1,0,0,0,0,1,0,0,0,0,1,0,1,0.5,-2,1], \\"type\\": \\"table\\", \\"alignment\\": \\"horizontal\\", \\"center\\": [0,0,0], \\"extent\\": [0.1,0,0.2], \\"points\\": []}", "ref": "", "status": ""},
     {"time": 1.5, "type": "cam", "title": "cam", "data": "1.0 0.0 0.0 0.0 0.0 1.0 0.0 0.0 0.0 0.0 1.0 0.0 1.0 2.0 3.0 1.0"},
     {"time": 2.0, "type": "info", "title": "Info", "data": "text"},
     {"time": 2.5, "type": "🔲", "title": "Plane", "data": "{\\"id\\": \\"A\\", \\"transform\\": [0,0,-1,0,0,1,0,0,1,0,0,0,1,0.5,-2,1], \\"type\\": \\"table\\", \\"alignment\\": \\"horizontal\\", \\"center\\": [0.05,0,-0.1], \\"extent\\": [0.4,0,0.6], \\"points\\": []}"}]}
    """
}
