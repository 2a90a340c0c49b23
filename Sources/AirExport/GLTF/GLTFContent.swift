import AirExtrusion
import AirJSON

/// A scene with what a glTF file is to hold beyond shape and colour.
struct GLTFContent {
  /// What is told of one solid.
  struct Details {
    /// When each vertex of the mesh was drawn, in seconds; nil when the file does not say.
    var times: [Double]?
    /// For each part when it appears, in seconds from the animation's start; nil when nothing moves.
    var appearanceInSeconds: [Double]?
    /// How positions are stored as whole numbers; nil for floats.
    var quantization: Quantization?
    /// Whether the file says which split vertices are one.
    var statesManifold = false
  }

  /// The scene as it is stored: parts in slices where it is animated. Vertices are exact, and rounded while they are
  /// written, so that normals are those of the exact surface.
  let scene: ExportScene
  /// For each solid what is told of it.
  let details: [Details]
  /// What the file does not hold as the scene had it, each as a sentence.
  let remarks: [String]

  /// A scene of which nothing more is told.
  init(_ scene: ExportScene) {
    self.scene = scene
    details = scene.solids.map { _ in Details() }
    remarks = []
  }

  /// - Throws: `ExportError.notExpressible` when times are asked for and not known.
  /// - Complexity: O(t log t) for t triangles when it is animated, and that of a mesh report when it is quantised.
  init(_ scene: ExportScene, options: GLTFOptions, path: String) throws(ExportError) {
    var prepared = scene
    var details: [Details] = []
    var remarks: [String] = []
    for index in scene.solids.indices {
      var detail = Details(statesManifold: options.statesManifold)
      if options.hasTimes || options.isAnimated {
        guard let times = scene.solids[index].vertexTimesInSeconds,
          times.count == scene.solids[index].mesh.vertices.count
        else {
          throw .notExpressible(
            path: path, problem: "nothing tells when each place of the solid was drawn; leave the times out")
        }
        if options.hasTimes { detail.times = times }
        if options.isAnimated {
          let slices = scene.solids[index].mesh.sliced(
            byVertexTimes: times, stepCount: GLTFOptions.largestSliceCount)
          prepared.solids[index].mesh = slices.mesh
          detail.appearanceInSeconds = slices.appearanceInSeconds
        }
      }
      if options.isQuantized {
        let quantization = Quantization(prepared.solids[index].mesh)
        detail.quantization = quantization
        prepared.solids[index].tell(of: quantization)
        var rounded = prepared.solids[index].mesh
        rounded.vertices = rounded.vertices.map { quantization.rounded($0) }
        let faults = MeshReport(of: rounded).problems
        if !faults.isEmpty {
          remarks.append(
            "\(path): its quantised positions are good to look at and no solid to print: "
              + faults.joined(separator: "; ") + ".")
        }
      }
      details.append(detail)
    }
    (self.scene, self.details, self.remarks) = (prepared, details, remarks)
  }

  /// How long the animation lasts, in seconds, with its rest; nil when nothing moves.
  var animationEndInSeconds: Double? {
    details.compactMap { $0.appearanceInSeconds?.max() }.max().map { $0 + GLTFOptions.restInSeconds }
  }
}

extension ExportSolid {
  /// Says in the extras how far vertices are rounded.
  fileprivate mutating func tell(of quantization: Quantization) {
    extras.append(
      JSONField(
        "quantization",
        [
          "stepInMetres": .number(quantization.step / mesh.lattice.unitsPerMetre),
          "largestErrorInMetres": .number(quantization.largestErrorInMetres),
          "largestErrorOfNormalsInDegrees": .number(GLBLayout.largestErrorOfNormalsInDegrees),
        ]))
  }
}
