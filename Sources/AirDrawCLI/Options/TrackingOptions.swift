import AirArguments
import AirDraw

/// Where the fingertip is, on what it draws, and when.
enum TrackingOptions {
  static let tap = Option(
    repeating: "tap", .custom("X,Y[@SECONDS]", TimedSeed.init(tap:)),
    help: """
      A point on the fingertip in pixels, and when (at the start unless told). Given several times, each is a target \
      of its own.
      """)
  static let box = Option(
    repeating: "box", .custom("X,Y,W,H[@SECONDS]", TimedSeed.init(box:)),
    help: "A box around the fingertip in pixels, and when; several for several targets.")
  static let auto = Flag(
    "auto",
    help: """
      Find the fingertip without being told: by the motion, colour and shape of a hand that comes into the picture of \
      a camera that stands still.
      """)
  static let backward = Flag(
    invertible: "backward", default: true,
    help: "Follow the fingertip back from its tap to the recording's start too.")
  static let level = Option(
    "level", .choice(TrackerOptions.Level.self), default: .accurate, help: "How much work goes into a frame.")
  static let cutoff = Option(
    "cutoff", .decimal("CONFIDENCE", in: 0...1), default: 0.3,
    help: "Let go of the fingertip under this confidence.")
  static let refine = Flag(
    "refine", help: "Track to and fro and tell what both ways agree on: slower, for recordings only.")
  static let pen = Option(
    "pen", .custom("FROM-TO[,…]", PenRanges.init(parsing:)),
    help: "When the pen is down, in seconds; without it, whenever the fingertip is tracked.")
  static let color = Option(
    "color",
    .custom("#RRGGBB") { text in
      guard let color = StrokeColor(hexadecimal: text) else {
        throw InvalidValue("a colour has the form #rrggbb")
      }
      return color
    }, help: "Colour of the strokes.")

  static let group = OptionGroup(
    "Tracking", [tap, box, auto, backward, refine] + SurfaceOptions.all + [pen, color, level, cutoff])

  /// How the tracker works; it takes nothing up again that it would let go at once.
  static func tracker(_ arguments: ParsedArguments) throws -> TrackerOptions {
    var options = TrackerOptions(level: try arguments[level], lostCutoff: try arguments[cutoff])
    options.returnCutoff = max(options.returnCutoff, options.lostCutoff)
    return options
  }

  /// The seeds, one for each target, which are given in one of three ways.
  static func seeds(_ arguments: ParsedArguments) throws -> (first: RecordingSeed, others: [TimedSeed]) {
    let (taps, boxes) = (try arguments[tap], try arguments[box])
    guard taps.isEmpty || boxes.isEmpty else {
      throw arguments.usageError("Give either --tap or --box, not both.")
    }
    let isAutomatic = try arguments[auto]
    guard let first = taps.first ?? boxes.first else {
      if isAutomatic { return (.automatic(FingertipSearch()), []) }
      throw arguments.usageError(
        "Nothing says where the fingertip is: give --tap X,Y[@SECONDS], --box X,Y,W,H[@SECONDS] or --auto.")
    }
    guard !isAutomatic else {
      throw arguments.usageError("Give either --auto or where the fingertip is by --tap or --box, not both.")
    }
    return (.timed(first), Array((taps + boxes).dropFirst()))
  }
}

/// The times in which the pen is down.
struct PenRanges: Sendable {
  let ranges: [PenRange]

  /// Reads `0.8-4.7,5-6.5`.
  init(parsing text: String) throws(InvalidValue) {
    var ranges: [PenRange] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let ends = part.split(separator: "-", omittingEmptySubsequences: false).map { Double($0) }
      guard ends.count == 2, let start = ends[0], let end = ends[1],
        let range = PenRange(startInSeconds: start, endInSeconds: end)
      else { throw InvalidValue("\"\(part)\" is no range of seconds such as 0.8-4.7") }
      if let last = ranges.last, range.startInSeconds < last.endInSeconds {
        throw InvalidValue("the ranges must come in order and not overlap")
      }
      ranges.append(range)
    }
    self.ranges = ranges
  }
}

extension TimedSeed {
  /// Reads `X,Y` or `X,Y@SECONDS`.
  init(tap text: String) throws(InvalidValue) {
    let (p, seconds) = try Self.numbers(text, count: 2, form: "X,Y or X,Y@SECONDS, for example 640,360@0.5")
    self.init(.tap(ImagePoint(x: p[0], y: p[1])), at: seconds)
  }

  /// Reads `X,Y,W,H` or `X,Y,W,H@SECONDS`.
  init(box text: String) throws(InvalidValue) {
    let (b, seconds) = try Self.numbers(
      text, count: 4, form: "X,Y,W,H or X,Y,W,H@SECONDS, for example 600,320,48,48@0.5")
    guard b[2] > 0, b[3] > 0 else { throw InvalidValue("the box must have a positive width and height") }
    self.init(.box(ImageBox(x: b[0], y: b[1], width: b[2], height: b[3])), at: seconds)
  }

  private static func numbers(
    _ text: String, count: Int, form: String
  ) throws(InvalidValue) -> ([Double], Double) {
    let halves = text.split(separator: "@", omittingEmptySubsequences: false)
    let parts = halves[0].split(separator: ",", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Double($0) }.filter(\.isFinite)
    let seconds = halves.count == 2 ? Double(halves[1]) : 0
    guard halves.count <= 2, parts.count == count, numbers.count == count, let seconds,
      (0...1e6).contains(seconds)
    else { throw InvalidValue("it must be \(form)") }
    return (numbers, seconds)
  }
}
