import Glibc

/// A number with a fixed number of decimal places, whatever the locale.
package func decimal(_ value: Double, places: Int) -> String {
  guard value.isFinite else { return "?" }
  let factor = pow(10, Double(places))
  let scaled = (abs(value) * factor).rounded()
  guard scaled < 1e15 else { return value.description }
  let whole = Int(scaled) / Int(factor)
  let rest = Int(scaled) % Int(factor)
  let sign = value < 0 && scaled > 0 ? "-" : ""
  if places == 0 { return "\(sign)\(whole)" }
  let digits = String(rest)
  return "\(sign)\(whole)." + String(repeating: "0", count: places - digits.count) + digits
}
