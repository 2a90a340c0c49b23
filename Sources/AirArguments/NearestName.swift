/// The name that a misspelt word most likely meant: the one it begins, or else the one nearest by
/// `editDistance`, if no more than a third of its letters (at least one) is wrong. The first of equals wins.
///
/// - Complexity: O(names · word · name) time.
func nearestName(to word: String, among names: [String]) -> String? {
  let letters = Array(word.lowercased())
  let hasLetters = letters.contains { $0 != "-" }
  guard hasLetters else { return nil }
  let begun = names.filter { $0.lowercased().hasPrefix(word.lowercased()) }
  if begun.count == 1 { return begun.first }
  let ranked = names.map { (name: $0, distance: editDistance(letters, Array($0.lowercased()))) }
  guard let best = ranked.min(by: { $0.distance < $1.distance }) else { return nil }
  let length = best.name.count { $0 != "-" }
  return best.distance <= max(1, length / 3) ? best.name : nil
}

/// The least number of insertions, deletions, substitutions and swaps of neighbours that turn one word into
/// the other, no part being edited twice.
///
/// Source: F. J. Damerau, "A technique for computer detection and correction of spelling errors",
/// Communications of the ACM 7 (1964) 171–176, by the recurrence known as optimal string alignment.
///
/// - Complexity: O(first · second) time, O(second) space.
package func editDistance(_ first: [Character], _ second: [Character]) -> Int {
  var beforeLast: [Int] = []
  var last = Array(0...second.count)
  for (row, letter) in first.enumerated() {
    var current = [row + 1]
    for (column, other) in second.enumerated() {
      var cost = min(last[column + 1] + 1, current[column] + 1, last[column] + (letter == other ? 0 : 1))
      if row > 0, column > 0, letter == second[column - 1], first[row - 1] == other {
        cost = min(cost, beforeLast[column - 1] + 1)
      }
      current.append(cost)
    }
    (beforeLast, last) = (last, current)
  }
  return last[second.count]
}
