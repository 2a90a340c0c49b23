import AirArguments
import AirDraw

/// The files of one run: all are written aside first and take their places together, so that a run that fails leaves
/// none of them.
struct OutputSet {
  /// The paths in the order in which they were added.
  private(set) var paths: [String] = []
  /// What the files do not hold as it was built, each as a sentence.
  private(set) var remarks: [String] = []
  private var staged: [StagedFiles] = []

  /// Adds a file of these bytes.
  mutating func add(_ bytes: [UInt8], at path: String) throws(ExportError) {
    add(
      try AtomicFile.stage(for: path) { (output) throws(ExportError) in try output.append(bytes) }, at: path)
  }

  /// Adds a file of this text.
  mutating func add(_ text: String, at path: String) throws(ExportError) {
    try add(Array(text.utf8), at: path)
  }

  /// Adds a scene in the format that the path's ending names.
  ///
  /// - Parameter shading: the solids' shaded meshes in order; nil where the format holds no normals.
  mutating func add(
    _ scene: ExportScene, at path: String, options: ExportOptions, shading: [ShadedMesh]?
  ) throws(ExportError) {
    let export = try scene.stage(for: path, options: options, shading: shading)
    staged.append(export.files)
    paths += export.paths
    remarks += export.remarks
  }

  /// Adds a file that is written by its path.
  ///
  /// - Returns: where to write it, and flush it to the disc, before the files are published.
  mutating func reserve(_ path: String) throws(ExportError) -> String {
    let (file, place) = try AtomicFile.reserve(path)
    add(file, at: path)
    return place
  }

  /// Adds a file that was written aside.
  mutating func add(_ files: StagedFiles, at path: String) {
    staged.append(files)
    paths.append(path)
  }

  /// Moves all files to their places.
  ///
  /// - Parameter flushesFolder: false where many sets go to one folder, which is flushed once, when the last is there.
  func publish(flushesFolder: Bool = true) throws(ExportError) {
    for files in staged { try files.publish(flushesFolder: flushesFolder) }
  }
}

/// What a `-o` asks for.
enum ModelOutput: Sendable {
  case model(path: String, ExportFormat)
  case preview(path: String, PreviewOutput)
  case plane(path: String, PlaneFormat)

  /// Chooses by the path's ending.
  ///
  /// - Throws: `InvalidValue` when the ending stands for nothing that is written.
  init(path: String) throws(InvalidValue) {
    if let output = PreviewOutput(path: path) {
      self = .preview(path: path, output)
    } else if let format = PlaneFormat(path: path) {
      self = .plane(path: path, format)
    } else {
      guard let format = try? ExportFormat(path: path) else {
        let known =
          ExportFormat.allCases.map { "." + $0.ending } + PlaneFormat.allCases.map { "." + $0.ending }
          + PreviewOutput.allCases.map { "." + $0.rawValue }
        throw InvalidValue("its ending must be one of \(known.joined(separator: ", "))")
      }
      self = .model(path: path, format)
    }
  }

  /// The paths of all files that this writes.
  var paths: [String] {
    switch self {
    case .model(let path, let format):
      [path] + format.companionNames(of: path).map { "\(FilePath.folder(of: path))/\($0)" }
    case .preview(let path, _), .plane(let path, _): [path]
    }
  }

  /// True for a page, which is made with a library that may be missing.
  var isPage: Bool {
    if case .preview(_, .html) = self { true } else { false }
  }

  /// The format of a model; nil for what is none.
  var format: ExportFormat? {
    if case .model(_, let format) = self { format } else { nil }
  }

  /// The lattice that the mesh is wanted on; nil where the drawing itself is, and no mesh.
  var lattice: Lattice? {
    switch self {
    case .model(_, let format): format.lattice
    case .preview: .metres
    case .plane: nil
    }
  }
}

extension OutputSet {
  /// Checks that a file could be made at a path, and removes what a killed run left unfinished there.
  static func check(_ path: String) throws(ExportError) {
    guard FileKind(path: path).isReplaceable else { throw .notAFile(path: path) }
    StagedFiles.removeAbandoned(beside: path)
    _ = try StagedFiles(beside: AtomicFile.resolvingLink(path))
  }
}

/// The shaded meshes of what several files are made of, each made when the first of them needs it.
struct ShadingCache {
  private var meshes: [Lattice: [ShadedMesh]] = [:]
  private var models: [Lattice: PreviewModel] = [:]

  /// The meshes, all on this lattice, shaded.
  mutating func shading(of unshaded: [Mesh], on lattice: Lattice) -> [ShadedMesh] {
    if let known = meshes[lattice] { return known }
    let shaded = unshaded.map { ShadedMesh($0) }
    meshes[lattice] = shaded
    return shaded
  }

  /// What pictures show of the meshes, all on this lattice.
  mutating func preview(of unshaded: [Mesh], on lattice: Lattice) -> PreviewModel {
    if let known = models[lattice] { return known }
    let model = PreviewModel(shading(of: unshaded, on: lattice))
    models[lattice] = model
    return model
  }
}
