import Glibc

/// A polynomial by its coefficients, the constant first.
struct Polynomial {
  private let coefficients: [Double]

  init(_ coefficients: [Double]) {
    let last = coefficients.lastIndex { $0 != 0 } ?? 0
    self.coefficients = Array(coefficients.prefix(last + 1))
  }

  func callAsFunction(_ x: Double) -> Double { coefficients.reversed().reduce(0) { $0 * x + $1 } }

  var derivative: Polynomial {
    coefficients.count > 1
      ? Polynomial(coefficients.enumerated().dropFirst().map { Double($0.offset) * $0.element })
      : Polynomial([0])
  }

  func scaled(by factor: Double) -> Polynomial { Polynomial(coefficients.map { $0 * factor }) }

  static func + (a: Polynomial, b: Polynomial) -> Polynomial {
    var sum = a.coefficients + Array(repeating: 0, count: max(b.coefficients.count - a.coefficients.count, 0))
    for (power, value) in b.coefficients.enumerated() { sum[power] += value }
    return Polynomial(sum)
  }

  static func * (a: Polynomial, b: Polynomial) -> Polynomial {
    var product = Array(repeating: 0.0, count: a.coefficients.count + b.coefficients.count - 1)
    for (i, x) in a.coefficients.enumerated() {
      for (j, y) in b.coefficients.enumerated() { product[i + j] += x * y }
    }
    return Polynomial(product)
  }

  /// The smallest x > 0 at which the sign changes; nil where there is none.
  var smallestPositiveRoot: Double? { positiveRoots.first }

  /// The positive places at which the sign changes, rising: between two neighbouring extremes, which are the derivative's
  /// roots, there is at most one, and bisection finds it.
  private var positiveRoots: [Double] {
    guard coefficients.count > 1, let leading = coefficients.last, coefficients.allSatisfy(\.isFinite) else {
      return []
    }
    // Cauchy's bound: no root is larger.
    let bound = 1 + coefficients.dropLast().reduce(0) { max($0, abs($1 / leading)) }
    guard bound.isFinite else { return [] }
    let places = [0] + derivative.positiveRoots.filter { $0 < bound } + [bound]
    return zip(places, places.dropFirst()).compactMap { bisected(from: $0, to: $1) }
  }

  private func bisected(from start: Double, to end: Double) -> Double? {
    var (low, high) = (start, end)
    let isRising = self(high) > 0
    guard (self(low) > 0) != isRising else { return nil }
    // Halving a bracket of doubles ends when nothing lies between its ends.
    while true {
      let middle = low + (high - low) / 2
      guard middle > low, middle < high else { return high }
      if (self(middle) > 0) == isRising { high = middle } else { low = middle }
    }
  }
}

/// The place in 0..<limit at which a function that rises from 0 takes a value: Newton's method, kept inside of a bracket
/// by bisection (W. Press and others, "Numerical Recipes", 3rd edition, section 9.4).
///
/// - Returns: nil when the function does not reach the value.
func increasingRoot(
  of function: (Double) -> Double, slope: (Double) -> Double, value: Double, start: Double, limit: Double
) -> Double? {
  var low = 0.0
  var high = min(max(start, 1e-6), limit)
  while function(high) < value {
    guard high < limit, high < 1e9 else { return nil }
    low = high
    high = min(2 * high, limit)
  }
  var place = high
  for _ in 0..<200 {
    let error = function(place) - value
    // At a pole there is no number, and the place is too far.
    if error <= 0 { low = place } else { high = place }
    let step = error / slope(place)
    let next = place - step
    // At the bracket's end Newton's step may be exact, so its ends are allowed.
    if next >= low, next <= high {
      place = next
      if abs(step) <= 1e-15 * (1 + place) { return place < limit ? place : nil }
    } else {
      place = low + (high - low) / 2
      if high - low <= 1e-15 * (1 + place) { return place < limit ? place : nil }
    }
  }
  return place < limit ? place : nil
}
