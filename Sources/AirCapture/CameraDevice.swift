import AirGeometry
import CMedia
import FoundationEssentials
import Synchronization

/// What the camera reader needs of a device. The real one speaks Video4Linux; tests hand in one of their own.
package struct CameraDevice: Sendable {
  /// One picture as the driver gives it, valid during one call.
  package struct Picture {
    package let bytes: UnsafeBufferPointer<UInt8>
    package let timestampInSeconds: Double
    /// True when the driver says that the picture is broken.
    package let isDamaged: Bool

    package init(bytes: UnsafeBufferPointer<UInt8>, timestampInSeconds: Double, isDamaged: Bool) {
      self.bytes = bytes
      self.timestampInSeconds = timestampInSeconds
      self.isDamaged = isDamaged
    }
  }

  /// What the driver settled on.
  package struct Stream: Sendable {
    package let size: ImageSize
    package let bytesPerRow: Int

    package init(size: ImageSize, bytesPerRow: Int) {
      self.size = size
      self.bytesPerRow = bytesPerRow
    }
  }

  package typealias Receiver = (Picture) -> Void

  package let path: String
  package let modes: [CameraMode]
  package let start: @Sendable (CameraMode.Choice) throws(CaptureError) -> Stream
  /// Waits for the next picture and shows it to the receiver.
  package let receive: @Sendable (Receiver) throws(CaptureError) -> Void

  package init(
    path: String, modes: [CameraMode],
    start: @escaping @Sendable (CameraMode.Choice) throws(CaptureError) -> Stream,
    receive: @escaping @Sendable (Receiver) throws(CaptureError) -> Void
  ) {
    self.path = path
    self.modes = modes
    self.start = start
    self.receive = receive
  }
}

extension CameraDevice {
  /// A camera that gives nothing for this long is taken for dead.
  private static let timeoutInMilliseconds: Int32 = 5000

  /// Opens a Video4Linux device.
  package init(path: String) throws(CaptureError) {
    let timeout = Double(Self.timeoutInMilliseconds) / 1000
    func error(_ status: airmedia_status) -> CaptureError {
      let error = CaptureError(camera: status, path: path, timeoutInSeconds: timeout)
      return error == .missing(path: path) ? .noSuchCamera(path: path, present: Self.present()) : error
    }
    var opened: OpaquePointer?
    let status = airmedia_camera_open(path, &opened)
    guard let opened else { throw error(status) }
    let camera = Camera(opened)
    self.init(
      path: path, modes: camera.modes(),
      start: { choice throws(CaptureError) in
        var width = Int32(clamping: choice.size.width)
        var height = Int32(clamping: choice.size.height)
        var bytesPerRow = 0
        let status = camera.handle.withLock {
          airmedia_camera_start($0.pointer, choice.format.code, &width, &height, &bytesPerRow)
        }
        guard status.result == AIRMEDIA_OK else {
          throw CaptureError(camera: status, path: path, timeoutInSeconds: timeout)
        }
        return Stream(size: ImageSize(width: Int(width), height: Int(height)), bytesPerRow: bytesPerRow)
      },
      receive: { receiver throws(CaptureError) in
        try camera.handle.withLock { (handle) throws(CaptureError) in
          var frame = airmedia_camera_frame()
          let status = airmedia_camera_next(handle.pointer, Self.timeoutInMilliseconds, &frame)
          guard status.result == AIRMEDIA_OK else {
            throw CaptureError(camera: status, path: path, timeoutInSeconds: timeout)
          }
          receiver(
            Picture(
              bytes: UnsafeBufferPointer(start: frame.bytes, count: frame.bytes == nil ? 0 : frame.count),
              timestampInSeconds: frame.timestamp, isDamaged: frame.is_damaged))
        }
      })
  }

  /// The video devices of this machine, in natural order.
  package static func present() -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/dev")) ?? []
    return names.filter { $0.hasPrefix("video") }.sorted(by: naturallyPrecedes).map { "/dev/" + $0 }
  }
}

/// The owner of CMedia's camera.
private final class Camera: Sendable {
  struct Handle: ~Copyable {
    let pointer: OpaquePointer
    deinit { airmedia_camera_close(pointer) }
  }

  let handle: Mutex<Handle>

  init(_ pointer: sending OpaquePointer) { handle = Mutex(Handle(pointer: pointer)) }

  func modes() -> [CameraMode] {
    handle.withLock { handle in
      let count = airmedia_camera_modes(handle.pointer, nil, 0)
      let modes = [airmedia_camera_mode](unsafeUninitializedCapacity: count) { buffer, filled in
        filled = min(count, airmedia_camera_modes(handle.pointer, buffer.baseAddress, count))
      }
      return modes.map(CameraMode.init)
    }
  }
}

extension CameraMode {
  fileprivate init(_ mode: airmedia_camera_mode) {
    let characters = (0..<4).map { UInt8(truncatingIfNeeded: mode.pixel_format >> (8 * $0)) }
    self.init(
      formatName: String(decoding: characters, as: UTF8.self),
      minimum: ImageSize(width: Int(mode.minimum_width), height: Int(mode.minimum_height)),
      maximum: ImageSize(width: Int(mode.maximum_width), height: Int(mode.maximum_height)),
      step: ImageSize(width: Int(mode.width_step), height: Int(mode.height_step)))
  }
}
