import CTransfer

/// Why a URL gave no file.
struct RemoteFileError: Error, Hashable, Sendable {
  /// The end of a sentence.
  let reason: String
  /// True when nobody answered: to ask the same host again would only cost as much time once more.
  let isSilence: Bool
}

/// A file fetched by http or https.
enum RemoteFile {
  /// True for a URL that is fetched rather than opened.
  static func isRemote(_ place: String) -> Bool {
    let start = place.prefix(8).lowercased()
    return start.hasPrefix("http://") || start.hasPrefix("https://")
  }

  /// The host of a URL and the port, as they are written.
  static func host(of url: String) -> String {
    let rest = url.drop { $0 != ":" }.dropFirst(3)
    return String(rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" })
  }

  /// A reference within a remote file as a URL of its own; a whole URL stays as it is (RFC 3986, 5.2, for references
  /// without a query).
  static func resolve(_ reference: String, against base: String) -> String {
    if isRemote(reference) { return reference }
    let scheme = String(base.prefix { $0 != ":" })
    let root = scheme + "://" + host(of: base)
    if reference.hasPrefix("/") { return root + reference }
    let path = base.dropFirst(root.count).prefix { $0 != "?" && $0 != "#" }
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? "/"
    return root + folder + reference
  }

  /// Fetches a file.
  ///
  /// - Parameters:
  ///   - url: where it is, by http or https.
  ///   - largestCount: how many bytes it may have.
  ///   - timeoutInSeconds: how long all of it may take.
  static func fetch(
    _ url: String, largestCount: Int, timeoutInSeconds: Double
  ) throws(RemoteFileError) -> [UInt8] {
    let answer = airtransfer_fetch(url, largestCount, Int((timeoutInSeconds * 1000).rounded()))
    defer { airtransfer_free(answer.bytes) }
    let message = withUnsafeBytes(of: answer.message) {
      String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
    switch answer.result {
    case AIRTRANSFER_OK:
      return Array(UnsafeBufferPointer(start: answer.bytes, count: answer.count))
    case AIRTRANSFER_NO_LIBRARY:
      throw RemoteFileError(
        reason: "this system has no libcurl to fetch it with; install libcurl4", isSilence: false)
    case AIRTRANSFER_TOO_LARGE:
      throw RemoteFileError(
        reason: "“\(url)” is larger than the \(largestCount >> 20) MiB that are read", isSilence: false)
    case AIRTRANSFER_NO_ANSWER:
      throw RemoteFileError(
        reason: "“\(url)” does not answer within \(timeoutInSeconds) s (\(message)); check the address",
        isSilence: true)
    case AIRTRANSFER_REFUSED:
      throw RemoteFileError(
        reason: "“\(url)” answers with the status \(answer.http_status); check the address", isSilence: false)
    default:
      throw RemoteFileError(reason: "“\(url)” can't be fetched (\(message))", isSilence: false)
    }
  }
}
