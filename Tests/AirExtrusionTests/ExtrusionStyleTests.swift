import AirExtrusion
import Testing

@Suite("Extrusion style")
struct ExtrusionStyleTests {
  @Test("the defaults are valid")
  func defaultsAreValid() throws {
    try ExtrusionStyle().validate()
  }

  @Test("all faults of a style are named at once")
  func allFaultsAreNamed() throws {
    let style = ExtrusionStyle(widthInMetres: -0.001, heightInMetres: .nan, toleranceInMetres: 1)
    let error = #expect(throws: ExtrusionError.self) { try style.validate() }
    guard case .invalidStyle(let problems) = error else {
      Issue.record("another error: \(String(describing: error))")
      return
    }
    #expect(problems.count == 3)
    #expect(error?.description.contains("width") == true)
    #expect(error?.description.contains("height") == true)
    #expect(error?.description.contains("tolerance") == true)
  }

  @Test(
    "measures that cannot be built are refused",
    arguments: [0, -1, 1e-6, 1.5, .infinity, -.infinity, .nan])
  func badMeasuresAreRefused(length: Double) {
    #expect(throws: ExtrusionError.self) { try ExtrusionStyle(widthInMetres: length).validate() }
    #expect(throws: ExtrusionError.self) { try ExtrusionStyle(heightInMetres: length).validate() }
    #expect(throws: ExtrusionError.self) { try ExtrusionStyle(toleranceInMetres: length).validate() }
  }
}
