extension [Double] {
  /// The value in the middle, or the mean of the two there; nil without values.
  ///
  /// - Complexity: O(n log n) for n values.
  package var median: Double? {
    let sorted = self.sorted()
    return sorted.isEmpty ? nil : (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
  }
}
