import AirCapture
import AirGeometry
import FoundationEssentials

/// Reads one kind of camera file.
protocol CameraFileReader {
  static var format: CameraFileFormat { get }

  /// Names of files that belong to one of this kind and lie beside it.
  static var companions: [String] { get }

  /// Whether a file is of this kind, by its content.
  static func recognizes(_ content: CameraFileContent) -> Bool

  /// Reads files of this kind that belong together; there is at least one.
  static func read(_ contents: [CameraFileContent], path: String) throws(SurfaceError) -> CameraFile
}

extension CameraFileReader {
  static var companions: [String] { [] }

  /// The one file of a kind of which several do not make one whole.
  static func single(_ contents: [CameraFileContent], path: String) throws(SurfaceError) -> CameraFileContent
  {
    guard contents.count == 1 else {
      throw .camera(
        path: path,
        reason: "it holds \(contents.count) files of the kind \(format.rawValue); name one of them")
    }
    return contents[0]
  }
}

extension CameraFile {
  /// The readers; where two would take a file, the one that asks for more comes first.
  private static var readers: [any CameraFileReader.Type] {
    [
      AirDrawCameraReader.self, PolycamReader.self, Record3DReader.self, NeRFCaptureReader.self,
      NeRFTransformsReader.self, ARLogReader.self, KalibrReader.self, ROSCameraInfoReader.self,
      OpenCVCameraReader.self, StrayScannerReader.self, COLMAPReader.self, ARKitDataLoggerReader.self,
    ]
  }

  /// Reads a camera file or the log of an AR session. The kind is told from the content, never from the name.
  ///
  /// - Parameters:
  ///   - path: a file, or a folder of files that belong together (COLMAP, Stray Scanner, Polycam). Beside a COLMAP or
  ///     Stray Scanner file its companion is looked for.
  ///   - imageSize: the size of the pictures that the camera is wanted for, where it is known: some files tell a field of
  ///     view and no size.
  /// - Throws: `SurfaceError.camera`, one sentence that names the file, the place in it and what to do.
  /// - Complexity: linear in the files' size.
  public init(contentsOf path: String, imageSize: ImageSize? = nil) throws(SurfaceError) {
    if Self.isFolder(path) {
      self = try Self.readFolder(path, imageSize)
      return
    }
    let content = try CameraFileContent(contentsOf: path, imageSize: imageSize)
    guard let reader = Self.reader(of: content) else {
      let known = CameraFileFormat.allCases.map(\.rawValue).joined(separator: ", ")
      throw .camera(
        path: path,
        reason: content.treeFault
          ?? "it is no calibration and no AR log of a known kind (\(known))")
    }
    var contents = [content]
    let own = URL(filePath: path).lastPathComponent
    for name in reader.companions where name != own {
      let companion = URL(filePath: path).deletingLastPathComponent().appending(path: name).path
      guard CameraFileContent.beginsLikeText(companion) else { continue }
      let other = try CameraFileContent(contentsOf: companion, imageSize: imageSize)
      if reader.recognizes(other) { contents.append(other) }
    }
    self = try reader.read(contents, path: path)
  }

  private static func reader(of content: CameraFileContent) -> (any CameraFileReader.Type)? {
    readers.first { $0.recognizes(content) }
  }

  private static func isFolder(_ path: String) -> Bool {
    var isFolder = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder
  }

  private static func readFolder(_ path: String, _ imageSize: ImageSize?) throws(SurfaceError) -> CameraFile {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: path), names.count <= 100_000
    else {
      throw .camera(path: path, reason: "its files can't be listed, or are more than 100000")
    }
    var found: [(reader: any CameraFileReader.Type, content: CameraFileContent)] = []
    for name in names.sorted(by: naturallyPrecedes) {
      let file = URL(filePath: path).appending(path: name).path
      guard !isFolder(file), CameraFileContent.beginsLikeText(file),
        let content = try? CameraFileContent(contentsOf: file, imageSize: imageSize),
        let reader = reader(of: content)
      else { continue }
      found.append((reader, content))
    }
    guard let reader = found.first?.reader else {
      throw .camera(
        path: path, reason: "none of its \(names.count) files is a calibration or AR log of a known kind")
    }
    if let other = found.first(where: { $0.reader.format != reader.format })?.reader {
      throw .camera(
        path: path,
        reason:
          "it holds files of two kinds, \(reader.format.rawValue) and \(other.format.rawValue); name one file"
      )
    }
    return try reader.read(found.map(\.content), path: path)
  }
}
