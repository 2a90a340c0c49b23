/// How the text of one value is read, described and completed.
///
/// Declare one with a ready-made factory, such as ``decimal(_:unit:in:)``, or with ``custom(_:completion:_:)``:
/// ```swift
/// .decimal(unit: "mm", in: 0.1...100)     // --width MM     (from 0.1 to 100 mm)
/// .choice(Preset.self)                    // --preset PRESET (low, medium or high)
/// .custom("X,Y[@SECONDS]", Tap.init)      // --tap X,Y[@SECONDS]
/// ```
public struct ValueFormat<Value: Sendable>: Sendable {
  /// What stands for the value in help; `nil` takes the option's own name in capitals.
  let placeholder: String?
  /// What values are allowed, as help says it: "from 0.1 to 100 mm".
  let constraint: String?
  let completion: ValueCompletion
  /// How a default value is shown in help.
  let describe: @Sendable (Value) -> String
  /// Reads the text; the description of any error thrown tells the user how to mend it.
  let parse: @Sendable (String) throws -> Value

  /// A value with its own parser.
  ///
  /// - Parameters:
  ///   - placeholder: What stands for the value in help, such as `X,Y[@SECONDS]`.
  ///   - completion: What a shell offers when asked to complete the value.
  ///   - parse: Reads the text. The description of an error it throws ends the sentence
  ///     "Option --tap cannot be '1;2': …", so it should say what is needed instead.
  public static func custom(
    _ placeholder: String, completion: ValueCompletion = .nothing,
    _ parse: @escaping @Sendable (String) throws -> Value
  ) -> ValueFormat {
    ValueFormat(
      placeholder: placeholder, constraint: nil, completion: completion, describe: { "\($0)" }, parse: parse)
  }

  /// The same text read into another type, such as `.file("glb").map(ExportFile.init)`; a default value of it
  /// is shown by its description.
  public func map<Other>(
    _ transform: @escaping @Sendable (Value) throws -> Other
  ) -> ValueFormat<Other> {
    let parse = parse
    return ValueFormat<Other>(
      placeholder: placeholder, constraint: constraint, completion: completion, describe: { "\($0)" },
      parse: { try transform(parse($0)) })
  }
}

/// What a shell offers where a value is to be completed.
public enum ValueCompletion: Sendable, Equatable {
  /// Nothing can be guessed.
  case nothing
  /// One of these words.
  case words([String])
  /// Any directory, and the files whose name ends in one of these extensions (all files if there are none).
  case file(extensions: [String])
  /// A directory.
  case directory
}

/// The reason why a text is not a value, as the end of a sentence: "it must be two numbers, such as 640,360".
public struct InvalidValue: Error, CustomStringConvertible {
  /// The reason, without the option's name or the text, which the parser adds.
  public let description: String

  /// - Parameter reason: What is needed instead.
  public init(_ reason: String) { description = reason }
}

extension ValueFormat where Value == String {
  /// Any text.
  public static func text(_ placeholder: String? = nil) -> ValueFormat {
    ValueFormat(
      placeholder: placeholder, constraint: nil, completion: .nothing, describe: { $0 }, parse: { $0 })
  }

  /// The path of a file. Extensions (without their dot) guide completion and refuse nothing.
  public static func file(_ extensions: String..., placeholder: String = "FILE") -> ValueFormat {
    path(placeholder, .file(extensions: extensions))
  }

  /// The path of a directory.
  public static func directory(_ placeholder: String = "DIRECTORY") -> ValueFormat {
    path(placeholder, .directory)
  }

  private static func path(_ placeholder: String, _ completion: ValueCompletion) -> ValueFormat {
    ValueFormat(placeholder: placeholder, constraint: nil, completion: completion, describe: { $0 }) { text in
      if text.isEmpty { throw InvalidValue("it must be a path, and a path is never empty") }
      return text
    }
  }
}

extension ValueFormat where Value == Int {
  /// A whole number. A bound of `Int.min` or `Int.max` stands for none.
  public static func integer(
    _ placeholder: String = "N", in range: ClosedRange<Int> = .min ... .max
  ) -> ValueFormat {
    let bounds = boundsPhrase(
      range.lowerBound == .min ? nil : "\(range.lowerBound)",
      range.upperBound == .max ? nil : "\(range.upperBound)")
    let need = ["it must be a whole number", bounds].compactMap(\.self).joined(separator: " ")
    return ValueFormat(
      placeholder: placeholder, constraint: bounds, completion: .nothing, describe: { "\($0)" }
    ) { text in
      guard let number = Int(text), range.contains(number) else { throw InvalidValue(need) }
      return number
    }
  }
}

extension ValueFormat where Value == Double {
  /// A finite decimal number. An infinite bound stands for none.
  ///
  /// - Parameters:
  ///   - placeholder: What stands for the value in help; the unit in capitals unless given.
  ///   - unit: The unit the number is in, which help and messages name and the user does not write.
  ///   - range: The numbers allowed.
  public static func decimal(
    _ placeholder: String? = nil, unit: String? = nil,
    in range: ClosedRange<Double> = -.infinity ... .infinity
  ) -> ValueFormat {
    let suffix = unit.map { " " + $0 } ?? ""
    let bounds = boundsPhrase(
      range.lowerBound.isFinite ? shortest(range.lowerBound) : nil,
      range.upperBound.isFinite ? shortest(range.upperBound) : nil, suffix)
    let need = ["it must be a number", bounds ?? unit.map { "in " + $0 }].compactMap(\.self)
      .joined(separator: " ")
    return ValueFormat(
      placeholder: placeholder ?? unit?.uppercased() ?? "NUMBER", constraint: bounds, completion: .nothing,
      describe: { shortest($0) + suffix }
    ) { text in
      guard let number = Double(text), number.isFinite, range.contains(number) else {
        throw InvalidValue(need)
      }
      return number
    }
  }
}

extension ValueFormat where Value: CaseIterable & RawRepresentable, Value.RawValue == String {
  /// One of an enumeration's raw values.
  public static func choice(_ type: Value.Type, placeholder: String? = nil) -> ValueFormat {
    let names = type.allCases.map(\.rawValue)
    return ValueFormat(
      placeholder: placeholder, constraint: names.joinedByOr, completion: .words(names),
      describe: { $0.rawValue }
    ) { text in
      if let value = Value(rawValue: text) { return value }
      let mend = nearestName(to: text, among: names).map { "; did you mean '\($0)'?" } ?? ""
      throw InvalidValue("it must be \(names.joinedByOr)\(mend)")
    }
  }
}

private func boundsPhrase(_ lower: String?, _ upper: String?, _ suffix: String = "") -> String? {
  switch (lower, upper) {
  case (let lower?, let upper?): "from \(lower) to \(upper)\(suffix)"
  case (let lower?, nil): "from \(lower)\(suffix) up"
  case (nil, let upper?): "up to \(upper)\(suffix)"
  case (nil, nil): nil
  }
}

/// The shortest text that reads back as the number: "8", not "8.0".
private func shortest(_ number: Double) -> String {
  let text = "\(number)"
  return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}

extension [String] {
  /// "a, b or c".
  var joinedByOr: String {
    count < 2 ? joined() : dropLast().joined(separator: ", ") + " or " + self[count - 1]
  }
}
