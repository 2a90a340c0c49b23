/// A dictionary of square markers: ArUco's by the names that OpenCV gives them, and the AprilTag library's families.
public enum MarkerDictionary: String, CaseIterable, Hashable, Sendable {
  /// ArUco, 4 × 4 bits, 50 markers.
  case aruco4x4_50 = "4X4_50"
  /// ArUco, 4 × 4 bits, 100 markers.
  case aruco4x4_100 = "4X4_100"
  /// ArUco, 4 × 4 bits, 250 markers.
  case aruco4x4_250 = "4X4_250"
  /// ArUco, 4 × 4 bits, 1000 markers.
  case aruco4x4_1000 = "4X4_1000"
  /// ArUco, 5 × 5 bits, 50 markers.
  case aruco5x5_50 = "5X5_50"
  /// ArUco, 5 × 5 bits, 100 markers.
  case aruco5x5_100 = "5X5_100"
  /// ArUco, 5 × 5 bits, 250 markers.
  case aruco5x5_250 = "5X5_250"
  /// ArUco, 5 × 5 bits, 1000 markers.
  case aruco5x5_1000 = "5X5_1000"
  /// ArUco, 6 × 6 bits, 50 markers.
  case aruco6x6_50 = "6X6_50"
  /// ArUco, 6 × 6 bits, 100 markers.
  case aruco6x6_100 = "6X6_100"
  /// ArUco, 6 × 6 bits, 250 markers.
  case aruco6x6_250 = "6X6_250"
  /// ArUco, 6 × 6 bits, 1000 markers.
  case aruco6x6_1000 = "6X6_1000"
  /// ArUco, 7 × 7 bits, 50 markers.
  case aruco7x7_50 = "7X7_50"
  /// ArUco, 7 × 7 bits, 100 markers.
  case aruco7x7_100 = "7X7_100"
  /// ArUco, 7 × 7 bits, 250 markers.
  case aruco7x7_250 = "7X7_250"
  /// ArUco, 7 × 7 bits, 1000 markers.
  case aruco7x7_1000 = "7X7_1000"
  /// The original ArUco library's 1024 markers.
  case arucoOriginal = "ARUCO_ORIGINAL"
  /// AprilTag 16h5.
  case aprilTag16h5 = "APRILTAG_16h5"
  /// AprilTag 25h9.
  case aprilTag25h9 = "APRILTAG_25h9"
  /// AprilTag 36h10.
  case aprilTag36h10 = "APRILTAG_36h10"
  /// AprilTag 36h11.
  case aprilTag36h11 = "APRILTAG_36h11"

  /// Finds a dictionary by its name in any case: OpenCV's, with or without `DICT_` (`DICT_4X4_50`,
  /// `APRILTAG_36h11`), or the AprilTag library's (`tag36h11`).
  public init?(name: String) {
    let wanted = name.uppercased()
    let found = Self.allCases.first {
      let known = $0.rawValue.uppercased()
      return wanted == known || wanted == "DICT_" + known || wanted == $0.aprilTagName?.uppercased()
    }
    guard let found else { return nil }
    self = found
  }

  /// The AprilTag library's name of the family; nil for ArUco's dictionaries.
  var aprilTagName: String? {
    let prefix = "APRILTAG_"
    return rawValue.hasPrefix(prefix) ? "tag" + rawValue.dropFirst(prefix.count) : nil
  }

  /// The dictionary's number in OpenCV's enumeration, which lists ArUco's in this order.
  var openCVNumber: Int32 { Int32(Self.allCases.firstIndex(of: self) ?? 0) }

  static var list: String { allCases.map(\.rawValue).joined(separator: ", ") }
}

extension MarkerDictionary {
  /// How many markers the dictionary has (OpenCV 4.6, `aruco/dictionary.hpp`).
  var markerCount: Int {
    switch self {
    case .arucoOriginal: 1024
    case .aprilTag16h5: 30
    case .aprilTag25h9: 35
    case .aprilTag36h10: 2320
    case .aprilTag36h11: 587
    default: rawValue.split(separator: "_").last.flatMap { Int($0) } ?? 0
    }
  }
}
