import AirGeometry

/// What is known of the scene: how the surface is to be found.
public enum SurfaceSpecification: Hashable, Sendable {
  /// Four corners of a rectangle of known size, pointed out in the picture.
  case quad(corners: [ImagePoint], widthInMetres: Double, heightInMetres: Double)
  /// A square marker of a named dictionary and known side; the lowest identifier in view unless one is named.
  case marker(dictionary: MarkerDictionary, sideInMetres: Double, identifier: Int?)
  /// A whole sheet of paper.
  case paper(PaperSize)
  /// Nothing: the flat image, in pixels.
  case none

  /// Reads `quad:x1,y1,x2,y2,x3,y3,x4,y4:WxH`, `marker:DICT:SIZE[:ID]`, `paper:a4` or `none`; sizes in millimetres.
  ///
  /// - Throws: `SurfaceError.specification` with what is wrong and what would be right.
  public init(parsing text: String) throws(SurfaceError) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    switch (parts[0], parts.count) {
    case ("none", 1): self = .none
    case ("paper", 2):
      guard let size = PaperSize(rawValue: parts[1].lowercased()) else {
        throw .specification("there is no paper size \"\(parts[1])\"; known are \(PaperSize.list)")
      }
      self = .paper(size)
    case ("marker", 3), ("marker", 4): self = try Self.marker(parts)
    case ("quad", 3): self = try Self.quad(parts)
    default:
      throw .specification(
        "\"\(text)\" is no surface; give quad:x1,y1,x2,y2,x3,y3,x4,y4:WxH, marker:DICT:SIZE[:ID], paper:a4 or none"
      )
    }
  }

  private static func marker(_ parts: [String]) throws(SurfaceError) -> SurfaceSpecification {
    guard let dictionary = MarkerDictionary(name: parts[1]) else {
      throw .specification(
        "there is no marker dictionary \"\(parts[1])\"; known are \(MarkerDictionary.list)")
    }
    guard let side = Double(parts[2]), side.isFinite, side > 0, side <= 10_000 else {
      throw .specification(
        "the marker's side must be between 0 and 10000 mm, not \"\(parts[2])\"")
    }
    var identifier: Int?
    if parts.count == 4 {
      guard let number = Int(parts[3]), number >= 0 else {
        throw .specification("the marker's identifier must be a whole number, not \"\(parts[3])\"")
      }
      identifier = number
    }
    return .marker(dictionary: dictionary, sideInMetres: side / 1000, identifier: identifier)
  }

  private static func quad(_ parts: [String]) throws(SurfaceError) -> SurfaceSpecification {
    let numbers = parts[1].split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
    let coordinates = numbers.compactMap { $0 }.filter(\.isFinite)
    guard numbers.count == 8, coordinates.count == 8 else {
      throw .specification("a quad takes eight numbers x1,y1,…,x4,y4 in pixels, not \"\(parts[1])\"")
    }
    let size = parts[2].lowercased().split(separator: "x", omittingEmptySubsequences: false).map {
      Double($0)
    }
    guard size.count == 2, let width = size[0], let height = size[1],
      [width, height].allSatisfy({ $0.isFinite && $0 > 0 && $0 <= 100_000 })
    else {
      throw .specification("a quad's size is WxH in mm, for example 280x176, not \"\(parts[2])\"")
    }
    let corners = stride(from: 0, to: 8, by: 2).map {
      ImagePoint(x: coordinates[$0], y: coordinates[$0 + 1])
    }
    guard corners.isConvexQuadrilateral else {
      throw .specification(
        "the quad's sides cross, fold in or run along one another; give its corners in order around it, for "
          + "example top-left, top-right, bottom-right, bottom-left")
    }
    return .quad(corners: corners, widthInMetres: width / 1000, heightInMetres: height / 1000)
  }
}

extension SurfaceSpecification {
  /// What is looked for, with its size, for people.
  public var summary: String {
    switch self {
    case .quad(_, let width, let height):
      "the quad of \(Self.millimetres(width)) × \(Self.millimetres(height)) mm"
    case .marker(let dictionary, let side, let identifier):
      "the marker \(dictionary.rawValue)\(identifier.map { " \($0)" } ?? "") of \(Self.millimetres(side)) mm"
    case .paper(let size):
      "the sheet of \(size.rawValue) paper, \(Self.millimetres(size.shortSideInMetres)) × "
        + "\(Self.millimetres(size.longSideInMetres)) mm"
    case .none: "the flat image"
    }
  }

  /// The name of the anchor that this becomes.
  var anchorID: String {
    switch self {
    case .quad: "quad"
    case .marker: "marker"
    case .paper: "paper"
    case .none: "image"
    }
  }

  /// True when it must be seen in frames; what was pointed out by hand is known without.
  var isSoughtInFrames: Bool {
    switch self {
    case .marker, .paper: true
    case .quad, .none: false
    }
  }

  private static func millimetres(_ metres: Double) -> String {
    let tenths = (metres * 10_000).rounded() / 10
    return tenths == tenths.rounded() ? String(Int(tenths)) : String(tenths)
  }
}

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

extension [ImagePoint] {
  /// True for four corners in order around a convex quadrilateral, none of them on a line with its neighbours.
  var isConvexQuadrilateral: Bool {
    guard count == 4 else { return false }
    let turns = indices.map { index in
      let a = self[index]
      let b = self[(index + 1) % 4]
      let c = self[(index + 2) % 4]
      let turn = (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x)
      // The sine of the corner's angle; a pixel's error must not decide on which side it bends.
      let scale = a.distance(to: b) * b.distance(to: c)
      return scale > 0 ? turn / scale : 0
    }
    return turns.allSatisfy { $0 > 1e-3 } || turns.allSatisfy { $0 < -1e-3 }
  }

  /// True when the corners run clockwise as seen in the picture (y is down).
  var runsClockwise: Bool {
    let doubledArea = indices.reduce(0.0) { sum, index in
      let a = self[index]
      let b = self[(index + 1) % count]
      return sum + a.x * b.y - b.x * a.y
    }
    return doubledArea > 0
  }
}
