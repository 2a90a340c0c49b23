import AirGeometry

/// ARKit-Data-Logger's text: poses (a time in nanoseconds and the twelve numbers of a 3 × 4 matrix, row by row, camera to
/// world, ARKit's axes) and the point cloud (x, y, z and a colour's Y, Cb, Cr). The world's y is up, the unit is the metre.
enum ARKitDataLoggerReader: CameraFileReader {
  static let format = CameraFileFormat.arkitDataLogger

  static func recognizes(_ content: CameraFileContent) -> Bool {
    guard content.tree == nil, let first = content.firstNumberLine else { return false }
    return isPose(first) || isPoint(first)
  }

  private static func isPose(_ line: NumberLine) -> Bool {
    line.cells.count == 13 && Int(line.cells[0]).map { $0 >= 0 } == true && line.numbers != nil
  }

  private static func isPoint(_ line: NumberLine) -> Bool {
    line.cells.count == 6 && line.numbers != nil
      && line.cells.suffix(3).allSatisfy { Int($0).map((0...255).contains) == true }
  }

  static func read(_ contents: [CameraFileContent], path: String) throws(SurfaceError) -> CameraFile {
    var file = CameraFile(format: format, path: path)
    for content in contents {
      // A log that was cut off ends within a line, which then is left out.
      let isCut = content.text.utf8.last != UInt8(ascii: "\n")
      var faulty: NumberLine?
      let holdsPoses = content.firstNumberLine.map(isPose) == true
      for line in content.numberLines {
        if let faulty { throw fault(faulty, holdsPoses: holdsPoses, content) }
        if holdsPoses, isPose(line), let numbers = line.numbers,
          let pose = CameraPose(rowMajor: Array(numbers.dropFirst()), axes: .openGL)
        {
          file.poses.append(
            TimedCameraPose(timestampInSeconds: numbers[0] * 1e-9, frameIndex: file.poses.count, pose: pose))
        } else if !holdsPoses, isPoint(line), let n = line.numbers {
          file.featurePoints.append(WorldPoint(x: n[0], y: n[1], z: n[2]))
        } else {
          faulty = line
        }
      }
      if let faulty {
        guard isCut else { throw fault(faulty, holdsPoses: holdsPoses, content) }
        file.notes.append("The last line of \(content.path) is cut off and was left out.")
      }
    }
    file.poses = file.poses.fromZero()
    return file
  }

  private static func fault(_ line: NumberLine, holdsPoses: Bool, _ content: CameraFileContent)
    -> SurfaceError
  {
    let form = holdsPoses ? "a time and the twelve numbers of a pose" : "a point and its colour"
    return .camera(path: content.path, reason: "line \(line.number) is not \(form)")
  }
}
