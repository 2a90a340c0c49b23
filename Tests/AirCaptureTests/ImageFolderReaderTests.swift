import AirCapture
import AirGeometry
import AirTestSupport
import Foundation
import Testing

@Suite struct ImageFolderReaderTests {
  @Test("images come in natural order at the stated rate, told by content, other files passed over")
  func order() throws {
    let folder = try ScratchFolder()
    for (name, blue) in [("shot10.png", 30), ("shot9.dat", 20), ("Shot.jpeg", 10), (".hidden.png", 99)] {
      let image = try flatPicture(width: 5, height: 3, (UInt8(blue), 2, 3))
      try folder.write(try image.pngBytes(), as: name)
    }
    try folder.write("not an image".utf8, as: "shot5.png")
    let reader = try openFrameSource(path: folder.url.path, options: FrameSourceOptions(imageFrameRate: 25))
    #expect(reader.imageSize == ImageSize(width: 5, height: 3))
    #expect(reader.estimatedFrameCount == 3)
    let frames = try reader.allFrames()
    #expect(frames.map { $0.image.pixel(4, 2)[0] } == [10, 20, 30])
    #expect(frames.map(\.timestampInSeconds) == [0, 0.04, 0.08])
    #expect(frames.map(\.index) == [0, 1, 2])
  }

  @Test("an image of another size is refused by name")
  func mixedSizes() throws {
    let folder = try ScratchFolder()
    try folder.write(try flatPicture(width: 4, height: 4, (1, 2, 3)).pngBytes(), as: "1.png")
    let odd = try folder.write(try flatPicture(width: 4, height: 5, (1, 2, 3)).pngBytes(), as: "2.png")
    let reader = try ImageFolderReader(folder: folder.url.path)
    #expect(try reader.nextFrame() != nil)
    let error = captureError { _ = try reader.nextFrame() }
    #expect(
      error?.description
        == "The image “\(odd)” is 4×5, but the first one is 4×4: all images must have one size.")
  }

  @Test("a damaged image is left out with a warning, and its time stays vacant")
  func damaged() throws {
    let folder = try ScratchFolder()
    let png = try flatPicture(width: 64, height: 64, (9, 8, 7)).pngBytes()
    for name in ["1.png", "3.png"] { try folder.write(png, as: name) }
    try folder.write(png.prefix(40), as: "2.png")
    let reader = try ImageFolderReader(folder: folder.url.path, frameRate: 10)
    #expect(try reader.allFrames().map(\.index) == [0, 2])
    #expect(reader.warnings == ["1 damaged image of “\(folder.url.path)” was left out."])
  }

  @Test("a folder without images, an empty list and a rate of zero are refused")
  func unfit() throws {
    let folder = try ScratchFolder()
    let path = folder.url.path
    try folder.write("words".utf8, as: "notes.txt")
    #expect(captureError { _ = try openFrameSource(path: path) } == .folderWithoutImages(path: path))
    #expect(captureError { _ = try ImageFolderReader(paths: []) } == .noImages)
    #expect(
      captureError { _ = try ImageFolderReader(folder: path, frameRate: 0) }?.description.hasSuffix(".")
        == true)
  }

  @Test("each EXIF orientation brings the four quarters to their places")
  func exifOrientations() throws {
    // Top-left, top-right, bottom-left, bottom-right of the upright picture (CIPA DC-008, 4.6.4).
    let expected: [UInt8: [String]] = [
      1: ["red", "green", "blue", "grey"], 2: ["green", "red", "grey", "blue"],
      3: ["grey", "blue", "green", "red"], 4: ["blue", "grey", "red", "green"],
      5: ["red", "blue", "green", "grey"], 6: ["blue", "red", "grey", "green"],
      7: ["grey", "green", "blue", "red"], 8: ["green", "grey", "red", "blue"],
    ]
    let folder = try ScratchFolder()
    for (tag, quarters) in expected.sorted(by: { $0.key < $1.key }) {
      let path = try folder.write(QuarteredJPEG.bytes(orientation: tag), as: "\(tag).jpg")
      let image = try PixelImage(contentsOf: path)
      #expect(image.size == ImageSize(width: tag < 5 ? 32 : 16, height: tag < 5 ? 16 : 32))
      let right = image.size.width - 4
      let bottom = image.size.height - 4
      let seen = [(3, 3), (right, 3), (3, bottom), (right, bottom)].map {
        QuarteredJPEG.quarter(of: image.pixel($0.0, $0.1))
      }
      #expect(seen == quarters, "orientation \(tag)")
    }
  }

  @Test("a picture comes back from its PNG bit by bit, at any width, and the bytes repeat")
  func pngRoundTrip() throws {
    let folder = try ScratchFolder()
    var generator = SeededGenerator(seed: 41)
    for width in [1, 7, 16, 33, 72] {
      let image = try picture(width: width, height: 5) { _, _ in
        (
          UInt8.random(in: 0...255, using: &generator), UInt8.random(in: 0...255, using: &generator),
          UInt8.random(in: 0...255, using: &generator)
        )
      }
      let png = try image.pngBytes()
      #expect(try image.pngBytes() == png)
      let read = try PixelImage(contentsOf: try folder.write(png, as: "round.png"))
      #expect(read.size == image.size)
      #expect(read.bytes == image.bytes, "width \(width), seed 41")
    }
  }

  @Test("a grey picture with a stride comes back from its PNG with its levels")
  func greyPNG() throws {
    let folder = try ScratchFolder()
    let size = ImageSize(width: 3, height: 2)
    let image = try #require(
      PixelImage(size: size, format: .grey8, bytesPerRow: 5, bytes: [1, 50, 200, 0, 0, 255, 9, 8, 0, 0]))
    let read = try PixelImage(contentsOf: try folder.write(try image.pngBytes(), as: "grey.png"))
    let levels = [1, 50, 200, 255, 9, 8].flatMap { [UInt8](repeating: $0, count: 3) }
    #expect(read.bytes == levels)
  }
}
