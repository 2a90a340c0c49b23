/// The farthest place to which a stretch from another can go, by steps that double while they hold and are then halved
/// into.
///
/// - Parameters:
///   - start: where the stretch begins; to the place after it every stretch goes.
///   - last: the last place there is, after `start`.
///   - holds: whether a stretch from `start` may go to a place.
/// - Complexity: O(log n) questions for a stretch of n places.
func farthestStretch(from start: Int, to last: Int, holds: (Int) -> Bool) -> Int {
  var fitting = start + 1
  var failing = last + 1
  var step = 2
  while fitting < last {
    let probe = min(start + step, last)
    guard holds(probe) else {
      failing = probe
      break
    }
    fitting = probe
    step *= 2
  }
  while failing - fitting > 1 {
    let middle = (fitting + failing) / 2
    if holds(middle) { fitting = middle } else { failing = middle }
  }
  return min(fitting, last)
}
