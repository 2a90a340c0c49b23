import AirGeometry

extension PlaneAnchor {
  /// How far above or below a surface a point may be to belong to it, in metres: 5 cm, as AR sample code has it.
  public static let snappingHeightInMetres = 0.05

  /// A point of the world put onto this surface, where it belongs to it.
  ///
  /// When a surface is found more exactly, what was placed near it before snaps onto it.
  ///
  /// - Parameters:
  ///   - point: the point.
  ///   - extentTolerance: the share of the extent by which the point may lie outside of it on each side.
  /// - Returns: nil where the point is farther than `snappingHeightInMetres` from the plane or outside of the extent, and
  ///   for surfaces that are not known in the world.
  public func snapped(_ point: WorldPoint, extentTolerance: Double = 0.1) -> WorldPoint? {
    let plane: Plane
    switch geometry {
    case .world(let own): plane = own
    case .fixedCamera: plane = .ground
    case .homography, .unseen: return nil
    }
    var local = plane.surfacePoint(point)
    guard abs(local.height) <= Self.snappingHeightInMetres, extent.contains(local, tolerance: extentTolerance)
    else { return nil }
    local.height = 0
    return plane.worldPoint(local)
  }
}
