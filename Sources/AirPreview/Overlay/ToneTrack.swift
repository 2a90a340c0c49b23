import Glibc

/// Short tones at known times, handed out sample by sample.
struct ToneTrack {
  /// Samples a second.
  static let sampleRate = 48_000

  /// A tone with soft ends.
  struct Tone: Hashable {
    let frequencyInHertz: Double
    let durationInSeconds: Double

    /// A target is seen: the A above the middle of a piano.
    static let gained = Tone(frequencyInHertz: 880, durationInSeconds: 0.12)
    /// A target is lost: an octave lower, and a little longer.
    static let lost = Tone(frequencyInHertz: 440, durationInSeconds: 0.18)
  }

  private static let loudness = 0.25
  /// So long a tone takes to grow and to fade, without which it would click.
  private static let rampInSeconds = 0.012

  private var tones: [(tone: Tone, start: Int)] = []
  /// How many samples were handed out.
  private var sampleCount = 0

  /// Lets a tone sound from a time on, which must not have been handed out.
  mutating func sound(_ tone: Tone, at timeInSeconds: Double) {
    tones.append((tone, max(sampleCount, Self.sample(timeInSeconds))))
  }

  /// The samples up to a time, from where the last ones ended.
  mutating func samples(until timeInSeconds: Double) -> [Float] {
    let end = max(sampleCount, Self.sample(timeInSeconds))
    var samples = [Float](repeating: 0, count: end - sampleCount)
    for (tone, start) in tones {
      let length = Self.sample(tone.durationInSeconds)
      let ramp = Double(Self.sample(Self.rampInSeconds))
      for index in max(start, sampleCount)..<max(min(start + length, end), max(start, sampleCount)) {
        let place = Double(index - start)
        let envelope = min(1, place / ramp, (Double(length) - place) / ramp)
        let phase = 2 * Double.pi * tone.frequencyInHertz * place / Double(Self.sampleRate)
        samples[index - sampleCount] += Float(Self.loudness * envelope * sin(phase))
      }
    }
    sampleCount = end
    tones.removeAll { $0.start + Self.sample($0.tone.durationInSeconds) <= end }
    return samples.map { min(1, max(-1, $0)) }
  }

  private static func sample(_ timeInSeconds: Double) -> Int {
    Int((timeInSeconds * Double(sampleRate)).rounded())
  }
}
