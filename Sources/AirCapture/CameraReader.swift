import AirGeometry
import Synchronization

/// Reads a camera (Video4Linux 2; raw pictures as YUYV, UYVY, NV12, grey, BGR, RGB, or JPEG).
///
/// Time stamps are the driver's, counted from the first picture's. Damaged pictures are left out with a warning.
public final class CameraReader: FrameSource {
  /// So many damaged pictures in a row (4 s at 30 a second) are a broken camera or cable.
  private static let mostDamagedInARow = 120

  /// Size of the pictures that the camera settled on.
  public let imageSize: ImageSize
  /// A camera has no end.
  public var estimatedFrameCount: Int? { nil }

  private struct State: ~Copyable {
    var selector: FrameSelector
    let jpeg: JPEGDecoder
    var nextIndex = 0
    var firstTimestampInSeconds: Double?
    var lastTimestampInSeconds = 0.0
    var isFinished = false
  }

  private let device: CameraDevice
  private let layout: PixelBuffer.Layout?
  private let bytesPerRow: Int
  private let state: Mutex<State>
  // Apart from the state, which is locked while the camera is waited for.
  private let damagedCount = Mutex(0)

  /// Opens a camera and starts it.
  ///
  /// - Parameters:
  ///   - path: the device, for example `/dev/video0`.
  ///   - preset: the wished size; the nearest that the camera offers is taken.
  ///   - selection: which frames are wanted, by time since the first.
  /// - Throws: `CaptureError` when there is no such camera, it is in use, or offers no format that is understood.
  public convenience init(
    path: String, preset: CapturePreset = .hd1280x720, selection: FrameSelection = .all
  ) throws(CaptureError) {
    try self.init(device: try CameraDevice(path: path), preset: preset, selection: selection)
  }

  package init(
    device: CameraDevice, preset: CapturePreset, selection: FrameSelection = .all
  ) throws(CaptureError) {
    guard let choice = CameraMode.best(of: device.modes, for: preset) else {
      let offered = Set(device.modes.map(\.formatName)).sorted()
      throw .noUsableCameraMode(path: device.path, offered: offered)
    }
    let stream = try device.start(choice)
    self.device = device
    imageSize = stream.size
    layout = choice.format.layout
    // Some drivers leave the stride out.
    let minimum = choice.format.layout?.minimumBytesPerRow(plane: 0, width: stream.size.width) ?? 0
    bytesPerRow = max(stream.bytesPerRow, minimum)
    state = Mutex(State(selector: FrameSelector(selection), jpeg: try JPEGDecoder(path: device.path)))
  }

  /// One sentence on the pictures that were left out.
  public var warnings: [String] {
    let count = damagedCount.withLock { $0 }
    guard count > 0 else { return [] }
    return [leftOutSentence(count, one: "damaged picture", many: "damaged pictures", of: device.path)]
  }

  /// The next picture, waiting for it; nil after the selection's end.
  public func nextFrame() throws(CaptureError) -> Frame? {
    try state.withLock { (state) throws(CaptureError) in
      var damagedInARow = 0
      while !state.isFinished {
        var received: (image: PixelImage?, time: Double)?
        try device.receive { picture in
          received = (image(of: picture, jpeg: state.jpeg), picture.timestampInSeconds)
        }
        guard let received, let image = received.image else {
          damagedCount.withLock { $0 += 1 }
          damagedInARow += 1
          guard damagedInARow < Self.mostDamagedInARow else { throw .cameraLost(path: device.path) }
          continue
        }
        damagedInARow = 0
        let first = state.firstTimestampInSeconds ?? received.time
        state.firstTimestampInSeconds = first
        let time = max(received.time - first, state.lastTimestampInSeconds)
        state.lastTimestampInSeconds = time
        let index = state.nextIndex
        state.nextIndex += 1
        switch state.selector.judge(timestampInSeconds: time) {
        case .take: return Frame(index: index, timestampInSeconds: time, image: image)
        case .skip: continue
        case .end: state.isFinished = true
        }
      }
      return nil
    }
  }

  /// The picture as blue, green, red, or nil when it is damaged or too short.
  private func image(of picture: CameraDevice.Picture, jpeg: borrowing JPEGDecoder) -> PixelImage? {
    guard !picture.isDamaged else { return nil }
    guard let layout else { return jpeg.picture(picture.bytes, size: imageSize) }
    // The second plane of NV12 follows the first, with the same stride.
    let firstCount = bytesPerRow * imageSize.height
    let secondRows = layout.planeCount > 1 ? layout.rowCount(plane: 1, height: imageSize.height) : 0
    guard picture.bytes.count >= firstCount + bytesPerRow * secondRows else { return nil }
    let second = UnsafeBufferPointer(rebasing: picture.bytes[firstCount...])
    return PixelImage(
      size: imageSize, layout: layout, lumaWeights: .bt601, first: picture.bytes,
      firstBytesPerRow: bytesPerRow, second: secondRows > 0 ? second : nil, secondBytesPerRow: bytesPerRow)
  }
}
