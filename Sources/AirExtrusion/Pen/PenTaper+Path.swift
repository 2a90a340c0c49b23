extension PenTaper {
  /// The path with its radius tapered, and with points where the tapers end.
  ///
  /// - Parameters:
  ///   - points: a path in lattice steps.
  ///   - stepInMetres: the lattice's step.
  func tapered(_ points: [PenPoint], stepInMetres: Double) -> [PenPoint] {
    var lengths = [0.0]
    lengths.reserveCapacity(points.count)
    for (a, b) in zip(points, points.dropFirst()) {
      lengths.append(lengths[lengths.count - 1] + a.distance(to: b))
    }
    let total = lengths[lengths.count - 1]
    guard total > 0 else { return points }
    let wanted = (inInMetres + outInMetres) / stepInMetres
    let shrinking = wanted > total ? total / wanted : 1
    let lengthIn = inInMetres / stepInMetres * shrinking
    let lengthOut = outInMetres / stepInMetres * shrinking
    let tip = tipWidthInMetres / 2 / stepInMetres

    func tapered(_ point: PenPoint, at length: Double) -> PenPoint {
      let share = min(
        1, lengthIn > 0 ? length / lengthIn : 1, lengthOut > 0 ? (total - length) / lengthOut : 1)
      let thin = min(point.radius, tip)
      return PenPoint(place: point.place, radius: thin + (point.radius - thin) * share)
    }

    var ends = [lengthIn, total - lengthOut].filter { $0 > 0 && $0 < total }
    if ends.count == 2, ends[0] >= ends[1] { ends.removeLast() }
    var result: [PenPoint] = []
    result.reserveCapacity(points.count + ends.count)
    var end = 0
    for (index, point) in points.enumerated() {
      while end < ends.count, ends[end] <= lengths[index] {
        if ends[end] < lengths[index], ends[end] > lengths[index - 1] {
          let share = (ends[end] - lengths[index - 1]) / (lengths[index] - lengths[index - 1])
          result.append(tapered(.interpolated(points[index - 1], point, share), at: ends[end]))
        }
        end += 1
      }
      result.append(tapered(point, at: lengths[index]))
    }
    return result
  }
}
