import AirGeometry
import Glibc

/// Fits a known pattern to the brightness steps of a picture: where along its edges' normals the brightness changes
/// fastest, and which homography puts all edges nearest to these places.
///
/// The homography is told by where it puts the pattern's four corners, in undistorted coordinates; so it holds all that
/// was seen of the edges, whether the corners themselves are hidden, rounded or outside of the picture.
package struct EdgeAlignment {
  /// Where the four corners are and how well that is known.
  package struct Result: Sendable {
    /// The pattern's four corners on the ideal image.
    package var corners: [SIMD2<Double>]
    /// The inverse covariance of the eight coordinates x0, y0 … y3, 8 × 8 by rows, in 1/px².
    package var information: [Double]
    /// Root mean square distance of the places that were used from their edges, in pixels.
    package var residualInPixels: Double
    /// How much of each edge was seen as a step in the right place, 0…1.
    package var support: [Double]
  }

  /// The pattern.
  package let pattern: KnownPattern
  /// The picture, or the part of it that holds the pattern.
  package let grey: GreyImage
  /// The plane on which edges are straight.
  package let ideal: IdealImage

  /// Makes an alignment of a pattern with a picture.
  package init(pattern: KnownPattern, grey: GreyImage, ideal: IdealImage) {
    self.pattern = pattern
    self.grey = grey
    self.ideal = ideal
  }

  /// Places per edge at the most; more of them only repeat the same pixels.
  var largestSampleCountPerEdge = 150
  /// Places in the whole pattern, about.
  var largestSampleCount = 2400
  /// A step lower than this many grey levels a pixel is none.
  private let smallestSlope = 3.0
  /// Neighbouring places share pixels and the paper's unevenness: so many count as one.
  private let placesPerIndependentOne = 3.0
  /// How far bright areas grow into dark ones by overexposure, sharpening and spread ink, as a standard deviation in
  /// pixels. It is estimated along, where a pattern has steps of both signs.
  private let largestUsualBloom = 0.3
  /// No edge is printed, cut and imaged straighter than this, in pixels.
  private let smallestDeviation = 0.03

  /// Fits the pattern.
  ///
  /// - Parameters:
  ///   - corners: about where the corners are, on the ideal image.
  ///   - reach: how far from there steps are looked for at first, in pixels.
  /// - Returns: nil when too little of the edges is seen to fix the homography.
  /// - Complexity: linear in the number of places times their reach, three times over.
  package func refined(_ corners: [SIMD2<Double>], reach: Double) -> Result? {
    var corners = corners
    var result: Result?
    for reach in [reach, min(reach, 3), min(reach, 2.5)] {
      guard let samples = samples(along: corners, reach: reach),
        let fit = fit(samples, from: corners)
      else { return nil }
      corners = fit.corners
      result = fit
    }
    return result
  }

  /// A place where the brightness changes fastest across an edge.
  private struct Sample {
    var edge: Int
    /// Share of the way from the edge's start to its end.
    var share: Double
    var place: SIMD2<Double>
    /// 1 where the left side is brighter, −1 where the right side is.
    var brighterSide: Double
  }

  private func projectedEdges(
    _ corners: [SIMD2<Double>]
  ) -> [(start: SIMD2<Double>, end: SIMD2<Double>)]? {
    let pixels = corners.map { ImagePoint(x: $0.x, y: $0.y) }
    guard let map = Homography(from: pixels, to: pattern.corners) else { return nil }
    var ends: [(SIMD2<Double>, SIMD2<Double>)] = []
    for edge in pattern.edges {
      let a = map.surfaceToImage * SIMD3(edge.start.x, edge.start.y, 1)
      let b = map.surfaceToImage * SIMD3(edge.end.x, edge.end.y, 1)
      guard a.z * b.z > 0 else { return nil }
      ends.append((SIMD2(a.x, a.y) / a.z, SIMD2(b.x, b.y) / b.z))
    }
    return ends
  }

  private func samples(along corners: [SIMD2<Double>], reach: Double) -> [Sample]? {
    guard let edges = projectedEdges(corners) else { return nil }
    let total = edges.reduce(0) { $0 + length($1.end - $1.start) }
    let spacing = max(1, total / Double(largestSampleCount))
    return grey.bytes.withUnsafeBufferPointer { bytes in
      var samples: [Sample] = []
      for (index, edge) in edges.enumerated() {
        let span = length(edge.end - edge.start)
        // Near its ends an edge meets others, and the step there is theirs.
        let margin = min(3, 0.3 * span) / span
        let count = min(largestSampleCountPerEdge, Int(span * (1 - 2 * margin) / spacing))
        guard count > 0 else { continue }
        for step in 0..<count {
          let share = margin + (1 - 2 * margin) * (Double(step) + 0.5) / Double(count)
          if let found = brightnessStep(edge, share, pattern.edges[index].brighterSide, reach, bytes) {
            samples.append(
              Sample(edge: index, share: share, place: found.place, brighterSide: found.brighterSide))
          }
        }
      }
      return samples
    }
  }

  /// Where across an edge the brightness changes fastest.
  private func brightnessStep(
    _ edge: (start: SIMD2<Double>, end: SIMD2<Double>), _ share: Double, _ brighterSide: Double,
    _ reach: Double, _ bytes: UnsafeBufferPointer<UInt8>
  ) -> (place: SIMD2<Double>, brighterSide: Double)? {
    let foot = edge.start + (edge.end - edge.start) * share
    let along = (edge.end - edge.start) / length(edge.end - edge.start)
    // Left of the way as seen in the picture, whose y goes down.
    let left = SIMD2(along.y, -along.x)
    guard let pixel = ideal.pixel(of: foot), let beside = ideal.pixel(of: foot + left) else { return nil }
    let normal = SIMD2(beside.x - pixel.x, beside.y - pixel.y)
    let across = normal / length(normal)
    let count = 2 * Int(reach.rounded(.up)) + 3
    let middle = count / 2
    return withUnsafeTemporaryAllocation(of: Double.self, capacity: 2 * count) { buffer in
      for index in 0..<count {
        let offset = Double(index - middle)
        buffer[index] = grey.brightness(
          pixel.x + offset * across.x, pixel.y + offset * across.y, in: bytes)
      }
      var best = 0
      var steepest = smallestSlope
      for index in 1..<(count - 1) {
        var slope = (buffer[index + 1] - buffer[index - 1]) / 2
        slope = brighterSide == 0 ? abs(slope) : slope * brighterSide
        guard slope.isFinite else { return nil }
        buffer[count + index] = slope
        if slope > steepest {
          steepest = slope
          best = index
        }
      }
      guard best > 1, best < count - 2 else { return nil }
      let (before, after) = (buffer[count + best - 1], buffer[count + best + 1])
      let curvature = before - 2 * steepest + after
      guard curvature < 0 else { return nil }
      let offset = Double(best - middle) + (before - after) / (2 * curvature)
      let pixel = ImagePoint(x: pixel.x + offset * across.x, y: pixel.y + offset * across.y)
      guard let place = ideal.point(of: pixel) else { return nil }
      return (place, buffer[best + 1] > buffer[best - 1] ? 1 : -1)
    }
  }

  /// Places of the brightness step along a way on the ideal image, from one distance to another in pixels.
  func steps(
    from start: SIMD2<Double>, towards end: SIMD2<Double>, distances: ClosedRange<Double>, brighterSide: Double,
    reach: Double
  ) -> [SIMD2<Double>] {
    let span = length(end - start)
    return grey.bytes.withUnsafeBufferPointer { bytes in
      stride(from: distances.lowerBound, through: min(distances.upperBound, span), by: 1).compactMap {
        brightnessStep((start, end), $0 / span, brighterSide, reach, bytes)?.place
      }
    }
  }

  private func fit(_ samples: [Sample], from start: [SIMD2<Double>]) -> Result? {
    guard samples.count >= 12 else { return nil }
    var corners = start
    var weights = [Double](repeating: 1, count: samples.count)
    var deviation = 1.0
    var bloom = 0.0
    var equations = NormalEquations(count: 9)
    for _ in 0..<20 {
      guard let edges = projectedEdges(corners), let slopes = slopes(at: corners, edges) else { return nil }
      let residuals = samples.map { sample -> Double in
        let edge = edges[sample.edge]
        return dot(leftNormal(edge), sample.place - edge.start) + bloom * sample.brighterSide
      }
      let median = residuals.map(abs).sorted()[residuals.count / 2]
      deviation = max(1.4826 * median, smallestDeviation)
      for index in residuals.indices { weights[index] = biweight(residuals[index] / deviation) }
      equations = NormalEquations(count: 9)
      var row = [Double](repeating: 0, count: 9)
      for (index, sample) in samples.enumerated() where weights[index] > 0 {
        for unknown in 0..<8 {
          let slope = slopes[unknown][sample.edge]
          row[unknown] = slope.atStart * (1 - sample.share) + slope.atEnd * sample.share
        }
        row[8] = -sample.brighterSide
        equations.add(row, residual: residuals[index], weight: weights[index])
      }
      row = [0, 0, 0, 0, 0, 0, 0, 0, 1]
      let certainty = deviation / largestUsualBloom
      equations.add(row, residual: -bloom, weight: certainty * certainty)
      // A little damping, for what is not seen of a pattern that reaches out of the picture.
      guard let step = equations.solution(damping: 1e-9) else { return nil }
      for corner in 0..<4 { corners[corner] += SIMD2(step[2 * corner], step[2 * corner + 1]) }
      bloom += step[8]
      if step.allSatisfy({ abs($0) < 1e-4 }) { break }
    }
    return result(corners, samples, weights, bloom, equations)
  }

  private func result(
    _ corners: [SIMD2<Double>], _ samples: [Sample], _ weights: [Double], _ bloom: Double,
    _ equations: NormalEquations
  ) -> Result? {
    guard let edges = projectedEdges(corners) else { return nil }
    var good = [Double](repeating: 0, count: edges.count)
    var (sum, total) = (0.0, 0.0)
    for (sample, weight) in zip(samples, weights) where weight > 0 {
      let edge = edges[sample.edge]
      let distance = dot(leftNormal(edge), sample.place - edge.start) + bloom * sample.brighterSide
      sum += weight * distance * distance
      total += weight
      good[sample.edge] += 1
    }
    guard total > 8 else { return nil }
    let spacing = max(
      1, edges.reduce(0) { $0 + length($1.end - $1.start) } / Double(largestSampleCount))
    let support = zip(good, edges).map { count, edge -> Double in
      let span = length(edge.end - edge.start)
      return min(count / max(min(Double(largestSampleCountPerEdge), span / spacing), 1), 1)
    }
    let rms = (sum / total).squareRoot()
    let variance = max(rms, smallestDeviation) * max(rms, smallestDeviation) * placesPerIndependentOne
    return Result(
      corners: corners, information: equations.withoutLast.map { $0 / variance },
      residualInPixels: rms, support: support)
  }

  /// How fast each edge's ends move across it when a corner's coordinate grows.
  private func slopes(
    at corners: [SIMD2<Double>], _ edges: [(start: SIMD2<Double>, end: SIMD2<Double>)]
  ) -> [[(atStart: Double, atEnd: Double)]]? {
    let step = 1e-3
    var result: [[(atStart: Double, atEnd: Double)]] = []
    for unknown in 0..<8 {
      var moved = corners
      moved[unknown / 2][unknown % 2] += step
      guard let there = projectedEdges(moved) else { return nil }
      result.append(
        zip(edges, there).map { here, there in
          let normal = leftNormal(here)
          return (
            dot(normal, there.start - here.start) / step, dot(normal, there.end - here.end) / step
          )
        })
    }
    return result
  }

  /// Tukey's biweight with the cutoff of 4.685 deviations (P. Huber, "Robust Statistics", 1981).
  private func biweight(_ deviations: Double) -> Double {
    let ratio = deviations / 4.685
    return abs(ratio) < 1 ? (1 - ratio * ratio) * (1 - ratio * ratio) : 0
  }

  private func leftNormal(_ edge: (start: SIMD2<Double>, end: SIMD2<Double>)) -> SIMD2<Double> {
    let along = (edge.end - edge.start) / length(edge.end - edge.start)
    return SIMD2(along.y, -along.x)
  }
}

/// Scalar product.
func dot(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> Double { (a * b).sum() }

/// Euclidean length.
func length(_ a: SIMD2<Double>) -> Double { dot(a, a).squareRoot() }
