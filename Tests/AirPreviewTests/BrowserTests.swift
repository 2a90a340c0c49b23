import AirCapture
import AirPreview
import AirTestSupport
import Foundation
import Testing

/// Pages as Chromium shows them, drawn by software.
@Suite(
  .enabled(
    if: ThreeJS.isPresent && Chromium.path != nil,
    "three.js or Chromium is absent: install libjs-three and chromium"))
struct BrowserTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    let page = try PreviewPage(title: "star").text(of: PreviewDrawings.star.model())
    try Data(page.utf8).write(to: URL(fileURLWithPath: folder.path("page.html")))
  }

  private struct Look {
    let corner: SIMD3<Int>
    /// The shares of reddish pixels in the picture, and of them in its very middle.
    let redShare: Double
    let redInMiddle: Double
    /// The share of the pixels on the right that are neither red nor the background: lines, labels, the shadow.
    let otherShare: Double
  }

  private func look(_ fragment: String) throws -> Look {
    let file = folder.path("shot-\(fragment).png")
    try Chromium.screenshot(of: "file://\(folder.path("page.html"))#\(fragment)", to: file, in: folder)
    let image = try PixelImage(contentsOf: file)
    func pixel(_ column: Int, _ row: Int) -> SIMD3<Int> {
      let place = row * image.bytesPerRow + 3 * column
      return SIMD3(Int(image.bytes[place + 2]), Int(image.bytes[place + 1]), Int(image.bytes[place]))
    }
    func isRed(_ color: SIMD3<Int>) -> Bool { color.x > color.y + 50 && color.x > color.z + 50 }
    let corner = pixel(image.size.width - 3, 3)
    for place in [(image.size.width - 3, image.size.height - 3), (3, image.size.height - 3)] {
      #expect(pixel(place.0, place.1) == corner)
    }
    var red = 0
    var redInMiddle = 0
    var middle = 0
    var other = 0
    // The panel stands on the left.
    for row in 0..<image.size.height {
      for column in 270..<image.size.width {
        let color = pixel(column, row)
        let isInMiddle =
          abs(column - image.size.width / 2) < 15 && abs(row - image.size.height / 2) < 10
        if isInMiddle { middle += 1 }
        if isRed(color) {
          red += 1
          if isInMiddle { redInMiddle += 1 }
        } else if abs(color.x - corner.x) + abs(color.y - corner.y) + abs(color.z - corner.z) > 60 {
          other += 1
        }
      }
    }
    let count = Double(image.size.height * (image.size.width - 270))
    return Look(
      corner: corner, redShare: Double(red) / count, redInMiddle: Double(redInMiddle) / Double(middle),
      otherShare: Double(other) / count)
  }

  @Test("a page shows the model in its colour in the middle, the paper around it, and its dimensions")
  func light() throws {
    let look = try look("light")
    #expect(look.corner == SIMD3(0xee, 0xf0, 0xf3))
    #expect(look.redInMiddle > 0.95 && look.redShare > 0.05)
    let bare = try self.look("light,nodimensions")
    #expect(bare.otherShare < look.otherShare && bare.redShare >= look.redShare)
  }

  @Test("the dark switch darkens the paper, and of a wireframe one sees the lines and through it")
  func darkWireframe() throws {
    let look = try look("dark,wireframe,nodimensions")
    #expect(look.corner == SIMD3(0x14, 0x18, 0x1e))
    #expect(look.redShare > 0.002 && look.redInMiddle < 0.9)
  }
}

/// Debian's Chromium without a window.
private enum Chromium {
  static let path = ["/usr/bin/chromium", "/usr/bin/chromium-browser"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  /// Makes a picture of a page, 800 × 500 pixels, within a minute.
  static func screenshot(of address: String, to file: String, in folder: TemporaryFolder) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/timeout")
    process.arguments = [
      "--kill-after=5", "60", try #require(path), "--headless", "--no-sandbox", "--use-angle=swiftshader",
      "--enable-unsafe-swiftshader", "--disable-dev-shm-usage", "--no-first-run", "--hide-scrollbars",
      "--force-device-scale-factor=1", "--window-size=800,500", "--virtual-time-budget=1000",
      "--user-data-dir=\(folder.path("profile"))", "--screenshot=\(file)", address,
    ]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "Chromium ended with \(process.terminationStatus)")
  }
}
