import AirGeometry

extension SurfaceSpecification {
  /// One way to name a surface: its first word, how it goes on, and what reads the rest.
  private struct Kind: Sendable {
    /// The word before the first colon.
    let word: String
    /// How it is spelled, for messages.
    let spelling: String
    /// How many parts come after the word.
    let partCounts: ClosedRange<Int>
    /// Reads these parts.
    let read: @Sendable (Parts) throws(SurfaceError) -> SurfaceSpecification
  }

  /// All kinds of surfaces, in the order in which they are told.
  private static let kinds: [Kind] = [
    Kind(word: "marker", spelling: "marker:DICT:SIZE[:ID]", partCounts: 2...3, read: marker),
    Kind(word: "board", spelling: "board:DICT:COLSxROWS:SIZE:GAP[:FIRSTID]", partCounts: 4...5, read: board),
    Kind(
      word: "chessboard", spelling: "chessboard:COLSxROWS:SQUARE", partCounts: 2...2, read: chessboard),
    Kind(word: "paper", spelling: "paper:a4", partCounts: 1...1, read: paper),
    Kind(word: "card", spelling: "card", partCounts: 0...0) { _ throws(SurfaceError) in .card },
    Kind(word: "quad", spelling: "quad:x1,y1,x2,y2,x3,y3,x4,y4:WxH", partCounts: 2...2, read: quad),
    Kind(
      word: "plane", spelling: "plane:height=H,tilt=DEGREES[,roll=DEGREES] or plane:point=X,Y,Z,normal=X,Y,Z",
      partCounts: 1...1, read: plane),
    Kind(word: "image", spelling: "image:FILE:WIDTH", partCounts: 2...9, read: picture),
    Kind(word: "images", spelling: "images:DATASET.json", partCounts: 1...9) { parts throws(SurfaceError) in
      .pictures(list: parts.values.joined(separator: ":"))
    },
    Kind(
      word: "motion", spelling: "motion[:LENGTH:x1,y1,x2,y2[:FRAME]]", partCounts: 0...3
    ) { parts throws(SurfaceError) in
      .motion(parts.values.isEmpty ? nil : try KnownLength(parsing: parts.values.joined(separator: ":")))
    },
    Kind(word: "recorded", spelling: "recorded:FILE[:PLANE]", partCounts: 1...2) {
      parts throws(SurfaceError) in
      .recorded(file: parts[0], plane: parts.values.count > 1 ? parts[1] : nil)
    },
    Kind(word: "auto", spelling: "auto[:MARKERSIZE]", partCounts: 0...1, read: automatic),
    Kind(word: "none", spelling: "none", partCounts: 0...0) { _ throws(SurfaceError) in .none },
  ]

  /// How a surface can be named, for help and messages; sizes are in millimetres.
  public static var spellings: [String] { kinds.map(\.spelling) }

  /// Reads a surface's name, for example `marker:tag36h11:50` or `paper:a4`: one of `spellings`. Sizes are in
  /// millimetres, angles in degrees, places in the picture in pixels.
  ///
  /// - Throws: `SurfaceError.specification` with what is wrong and what would be right.
  public init(parsing text: String) throws(SurfaceError) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    guard let kind = Self.kinds.first(where: { $0.word == parts[0] }),
      kind.partCounts.contains(parts.count - 1)
    else {
      let known = Self.kinds.filter { $0.word == parts[0] }
      let right = (known.isEmpty ? Self.kinds : known).map(\.spelling).joined(separator: ", ")
      throw .specification("\"\(text)\" is no surface; give \(known.isEmpty ? "one of " : "")\(right)")
    }
    self = try kind.read(Parts(values: Array(parts.dropFirst())))
  }

  /// What comes after a kind's word.
  private struct Parts {
    let values: [String]

    subscript(_ index: Int) -> String { index < values.count ? values[index] : "" }

    func length(_ index: Int, _ what: String) throws(SurfaceError) -> Double {
      guard let number = Double(self[index]), number.isFinite, number >= 0.01, number <= 10_000 else {
        throw .specification("\(what) must be between 0.01 and 10000 mm, not \"\(self[index])\"")
      }
      return number / 1000
    }

    func identifier(_ index: Int) throws(SurfaceError) -> Int? {
      guard index < values.count else { return nil }
      guard let number = Int(self[index]), number >= 0 else {
        throw .specification("the marker's identifier must be a whole number, not \"\(self[index])\"")
      }
      return number
    }

    func dictionary(_ index: Int) throws(SurfaceError) -> MarkerDictionary {
      guard let dictionary = MarkerDictionary(name: self[index]) else {
        throw .specification(
          "there is no marker dictionary \"\(self[index])\"; known are \(MarkerDictionary.list)")
      }
      return dictionary
    }

    func grid(_ index: Int, atLeast smallest: Int) throws(SurfaceError) -> (columns: Int, rows: Int) {
      let numbers = self[index].lowercased().split(separator: "x", omittingEmptySubsequences: false).map {
        Int($0)
      }
      guard numbers.count == 2, let columns = numbers[0], let rows = numbers[1],
        (smallest...100).contains(columns), (smallest...100).contains(rows)
      else {
        throw .specification(
          "a grid is COLSxROWS with \(smallest) to 100 of each, for example 9x6, not \"\(self[index])\"")
      }
      return (columns, rows)
    }
  }

  private static func marker(_ parts: Parts) throws(SurfaceError) -> SurfaceSpecification {
    let dictionary = try parts.dictionary(0)
    let identifier = try parts.identifier(2)
    try check(identifier ?? 0, in: dictionary)
    return .marker(
      dictionary: dictionary, sideInMetres: try parts.length(1, "the marker's side"), identifier: identifier)
  }

  private static func check(_ identifier: Int, in dictionary: MarkerDictionary) throws(SurfaceError) {
    guard identifier < dictionary.markerCount else {
      throw .specification(
        "the dictionary \(dictionary.rawValue) has the markers 0 to \(dictionary.markerCount - 1), but no \(identifier)"
      )
    }
  }

  private static func board(_ parts: Parts) throws(SurfaceError) -> SurfaceSpecification {
    let grid = try parts.grid(1, atLeast: 1)
    let dictionary = try parts.dictionary(0)
    let first = try parts.identifier(4) ?? 0
    try check(first, in: dictionary)
    try check(first + grid.columns * grid.rows - 1, in: dictionary)
    return .board(
      MarkerBoard(
        dictionary: dictionary, columns: grid.columns, rows: grid.rows,
        sideInMetres: try parts.length(2, "the marker's side"),
        gapInMetres: try parts.length(3, "the gap between markers"), firstIdentifier: first))
  }

  /// A file's name may hold colons: the width is what comes after the last.
  private static func picture(_ parts: Parts) throws(SurfaceError) -> SurfaceSpecification {
    .picture(
      file: parts.values.dropLast().joined(separator: ":"),
      widthInMetres: try parts.length(parts.values.count - 1, "the picture's width"))
  }

  private static func chessboard(_ parts: Parts) throws(SurfaceError) -> SurfaceSpecification {
    let grid = try parts.grid(0, atLeast: 3)
    return .chessboard(
      columns: grid.columns, rows: grid.rows, squareInMetres: try parts.length(1, "the square's side"))
  }

  private static func paper(_ parts: Parts) throws(SurfaceError) -> SurfaceSpecification {
    guard let size = PaperSize(rawValue: parts[0].lowercased()) else {
      throw .specification("there is no paper size \"\(parts[0])\"; known are \(PaperSize.list)")
    }
    return .paper(size)
  }

  private static func quad(_ parts: Parts) throws(SurfaceError) -> SurfaceSpecification {
    let numbers = parts[0].split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
    let coordinates = numbers.compactMap { $0 }.filter(\.isFinite)
    guard numbers.count == 8, coordinates.count == 8 else {
      throw .specification("a quad takes eight numbers x1,y1,…,x4,y4 in pixels, not \"\(parts[0])\"")
    }
    let size = parts[1].lowercased().split(separator: "x", omittingEmptySubsequences: false).map {
      Double($0)
    }
    guard size.count == 2, let width = size[0], let height = size[1],
      [width, height].allSatisfy({ $0.isFinite && $0 > 0 && $0 <= 100_000 })
    else {
      throw .specification("a quad's size is WxH in mm, for example 280x176, not \"\(parts[1])\"")
    }
    let corners = coordinates.imagePoints
    guard corners.isConvexQuadrilateral else {
      throw .specification(
        "the quad's sides cross, fold in or run along one another; give its corners in order around it, for "
          + "example top-left, top-right, bottom-right, bottom-left")
    }
    return .quad(corners: corners, widthInMetres: width / 1000, heightInMetres: height / 1000)
  }

  private static func automatic(_ parts: Parts) throws(SurfaceError) -> SurfaceSpecification {
    .automatic(
      markerSideInMetres: parts.values.isEmpty ? nil : try parts.length(0, "the marker's side"))
  }

  private static func plane(_ parts: Parts) throws(SurfaceError) -> SurfaceSpecification {
    var values: [String: [Double]] = [:]
    var name = ""
    for word in parts[0].split(separator: ",", omittingEmptySubsequences: false) {
      let pair = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if pair.count == 2 { name = String(pair[0]) }
      guard let last = pair.last, let number = Double(last), number.isFinite, !name.isEmpty else {
        throw .specification(
          "\"\(word)\" is no number of a plane; give height=H,tilt=DEGREES or point=X,Y,Z,normal=X,Y,Z")
      }
      values[name, default: []].append(number)
    }
    switch (Set(values.keys), values["height"], values["tilt"], values["roll"] ?? [0]) {
    case (let names, .some(let height), .some(let tilt), let roll)
    where names.isSubset(of: ["height", "tilt", "roll"]) && height.count == 1 && tilt.count == 1
      && roll.count == 1:
      return try plane(height: height[0], tilt: tilt[0], roll: roll[0])
    case (["point", "normal"], _, _, _):
      return try plane(point: values["point"] ?? [], normal: values["normal"] ?? [])
    default:
      throw .specification(
        "a plane is height=H,tilt=DEGREES[,roll=DEGREES] or point=X,Y,Z,normal=X,Y,Z, not \"\(parts[0])\"")
    }
  }

  private static func plane(
    height: Double, tilt: Double, roll: Double
  ) throws(SurfaceError) -> SurfaceSpecification {
    guard height > 0, height <= 100_000 else {
      throw .specification(
        "the camera's height above the plane must be between 0 and 100000 mm, not \(height)")
    }
    guard tilt >= 3, tilt <= 90 else {
      throw .specification(
        "the camera's tilt must be between 3 and 90 degrees below the horizontal, not \(tilt): flatter, the plane "
          + "would be seen edge-on")
    }
    return .plane(.height(metres: height / 1000, tiltInDegrees: tilt, rollInDegrees: roll))
  }

  private static func plane(
    point: [Double], normal: [Double]
  ) throws(SurfaceError) -> SurfaceSpecification {
    guard point.count == 3, normal.count == 3, point[2] > 0 else {
      throw .specification(
        "a plane's point and normal are three numbers each in the camera's axes (x right, y down, z forward), the "
          + "point before the camera")
    }
    let place = SIMD3(point[0], point[1], point[2]) / 1000
    let direction = SIMD3(normal[0], normal[1], normal[2])
    let size = dot(direction, direction).squareRoot()
    let facing = size > 0 ? -dot(direction, place) / (size * dot(place, place).squareRoot()) : 0
    // The sine of 3°, as for a tilt.
    guard abs(facing) >= 0.052 else {
      throw .specification(
        "the plane of this point and normal is seen edge-on; give one that faces the camera")
    }
    // Either way of a normal means the same plane; ours points to the camera's side.
    return .plane(.point(place, normal: direction / (facing > 0 ? size : 0 - size)))
  }
}
