/// Names for the prims under one parent in USD: identifiers of ASCII letters, digits and underscores, as every version of
/// USD reads them, each given once.
struct USDNames {
  private var names = UniqueNames(separator: "_")

  /// An identifier that is as near to a name as identifiers are.
  mutating func unique(_ name: String) -> String {
    var identifier = String(
      name.unicodeScalars.map { scalar in
        let isKept = scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
        return isKept ? Character(scalar) : "_"
      })
    if identifier.isEmpty || identifier.first?.isNumber == true { identifier = "_" + identifier }
    return names.unique(identifier)
  }
}

extension String {
  /// The text as a string in a USD layer of text.
  var usdQuoted: String {
    var quoted = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\\(scalar)"
      case "\n": quoted += "\\n"
      case "\r": quoted += "\\r"
      case "\t": quoted += "\\t"
      case "\u{0}"..<"\u{20}": quoted += "\u{FFFD}"
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
