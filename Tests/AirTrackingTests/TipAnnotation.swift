import AirGeometry
import AirTestSupport
import Foundation

/// The fingertip by frame, from 0; in between in proportion.
struct TipAnnotation {
  let points: [Int: ImagePoint]

  init(_ url: URL, frame: String, firstFrame: Int, x: String, y: String) throws {
    var points: [Int: ImagePoint] = [:]
    for row in try Table(contentsOf: url).rows where row["visible"] != "0" {
      guard let number = row.number(frame), let x = row.number(x), let y = row.number(y) else { continue }
      points[Int(number) - firstFrame] = ImagePoint(x: x, y: y)
    }
    self.points = points
  }

  /// The annotation of one of the shared recordings.
  init(ofRecording name: String) throws {
    try self.init(
      SharedData.url("recordings/\(name).points.csv"), frame: "frame", firstFrame: 0, x: "x", y: "y")
  }

  func place(in frame: Int) -> ImagePoint? {
    // Marks are at most five frames apart.
    guard let before = (frame - 4...frame).last(where: { points[$0] != nil }), let start = points[before],
      let after = (frame...frame + 4).first(where: { points[$0] != nil }), let end = points[after]
    else { return nil }
    let share = after == before ? 0 : Double(frame - before) / Double(after - before)
    return start.moved(dx: share * (end.x - start.x), dy: share * (end.y - start.y))
  }
}
