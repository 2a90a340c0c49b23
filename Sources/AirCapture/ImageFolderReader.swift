import AirGeometry
import FoundationEssentials
import Glibc
import Synchronization

/// Reads images as the frames of a recording at a steady rate.
///
/// The images of a folder are told by their content (PNG, JPEG, BMP, TIFF, WebP, PNM) and come in natural order of
/// their names; other files and hidden ones are passed over. EXIF orientations of JPEG and WebP are followed. An
/// image that cannot be decoded is left out with a warning, its number and its time stay vacant.
public final class ImageFolderReader: FrameSource {
  /// The rate that is taken when none is given, in frames a second.
  public static let defaultFrameRate = 30.0

  /// Size of the upright pictures: that of the first readable image.
  public let imageSize: ImageSize
  /// How many images are selected.
  public let estimatedFrameCount: Int?

  private struct State {
    var nextIndex = 0
    var selector: FrameSelector
    var unreadableCount = 0
    var isFinished = false
  }

  private let paths: [String]
  private let frameRate: Double
  private let selection: FrameSelection
  private let sourceName: String
  private let state: Mutex<State>

  /// Reads the images of a folder.
  ///
  /// - Parameter frameRate: frames a second.
  /// - Throws: `CaptureError` when the folder cannot be read, holds no image, or its first image has no size.
  public convenience init(
    folder path: String, frameRate: Double = defaultFrameRate, selection: FrameSelection = .all
  ) throws(CaptureError) {
    try self.init(
      paths: try Self.images(inFolder: path), frameRate: frameRate, selection: selection, sourceName: path)
  }

  /// Reads images in the order given.
  ///
  /// - Parameter frameRate: frames a second.
  public convenience init(
    paths: [String], frameRate: Double = defaultFrameRate, selection: FrameSelection = .all
  ) throws(CaptureError) {
    try self.init(paths: paths, frameRate: frameRate, selection: selection, sourceName: "the list of images")
  }

  private init(
    paths: [String], frameRate: Double, selection: FrameSelection, sourceName: String
  ) throws(CaptureError) {
    guard frameRate.isFinite, frameRate > 0 else { throw .invalidFrameRate(frameRate) }
    self.paths = paths
    self.frameRate = frameRate
    self.selection = selection
    self.sourceName = sourceName
    imageSize = try Self.sizeOfFirstReadable(paths)
    estimatedFrameCount = selection.estimatedCount(of: paths.count, frameRate: frameRate)
    state = Mutex(State(selector: FrameSelector(selection)))
  }

  /// One sentence on the images that were left out; complete after the last frame.
  public var warnings: [String] {
    state.withLock { state in
      let count = state.unreadableCount
      guard count > 0 else { return [] }
      return [leftOutSentence(count, one: "damaged image", many: "damaged images", of: sourceName)]
    }
  }

  /// The next selected image, or nil after the last one.
  public func nextFrame() throws(CaptureError) -> Frame? {
    try state.withLock { (state) throws(CaptureError) in
      while !state.isFinished, state.nextIndex < paths.count {
        let index = state.nextIndex
        let time = Double(index) / frameRate
        state.nextIndex += 1
        switch state.selector.judge(timestampInSeconds: time) {
        case .skip: continue
        case .end: state.isFinished = true
        case .take:
          guard let image = try readableImage(paths[index]) else {
            state.unreadableCount += 1
            continue
          }
          return Frame(index: index, timestampInSeconds: time, image: image)
        }
      }
      state.isFinished = true
      try state.selector.finish(source: sourceName)
      return nil
    }
  }

  /// The selected images from the last to the first.
  public func framesBackward(from seconds: Double) throws(CaptureError) -> (any FrameSource)? {
    var selector = FrameSelector(selection)
    var selected: [(index: Int, timestampInSeconds: Double)] = []
    for index in paths.indices {
      let time = Double(index) / frameRate
      let verdict = selector.judge(timestampInSeconds: time)
      if case .end = verdict { break }
      guard case .take = verdict else { continue }
      selected.append((index, time))
      // One that is damaged is left out, so the first behind the wanted time may not be the first that can be read.
      if time >= seconds, try readableImage(paths[index]) != nil { break }
    }
    try selector.finish(source: sourceName)
    return ReversedImageReader(imageSize: imageSize, frames: selected) {
      [self] (index) throws(CaptureError) in try readableImage(paths[index])
    }
  }

  /// The selected images once more.
  public func framesAgain() throws(CaptureError) -> (any FrameSource)? {
    try ImageFolderReader(
      paths: paths, frameRate: frameRate, selection: selection, sourceName: sourceName)
  }

  /// An image of the right size, or nil when it is damaged.
  private func readableImage(_ path: String) throws(CaptureError) -> PixelImage? {
    let image: PixelImage
    do throws(CaptureError) {
      image = try PixelImage(contentsOf: path)
    } catch {
      guard error.isDamage else { throw error }
      return nil
    }
    guard image.size == imageSize else {
      throw .imageSizeDiffers(path: path, size: image.size, expected: imageSize)
    }
    return image
  }

  private static func sizeOfFirstReadable(_ paths: [String]) throws(CaptureError) -> ImageSize {
    guard let first = paths.first else { throw .noImages }
    for path in paths {
      do throws(CaptureError) {
        return try MediaFile(path: path, decodingThreads: 1).size
      } catch {
        guard error.isDamage else { throw error }
      }
    }
    throw .nothingDecodable(path: first)
  }

  /// True for files and links to files: opening a pipe would wait for a writer that may never come.
  private static func isRegularFile(_ path: String) -> Bool {
    var details = stat()
    return stat(path, &details) == 0 && details.st_mode & S_IFMT == S_IFREG
  }

  /// The paths of a folder's images, told by their content, in natural order of their names.
  package static func images(inFolder path: String) throws(CaptureError) -> [String] {
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: path)
    } catch {
      let isMissing = !FileManager.default.fileExists(atPath: path)
      throw isMissing ? .missing(path: path) : .unreadable(path: path, reason: "the folder cannot be listed")
    }
    let prefix = path.hasSuffix("/") ? path : path + "/"
    let images = names.filter { !$0.hasPrefix(".") }.sorted(by: naturallyPrecedes).map { prefix + $0 }
      .filter { isRegularFile($0) && isImageFile($0) }
    guard !images.isEmpty else { throw .folderWithoutImages(path: path) }
    return images
  }
}

extension CaptureError {
  /// True when the file's content is at fault, not the way to it.
  fileprivate var isDamage: Bool {
    switch self {
    case .emptyFile, .unknownFormat, .nothingDecodable, .decodingFailed, .noVideoStream, .textInsteadOfVideo:
      true
    default: false
    }
  }
}
