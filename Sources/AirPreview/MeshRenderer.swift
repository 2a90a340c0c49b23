import AirCapture
import AirExport
import AirGeometry

/// Draws models as a picture: perspective, hidden faces by a depth buffer, a lamp and a sky, a soft shadow on the ground
/// and smooth edges by sixteen samples a pixel. The same model gives the same bytes.
public struct MeshRenderer: Sendable {
  /// Width of the picture in pixels.
  public var width: Int
  /// Height of the picture in pixels.
  public var height: Int
  /// From where the model is looked at.
  public var view: PreviewView

  /// Makes a renderer for pictures of this size, from 16 × 16 to 8192 × 8192 pixels.
  public init(width: Int = 1280, height: Int = 720, view: PreviewView = .perspective) {
    self.width = width
    self.height = height
    self.view = view
  }

  /// The sizes that pictures may have in each direction.
  public static let sizes = 16...8192
  /// Part of the half picture that stays empty around the model.
  private static let margin: Float = 0.16
  /// Rows of pixels that are drawn at a time, so that the depth buffer stays small.
  private static let bandHeight = 8

  /// True when there is a picture of this size and view.
  var isValid: Bool {
    Self.sizes.contains(width) && Self.sizes.contains(height) && view.azimuthInDegrees.isFinite
      && view.elevationInDegrees.isFinite
  }

  /// Draws meshes, all in the same frame with y up, framed so that they fill the picture.
  ///
  /// - Parameter meshes: meshes on the same lattice; without a triangle the picture is empty ground.
  /// - Returns: nil when the picture's size is out of range or an angle of the view is not finite.
  /// - Complexity: O(pixels + triangles).
  public func image(of meshes: [ShadedMesh]) -> PixelImage? {
    image(of: PreviewModel(meshes))
  }

  /// Draws a model, framed so that it fills the picture.
  ///
  /// - Returns: nil when the picture's size is out of range or an angle of the view is not finite.
  /// - Complexity: O(pixels + triangles).
  public func image(of model: PreviewModel) -> PixelImage? {
    guard isValid else { return nil }
    return image(of: model, framing: model.framedPoints, sky: GroundShadow.sky(of: model))
  }

  /// Draws a model.
  ///
  /// - Parameters:
  ///   - points: what must be in the picture.
  ///   - sky: the shadow in the sky's light, which is the same from all sides.
  func image(of model: PreviewModel, framing points: [SIMD3<Float>], sky: ShadowMap) -> PixelImage {
    let camera = PreviewCamera(
      framing: points, azimuthInDegrees: Float(view.azimuthInDegrees),
      elevationInDegrees: Float(min(max(view.elevationInDegrees, 0), 90)), projection: view.projection,
      aspect: Float(width) / Float(height), margin: Self.margin)
    let light = PreviewLight(camera: camera)
    let shadow = GroundShadow(of: model, lampDirection: light.lampDirection, sky: sky)
    let bands = BandRasterizer(
      model: model, camera: camera, width: width, height: height, bandHeight: Self.bandHeight)
    return PixelImage(size: ImageSize(width: width, height: height)) { bytes in
      PixelShader.use(
        model: model, projected: bands.projected, camera: camera, light: light, shadow: shadow, width: width,
        height: height
      ) { shader in
        // Each band is drawn by itself into rows of its own: how many threads share them changes no byte.
        let workerCount = min(Parallelism.processorCount, bands.bandCount)
        Parallelism.forEach(workerCount) { worker in
          let samples = bands.makeBuffer()
          for band in stride(from: worker, to: bands.bandCount, by: workerCount) {
            bands.fill(samples, ofBand: band)
            draw(bands.rows(ofBand: band), samples, columns: bands.columns, shader, into: bytes)
          }
        }
      }
    }
  }

  /// Gives the pixels of some rows their bytes.
  private func draw(
    _ rows: Range<Int>, _ samples: SampleBuffer, columns: Int, _ shader: PixelShader,
    into bytes: UnsafeMutablePointer<UInt8>
  ) {
    let side = BandRasterizer.samplesPerSide
    SRGBEncoding.table.withUnsafeBufferPointer { table in
      for row in rows {
        var pixel = bytes + 3 * row * width
        var sample = UnsafePointer(samples.triangles) + (row - rows.lowerBound) * side * columns
        for column in 0..<width {
          let color = shader.color(column: column, row: row, samples: sample, stride: columns)
          pixel[0] = table[SRGBEncoding.place(of: color.z)]
          pixel[1] = table[SRGBEncoding.place(of: color.y)]
          pixel[2] = table[SRGBEncoding.place(of: color.x)]
          pixel += 3
          sample += side
        }
      }
    }
  }
}

extension MeshRenderer {
  /// Draws a model from several sides, one picture beside the other, which share the width.
  ///
  /// - Returns: nil when a picture's size is out of range or an angle of a view is not finite.
  public func image(of model: PreviewModel, views: [PreviewView]) -> PixelImage? {
    let panels = views.enumerated().compactMap { number, view in
      let edges = (number...number + 1).map { $0 * width / views.count }
      return MeshRenderer(width: edges[1] - edges[0], height: height, view: view).image(of: model)
    }
    guard panels.count == views.count, !panels.isEmpty else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(3 * width * height)
    for row in 0..<height {
      for panel in panels {
        bytes += panel.bytes[row * panel.bytesPerRow..<(row + 1) * panel.bytesPerRow]
      }
    }
    return PixelImage(
      size: ImageSize(width: width, height: height), format: .bgr8, bytesPerRow: 3 * width, bytes: bytes)
  }
}
