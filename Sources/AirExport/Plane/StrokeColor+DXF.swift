import AirStroke

extension StrokeColor {
  /// The number of the nearest colour of AutoCAD's index (Autodesk, AutoCAD Color Index), 1…255.
  var dxfColorNumber: Int {
    func distance(_ number: Int) -> Int {
      let other = Self.dxfColor(number)
      let difference = SIMD3(Int(red), Int(green), Int(blue)) &- other
      return (difference &* difference).wrappedSum()
    }
    return (1...255).min { distance($0) < distance($1) } ?? 7
  }

  /// A colour of the index. Numbers 1 to 9 are fixed; 10 to 249 are 24 hues of five values, each full and half
  /// saturated; 250 to 255 are greys.
  private static func dxfColor(_ number: Int) -> SIMD3<Int> {
    switch number {
    case ..<10: return fixedColors[number - 1]
    case 250...: return SIMD3(repeating: greys[number - 250])
    default:
      let value = values[number % 10 / 2]
      let low = number.isMultiple(of: 2) ? 0 : value / 2
      // Six ramps of four steps each.
      let hue = number / 10 - 1
      let rise = low + (value - low) * (hue % 4) / 4
      let fall = value - (value - low) * (hue % 4) / 4
      switch hue / 4 {
      case 0: return SIMD3(value, rise, low)
      case 1: return SIMD3(fall, value, low)
      case 2: return SIMD3(low, value, rise)
      case 3: return SIMD3(low, fall, value)
      case 4: return SIMD3(rise, low, value)
      default: return SIMD3(value, low, fall)
      }
    }
  }

  private static let fixedColors: [SIMD3<Int>] = [
    SIMD3(255, 0, 0), SIMD3(255, 255, 0), SIMD3(0, 255, 0), SIMD3(0, 255, 255), SIMD3(0, 0, 255),
    SIMD3(255, 0, 255),
    SIMD3(255, 255, 255), SIMD3(128, 128, 128), SIMD3(192, 192, 192),
  ]
  private static let values = [255, 165, 127, 76, 38]
  private static let greys = [51, 91, 132, 173, 214, 255]
}
