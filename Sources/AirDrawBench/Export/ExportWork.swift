import AirDraw
import Glibc

/// A way to get a scene onto the disc.
enum ExportWay: String, CaseIterable {
  /// As many bytes by one call of the system.
  case plain
  /// By us from a mesh whose normals are ready.
  case ready
  /// The same, read again and compared.
  case verified
  /// What `ExportScene.write` does: shading, writing, reading again.
  case whole
  /// By Assimp from a scene of its own that is ready.
  case assimp
}

/// One scene, ready to be written in one format by everybody. Each way ends with its files and their folder flushed to
/// the disc.
final class ExportWork {
  let format: ExportFormat
  let scene: ExportScene
  let shading: [ShadedMesh]
  private let folder: String
  private let assimp: AssimpScene?
  /// What was written in the first round, for the plain write.
  private var bytes: [UInt8] = []

  /// - Parameters:
  ///   - folder: an empty folder on the disc that is measured; it is empty again after each run.
  ///   - ways: what is to be run.
  init(_ format: ExportFormat, triangleCount: Int, folder: String, ways: [ExportWay]) {
    self.format = format
    self.folder = folder
    let mesh = BumpyTorus.mesh(triangleCount: triangleCount, on: format.lattice)
    scene = ExportScene(
      solids: [ExportSolid(name: "bumpy torus", mesh: mesh)], generator: "airdraw-bench",
      scaleSource: "the bench")
    shading = ways == [.whole] ? [] : [ShadedMesh(mesh)]
    assimp = ways.contains(.assimp) ? shading.first.flatMap { AssimpScene($0, for: format) } : nil
  }

  /// Where our files are written.
  var path: String { "\(folder)/mesh.\(format.ending)" }

  /// How many bytes our files have together, after a first run.
  var byteCount: Int { bytes.count }

  /// True when the way exists for the format.
  func offers(_ way: ExportWay) -> Bool { way != .assimp || assimp != nil }

  /// Runs a way once; its files stay until `clear()`.
  ///
  /// - Returns: elapsed seconds.
  func seconds(_ way: ExportWay) throws -> Double {
    let clock = ContinuousClock()
    let start = clock.now
    switch way {
    case .plain: try writePlainly()
    case .ready: try write(isVerified: false)
    case .verified: try write(isVerified: true)
    case .whole: try scene.write(to: path, format: format)
    case .assimp:
      guard assimp?.write(to: path) == true else {
        throw BenchError.notExported(by: "Assimp", format: format.name)
      }
      for name in names { try flush("\(folder)/\(name)") }
      StagedFiles.flush(folder: folder)
    }
    return (clock.now - start) / .seconds(1)
  }

  /// Remembers the files of the last run as what the plain write has to write.
  func remember() throws {
    bytes = []
    for name in names { bytes += try Self.contents(of: "\(folder)/\(name)") }
  }

  /// Takes the files away.
  func clear() {
    for name in names { unlink("\(folder)/\(name)") }
  }

  private func write(isVerified: Bool) throws {
    var options = ExportOptions()
    options.isVerified = isVerified
    try scene.stage(for: path, format: format, options: options, shading: shading).files.publish()
  }

  private func writePlainly() throws {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw BenchError.notWritable(path: folder) }
    defer { close(descriptor) }
    var start = 0
    while start < bytes.count {
      let written = bytes.withUnsafeBytes {
        Glibc.write(descriptor, $0.baseAddress?.advanced(by: start), $0.count - start)
      }
      guard written > 0 else { throw BenchError.notWritable(path: folder) }
      start += written
    }
    fsync(descriptor)
    StagedFiles.flush(folder: folder)
  }

  private func flush(_ path: String) throws {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw BenchError.unreadable(path: path) }
    fsync(descriptor)
    close(descriptor)
  }

  private var names: [String] {
    var names: [String] = []
    guard let entries = opendir(folder) else { return [] }
    defer { closedir(entries) }
    while let entry = readdir(entries) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { letters in
        String(decoding: letters.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  static func contents(of path: String) throws -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw BenchError.unreadable(path: path) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw BenchError.unreadable(path: path) }
    let size = Int(status.st_size)
    var isWhole = true
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { space, count in
      while count < size {
        let piece = read(descriptor, space.baseAddress?.advanced(by: count), size - count)
        guard piece > 0 else { break }
        count += piece
      }
      isWhole = count == size
    }
    guard isWhole else { throw BenchError.unreadable(path: path) }
    return bytes
  }
}
