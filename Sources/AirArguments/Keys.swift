/// A declared option, flag or argument: what a command lists, and what its value is looked up with.
public protocol ArgumentKey<Value>: Sendable {
  /// The type of the looked-up value: `Tap?` where it may be absent, `[String]` where it may be repeated.
  associatedtype Value: Sendable

  /// The declaration without its type.
  var declaration: Declaration { get }
}

/// An option with a value: `--width 8`, `--width=8`, `-w 8`, `-w8`.
///
/// ```swift
/// let tap = Option("tap", .custom("X,Y[@SECONDS]", Tap.init), help: "…")              // Tap?
/// let width = Option("width", .decimal(unit: "mm", in: 0.1...100), default: 8, help: "…")  // Double
/// let surface = Option(required: "surface", .custom("SPEC", Surface.init), help: "…")  // Surface
/// let outputs = Option(repeating: "output", short: "o", .file("glb"), help: "…")       // [String]
/// ```
public struct Option<Value: Sendable>: ArgumentKey {
  /// The declaration without its type.
  public let declaration: Declaration

  /// An option that may be left out.
  public init<Item>(_ name: String, short: Character? = nil, _ format: ValueFormat<Item>, help: String)
  where Value == Item? {
    declaration = Declaration(.option, name, short, format, help: help) { .some($0.first) }
  }

  /// An option that has a default value, which help shows.
  public init(
    _ name: String, short: Character? = nil, _ format: ValueFormat<Value>, default value: Value, help: String
  ) {
    declaration = Declaration(
      .option, name, short, format, notes: ["default \(format.describe(value))"], help: help
    ) { $0.first ?? value }
  }

  /// An option that must be given.
  public init(required name: String, short: Character? = nil, _ format: ValueFormat<Value>, help: String) {
    declaration = Declaration(
      .option, name, short, format, isRequired: true, notes: ["required"], help: help
    ) { $0.first }
  }

  /// An option whose values are collected in the order given.
  public init<Item>(
    repeating name: String, short: Character? = nil, _ format: ValueFormat<Item>, help: String
  ) where Value == [Item] {
    declaration = Declaration(
      .option, name, short, format, isRepeatable: true, notes: ["may be repeated"], help: help
    ) { $0 }
  }
}

/// An option without a value: `--quiet`, `-q`. Given again it changes nothing.
public struct Flag: ArgumentKey {
  /// Whether the flag is set.
  public typealias Value = Bool

  /// The declaration without its type.
  public let declaration: Declaration

  /// A flag that is off unless given.
  public init(_ name: String, short: Character? = nil, help: String) {
    declaration = Declaration(flag: name, short, isInvertible: false, default: false, help: help)
  }

  /// A flag that `--no-NAME` turns off; of several, the last one counts.
  public init(invertible name: String, short: Character? = nil, default value: Bool, help: String) {
    declaration = Declaration(flag: name, short, isInvertible: true, default: value, help: help)
  }
}

/// An argument known by its position: the `VIDEO` of `airdraw track VIDEO`.
public struct Argument<Value: Sendable>: ArgumentKey {
  /// The declaration without its type.
  public let declaration: Declaration

  /// An argument that must be given.
  public init(_ name: String, _ format: ValueFormat<Value>, help: String) {
    declaration = Declaration(.positional, name, nil, format, isRequired: true, help: help) { $0.first }
  }

  /// An argument that may be left out.
  public init<Item>(optional name: String, _ format: ValueFormat<Item>, help: String) where Value == Item? {
    declaration = Declaration(.positional, name, nil, format, help: help) { .some($0.first) }
  }

  /// All the arguments that are left.
  public init<Item>(
    repeating name: String, _ format: ValueFormat<Item>, atLeastOne: Bool = true, help: String
  ) where Value == [Item] {
    declaration = Declaration(
      .positional, name, nil, format, isRequired: atLeastOne, isRepeatable: true, help: help
    ) { atLeastOne && $0.isEmpty ? nil : $0 }
  }
}
