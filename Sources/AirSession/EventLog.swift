import AirJSON
import FoundationEssentials

/// A recorded session: its events and what the reader had to say about them.
public struct EventLog: Sendable {
  /// The events in order.
  public var events: [SessionEvent]
  /// What was unusual: a cut file, events of a newer version. One sentence each.
  public var warnings: [String]

  /// What a log may hold; anything larger is refused before it fills the memory.
  public struct Limits: Hashable, Sendable {
    /// Bytes of the file.
    public var bytes = 512 << 20
    /// Bytes of one line.
    public var bytesOfLine = 1 << 20
    /// Number of events.
    public var events = 4_000_000

    /// The usual limits.
    public init() {}
  }

  /// Reads a log.
  ///
  /// A file that was cut anywhere reads up to its last whole line, with a warning.
  ///
  /// - Throws: `SessionError` that names the line, when a line is no event, time runs backwards, the first event is
  ///   no header or of a newer version, or a limit is passed.
  /// - Complexity: linear in the file's size.
  public init(contentsOf path: String, limits: Limits = Limits()) throws(SessionError) {
    let data: Data
    do {
      data = try Data(contentsOf: URL(filePath: path))
    } catch {
      throw SessionError(path: path, "it can't be read; check that it exists and may be read")
    }
    guard data.count <= limits.bytes else {
      throw SessionError(path: path, "it is larger than \(limits.bytes >> 20) MiB, the most that is read")
    }
    try self.init(bytes: [UInt8](data), name: path, limits: limits)
  }

  /// Reads a log from bytes; `name` is what errors call it.
  public init(bytes: [UInt8], name: String, limits: Limits = Limits()) throws(SessionError) {
    events = []
    warnings = []
    if bytes.allSatisfy({ $0 == 0x0a || $0 == 0x0d || $0 == 0x20 }) {
      throw SessionError(path: name, "it is empty; it should hold one event a line")
    }
    let lines = bytes.split(separator: 0x0a, omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      // The part behind the last line end is a line that was cut, unless it is whole by chance.
      let isLast = index == lines.count - 1
      if line.allSatisfy({ $0 == 0x20 || $0 == 0x0d || $0 == 0x09 }) { continue }
      do {
        try append(line, number: index + 1, name: name, limits: limits)
      } catch let error {
        guard isLast, !events.isEmpty, error.isDamage else { throw error }
        warnings.append("\(name) was cut in its last line; the events before it are used.")
      }
    }
  }

  private mutating func append(
    _ line: ArraySlice<UInt8>, number: Int, name: String, limits: Limits
  ) throws(SessionError) {
    guard line.count <= limits.bytesOfLine else {
      throw SessionError(path: name, line: number, "it is longer than \(limits.bytesOfLine) bytes")
    }
    guard events.count < limits.events else {
      throw SessionError(path: name, line: number, "there are more than \(limits.events) events")
    }
    let event: SessionEvent
    do {
      event = try SessionEvent(json: try JSONValue(parsing: line))
    } catch let fault as FieldReader.Fault {
      throw SessionError(path: name, line: number, fault.reason)
    } catch {
      throw SessionError(path: name, line: number, "it is no JSON", isDamage: true)
    }
    try check(event, number: number, name: name)
    events.append(event)
  }

  private mutating func check(_ event: SessionEvent, number: Int, name: String) throws(SessionError) {
    if case .header(let header) = event.kind {
      guard events.isEmpty else { throw SessionError(path: name, line: number, "it is a second header") }
      guard header.version == SessionHeader.currentVersion else {
        throw SessionError(
          path: name, line: number,
          "it is of version \(header.version), but this airdraw reads version "
            + "\(SessionHeader.currentVersion); use the airdraw that wrote it or a newer one")
      }
    } else if events.isEmpty {
      throw SessionError(path: name, line: number, "the first event must be a header with a version")
    }
    if let last = events.last, event.timestampInSeconds < last.timestampInSeconds {
      throw SessionError(
        path: name, line: number,
        "its time \(event.timestampInSeconds) s is before the last event's \(last.timestampInSeconds) s")
    }
    if case .unknown(let kind) = event.kind {
      let warning = "\(name) holds events of the unknown kind \"\(kind)\"; they are passed over."
      if !warnings.contains(warning) { warnings.append(warning) }
    }
  }
}

/// Why a log can't be used.
public struct SessionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// One sentence that names the file, the line and what is wrong.
  public let description: String
  /// True when the line is not even JSON, as the last line of a file that was cut.
  let isDamage: Bool

  init(path: String, line: Int? = nil, _ reason: String, isDamage: Bool = false) {
    description =
      line.map { "Line \($0) of the events \(path) can't be used: \(reason)." }
      ?? "The events \(path) can't be used: \(reason)."
    self.isDamage = isDamage
  }
}
