import AirArguments
import AirDraw

/// `airdraw surface check`: whether printed pictures are fit for tracking.
enum SurfaceCheckCommand {
  private static let pictures = Argument(
    repeating: "PICTURE", .file("png", "jpg", "jpeg", "tiff", "webp"), help: "The picture to be printed.")

  static let command = Command(
    "check", abstract: "Say whether a picture is fit for being found and followed, and why not.",
    discussion: """
      The score goes from 0 to 100; below \(PictureFitness.leastFitScore) a picture is unfit. It falls with what \
      hinders tracking: small size, low contrast, few shades, little or uneven texture, repetition, symmetry. The \
      exit code tells whether every file could be read, not whether it is fit.
      """,
    examples: [
      Example("airdraw surface check poster.jpg card.png", "Rate two pictures before they are printed."),
      Example("airdraw surface check poster.jpg --json", "The marks and all that was measured, as JSON."),
    ],
    arguments: [pictures], options: [OptionGroup("Output", [OutputOptions.quiet, OutputOptions.json])]
  ) { arguments in
    let console = try Console(arguments)
    var code = ExitCode.success
    var reports: [JSONValue] = []
    var lines: [String] = []
    for path in try arguments[pictures] {
      do {
        let fitness = try PictureFitness(of: PixelImage(contentsOf: path))
        reports.append(json(fitness, path))
        lines += text(fitness, path)
      } catch {
        // One bad file does not keep the others from being rated.
        Console.complain("\(InputError(error, in: path))")
        code = .failure
      }
    }
    console.show(lines: lines, warnings: [], json: ["pictures": .array(reports)])
    return code
  }

  private static func text(_ fitness: PictureFitness, _ path: String) -> [String] {
    let verdict = fitness.isFit ? "fit for tracking" : "unfit for tracking"
    return ["\(path): \(verdict), score \(fitness.score) of 100"]
      + fitness.findings.map { "  \($0.sentence)" }
  }

  private static func json(_ fitness: PictureFitness, _ path: String) -> JSONValue {
    let measures = fitness.measures
    let findings = fitness.findings.map { finding -> JSONValue in
      [
        "reason": .string(finding.reason.rawValue), "mark": JSONValue(finding.mark),
        "sentence": .string(finding.sentence),
      ]
    }
    return [
      "file": .string(path), "fit": .boolean(fitness.isFit), "score": .integer(fitness.score),
      "findings": .array(findings),
      "measures": [
        "shorterSideInPixels": .integer(measures.shorterSideInPixels),
        "contrast": JSONValue(measures.contrast),
        "entropyInBits": JSONValue(measures.entropyInBits), "featureCount": .integer(measures.featureCount),
        "coverage": JSONValue(measures.coverage), "repetition": JSONValue(measures.repetition),
        "symmetry": JSONValue(measures.symmetry),
      ],
    ]
  }
}
