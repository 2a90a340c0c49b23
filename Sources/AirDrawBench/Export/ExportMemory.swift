import AirDraw
import CRivals
import Glibc

/// How much memory a step needs beyond what was there before: the rise of the largest resident memory, which the kernel
/// is told to forget before the step (proc_pid_clear_refs(5), the value 5).
struct ExportMemory {
  private let before: Double

  /// Gives unused memory back and starts to measure.
  ///
  /// - Returns: nil where the kernel does not offer that.
  init?() {
    airrivals_give_memory_back()
    let descriptor = open("/proc/self/clear_refs", O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    guard Glibc.write(descriptor, "5", 1) == 1, let resident = Self.mebibytes("VmRSS:") else { return nil }
    before = resident
  }

  /// The rise since the start, in MiB.
  var rise: Double? { Self.mebibytes("VmHWM:").map { $0 - before } }

  /// Runs a way in a process of its own.
  ///
  /// - Returns: its rise in MiB; nil when it did not run.
  static func rise(
    of way: ExportWay, format: ExportFormat, triangleCount: Int, folder: String, program: String
  ) -> Double? {
    let words = [
      program, "export", "--memory", "\(format.ending):\(way.rawValue)", "--triangles", "\(triangleCount)",
      "--folder", folder,
    ]
    return ChildProcess.output(of: words).flatMap { Double($0.dropLast()) }
  }

  private static func mebibytes(_ field: String) -> Double? {
    guard let file = fopen("/proc/self/status", "r") else { return nil }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, Int32(line.count), file) != nil {
      let text = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
      guard text.hasPrefix(field) else { continue }
      return text.dropFirst(field.count).split(whereSeparator: \.isWhitespace).first.flatMap { Double($0) }
        .map { $0 / 1024 }
    }
    return nil
  }
}
