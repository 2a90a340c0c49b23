import AirTestSupport
import Foundation
import Testing

/// The pen's options through the whole command.
@Suite struct PenOptionsTests {
  private let trace = SharedData.packageRoot.appendingPathComponent("Samples/traces/spiral.airdraw").path

  private func volume(_ options: [String]) throws -> Double {
    let folder = try TemporaryFolder()
    let outcome = try AirDrawProcess.run(["build", trace, "-o", "x.glb", "--json"] + options, in: folder.url)
    #expect(outcome.exitCode == 0, "\(options): \(outcome.errors)")
    let report = try #require(
      try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    let mesh = try #require(report["mesh"] as? [String: Any])
    #expect(mesh["closed"] as? Bool == true && mesh["self_intersections"] as? Int == 0, "\(options)")
    return try #require(mesh["volume"] as? Double)
  }

  @Test("every option of the pen changes the solid in the way it says")
  func options() throws {
    let plain = try volume([])
    #expect(try volume(["--cap", "round", "--join", "round", "--width-by", "constant"]) == plain)
    let (flat, square) = (try volume(["--cap", "flat"]), try volume(["--cap", "square"]))
    #expect(flat < plain && plain < square)
    // Only points that lie far apart have bends that are worth a join.
    let bevel = try volume(["--resample", "20", "--join", "bevel"])
    let mitre = try volume(["--resample", "20", "--join", "mitre", "--mitre-limit", "8"])
    #expect(bevel < mitre)
    let tapered = try volume(["--taper", "20"])
    #expect(tapered < plain)
    let blunt = try volume(["--taper", "20", "--taper-width", "2"])
    let oneSided = try volume(["--taper", "20:0"])
    #expect(blunt > tapered && oneSided > tapered)
    let thinner = try volume(["--width-by", "speed", "--width-range", "1:3", "--full-speed", "1"])
    #expect(thinner < plain / 2)
    let wider = try volume([
      "--width-by", "speed", "--width-range", "1:3", "--full-speed", "1", "--faster", "wider",
    ])
    #expect(wider > 2 * thinner)
    // Nothing felt a pressure, so that nothing varies.
    let unpressed = try volume(["--width-by", "pressure"])
    #expect(abs(unpressed / plain - 1) < 1e-3)
    let sure = try volume(["--width-by", "confidence", "--width-range", "1:6"])
    #expect(sure > plain)
  }

  @Test(
    "options of the pen that are wrong or do nothing are refused",
    arguments: [
      ["--cap", "pointed"], ["--join", "miter"], ["--join", "mitre", "--mitre-limit", "0.5"],
      ["--mitre-limit", "3"], ["--taper", "-1"], ["--taper", "1:2:3"], ["--taper", "nan"],
      ["--taper-width", "1"], ["--width-by", "mood"], ["--width-range", "1:2"],
      ["--width-by", "speed", "--width-range", "3:1"], ["--width-by", "speed", "--width-range", "0:1"],
      ["--width-by", "speed", "--full-speed", "0"], ["--full-speed", "100"], ["--faster", "wider"],
    ])
  func refusals(options: [String]) throws {
    let folder = try TemporaryFolder()
    let outcome = try AirDrawProcess.run(["build", trace, "-o", "x.glb", "-q"] + options, in: folder.url)
    #expect(outcome.exitCode == 2 && outcome.errors.contains(options[options.count - 2]), "\(outcome.errors)")
    #expect(outcome.output.isEmpty)
    #expect(try folder.names() == [])
  }
}
