import AirGeometry

/// Calibrates a camera from sightings of a board.
public struct CameraCalibrator: Sendable {
  /// The fewest views that a camera is calibrated from: each gives two constraints on the four numbers of the pinhole
  /// (Z. Zhang, PAMI 2000), and a third one shows whether they agree.
  public static let fewestViews = 3
  /// A view is an outlier when its rms is so many times the middle one of all…
  public static let outlierFactor = 3.0
  /// …and at least so many pixels.
  public static let outlierLimitInPixels = 0.4

  /// A picture that was looked at.
  public struct Picture: Hashable, Sendable {
    /// Its name, which the report gives.
    public var name: String
    /// The board in it; nil where it was not seen.
    public var sighting: BoardSighting?
    /// Why the picture is not to be used; nil where it is.
    public var reason: String?

    /// Makes a picture; without a sighting there has to be a reason.
    public init(name: String, sighting: BoardSighting?, reason: String? = nil) {
      self.name = name
      self.sighting = sighting
      self.reason = reason
    }
  }

  /// The board.
  public let board: CalibrationBoard
  /// The lens model.
  public let lens: CalibrationLens

  /// Makes a calibrator.
  public init(_ board: CalibrationBoard, lens: CalibrationLens = .five) {
    self.board = board
    self.lens = lens
  }

  /// Finds the camera's numbers.
  ///
  /// All corners of a used view count; a view is used unless the picture says why not, or it is an outlier: while the worst
  /// view's rms is over `outlierFactor` times the views' median and over `outlierLimitInPixels`, it is left out and the rest
  /// calibrated anew.
  ///
  /// - Throws: `CalibrationError` when there are too few views or they leave the camera open, `SurfaceError.vision` when
  ///   OpenCV fails.
  /// - Complexity: linear in the corners, cubic in the views.
  public func calibrate(_ pictures: [Picture]) throws -> CameraCalibration {
    var used = pictures.indices.filter { pictures[$0].sighting != nil && pictures[$0].reason == nil }
    guard let imageSize = used.first.flatMap({ pictures[$0].sighting?.imageSize }) else {
      throw CalibrationError.boardNeverSeen(board: board.description, pictures: pictures.count)
    }
    try check(used, pictures)
    let solver = CalibrationSolver(imageSize: imageSize, lens: lens)
    var reasons: [Int: String] = [:]
    var solution = try solve(used, pictures, solver)
    while used.count > Self.fewestViews {
      let rms = solution.fits.map(\.rms)
      let middle = rms.sorted()[rms.count / 2]
      guard let worst = rms.indices.max(by: { rms[$0] < rms[$1] }),
        rms[worst] > max(Self.outlierLimitInPixels, Self.outlierFactor * middle)
      else { break }
      reasons[used[worst]] =
        "outlier: its corners were off by \(rounded(rms[worst])) px, the middle view's by \(rounded(middle)) px"
      used.remove(at: worst)
      solution = try solve(used, pictures, solver)
    }
    let views = try views(of: pictures, used, reasons, solution, solver)
    guard let camera = lens.camera(solution.numbers, imageSize: imageSize) else {
      throw CalibrationError.undetermined(reason: "no camera has the numbers that fit them best")
    }
    var calibration = CameraCalibration(
      board: board, lens: lens, camera: camera,
      numbers: zip(lens.numberNames, zip(solution.numbers, solution.deviations)).map {
        CameraCalibration.Number(name: $0, value: $1.0, standardDeviation: $1.1)
      },
      rmsInPixels: CalibrationSolver.Fit(pose: [], residuals: solution.fits.flatMap(\.residuals)).rms,
      views: views,
      coverage: CalibrationCoverage(
        of: used.compactMap { pictures[$0].sighting?.hull }, imageSize: imageSize),
      warnings: [])
    calibration.warnings = calibration.findWarnings()
    return calibration
  }

  private func check(_ used: [Int], _ pictures: [Picture]) throws(CalibrationError) {
    guard used.count >= Self.fewestViews else {
      throw .tooFewViews(seen: used.count, pictures: pictures.count, needed: Self.fewestViews)
    }
    for index in used {
      guard let first = pictures[used[0]].sighting, let other = pictures[index].sighting,
        first.imageSize != other.imageSize
      else { continue }
      throw .mixedSizes(
        first: pictures[used[0]].name, firstSize: first.imageSize.description,
        second: pictures[index].name, secondSize: other.imageSize.description)
    }
  }

  private func solve(
    _ used: [Int], _ pictures: [Picture], _ solver: CalibrationSolver
  ) throws -> CalibrationSolver.Solution {
    let sightings = used.compactMap { pictures[$0].sighting }
    do {
      var solution = try solver.solve(sightings.map(\.corners))
      if board.hasCircles {
        let bias = CircleBias(board: board, solver: solver)
        // The second round starts from a calibration that is right to some hundredths of a pixel.
        for _ in 0..<2 { solution = try solver.solve(try bias.corrected(sightings, by: solution)) }
      }
      let (fx, fy) = (solution.numbers[0], solution.numbers[1])
      let isSure = zip([fx, fy], solution.deviations).allSatisfy { $0 > 0 && $1.isFinite && $1 < 0.2 * $0 }
      guard isSure, solution.numbers.allSatisfy(\.isFinite) else {
        throw CalibrationError.undetermined(reason: "their focal length is uncertain by more than a fifth")
      }
      return solution
    } catch SurfaceError.vision(let reason) {
      throw CalibrationError.undetermined(reason: "no camera explains them (\(reason))")
    }
  }

  private func views(
    of pictures: [Picture], _ used: [Int], _ reasons: [Int: String],
    _ solution: CalibrationSolver.Solution, _ solver: CalibrationSolver
  ) throws(SurfaceError) -> [CameraCalibration.View] {
    let fits = Dictionary(uniqueKeysWithValues: zip(used, solution.fits))
    var views: [CameraCalibration.View] = []
    for (index, picture) in pictures.enumerated() {
      var fit = fits[index]
      if fit == nil, let sighting = picture.sighting, sighting.imageSize == solver.imageSize {
        fit = try solver.fit(sighting.corners, numbers: solution.numbers)
      }
      views.append(
        CameraCalibration.View(
          name: picture.name, isUsed: fits[index] != nil, reason: reasons[index] ?? picture.reason,
          rmsInPixels: fit?.rms, corners: picture.sighting?.corners ?? [],
          residualsInPixels: fit?.residuals ?? [], tiltInDegrees: fit?.tiltInDegrees,
          distanceInMetres: fit?.distanceInMetres, edgeWidthInPixels: picture.sighting?.edgeWidthInPixels))
    }
    return views
  }
}

/// A number with two decimals, for sentences.
func rounded(_ value: Double) -> String {
  guard value.isFinite, abs(value) < 1e9 else { return "\(value)" }
  return "\((value * 100).rounded() / 100)"
}
