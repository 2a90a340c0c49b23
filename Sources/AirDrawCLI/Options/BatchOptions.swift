import AirArguments
import AirDraw
import Glibc

/// How many sessions are built in one run.
enum BatchOptions {
  static let folder = Option(
    "out-dir", .directory(),
    help:
      "Build everything that is named, one session after another, into this folder; it is made if it is not there."
  )
  static let format = Option(
    "format",
    .custom(
      "glb[,stl,…]",
      completion: .words([
        "glb", "gltf", "stl", "obj", "ply", "3mf", "usdz", "dae", "x3d", "svg", "dxf", "glb,stl",
      ]),
      endings),
    default: ["glb"],
    help:
      "What is written into the folder: glb, gltf, obj, stl, ply, 3mf, usdz, dae, x3d, svg, dxf, png, mp4 or html, or several with commas "
      + "between them."
  )
  static let jobs = Option(
    "jobs", .integer(in: 1...256),
    help: "How many are built at the same time; as many as there are processors, unless told.")

  static let group = OptionGroup("Many at once", [folder, format, jobs])

  @Sendable
  private static func endings(_ text: String) throws(InvalidValue) -> Endings {
    try Endings(parsing: text)
  }

  /// The number of jobs that fits the machine, unless told.
  static func jobCount(_ arguments: ParsedArguments) throws -> Int {
    try arguments[jobs] ?? max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
  }

  /// The one file of events, where no folder for many results is named.
  static func onlyInput(_ arguments: ParsedArguments, _ inputs: [String]) throws -> String {
    guard !arguments.isGiven(format), !arguments.isGiven(jobs) else {
      throw arguments.usageError(
        "--format and --jobs are for many sessions at once: add --out-dir DIRECTORY.")
    }
    guard inputs.count == 1, FileKind(path: inputs[0]) != .folder else {
      throw arguments.usageError("Several sessions need a folder for their solids: add --out-dir DIRECTORY.")
    }
    return inputs[0]
  }
}

/// The endings of the files that are written of each session.
struct Endings: ExpressibleByArrayLiteral, CustomStringConvertible, Sendable {
  let names: [String]

  init(arrayLiteral names: String...) { self.names = names }

  /// Reads `glb,stl`.
  init(parsing text: String) throws(InvalidValue) {
    names = text.split(separator: ",", omittingEmptySubsequences: false).map { $0.lowercased() }
    for name in names {
      do throws(InvalidValue) {
        _ = try ModelOutput(path: "x." + name)
      } catch {
        throw InvalidValue(
          "“\(name)” is none of glb, gltf, obj, stl, ply, 3mf, usdz, dae, x3d, svg, dxf, png, mp4 and html")
      }
    }
    guard Set(names).count == names.count else { throw InvalidValue("a format is named twice") }
  }

  var description: String { names.joined(separator: ",") }
}
