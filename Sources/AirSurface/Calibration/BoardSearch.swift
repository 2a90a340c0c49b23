import AirCapture
import AirGeometry

/// Looks for a board in photos or in a video, and says which of its views a calibration should rest on.
public struct BoardSearch: Sendable {
  /// How many views are used at most unless told: more add nothing but time.
  public static let usualViewLimit = 40
  /// The sharpest frame of each such stretch of a video is looked at.
  public static let stretchInSeconds = 0.25
  /// In so many pictures a chessboard's size is measured, to find out that it is another one.
  private static let sampleCount = 3

  /// What is looked for.
  public let detector: BoardDetector
  /// How many views are used at most.
  public let viewLimit: Int

  /// Makes a search.
  public init(for board: CalibrationBoard, viewLimit: Int = usualViewLimit) {
    detector = BoardDetector(board)
    self.viewLimit = viewLimit
  }

  /// What was found.
  public struct Outcome: Hashable, Sendable {
    /// The pictures that were looked at; of a video, those with the board.
    public var pictures: [CameraCalibrator.Picture]
    /// What was wrong with a picture but did not stop the search, one sentence each.
    public var warnings: [String]
  }

  /// Looks at photos in the order given.
  ///
  /// Photos are calibrated in one orientation, that of most of them (EXIF): one that was taken with the camera turned is
  /// turned back, since the lens did not turn on its sensor. Photos of another size than most are left out with a reason, as are
  /// those that can't be read. Of more photos with the board than the limit, those are used that are sharp and most different.
  ///
  /// - Parameter progress: told the number of photos that were looked at.
  /// - Throws: `CalibrationError` when no photo can be read, none is of a size that most have, or they show another board.
  public func photos(_ paths: [String], progress: (Int) -> Void = { _ in }) throws -> Outcome {
    var pictures: [CameraCalibrator.Picture] = []
    var orientations: [PhotoOrientation] = []
    var warnings: [String] = []
    var samples = Samples()
    var firstFault: String?
    for (number, path) in paths.enumerated() {
      do throws(CaptureError) {
        let image = try PixelImage(contentsOf: path)
        let picture = try look(at: image, named: path, isThorough: true, samples: &samples)
        let orientation = PhotoOrientation(ofFile: path)
        pictures.append(picture)
        orientations.append(orientation)
      } catch {
        firstFault = firstFault ?? error.description
        warnings.append(error.description)
        pictures.append(
          CameraCalibrator.Picture(name: path, sighting: nil, reason: "it can't be read"))
        orientations.append(.asStored)
      }
      progress(number + 1)
    }
    if let firstFault, warnings.count == paths.count { throw CalibrationError.unreadable(firstFault) }
    try samples.check(detector, anySeen: pictures.contains { $0.sighting != nil })
    let usual = Self.mostFrequent(
      pictures.indices.filter { pictures[$0].sighting != nil }.map { orientations[$0] })
    for index in pictures.indices {
      pictures[index].sighting = pictures[index].sighting.map {
        orientations[index].sighting($0, as: usual ?? .asStored)
      }
    }
    try leaveOutOtherSizes(&pictures, &warnings)
    ViewSelection(limit: viewLimit, dropsDuplicates: false).apply(to: &pictures)
    return Outcome(pictures: pictures, warnings: warnings)
  }

  /// Looks at the sharpest frame of every quarter of a second, and leaves out blurred ones and those that show the board as
  /// another one does.
  ///
  /// - Parameter progress: told the number of frames that were read.
  public func video(
    _ source: any FrameSource, named name: String, progress: (Int) -> Void = { _ in }
  ) throws -> Outcome {
    var pictures: [CameraCalibrator.Picture] = []
    var samples = Samples()
    var sharpest: (frame: Frame, edgeWidth: Double)?
    var stretch = 0
    var frameCount = 0
    var stretchCount = 0
    func lookAtSharpest() throws {
      guard let frame = sharpest?.frame else { return }
      stretchCount += 1
      let time = (frame.timestampInSeconds * 1000).rounded() / 1000
      let picture = try look(at: frame.image, named: "\(name)@\(time)", isThorough: false, samples: &samples)
      if picture.sighting != nil { pictures.append(picture) }
      sharpest = nil
    }
    while let frame = try source.nextFrame() {
      frameCount += 1
      progress(frameCount)
      let own = Int(frame.timestampInSeconds / Self.stretchInSeconds)
      if own != stretch { try lookAtSharpest() }
      stretch = own
      let grey = try GreyPicture(frame.image)
      let width = grey.edgeWidth(
        columns: 0..<grey.size.width, rows: 0..<grey.size.height, reach: 8,
        step: max(1, grey.size.width / 320))
      if width < sharpest?.edgeWidth ?? .infinity || sharpest == nil { sharpest = (frame, width) }
    }
    try lookAtSharpest()
    try samples.check(detector, anySeen: !pictures.isEmpty)
    if pictures.isEmpty {
      throw CalibrationError.boardNeverSeen(board: detector.board.description, pictures: stretchCount)
    }
    ViewSelection(limit: viewLimit, dropsDuplicates: true).apply(to: &pictures)
    return Outcome(pictures: pictures, warnings: source.warnings)
  }

  private func look(
    at image: PixelImage, named name: String, isThorough: Bool, samples: inout Samples
  ) throws(CaptureError) -> CameraCalibrator.Picture {
    // OpenCV fails on a picture only for want of memory or by its own mistake: the other pictures may be well.
    let finding = (try? detector.find(in: image, isThorough: isThorough)) ?? .nothing
    switch finding {
    case .seen(let sighting):
      samples.add(image, isSeen: true)
      return CameraCalibrator.Picture(name: name, sighting: sighting)
    case .nothing:
      samples.add(image, isSeen: false)
      return CameraCalibrator.Picture(
        name: name, sighting: nil,
        reason: detector.board.isCharuco ? "the board is not seen" : "the board is not wholly seen")
    case .otherLayout:
      samples.otherLayoutCount += 1
      return CameraCalibrator.Picture(
        name: name, sighting: nil, reason: "its markers are not where the board has them")
    }
  }

  /// Pictures that tell that the board is another one.
  private struct Samples {
    private var seen: [PixelImage] = []
    private var others: [PixelImage] = []
    var otherLayoutCount = 0

    mutating func add(_ image: PixelImage, isSeen: Bool) {
      if isSeen, seen.count < sampleCount { seen.append(image) }
      if !isSeen, others.count < sampleCount { others.append(image) }
    }

    /// A board that is a part of a larger one is found as well, in some pictures, so the size is measured in all of them.
    func check(_ detector: BoardDetector, anySeen: Bool) throws {
      let board = detector.board
      if otherLayoutCount > 0, !anySeen { throw CalibrationError.otherLayout(board: board.description) }
      guard board.pattern == .chessboard else { return }
      let own = [board.columns, board.rows].sorted()
      var counts: [[Int]: Int] = [:]
      for image in seen + others {
        guard let size = try detector.chessboardSize(in: image) else { continue }
        counts[[size.columns, size.rows], default: 0] += 1
      }
      let needed = anySeen ? (seen.count + 2) / 2 : 1
      let found = counts.filter { $0.value >= needed && $0.key.sorted() != own }
        .max { ($0.value, $1.key[0]) < ($1.value, $0.key[0]) }
      guard let size = found?.key else { return }
      throw CalibrationError.otherBoard(
        asked: "\(board.columns)x\(board.rows)", seen: "\(size[0])x\(size[1])")
    }
  }

  private func leaveOutOtherSizes(
    _ pictures: inout [CameraCalibrator.Picture], _ warnings: inout [String]
  ) throws(CalibrationError) {
    let seen = pictures.indices.filter { pictures[$0].sighting != nil }
    let sizes = seen.compactMap { pictures[$0].sighting?.imageSize }
    guard let usual = Self.mostFrequent(sizes) else { return }
    let others = seen.filter { pictures[$0].sighting?.imageSize != usual }
    guard let first = others.first, let size = pictures[first].sighting?.imageSize else { return }
    if sizes.count(where: { $0 == size }) * 2 >= sizes.count,
      let like = seen.first(where: { pictures[$0].sighting?.imageSize == usual })
    {
      throw .mixedSizes(
        first: pictures[like].name, firstSize: usual.description, second: pictures[first].name,
        secondSize: size.description)
    }
    for index in others {
      let size = pictures[index].sighting?.imageSize.description ?? ""
      let reason = "it is \(size), and most pictures are \(usual)"
      warnings.append("“\(pictures[index].name)” is left out: \(reason).")
      pictures[index].reason = reason
    }
  }

  /// The value that is there most often; of equally many, the first.
  private static func mostFrequent<Value: Hashable>(_ values: [Value]) -> Value? {
    var counts: [Value: Int] = [:]
    for value in values { counts[value, default: 0] += 1 }
    let most = counts.values.max() ?? 0
    return values.first { counts[$0] == most }
  }
}
