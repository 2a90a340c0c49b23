import AirGeometry
import AirSurface
import AirTestSupport
import Foundation
import Testing

@Suite("A plane seen from several places")
struct PlaneBundleTests {
  @Test("one of a homography's two planes is the true one", arguments: UInt64(1)...40)
  func decomposition(seed: UInt64) throws {
    let scene = MotionScenes.Exact(seed: seed, viewCount: 1, pointCount: 30)
    let scale = Double(seed % 7) - 3.5
    let homography = scene.homography(scene.views[0])
    let scaled = try #require(Matrix3(rowMajor: homography.rowMajor.map { $0 * scale }))
    let found = HomographyDecomposition(scaled, points: scene.points)
    let nearest = found.normals.map { degrees($0, scene.normal) }.min()
    #expect(try #require(nearest) < 1e-5, "seed \(seed)")
    let view = try #require(PlaneView(scaled, normal: scene.normal))
    let difference = view.translation - scene.views[0].translation
    #expect((difference * difference).sum().squareRoot() < 1e-9, "seed \(seed)")
  }

  @Test("a camera that only turned has no parallax")
  func pureTurn() {
    let turn = Rotation(rotationVector: SIMD3(0.1, -0.2, 0.05)).matrix
    let found = HomographyDecomposition(turn, points: [SIMD2(0, 0)])
    #expect(found.parallax < 1e-7)
  }

  @Test("bundle adjustment finds the exact plane and cameras again", arguments: UInt64(1)...8)
  func exact(seed: UInt64) throws {
    let scene = MotionScenes.Exact(seed: seed, viewCount: 4, pointCount: 60)
    var bundle = bundle(scene, noise: 0, outliers: 0, seed: seed)
    let outcome = bundle.solve(noiseInPixels: 0.1)
    #expect(outcome != nil, "seed \(seed)")
    #expect(degrees(bundle.normal, scene.normal) < 1e-4, "seed \(seed)")
    for (found, truth) in zip(bundle.views, scene.views) {
      let difference = found.translation - truth.translation
      #expect((difference * difference).sum().squareRoot() < 1e-5, "seed \(seed)")
    }
  }

  @Test("noise and wrong points move the normal by no more than the deviation that is told")
  func deviation() throws {
    var ratios: [Double] = []
    for seed in UInt64(1)...24 {
      let scene = MotionScenes.Exact(seed: seed, viewCount: 4, pointCount: 120)
      var bundle = bundle(scene, noise: 0.2, outliers: 0.1, seed: seed)
      let settled = bundle.solve()
      let outcome = try #require(settled, "seed \(seed)")
      ratios.append(degrees(bundle.normal, scene.normal) / (outcome.normalDeviation * 180 / .pi))
      #expect((0.1...0.4).contains(outcome.noiseInPixels), "seed \(seed)")
    }
    // In its worst direction the error is one deviation, so the length of both directions' error lies about it.
    let square = ratios.reduce(0) { $0 + $1 * $1 } / Double(ratios.count)
    #expect((0.4...1.6).contains(square.squareRoot()), "\(ratios)")
    #expect((ratios.max() ?? 9) < 4)
  }

  /// The scene as it is seen with noise in pixels and a share of wrong observations, begun a few degrees off.
  private func bundle(
    _ scene: MotionScenes.Exact, noise: Double, outliers: Double, seed: UInt64
  ) -> PlaneBundle {
    var generator = SeededGenerator(seed: seed &+ 1000)
    let focal = 600.0
    func error(_ reach: Double) -> SIMD2<Double> {
      // Three even numbers make a nearly normal one of the same deviation.
      func one() -> Double { (0..<3).reduce(0) { sum, _ in sum + .random(in: -1...1, using: &generator) } }
      return SIMD2(one(), one()) * reach
    }
    var observations: [PlaneBundle.Observation] = []
    var points = scene.points
    for (number, point) in scene.points.enumerated() {
      for view in 0...scene.views.count {
        let place = view == 0 ? point : scene.seen(point, scene.views[view - 1])
        let isWrong = view > 0 && Double.random(in: 0...1, using: &generator) < outliers
        let seen = place + error(isWrong ? 20 : noise) / focal
        if view == 0 { points[number] = seen }
        observations.append(PlaneBundle.Observation(view: view, point: number, place: seen))
      }
    }
    let start = scene.normal + SIMD3(0.04, -0.03, 0)
    let normal = start / (start * start).sum().squareRoot()
    let views = scene.views.map { PlaneView(scene.homography($0), normal: normal) ?? $0 }
    return PlaneBundle(
      normal: normal, views: views, points: points, observations: observations, focal: SIMD2(focal, focal))
  }
}
