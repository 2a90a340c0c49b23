import AirCapture
import AirGeometry

/// Sees a printed picture in one frame after the other.
struct PictureSighter: Sendable {
  private var finder: PictureFinder
  private let ideal: IdealImage
  private var frameCount = 0

  /// - Throws: `SurfaceError.picture` when the picture's file can't be used.
  init(file: String, widthInMetres: Double, ideal: IdealImage) throws(SurfaceError) {
    let reference: PictureReference
    do throws(PictureError) {
      reference = try PictureReference(contentsOf: file, widthInMetres: widthInMetres)
    } catch {
      throw .picture(error)
    }
    // Who asks for it looks at the frames that are due.
    finder = PictureFinder(references: [reference], camera: ideal.camera, searchIntervalInSeconds: 0)
    self.ideal = ideal
  }

  /// The picture in a frame, if it is there.
  mutating func see(_ image: PixelImage) throws(SurfaceError) -> [SeenThing] {
    frameCount += 1
    let frame = Frame(index: frameCount, timestampInSeconds: Double(frameCount), image: image)
    return try finder.observe(frame).compactMap { SeenThing(key: 0, $0, ideal: ideal) }
  }
}
