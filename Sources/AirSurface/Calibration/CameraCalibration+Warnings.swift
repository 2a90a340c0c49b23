extension CameraCalibration {
  /// What makes the calibration less sure than it could be.
  func findWarnings() -> [String] {
    var warnings: [String] = []
    let used = usedViews
    if used.count < 10 {
      warnings.append(
        "Only \(used.count) views are used; with 10 to 20, at different slants, the numbers are surer.")
    }
    let steepest = used.compactMap(\.tiltInDegrees).max() ?? 0
    if steepest < 15 {
      warnings.append(
        "All views are nearly frontal (at most \(rounded(steepest)) degrees aslant), so focal length and distance can't be "
          + "told apart; hold the board at slants of 20 to 45 degrees.")
    }
    let focal = zip(numbers, [0, 1]).map { number, _ in number.standardDeviation / number.value }.max() ?? 0
    if focal > 0.01 {
      warnings.append(
        "The focal length is uncertain by \(rounded(100 * focal)) % (one standard deviation); take more views, at slants."
      )
    }
    if coverage.share < 0.5 {
      warnings.append(
        "The board was seen in \(rounded(100 * coverage.share)) % of the picture; outside, the lens is guessed: move it "
          + "through the whole picture.")
    }
    let names = ["top left", "top right", "bottom left", "bottom right"]
    let empty = zip(names, coverage.cornerShares).filter { $1 == 0 }.map(\.0)
    if !empty.isEmpty {
      warnings.append(
        "The board never reached into the picture's \(empty.joined(separator: ", ")) corner"
          + "\(empty.count > 1 ? "s" : ""), where lenses bend most.")
    }
    if rmsInPixels > 1 {
      warnings.append(
        "The corners are off by \(rounded(rmsInPixels)) px; check that the board is flat, its numbers right and the pictures "
          + "sharp.")
    }
    return warnings
  }
}
