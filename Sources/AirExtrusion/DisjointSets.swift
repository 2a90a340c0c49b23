/// Sets that are united two by two, each named by its least member (R. E. Tarjan, Efficiency of a Good But Not Linear
/// Set Union Algorithm, JACM 22(2), 1975).
package struct DisjointSets {
  private var parent: [Int32]

  /// Sets of one member each.
  package init(count: Int) { parent = Array(0..<Int32(count)) }

  /// The least member of the set that has this one.
  ///
  /// - Complexity: O(log n) on average over all calls.
  package mutating func root(of member: Int) -> Int {
    var place = member
    while parent[place] != place {
      parent[place] = parent[Int(parent[place])]
      place = Int(parent[place])
    }
    return place
  }

  /// Makes one set of those that have these members.
  package mutating func unite(_ first: Int, _ second: Int) {
    let (a, b) = (root(of: first), root(of: second))
    parent[max(a, b)] = Int32(min(a, b))
  }
}
