import AirExtrusion
import AirGeometry
import AirStroke
import AirTestSupport
import Glibc

/// A place in metres and the pen's width there.
struct WidePoint {
  var place: SIMD2<Double>
  var width: Double
}

/// A pen whose width between `least` and `greatest` is told by pressure.
func pressurePen(
  _ cap: PenStyle.Cap = .round, _ join: PenStyle.Join = .round, least: Double = 0.0002,
  greatest: Double = 0.0052
) -> PenStyle {
  PenStyle(
    cap: cap, join: join, width: .pressure, leastWidthInMetres: least, greatestWidthInMetres: greatest)
}

/// A stroke that `pressurePen` draws with the widths told.
func stroke(_ path: [WidePoint], least: Double = 0.0002, greatest: Double = 0.0052) -> Stroke {
  Stroke(
    nodes: path.enumerated().map { index, point in
      PointNode(
        point: SurfacePoint(u: point.place.x, v: point.place.y), timestampInSeconds: Double(index) / 60,
        confidence: 1, pressure: min(1, max(0, (point.width - least) / (greatest - least))))
    })
}

/// How deep a place lies in the discs along a path; negative outside: the distance to them.
func depth(of place: SIMD2<Double>, in path: [WidePoint]) -> Double {
  func depthInDisc(_ point: WidePoint) -> Double { point.width / 2 - distance(point.place, place) }
  var deepest = path.reduce(-.infinity) { max($0, depthInDisc($1)) }
  for (a, b) in zip(path, path.dropFirst()) {
    let most = max(a.width, b.width) / 2 - distance(a.place, place) + distance(a.place, b.place)
    if most <= deepest { continue }
    // Concave along the segment: halve it by golden section.
    let ratio = 0.618_033_988_749_895
    func depth(at t: Double) -> Double {
      depthInDisc(
        WidePoint(place: a.place + (b.place - a.place) * t, width: a.width + (b.width - a.width) * t))
    }
    var (low, high) = (0.0, 1.0)
    var (left, right) = (1 - ratio, ratio)
    var (ofLeft, ofRight) = (depth(at: left), depth(at: right))
    for _ in 0..<40 {
      if ofLeft < ofRight {
        (low, left, ofLeft) = (left, right, ofRight)
        right = low + (high - low) * ratio
        ofRight = depth(at: right)
      } else {
        (high, right, ofRight) = (right, left, ofLeft)
        left = high - (high - low) * ratio
        ofLeft = depth(at: left)
      }
    }
    deepest = max(deepest, ofLeft, ofRight)
  }
  return deepest
}

func distance(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> Double { hypot(a.x - b.x, a.y - b.y) }

/// The distance of a place to a segment.
func distance(_ place: SIMD2<Double>, _ a: SIMD2<Double>, _ b: SIMD2<Double>) -> Double {
  let line = b - a
  let squared = (line * line).sum()
  let share = squared > 0 ? max(0, min(1, ((place - a) * line).sum() / squared)) : 0
  return distance(place, a + line * share)
}

extension Outline {
  /// The rings in metres.
  var rings: [[SIMD2<Double>]] {
    (0..<ringCount).map { ring($0).map { SIMD2<Double>($0) * lattice.stepInMetres } }
  }
}

/// Whether a place lies inside of rings (even-odd, since rings neither cross nor touch).
func isInside(_ place: SIMD2<Double>, _ rings: [[SIMD2<Double>]]) -> Bool {
  var isInside = false
  for ring in rings {
    var a = ring[ring.count - 1]
    for b in ring {
      if (a.y > place.y) != (b.y > place.y),
        place.x < a.x + (place.y - a.y) / (b.y - a.y) * (b.x - a.x)
      {
        isInside.toggle()
      }
      a = b
    }
  }
  return isInside
}

/// The distance of a place to the nearest ring.
func distance(_ place: SIMD2<Double>, _ rings: [[SIMD2<Double>]]) -> Double {
  rings.reduce(.infinity) { nearest, ring in
    zip(ring, ring.dropFirst() + ring.prefix(1)).reduce(nearest) { min($0, distance(place, $1.0, $1.1)) }
  }
}
