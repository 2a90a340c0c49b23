import AirCapture
import AirSurface
import Testing

@Suite struct PictureFitnessTests {
  private typealias Reason = PictureFitness.Reason

  @Test("a picture of many different details is fit", arguments: 1...4 as ClosedRange<UInt64>)
  func fit(seed: UInt64) throws {
    let fitness = try PictureFitness(of: PictureScene.discPicture(seed: seed))
    #expect(fitness.isFit, "seed \(seed)")
    #expect(fitness.score >= 80, "seed \(seed)")
  }

  @Test("a plain picture is unfit for its lack of contrast and texture")
  func plain() throws {
    let fitness = try PictureFitness(of: PictureScene.picture(320, 240) { _, _ in 128 })
    #expect(fitness.score == 0)
    let reasons = Set(fitness.findings.map(\.reason))
    #expect(reasons.isSuperset(of: [.lowContrast, .littleTexture, .fewShades]))
  }

  @Test("a checkerboard is unfit since it repeats, first of all", arguments: [24, 40, 64])
  func checkerboard(square: Int) throws {
    let board = try PictureScene.picture(480, 360) { x, y in
      (Int(x + 1) / square + Int(y + 1) / square) % 2 == 0 ? 230 : 20
    }
    let fitness = try PictureFitness(of: board)
    #expect(!fitness.isFit)
    #expect(fitness.findings.first?.reason == .repetition)
  }

  @Test(
    "a logo that is its own mirror image is unfit for its symmetry, first of all",
    arguments: [1, 2, 3] as [UInt64])
  func mirrored(seed: UInt64) throws {
    let half = PictureScene.discs(seed: seed)
    let logo = try PictureScene.picture(400, 300) { x, y in half(min(x, 399 - x), y) }
    let fitness = try PictureFitness(of: logo)
    #expect(!fitness.isFit, "seed \(seed)")
    #expect(fitness.findings.first?.reason == .symmetry, "seed \(seed)")
    #expect(fitness.measures.symmetryKind == "mirrored", "seed \(seed)")
  }

  @Test("fading a picture never raises its score")
  func fading() throws {
    let shade = PictureScene.discs(seed: 7)
    let scores = try [1, 0.5, 0.2, 0.1, 0.03].map { share in
      try PictureFitness(of: PictureScene.picture(400, 300) { x, y in 128 + share * (shade(x, y) - 128) })
        .score
    }
    #expect(scores == scores.sorted(by: >))
    #expect(scores.last == 0)
  }
}
