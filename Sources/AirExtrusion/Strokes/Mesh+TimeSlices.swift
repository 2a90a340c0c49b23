extension Mesh {
  /// The mesh with its parts cut into slices of time.
  public struct TimeSlices: Sendable {
    /// The mesh, whose parts are the slices, those of one part after each other in the order of time.
    public let mesh: Mesh
    /// For each slice when it is there, in seconds from the first vertex's time.
    public let appearanceInSeconds: [Double]
  }

  /// Cuts the parts into slices by the time of their triangles, which is that of their latest corner.
  ///
  /// The triangles and the surface they make are the same, in another order; a slice alone is not closed.
  ///
  /// - Parameters:
  ///   - times: a time in seconds for each vertex.
  ///   - stepCount: how many equally long steps there are from the first time to the last, at least 1.
  /// - Complexity: O(t log t).
  public func sliced(byVertexTimes times: [Double], stepCount: Int) -> TimeSlices {
    let used = triangles.lazy.flatMap { [times[Int($0.x)], times[Int($0.y)], times[Int($0.z)]] }
    let first = used.min() ?? 0
    let stepInSeconds = ((used.max() ?? 0) - first) / Double(max(1, stepCount))
    // Times that are all the same, or beyond all measure, leave one slice a part.
    let isMeasurable = stepInSeconds.isFinite && (1 / stepInSeconds).isFinite
    let stepsPerSecond = isMeasurable ? 1 / stepInSeconds : 0
    var sliced = self
    sliced.triangles = []
    sliced.triangles.reserveCapacity(triangles.count)
    sliced.parts = []
    var appearances: [Double] = []
    for part in parts {
      var slices: [Int: [Int]] = [:]
      for index in part.triangleRange {
        let triangle = triangles[index]
        let last = max(times[Int(triangle.x)], times[Int(triangle.y)], times[Int(triangle.z)])
        slices[stepsPerSecond > 0 ? Int(((last - first) * stepsPerSecond).rounded(.up)) : 0, default: []]
          .append(index)
      }
      for (number, (step, indices)) in zip(1..., slices.sorted(by: { $0.key < $1.key })) {
        let start = sliced.triangles.count
        for index in indices { sliced.triangles.append(triangles[index]) }
        let name = slices.count == 1 ? part.name : "\(part.name), slice \(number)"
        sliced.parts.append(
          MeshPart(name: name, color: part.color, triangleRange: start..<sliced.triangles.count))
        appearances.append(step == 0 ? 0 : Double(step) * stepInSeconds)
      }
    }
    return TimeSlices(mesh: sliced, appearanceInSeconds: appearances)
  }
}
