import AirArguments
import AirDraw
import CRivals

/// `airdraw-bench read`: one bare read loop, to be timed as a process of its own.
enum ReadBench {
  private enum Reader: String, CaseIterable, Sendable {
    case opencv
    case airdraw
  }

  private static let recording = Argument("RECORDING", .file("mp4"), help: "A video.")
  private static let reader = Option("reader", .choice(Reader.self), default: .opencv, help: "Who reads it.")

  static let command = Command(
    "read", abstract: "Read every frame of a video and throw it away.", arguments: [recording],
    options: [OptionGroup("Reading", [reader])]
  ) { arguments in
    let path = try arguments[recording]
    var count: Int64 = 0
    switch try arguments[reader] {
    case .opencv: count = airrivals_opencv_read_all(path)
    case .airdraw:
      let source = try PrefetchingFrameSource(openFrameSource(path: path))
      while try source.nextFrame() != nil { count += 1 }
    }
    print(count)
    return count > 0 ? .success : .failure
  }
}
