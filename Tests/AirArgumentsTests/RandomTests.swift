import AirArguments
import Testing

@Suite("Random command lines") struct RandomTests {
  @Test("what is spelled in any legal way reads back as it was meant", arguments: 0..<500 as Range<UInt64>)
  func roundTrip(seed: UInt64) throws {
    var random = SplitMix64(state: seed)
    let letters = Array("abcdefgijklm").shuffled(using: &random)
    let count = Int.random(in: 1...letters.count, using: &random)
    let intended = letters[..<count].map { Intended(letter: $0, random: &random) }
    let rest = Argument(repeating: "REST", .text(), atLeastOne: false, help: "The rest.")
    let program = Program(
      Command(
        "go", abstract: "Go.", arguments: [rest],
        options: [OptionGroup("Options", intended.map(\.key))]
      ) { _ in .success }, version: "1")
    #expect(program.flaws == [])

    let shorts = Set(letters[..<count] + "h")
    var words: [String] = []
    var bundle = ""
    var values: [Character: [String]] = [:]
    var plain: [String] = []
    var pieces = intended.flatMap { option in option.texts.map { (option, $0) } }
    pieces.shuffle(using: &random)
    for (option, text) in pieces {
      values[option.letter, default: []].append(text)
      if option.isFlag, Bool.random(using: &random), text != "no" {
        bundle.append(option.letter)
        continue
      }
      words += option.spelled(text, bundledWith: &bundle, shorts: shorts, random: &random)
      if Bool.random(using: &random) {
        plain.append("plain\(plain.count)")
        words.append(plain[plain.count - 1])
      }
    }
    if !bundle.isEmpty { words.append("-" + bundle) }
    if Bool.random(using: &random) {
      let tail = ["--", "-a", "--x=1", randomText(&random)]
      plain += tail
      words += ["--"] + tail
    }

    guard case .run(let arguments) = try program.parse(words) else {
      Issue.record("seed \(seed): \(words) does not run")
      return
    }
    #expect(try arguments[rest] == plain, "seed \(seed): \(words)")
    for option in intended {
      #expect(
        try option.holds(arguments, values[option.letter] ?? []),
        "seed \(seed): -\(option.letter) of \(words)")
    }
  }

  @Test("ten thousand arbitrary command lines are each read or refused with a sentence")
  func arbitraryWords() {
    var random = SplitMix64(state: 2)
    let vocabulary = [
      "draw", "inspect", "help", "completions", "bash", "--", "-", "--tap", "--tap=-1,2", "-q", "-qv", "-o",
      "-oa",
      "--output", "--no-progress", "--no-quiet", "-w", "7", "--every=2", "--surface", "none", "--preset",
      "low",
      "a.mp4", "=", "--=", "-=", "", "--\u{0}", "-é", "🙂", "--help=x",
    ]
    var ran = 0
    for round in 0..<10_000 {
      let words = (0..<Int.random(in: 0...8, using: &random)).map { _ in
        Int.random(in: 0..<4, using: &random) == 0
          ? randomText(&random) : vocabulary[Int.random(in: 0..<vocabulary.count, using: &random)]
      }
      do throws(UsageError) {
        if case .run = try Example.program.parse(words) { ran += 1 }
      } catch {
        let isSentence = error.message.hasSuffix(".") || error.message.hasSuffix("?")
        #expect(isSentence && error.usageHint.hasPrefix("Usage: airdraw"), "round \(round): \(words)")
      }
    }
    #expect(ran > 0, "some of them are command lines")
  }
}

/// A random declared option, the texts it is to be given, and what it must then hold.
private struct Intended {
  let letter: Character
  let key: any ArgumentKey
  let isFlag: Bool
  let texts: [String]
  let holds: @Sendable (ParsedArguments, [String]) throws -> Bool

  private var name: String { "long-\(letter)" }

  init(letter: Character, random: inout SplitMix64) {
    self.letter = letter
    let name = "long-\(letter)"
    let isGiven = Bool.random(using: &random)
    let kind = Int.random(in: 0..<6, using: &random)
    isFlag = kind >= 4
    switch kind {
    case 0:
      let key = Option(name, short: letter, .integer(in: -500...500), default: 3, help: "")
      texts = isGiven ? ["\(Int.random(in: -500...500, using: &random))"] : []
      (self.key, holds) = (key, { try $0[key] == $1.first.map { Int($0) } ?? 3 })
    case 1:
      let key = Option(name, short: letter, .decimal(unit: "mm"), help: "")
      texts = isGiven ? ["\(Double.random(in: -1e6...1e6, using: &random))"] : []
      (self.key, holds) = (key, { try $0[key] == $1.first.flatMap { Double($0) } })
    case 2:
      let key = Option(required: name, short: letter, .text(), help: "")
      texts = [randomText(&random)]
      (self.key, holds) = (key, { try $0[key] == $1.first })
    case 3:
      let key = Option(repeating: name, short: letter, .text(), help: "")
      texts = (0..<Int.random(in: 0...4, using: &random)).map { _ in randomText(&random) }
      (self.key, holds) = (key, { try $0[key] == $1 })
    case 4:
      let key = Flag(name, short: letter, help: "")
      texts = isGiven ? ["yes"] : []
      (self.key, holds) = (key, { try $0[key] == !$1.isEmpty })
    default:
      let key = Flag(invertible: name, short: letter, default: Bool.random(using: &random), help: "")
      texts = [Bool.random(using: &random) ? "yes" : "no"]
      (self.key, holds) = (key, { try $0[key] == ($1.last == "yes") })
    }
  }

  /// The words for one text in one of the ways that are legal for it, perhaps after a bundle of flags.
  func spelled(
    _ text: String, bundledWith bundle: inout String, shorts: Set<Character>, random: inout SplitMix64
  ) -> [String] {
    if isFlag { return [text == "no" ? "--no-\(name)" : "--\(name)"] }
    var ways = [["--\(name)=\(text)"]]
    let looksLikeOption =
      text.hasPrefix("--") || text.hasPrefix("-") && text.dropFirst().first.map(shorts.contains) ?? false
    if !looksLikeOption { ways += [["--\(name)", text], ["-\(bundle)\(letter)", text]] }
    if !text.isEmpty { ways.append(["-\(bundle)\(letter)\(text)"]) }
    let way = ways[Int.random(in: 0..<ways.count, using: &random)]
    if !way[0].hasPrefix("--") { bundle = "" }
    return way
  }
}

private func randomText(_ random: inout SplitMix64) -> String {
  let alphabet = Array("-=abq oZé,.:5'\"\\$")
  return String(
    (0..<Int.random(in: 0...6, using: &random)).map { _ in
      alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
    })
}

/// Source: G. L. Steele, D. Lea, C. H. Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
private struct SplitMix64: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
