/// A size of paper by its name; ISO 216 and the North American sizes of ANSI/ASME Y14.1.
public enum PaperSize: String, CaseIterable, Hashable, Sendable {
  /// 297 × 420 mm.
  case a3
  /// 210 × 297 mm.
  case a4
  /// 148 × 210 mm.
  case a5
  /// 215.9 × 279.4 mm.
  case letter
  /// 215.9 × 355.6 mm.
  case legal

  /// Short side in metres.
  public var shortSideInMetres: Double {
    switch self {
    case .a3: 0.297
    case .a4: 0.210
    case .a5: 0.148
    case .letter, .legal: 0.2159
    }
  }

  /// Long side in metres.
  public var longSideInMetres: Double {
    switch self {
    case .a3: 0.420
    case .a4: 0.297
    case .a5: 0.210
    case .letter: 0.2794
    case .legal: 0.3556
    }
  }

  static var list: String { allCases.map(\.rawValue).joined(separator: ", ") }
}
