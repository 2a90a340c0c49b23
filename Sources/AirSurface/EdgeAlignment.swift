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
    /// How many of the places that were looked at along each edge show a step in the right place, 0…1.
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
  package var largestSampleCountPerEdge = 150
  /// Places in the whole pattern, about.
  package var largestSampleCount = 2400
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
  /// - Complexity: linear in the number of places times their reach, twice over.
  package func refined(_ corners: [SIMD2<Double>], reach: Double) -> Result? {
    var corners = corners
    var result: Result?
    // Far from the edges the fit need not be finished.
    for (reach, tolerance) in [(reach, 0.05), (min(reach, 2.5), 1e-3)] {
      guard let samples = samples(along: corners, reach: reach),
        var fit = fit(samples.found, from: corners, tolerance: tolerance)
      else { return nil }
      corners = fit.corners
      for (edge, sought) in samples.soughtPerEdge.enumerated() where sought > 0 {
        fit.support[edge] /= Double(sought)
      }
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

  private func samples(
    along corners: [SIMD2<Double>], reach: Double
  ) -> (found: [Sample], soughtPerEdge: [Int])? {
    guard let edges = projectedEdges(corners) else { return nil }
    let total = edges.reduce(0) { $0 + length($1.end - $1.start) }
    let spacing = max(1, total / Double(largestSampleCount))
    return grey.bytes.withUnsafeBufferPointer { bytes in
      var samples: [Sample] = []
      var sought = [Int](repeating: 0, count: edges.count)
      for (index, edge) in edges.enumerated() {
        let span = length(edge.end - edge.start)
        // Near its ends an edge meets others, and the step there is theirs.
        let margin = min(3, 0.3 * span) / span
        let count = min(largestSampleCountPerEdge, Int(span * (1 - 2 * margin) / spacing))
        guard count > 0 else { continue }
        sought[index] = count
        for step in 0..<count {
          let share = margin + (1 - 2 * margin) * (Double(step) + 0.5) / Double(count)
          if let found = brightnessStep(edge, share, pattern.edges[index].brighterSide, reach, bytes) {
            samples.append(
              Sample(edge: index, share: share, place: found.place, brighterSide: found.brighterSide))
          }
        }
      }
      return (samples, sought)
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
    from start: SIMD2<Double>, towards end: SIMD2<Double>, distances: ClosedRange<Double>,
    brighterSide: Double,
    reach: Double
  ) -> [SIMD2<Double>] {
    let span = length(end - start)
    return grey.bytes.withUnsafeBufferPointer { bytes in
      stride(from: distances.lowerBound, through: min(distances.upperBound, span), by: 1).compactMap {
        brightnessStep((start, end), $0 / span, brighterSide, reach, bytes)?.place
      }
    }
  }

  private func fit(_ samples: [Sample], from start: [SIMD2<Double>], tolerance: Double) -> Result? {
    guard samples.count >= 12, let outset = projectedEdges(start), let slopes = slopes(at: start, outset)
    else { return nil }
    var corners = start
    var weights = [Double](repeating: 1, count: samples.count)
    var residuals = weights
    var bloom = 0.0
    var equations = NormalEquations(count: 9)
    var deviation = 1.0
    for round in 0..<12 {
      // The slopes stay nearly the same over the few pixels that the corners move.
      guard let edges = projectedEdges(corners) else { return nil }
      let normals = edges.map(leftNormal)
      for (index, sample) in samples.enumerated() {
        let offset = sample.place - edges[sample.edge].start
        residuals[index] = dot(normals[sample.edge], offset) + bloom * sample.brighterSide
      }
      // Once it is about right, a scale that goes on changing would only keep the weights from settling.
      if round < 4 { deviation = max(1.4826 * medianSize(residuals), smallestDeviation) }
      for index in residuals.indices { weights[index] = biweight(residuals[index] / deviation) }
      equations = self.equations(samples, residuals, weights, slopes)
      let certainty = deviation / largestUsualBloom
      equations.add([0, 0, 0, 0, 0, 0, 0, 0, 1], residual: -bloom, weight: certainty * certainty)
      // A little damping, for what is not seen of a pattern that reaches out of the picture.
      guard let step = equations.solution(damping: 1e-9) else { return nil }
      for corner in 0..<4 { corners[corner] += SIMD2(step[2 * corner], step[2 * corner + 1]) }
      bloom += step[8]
      if step.allSatisfy({ abs($0) < tolerance }) { break }
    }
    return result(corners, samples, weights, bloom, equations)
  }

  /// The normal equations for the eight coordinates and the bloom.
  ///
  /// A place's derivatives are a mixture of those of its edge's ends; so the places of an edge are summed up first, and
  /// the sums then meet the eight unknowns: a tenth of the work.
  private func equations(
    _ samples: [Sample], _ residuals: [Double], _ weights: [Double], _ slopes: [[EndSlopes]]
  ) -> NormalEquations {
    var sums = [EdgeSums](repeating: EdgeSums(), count: pattern.edges.count)
    for (index, sample) in samples.enumerated() where weights[index] > 0 {
      sums[sample.edge].add(sample.share, sample.brighterSide, residuals[index], weights[index])
    }
    var equations = NormalEquations(count: 9)
    var (atStart, atEnd) = ([Double](repeating: 0, count: 9), [Double](repeating: 0, count: 9))
    for (edge, sum) in sums.enumerated() where sum.weight > 0 {
      for unknown in 0..<8 {
        atStart[unknown] = slopes[unknown][edge].atStart
        atEnd[unknown] = slopes[unknown][edge].atEnd
      }
      equations.add(first: atStart, second: atEnd, third: Self.bloomSlope, sums: sum)
    }
    return equations
  }

  private static let bloomSlope = [0.0, 0, 0, 0, 0, 0, 0, 0, -1]

  /// The median of the residuals' sizes; of many, every so many-th tells it as well.
  private func medianSize(_ residuals: [Double]) -> Double {
    let step = max(1, residuals.count / 150)
    let sizes = stride(from: 0, to: residuals.count, by: step).map { abs(residuals[$0]) }.sorted()
    return sizes[sizes.count / 2]
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
    let rms = (sum / total).squareRoot()
    let variance = max(rms, smallestDeviation) * max(rms, smallestDeviation) * placesPerIndependentOne
    return Result(
      corners: corners, information: equations.withoutLast.map { $0 / variance },
      residualInPixels: rms, support: good)
  }

  /// How fast an edge's ends move across it.
  private struct EndSlopes {
    var atStart: Double
    var atEnd: Double
  }

  /// How fast each edge's ends move across it when a corner's coordinate grows.
  private func slopes(
    at corners: [SIMD2<Double>], _ edges: [(start: SIMD2<Double>, end: SIMD2<Double>)]
  ) -> [[EndSlopes]]? {
    let step = 1e-3
    var result: [[EndSlopes]] = []
    for unknown in 0..<8 {
      var moved = corners
      moved[unknown / 2][unknown % 2] += step
      guard let there = projectedEdges(moved) else { return nil }
      result.append(
        zip(edges, there).map { here, there in
          let normal = leftNormal(here)
          return EndSlopes(
            atStart: dot(normal, there.start - here.start) / step,
            atEnd: dot(normal, there.end - here.end) / step)
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

/// Weighted sums over the places of one edge, by which its rows meet the unknowns: with s the share of the way, b the
/// brighter side and r the residual, the products of (1 − s), s and b with one another and with r.
struct EdgeSums {
  private(set) var weight = 0.0
  private(set) var products: (Double, Double, Double, Double, Double, Double) = (0, 0, 0, 0, 0, 0)
  private(set) var residuals = SIMD3<Double>.zero

  mutating func add(_ share: Double, _ brighterSide: Double, _ residual: Double, _ weight: Double) {
    let rest = 1 - share
    self.weight += weight
    products.0 += weight * rest * rest
    products.1 += weight * rest * share
    products.2 += weight * share * share
    products.3 += weight * rest * brighterSide
    products.4 += weight * share * brighterSide
    products.5 += weight * brighterSide * brighterSide
    residuals += SIMD3(rest, share, brighterSide) * (weight * residual)
  }
}
