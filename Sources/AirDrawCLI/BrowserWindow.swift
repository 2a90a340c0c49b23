import AirDraw
import Glibc

/// The user's browser, and the one file from which it is shown pages.
struct BrowserWindow {
  /// Where the page is to be written: always the same file in the user's cache, so that nothing piles up.
  let page: String
  /// The command that opens a page; “%s” in it stands for the page's address.
  private let opener: [String]

  /// Finds the browser: the first one of `$BROWSER`, else what the desktop takes by `xdg-open`.
  ///
  /// - Throws: `InputError` when there is none, no display to show it on, or no folder for the page.
  init() throws {
    if let named = Self.variable("BROWSER")?.split(separator: ":").first {
      opener = named.split(separator: " ").map(String.init)
    } else {
      guard Self.variable("DISPLAY") != nil || Self.variable("WAYLAND_DISPLAY") != nil else {
        throw InputError(
          description:
            "There is no display to open a window on: write the page with -o preview.html and open it "
            + "on a machine that has one.")
      }
      guard Self.isOnPath("xdg-open") else {
        throw InputError(
          description:
            "There is no xdg-open to find the browser: install xdg-utils, or name the browser in BROWSER."
        )
      }
      opener = ["xdg-open"]
    }
    let cache = Self.variable("XDG_CACHE_HOME") ?? Self.variable("HOME").map { "\($0)/.cache" }
    guard let cache, cache.hasPrefix("/") else {
      throw InputError(description: "There is no folder for the page of --open: set HOME to your folder.")
    }
    let folder = "\(cache)/airdraw"
    // A folder that can't be made is told of when the page is written.
    mkdir(cache, 0o700)
    mkdir(folder, 0o700)
    page = "\(folder)/preview.html"
  }

  /// Opens the page. The browser lives on by itself.
  ///
  /// - Throws: `InputError` when it can't be started or fails at once.
  func show() throws {
    let address = "file://" + Self.percentEncoded(page)
    var words = opener.map { $0.replacing("%s", with: address) }
    if words == opener { words.append(address) }
    guard let process = Self.start(words) else {
      throw InputError(description: "“\(words[0])” can't be started: open \(page) yourself.")
    }
    // Long enough for xdg-open to find out that it knows no browser.
    for _ in 0..<75 {
      var status: Int32 = 0
      if waitpid(process, &status, WNOHANG) == process {
        guard status == 0 else {
          throw InputError(description: "“\(words[0])” opens no window: open \(page) yourself.")
        }
        return
      }
      usleep(20_000)
    }
  }

  /// An environment variable that is set and not empty.
  private static func variable(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
  }

  private static func isOnPath(_ command: String) -> Bool {
    (variable("PATH") ?? "").split(separator: ":").contains { access("\($0)/\(command)", X_OK) == 0 }
  }

  /// A path as a part of an address (RFC 3986, 2.1 and 2.3).
  private static func percentEncoded(_ path: String) -> String {
    path.utf8.map { byte in
      let letter = Character(UnicodeScalar(byte))
      if byte < 0x80, letter.isLetter || letter.isNumber || "/-._~".contains(letter) { return String(letter) }
      return "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }.joined()
  }

  /// Starts a command in a session of its own, so that it outlives this one and its terminal.
  private static func start(_ words: [String]) -> pid_t? {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // What is passed over here would be passed over there too.
    var defaults = sigset_t()
    sigemptyset(&defaults)
    for kind in [SIGPIPE, SIGINT, SIGTERM, SIGHUP] { sigaddset(&defaults, kind) }
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    // POSIX_SPAWN_SETSID of glibc's spawn.h, whose macro Swift does not see.
    let newSession: Int32 = 0x80
    posix_spawnattr_setflags(&attributes, Int16(Int32(POSIX_SPAWN_SETSIGDEF) | newSession))
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
    arguments.append(nil)
    defer { for argument in arguments { free(argument) } }
    var process = pid_t()
    return posix_spawnp(&process, words[0], &actions, &attributes, arguments, environ) == 0 ? process : nil
  }
}
