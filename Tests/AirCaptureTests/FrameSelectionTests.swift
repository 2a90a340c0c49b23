import AirCapture
import AirTestSupport
import Testing

@Suite struct FrameSelectionTests {
  @Test("selections that make no sense are refused with a sentence")
  func refused() {
    for (from, to, every) in [
      (-1, nil, 1), (Double.nan, nil, 1), (2, 1, 1), (0, .infinity, 1), (0, nil, 0), (0, nil, -3),
    ] as [(Double, Double?, Int)] {
      let error = captureError { _ = try FrameSelection(from: from, to: to, every: every) }
      #expect(error?.description.hasSuffix(".") == true, "\(from) \(String(describing: to)) \(every)")
    }
  }

  @Test("the estimated number of frames is the number that a steady source gives")
  func estimate() throws {
    let seed: UInt64 = 5
    var generator = SeededGenerator(seed: seed)
    let folder = try ScratchFolder()
    let png = try flatPicture(width: 1, height: 1, (1, 2, 3)).pngBytes()
    let path = try folder.write(png, as: "1.png")
    for _ in 0..<40 {
      let count = Int.random(in: 1...30, using: &generator)
      let from = Double(Int.random(in: 0...12, using: &generator)) / 10
      let length = Double(Int.random(in: 0...12, using: &generator)) / 10
      let selection = try FrameSelection(
        from: from, to: Bool.random(using: &generator) ? from + length : nil,
        every: Int.random(in: 1...4, using: &generator))
      let reader = try ImageFolderReader(
        paths: [String](repeating: path, count: count), frameRate: 25, selection: selection)
      var given = 0
      let error = captureError { while try reader.nextFrame() != nil { given += 1 } }
      #expect(reader.estimatedFrameCount == given, "seed \(seed): \(count) frames, \(selection)")
      #expect((error != nil) == (given == 0), "seed \(seed): \(count) frames, \(selection)")
    }
  }

  @Test("a bound typed with three decimals takes the frame that is shown then")
  func tolerance() throws {
    let folder = try ScratchFolder()
    let path = try folder.write(try flatPicture(width: 1, height: 1, (1, 2, 3)).pngBytes(), as: "1.png")
    let reader = try ImageFolderReader(
      paths: [String](repeating: path, count: 60), frameRate: 30,
      selection: try FrameSelection(from: 0.667, to: 0.733))
    #expect(try reader.allFrames().map(\.index) == [20, 21, 22])
  }
}
