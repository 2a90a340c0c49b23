import AirGeometry
import AirTestSupport
import Testing

@Suite struct RotationReadingTests {
  private func random(_ random: inout SeededGenerator) -> Rotation {
    func number() -> Double { .random(in: -3...3, using: &random) }
    return Rotation(rotationVector: SIMD3(number(), number(), number()))
  }

  @Test("a quaternion of any length is the rotation that it came from", arguments: 1...20)
  func quaternions(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    let rotation = random(&generator)
    for scale in [1.0, -1, 0.001, 250] {
      let again = try #require(Rotation(quaternion: rotation.quaternion * scale))
      #expect(again.angle(to: rotation) < 1e-12, "seed \(seed)")
    }
    #expect(Rotation(quaternion: SIMD4()) == nil && Rotation(quaternion: SIMD4(.nan, 0, 0, 1)) == nil)
    // A quarter turn about z takes x to y.
    let quarter = try #require(Rotation(quaternion: SIMD4(0, 0, 1, 1)))
    #expect(quarter(SIMD3(1, 0, 0)).y > 1 - 1e-15)
  }

  @Test(
    "a matrix rounded to six decimals becomes the rotation within rounding of it, orthonormal to the last bits"
  )
  func rounded() throws {
    var generator = SeededGenerator(seed: 4)
    for _ in 0..<200 {
      let rotation = random(&generator)
      let numbers = rotation.matrix.rowMajor.map { ($0 * 1e6).rounded() / 1e6 }
      let again = try #require(Matrix3(rowMajor: numbers).flatMap { Rotation(nearestTo: $0) })
      #expect(Rotation(again.matrix, tolerance: 1e-14) != nil)
      #expect(again.angle(to: rotation) < 2e-6)
    }
  }

  @Test("of all rotations the polished one is nearest: turning it either way moves it off the matrix")
  func nearest() throws {
    var generator = SeededGenerator(seed: 8)
    func distance(_ a: Matrix3, _ b: Matrix3) -> Double {
      zip(a.rowMajor, b.rowMajor).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
    }
    for _ in 0..<50 {
      let bent = random(&generator).matrix.rowMajor.map { $0 + .random(in: -1e-4...1e-4, using: &generator) }
      let matrix = try #require(Matrix3(rowMajor: bent))
      let found = try #require(Rotation(nearestTo: matrix))
      for axis in [SIMD3(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0.0, 0, 1)] {
        for angle in [-1e-4, 1e-4] {
          let other = Rotation(rotationVector: axis * angle) * found
          #expect(distance(other.matrix, matrix) > distance(found.matrix, matrix))
        }
      }
    }
  }

  @Test("mirrors, scaled matrices and numbers that are none are refused")
  func refusals() {
    #expect(Rotation(nearestTo: Matrix3(rows: SIMD3(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, -1))) == nil)
    #expect(Rotation(nearestTo: Matrix3(rows: SIMD3(1.01, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1))) == nil)
    #expect(Rotation(nearestTo: Matrix3(rows: SIMD3(.nan, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1))) == nil)
  }
}
