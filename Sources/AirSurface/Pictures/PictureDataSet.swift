import AirCapture
import AirJSON

/// A list of printed pictures, read from a file or by http(s).
///
/// ```json
/// [{"name": "poster", "file": "poster.jpg", "width": 0.42},
///  {"name": "card", "imageURL": "https://example.org/card.png", "width": 0.09}]
/// ```
/// The list may also lie in an object under `images`. A `file` (or an `imageURL` that is no whole URL) is relative to
/// the list and never outside of its folder, not by links either; `width` is in metres and may be spelled
/// `widthInMetres` or `physicalWidth`. What is wrong with one picture leaves out that picture alone.
public struct PictureDataSet: Sendable {
  /// What may be read.
  public struct Limits: Hashable, Sendable {
    /// Bytes of the list.
    public var largestListInBytes = 1 << 20
    /// Bytes of a picture.
    public var largestPictureInBytes = 32 << 20
    /// Pictures of a list; further ones are left out.
    public var largestPictureCount = 100
    /// How long each fetch may take.
    public var timeoutInSeconds = 10.0
    /// How long all fetches together may take; what comes after is left out.
    public var timeoutOfAllInSeconds = 30.0

    /// The usual limits.
    public init() {}
  }

  /// The pictures that can be used, in the list's order.
  public let references: [PictureReference]
  /// What is wrong with the others, one sentence each.
  public let problems: [PictureError]

  /// Reads a data set.
  ///
  /// - Parameters:
  ///   - place: the path of a JSON file, or its URL by http or https.
  ///   - limits: what may be read.
  /// - Throws: `PictureError.dataSet` when there is no list, `.nothingUsable` when all of its pictures are wrong and
  ///   there is more than one; a single wrong picture is told itself.
  public init(at place: String, limits: Limits = Limits()) throws(PictureError) {
    let isRemote = RemoteFile.isRemote(place)
    let text: [UInt8]
    if isRemote {
      do {
        text = try RemoteFile.fetch(
          place, largestCount: limits.largestListInBytes, timeoutInSeconds: limits.timeoutInSeconds)
      } catch {
        throw .dataSet(place: place, reason: error.reason)
      }
    } else {
      do throws(LocalFileError) {
        text = try LocalFile.read(place, largestCount: limits.largestListInBytes)
      } catch {
        throw .dataSet(place: place, reason: error.reason)
      }
    }
    let entries = try Self.entries(text, place)
    var reader = PictureEntryReader(dataSet: place, isRemote: isRemote, limits: limits)
    var references: [PictureReference] = []
    var problems: [PictureError] = []
    for (index, entry) in entries.prefix(limits.largestPictureCount).enumerated() {
      do throws(PictureError) {
        references.append(try reader.reference(entry, number: index + 1))
      } catch {
        problems.append(error)
      }
    }
    if entries.count > limits.largestPictureCount {
      problems.append(
        .dataSet(
          place: place,
          reason:
            "it lists \(entries.count) pictures, and only the first \(limits.largestPictureCount) are taken"))
    }
    if references.isEmpty {
      guard let first = problems.first else { throw .dataSet(place: place, reason: "it lists no picture") }
      throw problems.count == 1 ? first : .nothingUsable(dataSet: place, first: first)
    }
    self.references = references
    self.problems = problems
  }

  private static func entries(_ text: [UInt8], _ place: String) throws(PictureError) -> [JSONValue] {
    let json: JSONValue
    do throws(JSONError) {
      json = try JSONValue(parsing: text)
    } catch {
      throw .dataSet(place: place, reason: "it is no JSON (\(error))")
    }
    guard let entries = json.arrayValue ?? json["images"]?.arrayValue else {
      throw .dataSet(
        place: place,
        reason: "it is neither a list of pictures nor an object with such a list under \"images\"")
    }
    guard !entries.isEmpty else {
      throw .dataSet(place: place, reason: "it lists no picture; add one with its file, name and width")
    }
    return entries
  }
}

/// Reads a data set's pictures one by one.
struct PictureEntryReader {
  let dataSet: String
  let isRemote: Bool
  let limits: PictureDataSet.Limits
  /// How the field is spelled that names a picture's place.
  static let placeNames = ["imageURL", "imageUrl", "image_url", "file"]

  private var takenNames: Set<String> = []
  private var silentHosts: Set<String> = []
  /// How long the fetches took so far.
  private var fetching = Duration.zero

  init(dataSet: String, isRemote: Bool, limits: PictureDataSet.Limits) {
    self.dataSet = dataSet
    self.isRemote = isRemote
    self.limits = limits
  }

  /// Makes an entry's picture ready to be found.
  mutating func reference(_ entry: JSONValue, number: Int) throws(PictureError) -> PictureReference {
    let place = Self.placeNames.lazy.compactMap { entry[$0]?.stringValue }.first
    let name = entry["name"]?.stringValue ?? place ?? "number \(number)"
    guard name.count <= 200,
      !name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
    else {
      throw .entry(
        dataSet: dataSet, name: "number \(number)",
        reason: "its name is longer than 200 characters or holds control characters")
    }
    func wrong(_ reason: String) -> PictureError { .entry(dataSet: dataSet, name: name, reason: reason) }
    guard let place, !place.isEmpty else {
      throw wrong("it names no picture; give \"file\" or \"imageURL\"")
    }
    let widths = ["width", "widthInMetres", "physicalWidth"].lazy.compactMap { entry[$0]?.doubleValue }
    guard let width = widths.first else {
      throw wrong("it has no \"width\"; give the printed width in metres")
    }
    guard takenNames.insert(name).inserted else {
      throw wrong("an earlier picture has the same name; give each its own")
    }
    let bytes: [UInt8]
    do throws(LocalFileError) {
      bytes = try read(place)
    } catch {
      throw wrong(error.reason)
    }
    guard hasImageSignature(bytes.prefix(16)) else {
      throw wrong("it is no image (PNG, JPEG, BMP, TIFF, WebP or PNM)")
    }
    do throws(LocalFileError) {
      return try LocalFile.withTemporaryCopy(of: bytes) { path throws(LocalFileError) in
        do {
          let image = try PixelImage(contentsOf: path)
          return try PictureReference(name: name, image: image, widthInMetres: width)
        } catch let error as PictureError {
          let text = error.description
          throw LocalFileError(reason: String(text.hasSuffix(".") ? text.dropLast() : text[...]))
        } catch {
          throw LocalFileError(reason: "its bytes are damaged; copy or fetch it again")
        }
      }
    } catch {
      throw wrong(error.reason)
    }
  }

  /// A picture's bytes, from beside the list or from where its URL says.
  private mutating func read(_ place: String) throws(LocalFileError) -> [UInt8] {
    if isRemote || RemoteFile.isRemote(place) {
      guard !place.lowercased().hasPrefix("file:") else {
        throw LocalFileError(reason: "a fetched data set may not name files of this machine")
      }
      let url = RemoteFile.resolve(place, against: dataSet)
      let host = RemoteFile.host(of: url)
      guard !silentHosts.contains(host) else {
        throw LocalFileError(reason: "“\(url)” is on a host that did not answer before")
      }
      let left = limits.timeoutOfAllInSeconds - fetching / .seconds(1)
      guard left > 0 else {
        throw LocalFileError(
          reason:
            "the pictures before it took all of the \(limits.timeoutOfAllInSeconds) s that fetching may take")
      }
      let start = ContinuousClock.now
      defer { fetching += ContinuousClock.now - start }
      do throws(RemoteFileError) {
        return try RemoteFile.fetch(
          url, largestCount: limits.largestPictureInBytes,
          timeoutInSeconds: min(limits.timeoutInSeconds, left))
      } catch {
        if error.isSilence { silentHosts.insert(host) }
        throw LocalFileError(reason: error.reason)
      }
    }
    let path = place.lowercased().hasPrefix("file://") ? String(place.dropFirst(7)) : place
    return try LocalFile.read(path, inFolderOf: dataSet, largestCount: limits.largestPictureInBytes)
  }
}
