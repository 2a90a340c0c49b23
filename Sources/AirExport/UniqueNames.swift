/// Gives every name once: a second “stroke” becomes “stroke 2”.
struct UniqueNames {
  private var given: Set<String> = []
  private var lastNumber: [String: Int] = [:]

  /// The name itself the first time, else with the next free number.
  mutating func unique(_ name: String) -> String {
    var candidate = name
    while !given.insert(candidate).inserted {
      lastNumber[name, default: 1] += 1
      candidate = "\(name) \(lastNumber[name, default: 1])"
    }
    return candidate
  }
}
