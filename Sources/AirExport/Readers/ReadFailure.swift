/// Why one of the readers here does not give a scene.
package enum ReadFailure: Error {
  /// The file breaks its format: what is wrong and where, as a clause.
  case malformed(String)
  /// The file may be right, but holds what only a reader of more features knows: what that is, as a clause.
  case unknownFeature(String)

  /// The clause.
  package var reason: String {
    switch self {
    case .malformed(let reason), .unknownFeature(let reason): reason
    }
  }
}
