import AirExport
import AirGeometry
import AirStroke
import Glibc

/// A solid that stands on the surface, ready to be drawn at any share of its height.
struct RisingSolid {
  /// Places in the surface's frame in metres: u, height, v.
  private var places: [SIMD3<Float>] = []
  private var normals: [SIMD3<Float>] = []
  private var triangles: [SIMD3<UInt32>] = []
  /// Each vertex's colour in linear light.
  private var albedos: [SIMD3<Float>] = []
  /// The middle of the solid's footprint.
  private let middle: SurfacePoint
  /// How high it is above the surface.
  let heightInMetres: Double

  /// Nil where there is nothing to see.
  init?(_ meshes: [ShadedMesh]) {
    var (low, high) = (SIMD3<Float>(repeating: .infinity), SIMD3<Float>(repeating: -.infinity))
    for mesh in meshes {
      let lattice = mesh.mesh.lattice
      let unit = Float(1 / lattice.unitsPerMetre)
      for part in mesh.parts {
        let first = UInt32(places.count)
        let albedo = SIMD3<Float>(part.color.linearComponents)
        for vertex in part.vertexRange {
          let place = mesh.mesh.position(Int(mesh.meshVertex[vertex])) * unit
          (low, high) = (pointwiseMin(low, place), pointwiseMax(high, place))
          places.append(place)
          normals.append(mesh.normals[vertex])
          albedos.append(albedo)
        }
        triangles += mesh.triangles[part.triangleRange].map { $0 &+ SIMD3(repeating: first) }
      }
    }
    guard !triangles.isEmpty else { return nil }
    middle = SurfacePoint(u: Double(low.x + high.x) / 2, v: Double(low.z + high.z) / 2)
    heightInMetres = Double(high.y)
  }

  /// The solid and its shadow as a frame shows them.
  struct Picture {
    /// The part of the frame that they take.
    let columns: Range<Int>
    let rows: Range<Int>
    /// How much of the light the shadow takes from each pixel of the part, 0…1.
    let shade: [Float]
    /// The solid's light at each pixel, in linear light and weighted by its cover.
    let light: [SIMD3<Float>]
    /// The share of each pixel that the solid covers.
    let cover: [Float]
  }

  /// Draws the solid, its heights multiplied by a share.
  ///
  /// - Returns: nil where the frame shows nothing of it.
  /// - Complexity: linear in the number of triangles and of the pixels they take.
  func picture(
    atShare share: Double, seenBy projection: SurfaceProjection, imageSize: ImageSize
  ) -> Picture? {
    let scale = Float(max(share, 1e-3))
    let lamp = lampDirection(seenBy: projection)
    let solid = places.map { seen(SIMD3($0.x, $0.y * scale, $0.z), projection) }
    let fallen = places.map { place in
      let height = place.y * scale
      return seen(
        SIMD3(place.x - lamp.x / lamp.y * height, 0, place.z - lamp.z / lamp.y * height), projection)
    }
    guard let part = Self.part(of: solid + fallen, imageSize) else { return nil }
    let lights = normals.indices.map { index in
      let normal = normals[index]
      // The normal of a surface whose heights are scaled.
      let scaled = SIMD3(normal.x, normal.y / scale, normal.z)
      return Self.light(albedos[index], normal: scaled / (scaled * scaled).sum().squareRoot(), lamp: lamp)
    }
    var shadow = DepthRaster(columns: part.columns, rows: part.rows, samplesPerSide: 1)
    for triangle in triangles { shadow.fill(triangle, fallen, bothSides: true) }
    let reach = share * Self.shadowReachInMetres * pixelsPerMetre(projection)
    var raster = DepthRaster(columns: part.columns, rows: part.rows, samplesPerSide: Self.samplesPerSide)
    for triangle in triangles { raster.fill(triangle, solid, bothSides: false) }
    let (light, cover) = raster.resolved(lights)
    return Picture(
      columns: part.columns, rows: part.rows,
      shade: Self.blurred(
        shadow.covered, width: part.columns.count, radius: min(40, max(1, Int(reach.rounded())))
      ).map { $0 * Self.shadowDepth },
      light: light, cover: cover)
  }

  private static let samplesPerSide = 2
  /// The part of the light that a shadow takes.
  private static let shadowDepth: Float = 0.45
  /// How far a shadow is blurred, as the light of a room is.
  private static let shadowReachInMetres = 0.0015

  private func pixelsPerMetre(_ projection: SurfaceProjection) -> Double {
    guard let stretch = projection.stretch(at: middle) else { return 0 }
    return abs(stretch.u.x * stretch.v.y - stretch.u.y * stretch.v.x).squareRoot()
  }

  /// A vertex as x and y in pixels and 1/depth; 1/depth is 0 where it is not seen.
  private func seen(_ place: SIMD3<Float>, _ projection: SurfaceProjection) -> SIMD3<Float> {
    let point = SurfacePoint(u: Double(place.x), v: Double(place.z), height: Double(place.y))
    // What is seen so far aside lies all but beside the camera.
    guard let seen = projection.place(of: point), seen.depth > 0, abs(seen.pixel.x) < 1e6,
      abs(seen.pixel.y) < 1e6
    else { return SIMD3() }
    return SIMD3(Float(seen.pixel.x), Float(seen.pixel.y), Float(1 / seen.depth))
  }

  /// A lamp over the viewer's left shoulder, in the surface's frame, so that shadows fall to the right.
  private func lampDirection(seenBy projection: SurfaceProjection) -> SIMD3<Float> {
    var (right, towards) = (SIMD2(1.0, 0), SIMD2(0.0, 1))
    if let stretch = projection.stretch(at: middle) {
      let determinant = stretch.u.x * stretch.v.y - stretch.u.y * stretch.v.x
      func unit(_ vector: SIMD2<Double>) -> SIMD2<Double> { vector / (vector * vector).sum().squareRoot() }
      if abs(determinant) > 1e-9 {
        right = unit(SIMD2(stretch.v.y, -stretch.u.y) / determinant)
        towards = unit(SIMD2(-stretch.v.x, stretch.u.x) / determinant)
      }
    }
    let flat = towards * 0.12 - right * 0.55
    let lamp = SIMD3(Float(flat.x), 0.8, Float(flat.y))
    return lamp / (lamp * lamp).sum().squareRoot()
  }

  /// Lambert's law for a lamp and a sky that is brighter than the table.
  private static func light(
    _ albedo: SIMD3<Float>, normal: SIMD3<Float>, lamp: SIMD3<Float>
  ) -> SIMD3<Float> {
    let direct = max(0, (normal * lamp).sum())
    let skyward = 0.5 + 0.5 * normal.y
    return albedo * (0.14 + 0.22 * skyward + 0.8 * direct) + 0.012 * skyward
  }

  /// The part of the frame around all vertices that are seen, with room for the shadow's blur.
  private static func part(
    of vertices: [SIMD3<Float>], _ size: ImageSize
  ) -> (columns: Range<Int>, rows: Range<Int>)? {
    var (low, high) = (SIMD2<Float>(repeating: .infinity), SIMD2<Float>(repeating: -.infinity))
    for vertex in vertices where vertex.z > 0 {
      low = pointwiseMin(low, SIMD2(vertex.x, vertex.y))
      high = pointwiseMax(high, SIMD2(vertex.x, vertex.y))
    }
    let room: Float = 24
    guard low.x.isFinite, high.x >= 0, high.y >= 0, low.x < Float(size.width), low.y < Float(size.height)
    else { return nil }
    let columns = Int(max(0, low.x - room))..<Int(min(Float(size.width), high.x + room + 1))
    let rows = Int(max(0, low.y - room))..<Int(min(Float(size.height), high.y + room + 1))
    return columns.isEmpty || rows.isEmpty ? nil : (columns, rows)
  }

  /// Two passes of a running mean along each axis, near to a Gaussian.
  private static func blurred(_ values: [Float], width: Int, radius: Int) -> [Float] {
    let height = values.count / width
    var values = values
    func mean(along count: Int, step: Int, of lines: Int, lineStep: Int) {
      var line = [Float](repeating: 0, count: count)
      for number in 0..<lines {
        let start = number * lineStep
        for index in 0..<count { line[index] = values[start + index * step] }
        var sum: Float = 0
        for index in -radius...radius { sum += line[min(max(index, 0), count - 1)] }
        for index in 0..<count {
          values[start + index * step] = sum / Float(2 * radius + 1)
          sum += line[min(index + radius + 1, count - 1)] - line[max(index - radius, 0)]
        }
      }
    }
    for _ in 0..<2 {
      mean(along: width, step: 1, of: height, lineStep: width)
      mean(along: height, step: width, of: width, lineStep: 1)
    }
    return values
  }
}
