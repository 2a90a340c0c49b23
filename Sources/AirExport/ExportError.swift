/// Why a file was not written or could not be read: one sentence that names the place and the mend.
public enum ExportError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file's ending stands for no format that is written.
  case unknownEnding(path: String)
  /// The folder of the file does not exist.
  case missingFolder(path: String, folder: String)
  /// There is something at the path that is no regular file and so cannot be replaced by one.
  case notAFile(path: String)
  /// The system refuses to create or write the file.
  case notWritable(path: String, reason: String)
  /// The disc, or the writer's share of it, is full.
  case discFull(path: String)
  /// There is no triangle to write.
  case nothingToWrite(path: String)
  /// The mesh breaks a rule of `Mesh`, so that no correct file can be made of it.
  case invalidMesh(name: String, problem: String)
  /// The mesh lies on the lattice of another unit than the format's, where its coordinates are not exact.
  case wrongLattice(name: String, format: ExportFormat)
  /// The scene cannot be expressed in the format.
  case notExpressible(path: String, problem: String)
  /// The file, read again, is not the mesh that was written.
  case readBackDiffers(path: String, difference: String)
  /// The model that was read cannot become a mesh of the formats that are written.
  case notConvertible(path: String, problem: String)
  /// The file cannot be read as a mesh.
  case unreadable(path: String, reason: String)

  /// The sentence for the user.
  public var description: String {
    switch self {
    case .unknownEnding(let path):
      "\(path): the ending stands for no format that is written; use one of \(ExportFormat.listOfEndings)."
    case .missingFolder(let path, let folder):
      "\(path) cannot be written: the folder \(folder) does not exist; create it or name another."
    case .notAFile(let path):
      "\(path) cannot be written: there is something else than a regular file there; name a file."
    case .notWritable(let path, let reason):
      "\(path) cannot be written (\(reason)); choose a folder that you may write to."
    case .discFull(let path):
      "\(path) was not written: the disc is full; free some space or choose another disc."
    case .nothingToWrite(let path):
      "\(path) was not written: the scene has no triangles; draw something first."
    case .invalidMesh(let name, let problem):
      "The solid “\(name)” was not written: \(problem); repair the mesh first."
    case .wrongLattice(let name, let format):
      "The solid “\(name)” was not written: \(format.name) is in \(format.unitName), so build its mesh on "
        + "that unit's lattice."
    case .notExpressible(let path, let problem):
      "\(path) was not written: \(problem)."
    case .readBackDiffers(let path, let difference):
      "\(path) was not written: read again, it differs from the mesh in memory (\(difference)); please report "
        + "this as a defect."
    case .notConvertible(let path, let problem):
      "\(path) cannot be converted: \(problem)."
    case .unreadable(let path, let reason):
      "\(path) cannot be read as a mesh (\(reason)); check that the file is whole and its ending is right."
    }
  }
}
