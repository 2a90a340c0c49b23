import AirGeometry
import AirSurface
import Testing

@Suite struct SurfaceSpecificationTests {
  @Test("every form of a surface reads as what it says")
  func forms() throws {
    #expect(try SurfaceSpecification(parsing: "none") == .none)
    #expect(try SurfaceSpecification(parsing: "paper:A4") == .paper(.a4))
    #expect(
      try SurfaceSpecification(parsing: "marker:DICT_4X4_50:40")
        == .marker(dictionary: .aruco4x4_50, sideInMetres: 0.04, identifier: nil))
    #expect(
      try SurfaceSpecification(parsing: "marker:apriltag_36h11:50:7")
        == .marker(dictionary: .aprilTag36h11, sideInMetres: 0.05, identifier: 7))
    #expect(
      try SurfaceSpecification(parsing: "marker:tag36h11:50")
        == .marker(dictionary: .aprilTag36h11, sideInMetres: 0.05, identifier: nil))
    #expect(
      try SurfaceSpecification(parsing: "board:6x6_250:5x7:40:10:3")
        == .board(
          MarkerBoard(
            dictionary: .aruco6x6_250, columns: 5, rows: 7, sideInMetres: 0.04, gapInMetres: 0.01,
            firstIdentifier: 3)))
    #expect(
      try SurfaceSpecification(parsing: "chessboard:9x6:25")
        == .chessboard(columns: 9, rows: 6, squareInMetres: 0.025))
    #expect(try SurfaceSpecification(parsing: "card") == .card)
    #expect(try SurfaceSpecification(parsing: "auto") == .automatic(markerSideInMetres: nil))
    #expect(try SurfaceSpecification(parsing: "auto:40") == .automatic(markerSideInMetres: 0.04))
    #expect(
      try SurfaceSpecification(parsing: "plane:height=450,tilt=60")
        == .plane(.height(metres: 0.45, tiltInDegrees: 60, rollInDegrees: 0)))
    #expect(
      try SurfaceSpecification(parsing: "plane:point=0,0,500,normal=0,0,2")
        == .plane(.point(SIMD3(0, 0, 0.5), normal: SIMD3(0, 0, -1))))
    #expect(
      try SurfaceSpecification(parsing: "quad:0,0,100,0,100,50,0,50:280x176")
        == .quad(
          corners: [
            ImagePoint(x: 0, y: 0), ImagePoint(x: 100, y: 0), ImagePoint(x: 100, y: 50),
            ImagePoint(x: 0, y: 50),
          ], widthInMetres: 0.28, heightInMetres: 0.176))
  }

  @Test(
    "a wrong surface is refused with a sentence that names what is wrong",
    arguments: [
      ("", "is no surface"), ("paper", "is no surface"), ("paper:a9", "no paper size"),
      ("marker:4X4_51:40", "no marker dictionary"), ("marker:4X4_50:-4", "side must be"),
      ("marker:4X4_50:nan", "side must be"), ("marker:4X4_50:40:x", "identifier"),
      ("quad:0,0,100,0,100,50:280x176", "eight numbers"),
      ("quad:0,0,100,0,100,inf,0,50:280x176", "eight numbers"),
      ("quad:0,0,100,0,100,50,0,50:280", "size is WxH"), ("quad:0,0,100,0,100,50,0,50:0x1", "size is WxH"),
      ("board:4X4_50:5:40:10", "COLSxROWS"), ("board:4X4_50:5x0:40:10", "COLSxROWS"),
      ("chessboard:9x6:0", "square's side"), ("auto:x", "marker's side"), ("card:1", "give card"),
      ("plane:height=450", "height=H,tilt"), ("plane:height=450,tilt=1", "edge-on"),
      ("plane:height=-1,tilt=60", "height"), ("plane:tilt=a,height=3", "no number"),
      ("plane:point=0,0,500,normal=1,0,0", "edge-on"), ("plane:point=0,0,500,normal=0,0,0", "edge-on"),
      ("plane:point=0,0,-5,normal=0,0,1", "before the camera"),
      // Crossing sides, three corners on a line, a corner twice, a dent.
      ("quad:0,0,100,50,100,0,0,50:280x176", "sides cross"),
      ("quad:0,0,50,0,100,0,0,50:280x176", "sides cross"),
      ("quad:0,0,0,0,100,50,0,50:280x176", "sides cross"),
      ("quad:0,0,100,0,20,20,0,100:280x176", "sides cross"),
    ])
  func refusals(text: String, reason: String) {
    do {
      _ = try SurfaceSpecification(parsing: text)
      Issue.record("\"\(text)\" was taken")
    } catch {
      #expect(error.description.contains(reason))
    }
  }
}
