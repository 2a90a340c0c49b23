import AirStroke

/// A lift that follows paths in space.
protocol SpatialLift {
  /// The solids of strokes, whose heights above the surface are those of their nodes.
  ///
  /// - Throws: `ExtrusionError`.
  func mesh(of strokes: [Stroke], style: ExtrusionStyle, lattice: Lattice) throws(ExtrusionError) -> SweptMesh
}
