import AirGeometry

/// The ratio of a rectangle's first side to its second, from its four corners in a picture of an unknown camera.
///
/// The camera is taken to have square pixels and its principal point in the picture's middle; its focal length comes
/// out on the way (Z. Zhang, L. He, "Whiteboard scanning and image enhancement", Digital Signal Processing 17, 2007,
/// equations 11–21). Seen from straight above the focal length has no influence, and the sides' lengths are compared.
func rectangleAspect(corners: [ImagePoint], imageSize: ImageSize) -> Double {
  let middle = SIMD2(Double(imageSize.width - 1) / 2, Double(imageSize.height - 1) / 2)
  let m = corners.map { SIMD3($0.x - middle.x, $0.y - middle.y, 1) }
  // Zhang's corner order is m1 m2 / m3 m4, row by row.
  let (m1, m2, m4, m3) = (m[0], m[1], m[2], m[3])
  let k2 = dot(cross(m1, m4), m3) / dot(cross(m2, m4), m3)
  let k3 = dot(cross(m1, m4), m2) / dot(cross(m3, m4), m2)
  let n2 = k2 * m2 - m1
  let n3 = k3 * m3 - m1
  let squaredFocal = -(n2.x * n3.x + n2.y * n3.y) / (n2.z * n3.z)
  let diagonal = Double(imageSize.width * imageSize.width + imageSize.height * imageSize.height)
  // Cameras see between about 10° and 120°; an answer far outside of that is noise on a frontal view.
  if squaredFocal.isFinite, squaredFocal > 0.05 * diagonal, squaredFocal < 50 * diagonal {
    let first = (n2.x * n2.x + n2.y * n2.y) / squaredFocal + n2.z * n2.z
    let second = (n3.x * n3.x + n3.y * n3.y) / squaredFocal + n3.z * n3.z
    let aspect = (first / second).squareRoot()
    if aspect.isFinite, aspect > 0 { return aspect }
  }
  let first = corners[0].distance(to: corners[1]) + corners[3].distance(to: corners[2])
  let second = corners[1].distance(to: corners[2]) + corners[0].distance(to: corners[3])
  return first / second
}
