/// Gives pixels their colours from the triangles that their samples see.
struct PixelShader {
  private let camera: PreviewCamera
  private let light: PreviewLight
  private let shadow: GroundShadow
  private let lampView: LampView
  private let width: Float
  private let height: Float
  private let isTwoSided: Bool
  private let projected: UnsafeBufferPointer<SIMD3<Float>>
  private let positions: UnsafeBufferPointer<SIMD3<Float>>
  private let normals: UnsafeBufferPointer<SIMD3<Float>>
  private let triangles: UnsafeBufferPointer<SIMD3<UInt32>>
  /// The colour of each triangle.
  private let colors: UnsafeBufferPointer<SIMD3<Float>>

  /// Calls `body` with a shader that is good for as long as the call.
  ///
  /// - Parameter projected: the vertices in samples of the picture, and their nearness.
  static func use(
    model: PreviewModel, projected: [SIMD3<Float>], camera: PreviewCamera, light: PreviewLight,
    shadow: GroundShadow, width: Int, height: Int, _ body: (PixelShader) -> Void
  ) {
    let colors = model.parts.flatMap { repeatElement($0.color, count: $0.triangleRange.count) }
    projected.withUnsafeBufferPointer { projected in
      model.positions.withUnsafeBufferPointer { positions in
        model.normals.withUnsafeBufferPointer { normals in
          model.triangles.withUnsafeBufferPointer { triangles in
            colors.withUnsafeBufferPointer { colors in
              body(
                PixelShader(
                  camera: camera, light: light, shadow: shadow,
                  lampView: LampView(of: model, lampDirection: light.lampDirection), width: Float(width),
                  height: Float(height),
                  isTwoSided: model.isTwoSided, projected: projected, positions: positions,
                  normals: normals, triangles: triangles, colors: colors))
            }
          }
        }
      }
    }
  }

  /// The light of a pixel.
  ///
  /// - Parameters:
  ///   - samples: the pixel's first sample; the following rows are `stride` apart.
  @inline(__always)
  func color(column: Int, row: Int, samples: UnsafePointer<UInt32>, stride: Int) -> SIMD3<Float> {
    let side = BandRasterizer.samplesPerSide
    let rows = (
      load(samples), load(samples + stride), load(samples + 2 * stride), load(samples + 3 * stride)
    )
    let first = SIMD4(repeating: rows.0.x)
    let place = SIMD2(Float(column * side), Float(row * side))
    if (rows.0 ^ first) | (rows.1 ^ first) | (rows.2 ^ first) | (rows.3 ^ first) == SIMD4() {
      return first.x == BandRasterizer.nothing
        ? ground(column: column, row: row) : surface(first.x, at: place + 1.5)
    }
    return mixed(column: column, row: row, samples: samples, stride: stride)
  }

  @inline(__always)
  private func load(_ samples: UnsafePointer<UInt32>) -> SIMD4<UInt32> {
    UnsafeRawPointer(samples).loadUnaligned(as: SIMD4<UInt32>.self)
  }

  /// The light of a pixel that sees several triangles: each is asked once, in the middle of the samples that see it.
  private func mixed(column: Int, row: Int, samples: UnsafePointer<UInt32>, stride: Int) -> SIMD3<Float> {
    let side = BandRasterizer.samplesPerSide
    var total = SIMD3<Float>()
    var pending: UInt32 = 0xffff
    while pending != 0 {
      let leader = pending.trailingZeroBitCount
      let triangle = samples[leader / side * stride + leader % side]
      var sum = SIMD2<Float>()
      var count: Float = 0
      for number in leader..<side * side where samples[number / side * stride + number % side] == triangle {
        pending &= ~(1 << UInt32(number))
        sum += SIMD2(Float(number % side), Float(number / side))
        count += 1
      }
      if triangle == BandRasterizer.nothing {
        total += ground(column: column, row: row) * count
      } else {
        let place = SIMD2(Float(column * side), Float(row * side)) + sum / count
        total += surface(triangle, at: place) * count
      }
    }
    return total / Float(side * side)
  }

  /// The light from a place of a triangle.
  @inline(__always)
  private func surface(_ index: UInt32, at place: SIMD2<Float>) -> SIMD3<Float> {
    let corners = triangles[Int(index)]
    let (a, b, c) = (projected[Int(corners.x)], projected[Int(corners.y)], projected[Int(corners.z)])
    let raster = TriangleRaster(
      SIMD2(a.x, a.y), SIMD2(b.x, b.y), SIMD2(c.x, c.y), isTwoSided: isTwoSided)
    var weights = raster?.weights(at: place) ?? SIMD3(repeating: 1 / 3)
    // Rounding may put the place a hair outside of a thin triangle.
    weights = weights.clamped(lowerBound: SIMD3(), upperBound: SIMD3(repeating: 1))
    // What is affine in space has the weights of the picture times 1/depth.
    if camera.isPerspective { weights *= SIMD3(a.z, b.z, c.z) }
    weights /= weights.sum()
    var normal = blend(normals, corners, weights)
    let point = blend(positions, corners, weights)
    let towardsCamera = camera.towardsCamera(from: point)
    let length = (normal * normal).sum().squareRoot()
    if length > 0 { normal /= length }
    if isTwoSided, (normal * towardsCamera).sum() < 0 { normal = -normal }
    let isTurnedAway = (normal * light.lampDirection).sum() <= 0
    return light.color(
      albedo: colors[Int(index)], normal: normal, towardsCamera: towardsCamera,
      lampVisibility: isTurnedAway ? 0 : lampView.visibility(of: point, normal: normal))
  }

  @inline(__always)
  private func blend(
    _ values: UnsafeBufferPointer<SIMD3<Float>>, _ corners: SIMD3<UInt32>, _ weights: SIMD3<Float>
  ) -> SIMD3<Float> {
    values[Int(corners.x)] * weights.x + values[Int(corners.y)] * weights.y
      + values[Int(corners.z)] * weights.z
  }

  /// The ground at a pixel, or what is beyond its horizon.
  @inline(__always)
  private func ground(column: Int, row: Int) -> SIMD3<Float> {
    let x = (Float(column) + 0.5) / width * 2 - 1
    let y = 1 - (Float(row) + 0.5) / height * 2
    let paper = light.background(height: y, side: x)
    let ray = camera.ray(x: x, y: y)
    guard ray.direction.y < 0 else {
      // In a view along the ground all that lies under it is its edge.
      let isUnderneath = ray.direction.y == 0 && ray.origin.y < 0
      return isUnderneath ? paper * 0.9 : paper
    }
    let place = ray.origin - ray.direction * (ray.origin.y / ray.direction.y)
    let visible = shadow.visibility(x: place.x, z: place.z)
    return paper * light.groundLight(lamp: visible.lamp, sky: visible.sky)
  }
}
