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
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for descriptor in [STDOUT_FILENO, STDERR_FILENO] {
      posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_WRONLY, 0)
    }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
    arguments.append(nil)
    defer { for argument in arguments { free(argument) } }
    var process = pid_t()
    guard posix_spawnp(&process, words[0], &actions, nil, arguments, environ) == 0 else { return nil }
    var status: Int32 = 0
    var usage = rusage()
    while wait4(process, &status, 0, &usage) < 0 { guard errno == EINTR else { return nil } }
    wallSeconds = (clock.now - start) / .seconds(1)
    cpuSeconds = Self.seconds(usage.ru_utime) + Self.seconds(usage.ru_stime)
    peakMebibytes = Double(usage.ru_maxrss) / 1024
    exitCode = (status >> 8) & 0xff
  }

  private static func seconds(_ time: timeval) -> Double {
    Double(time.tv_sec) + Double(time.tv_usec) / 1e6
  }
}

/// The value in the middle.
func median(_ values: [Double]) -> Double {
  values.isEmpty ? .nan : values.sorted()[values.count / 2]
}
