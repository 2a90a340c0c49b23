import AirJSON

/// The animation in which parts appear at their times: each node's scale steps from nothing to its own, which takes no
/// more than the core of glTF 2.0 (section 3.11, “STEP”).
struct GLTFGrowth {
  private var samplers: [JSONValue] = []
  private var channels: [JSONValue] = []
  private var samplerOfMoment: [Moment: Int] = [:]
  private let inputOfTime: [Double: Int]
  private let outputOfSolid: [Int]

  private struct Moment: Hashable {
    var solid: Int
    var time: Double
  }

  /// Adds the accessors of the inputs and outputs.
  init(_ layout: GLBLayout, endInSeconds: Double, accessors: inout [JSONValue]) {
    let view = JSONValue.integer(layout.number(of: .animation))
    var inputs: [Double: Int] = [:]
    for (index, time) in layout.keyTimes.enumerated() {
      inputs[time] = accessors.count
      accessors.append([
        "bufferView": view, "byteOffset": .integer(GLBLayout.keyLength * index), "componentType": 5126,
        "count": 3, "type": "SCALAR", "min": [0], "max": [.number(Double(Float(endInSeconds)))],
      ])
    }
    var outputs: [Int] = []
    if !layout.keyTimes.isEmpty {
      for index in layout.solids.indices {
        outputs.append(accessors.count)
        accessors.append([
          "bufferView": view,
          "byteOffset": .integer(
            GLBLayout.keyLength * layout.keyTimes.count + GLBLayout.growthLength * index),
          "componentType": 5126, "count": 3, "type": "VEC3",
        ])
      }
    }
    (inputOfTime, outputOfSolid) = (inputs, outputs)
  }

  /// Lets a node appear; what is there from the start does not move.
  mutating func add(node: Int, ofSolid solid: Int, appearingAt time: Double) {
    guard let input = inputOfTime[time], solid < outputOfSolid.count else { return }
    let moment = Moment(solid: solid, time: time)
    let sampler = samplerOfMoment[moment] ?? samplers.count
    if sampler == samplers.count {
      samplerOfMoment[moment] = sampler
      samplers.append([
        "input": .integer(input), "interpolation": "STEP", "output": .integer(outputOfSolid[solid]),
      ])
    }
    channels.append([
      "sampler": .integer(sampler), "target": ["node": .integer(node), "path": "scale"],
    ])
  }

  /// The animation, named for what it shows; nil when nothing moves.
  var animation: JSONValue? {
    channels.isEmpty
      ? nil : ["name": "drawing", "channels": .array(channels), "samplers": .array(samplers)]
  }
}
