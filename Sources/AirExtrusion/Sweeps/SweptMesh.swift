/// A mesh swept along strokes, and how true it is.
package struct SweptMesh: Hashable, Sendable {
  /// The mesh: closed, oriented and free of self-intersection.
  package let mesh: Mesh
  /// The numbers, from 1, of strokes that pass through themselves or others and were united on a grid; the others are
  /// swept exactly.
  package let unitedStrokes: [Int]
  /// Length in metres of the edges of the coarsest grid that was used; nil where none was.
  package let gridInMetres: Double?
  /// The largest distance in metres from the united strokes' true surface that was found at the centres and in the
  /// middles of the longest sides of all triangles on grids; zero where none was used. By construction it is below the
  /// grid's edge length.
  package let gridErrorInMetres: Double
}
