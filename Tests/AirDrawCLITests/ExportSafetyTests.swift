import AirDraw
import AirTestSupport
import Foundation
import Testing

/// Whatever happens to a run, the file that was there before stays whole, and one sentence tells what is wrong.
@Suite struct ExportSafetyTests {
  private let rings = SharedData.packageRoot.appendingPathComponent("Samples/traces/rings.airdraw").path
  private let spiral = SharedData.packageRoot.appendingPathComponent("Samples/traces/spiral.airdraw").path

  /// A file's name as people give them.
  private func fileName(_ format: ExportFormat) -> String { "Über größere Ringe (1).\(format.ending)" }

  private func build(_ trace: String, _ names: [String], in folder: URL, _ more: [String] = []) throws {
    let outcome = try AirDrawProcess.run(
      ["build", trace, "-q"] + names.flatMap { ["-o", $0] } + more, in: folder)
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
  }

  private func contents(of folder: URL) throws -> [String: Data] {
    var contents: [String: Data] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      contents[name] = try Data(contentsOf: folder.appendingPathComponent(name))
    }
    return contents
  }

  /// - Parameter format: the format whose file, or one of the files that go with it, the sentence has to name.
  private func expectSentence(
    _ outcome: AirDrawProcess.Outcome, naming format: ExportFormat, saying word: String
  ) {
    let lines = outcome.errors.split(separator: "\n")
    #expect(outcome.exitCode == 1 && outcome.output.isEmpty && lines.count == 1, "\(outcome)")
    #expect(
      lines.first?.hasPrefix("airdraw: ") == true && outcome.errors.hasSuffix(".\n"), "\(outcome.errors)")
    let names = [fileName(format)] + format.companionNames(of: fileName(format))
    #expect(names.contains { outcome.errors.contains($0) }, "\(outcome.errors)")
    #expect(outcome.errors.contains(word), "\(outcome.errors)")
  }

  /// Makes an old file in the folder `old`.
  private func makeOldFile(_ format: ExportFormat, in folder: URL) throws -> [String: Data] {
    let old = folder.appendingPathComponent("old")
    try FileManager.default.createDirectory(at: old, withIntermediateDirectories: true)
    try build(rings, [fileName(format)], in: old)
    return try contents(of: old)
  }

  @Test("names with spaces, umlauts and brackets are written and read", arguments: ExportFormat.allCases)
  func names(format: ExportFormat) throws {
    let folder = try TemporaryFolder()
    let place = folder.url.appendingPathComponent("Eigene Zeichnungen äöü")
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: false)
    try build(spiral, ["Eigene Zeichnungen äöü/\(fileName(format))"], in: folder.url)
    let names = try FileManager.default.contentsOfDirectory(atPath: place.path)
    #expect(
      names.count == 1 + format.companionNames(of: fileName(format)).count && names.contains(fileName(format))
    )
  }

  @Test(
    "a disc that is or becomes full leaves the old file whole",
    .enabled(if: SmallDisc.isAvailable, SmallDisc.skipReason), arguments: ExportFormat.allCases)
  func fullDisc(format: ExportFormat) throws {
    let folder = try TemporaryFolder()
    let old = try makeOldFile(format, in: folder.url)
    let name = fileName(format)
    let whole = folder.url.appendingPathComponent("whole")
    try FileManager.default.createDirectory(at: whole, withIntermediateDirectories: true)
    try build(spiral, [name], in: whole)
    let kibibytes = try contents(of: whole).values.reduce(0) { $0 + $1.count } / 1024
    for free in Set([0, kibibytes / 2 / 4 * 4]).sorted() {
      let after = folder.url.appendingPathComponent("after \(free)")
      let outcome = try SmallDisc.run(
        """
        cp -a old/. disc/
        head -c $((($(df -k --output=avail disc | tail -n 1) - $3) * 1024)) /dev/zero > disc/filler
        cd disc
        "$1" build "$2" -q -o "$4"
        code=$?
        rm filler
        cp -a . "$5"
        exit $code
        """, [AirDrawProcess.executable.path, spiral, "\(free)", name, after.path], in: folder.url)
      expectSentence(outcome, naming: format, saying: "the disc is full")
      #expect(try contents(of: after) == old, "\(free) KiB were free")
    }
  }

  @Test(
    "a disc that may not be written to leaves the old file whole",
    .enabled(if: SmallDisc.isAvailable, SmallDisc.skipReason), arguments: ExportFormat.allCases)
  func readOnlyDisc(format: ExportFormat) throws {
    let folder = try TemporaryFolder()
    let old = try makeOldFile(format, in: folder.url)
    let after = folder.url.appendingPathComponent("after")
    let outcome = try SmallDisc.run(
      """
      cp -a old/. disc/
      mount -o remount,ro disc
      "$1" build "$2" -q -o "disc/$3"
      code=$?
      cp -a disc/. "$4"
      exit $code
      """, [AirDrawProcess.executable.path, spiral, fileName(format), after.path], in: folder.url)
    expectSentence(outcome, naming: format, saying: "Read-only file system")
    #expect(try contents(of: after) == old)
  }

  /// Root may write everywhere, unless it gives up its capabilities.
  private static let prefixWithoutRights: [String] =
    geteuid() == 0 ? ["/usr/bin/setpriv", "--inh-caps=-all", "--bounding-set=-all"] : ["/usr/bin/env"]

  @Test(
    "a folder that may not be written to leaves the old file whole",
    .enabled(
      if: FileManager.default.isExecutableFile(atPath: prefixWithoutRights[0]), "setpriv is not installed"),
    arguments: ExportFormat.allCases)
  func forbiddenFolder(format: ExportFormat) throws {
    let folder = try TemporaryFolder()
    let old = try makeOldFile(format, in: folder.url)
    let place = folder.url.appendingPathComponent("old")
    #expect(chmod(place.path, 0o555) == 0)
    defer { chmod(place.path, 0o755) }
    let outcome = try AirDrawProcess.run(
      URL(fileURLWithPath: Self.prefixWithoutRights[0]),
      Self.prefixWithoutRights.dropFirst() + [
        AirDrawProcess.executable.path, "build", spiral, "-q", "-o", "old/\(fileName(format))",
      ], in: folder.url)
    expectSentence(outcome, naming: format, saying: "Permission denied")
    #expect(try contents(of: place) == old)
  }

  @Test(
    "a run that is killed leaves each file old or new, and the next one takes its rest away",
    arguments: [1, 2])
  func killed(seed: UInt64) throws {
    let folder = try TemporaryFolder()
    let names = ExportFormat.allCases.map(fileName)
    try build(rings, names, in: folder.url)
    let old = try contents(of: folder.url)
    let tube = ["--extrude", "tube", "--no-verify"]
    try build(spiral, names, in: folder.url, tube)
    let new = try contents(of: folder.url)
    #expect(Set(old.keys) == Set(new.keys))
    var random = SeededGenerator(seed: seed)
    var leftCount = 0
    for _ in 0..<12 {
      for (name, data) in old { try data.write(to: folder.url.appendingPathComponent(name)) }
      let process = Process()
      process.executableURL = AirDrawProcess.executable
      process.arguments = ["build", spiral, "-q"] + names.flatMap { ["-o", $0] } + tube
      process.currentDirectoryURL = folder.url
      try process.run()
      // From when it writes on: much of the time before is the solid's.
      while process.isRunning, try !isWriting(in: folder.url) { usleep(200) }
      let delay = UInt32.random(in: 0..<120_000, using: &random)
      usleep(delay)
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      let left = try FileManager.default.contentsOfDirectory(atPath: folder.url.path).filter {
        old[$0] == nil
      }
      leftCount += left.count
      #expect(left.allSatisfy { $0.hasPrefix(".airdraw-unfinished-") }, "seed \(seed), \(delay) µs: \(left)")
      for name in old.keys {
        let data = try Data(contentsOf: folder.url.appendingPathComponent(name))
        #expect(data == old[name] || data == new[name], "seed \(seed), \(delay) µs: \(name)")
      }
    }
    #expect(leftCount > 0, "no run was killed while it wrote")
    try build(spiral, names, in: folder.url, tube)
    #expect(try contents(of: folder.url) == new)
  }

  private func isWriting(in folder: URL) throws -> Bool {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).contains { name in
      name.hasPrefix(".airdraw-unfinished-")
        && (try? FileManager.default.contentsOfDirectory(
          atPath: folder.appendingPathComponent(name).path
        ).isEmpty) == false
    }
  }

  private static let hasCommaLocale = newlocale(1 << LC_NUMERIC, "de_DE.UTF-8", nil) != nil

  @Test(
    "a locale with a decimal comma changes no byte of any format",
    .enabled(
      if: hasCommaLocale || FileManager.default.fileExists(atPath: "/usr/share/i18n/locales/de_DE"),
      "there is no German locale, nor what one is made of: install Debian's locales"))
  func locale() throws {
    let folder = try TemporaryFolder()
    let names = ExportFormat.allCases.map(fileName) + ["picture.png", "points.csv"]
    let places = ["C", "de_DE.UTF-8"].map { folder.url.appendingPathComponent($0) }
    var environment: [String: String] = [:]
    try FileManager.default.createDirectory(
      atPath: folder.path("locales"), withIntermediateDirectories: false)
    if !Self.hasCommaLocale {
      // Debian leaves locales to be made.
      let made = try? AirDrawProcess.run(
        URL(fileURLWithPath: "/usr/bin/localedef"),
        ["-i", "de_DE", "-f", "UTF-8", folder.path("locales") + "/de_DE.UTF-8"], in: folder.url)
      try #require(made?.exitCode == 0)
      environment["LOCPATH"] = folder.path("locales")
    }
    for place in places {
      try FileManager.default.createDirectory(at: place, withIntermediateDirectories: false)
      environment["LC_ALL"] = place.lastPathComponent
      let words = names.dropLast().flatMap { ["-o", $0] } + ["--points", "points.csv"]
      let outcome = try AirDrawProcess.run(
        ["build", spiral, "-q"] + words, in: place, environment: environment)
      #expect(outcome.exitCode == 0, "\(outcome.errors)")
    }
    #expect(try contents(of: places[0]) == contents(of: places[1]))
  }
}
