/// Gives every name once: a second “stroke” becomes “stroke 2”.
struct UniqueNames {
  /// What stands between a name and its number.
  private let separator: String
  private var given: Set<String> = []
  private var lastNumber: [String: Int] = [:]

  init(separator: String = " ") { self.separator = separator }

  /// The name itself the first time, else with the next free number.
  mutating func unique(_ name: String) -> String {
    var candidate = name
    while !given.insert(candidate).inserted {
      lastNumber[name, default: 1] += 1
      candidate = "\(name)\(separator)\(lastNumber[name, default: 1])"
    }
    return candidate
  }
}
