import Glibc

/// A command run to its end, with what it cost.
struct ChildProcess {
  /// Elapsed time in seconds.
  let wallSeconds: Double
  /// Time of all its threads in seconds.
  let cpuSeconds: Double
  /// Largest resident memory in MiB.
  let peakMebibytes: Double
  /// How it ended.
  let exitCode: Int32

  /// Runs a command, its output thrown away.
  ///
  /// - Returns: nil when it can't be started.
  init?(_ words: [String]) {
    let clock = ContinuousClock()
    let start = clock.now
    let process = Self.start(words) { actions in
      posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    }
    guard let process else { return nil }
    var status: Int32 = 0
    var usage = rusage()
    while wait4(process, &status, 0, &usage) < 0 { guard errno == EINTR else { return nil } }
    wallSeconds = (clock.now - start) / .seconds(1)
    cpuSeconds = Self.seconds(usage.ru_utime) + Self.seconds(usage.ru_stime)
    peakMebibytes = Double(usage.ru_maxrss) / 1024
    exitCode = (status >> 8) & 0xff
  }

  /// The path of this program.
  static var ownPath: String? {
    guard let path = realpath("/proc/self/exe", nil) else { return nil }
    defer { free(path) }
    return String(cString: path)
  }

  /// What a command prints.
  ///
  /// - Returns: nil when it can't be started, fails, or prints no text.
  static func output(of words: [String]) -> String? {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    let process = start(words) { actions in
      posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
      posix_spawn_file_actions_addclose(&actions, ends[0])
      posix_spawn_file_actions_addclose(&actions, ends[1])
    }
    close(ends[1])
    defer { close(ends[0]) }
    guard let process else { return nil }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(ends[0], &piece, piece.count)
      if count > 0 {
        bytes += piece[..<count]
      } else if count == 0 || errno != EINTR {
        break
      }
    }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 { guard errno == EINTR else { return nil } }
    return status == 0 ? String(validating: bytes, as: UTF8.self) : nil
  }

  /// Starts a command that reads nothing and complains to nobody.
  ///
  /// - Parameter directOutput: says where its output goes.
  private static func start(
    _ words: [String], directOutput: (inout posix_spawn_file_actions_t) -> Void
  ) -> pid_t? {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    directOutput(&actions)
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
    arguments.append(nil)
    defer { for argument in arguments { free(argument) } }
    var process = pid_t()
    return posix_spawnp(&process, words[0], &actions, nil, arguments, environ) == 0 ? process : nil
  }

  private static func seconds(_ time: timeval) -> Double {
    Double(time.tv_sec) + Double(time.tv_usec) / 1e6
  }
}

/// The value in the middle.
func median(_ values: [Double]) -> Double {
  values.isEmpty ? .nan : values.sorted()[values.count / 2]
}
