import AirImport
import AirStroke
import AirTestSupport
import Foundation
import Testing

@Suite struct SVGDocumentTests {
  private let line = "<path stroke='red' fill='none' d='M1 2L3 5'/>"

  @Test("every shape gives its outline from where the specification starts it")
  func shapes() throws {
    #expect(isClose(try lines("<line stroke='red' x1='1' y1='2' x2='3' y2='4'/>"), [[[1, 2], [3, 4]]]))
    #expect(isClose(try lines("<polyline points='1,2 3,4 5-6'/>"), [[[1, 2], [3, 4], [5, -6]]]))
    #expect(isClose(try lines("<polygon points='1,2,3 4 5,6'/>"), [[[1, 2], [3, 4], [5, 6], [1, 2]]]))
    #expect(
      isClose(
        try lines("<rect x='1' y='2' width='3' height='4'/>"),
        [[[1, 2], [4, 2], [4, 6], [1, 6], [1, 2]]]))
    let circle = try #require(try lines("<circle cx='100' cy='200' r='50'/>").first)
    let ellipse = try #require(try lines("<ellipse cx='100' cy='200' rx='50' ry='20'/>").first)
    #expect(circle.first == circle.last && ellipse.first == ellipse.last)
    for step in 0..<360 {
      let (c, s) = (cos(Double(step) * .pi / 180), sin(Double(step) * .pi / 180))
      #expect(distance(from: SIMD2(100 + 50 * c, 200 + 50 * s), to: circle) <= 0.01 + nanometre)
      #expect(distance(from: SIMD2(100 + 50 * c, 200 + 20 * s), to: ellipse) <= 0.01 + nanometre)
    }
    // Radii of a rectangle: one stands for both, and neither is more than half a side.
    let round = try #require(try lines("<rect x='0' y='0' width='100' height='60' rx='20'/>").first)
    #expect(isClose([[round[0]]], [[[20, 0]]]) && isClose([[round[round.count - 1]]], [[[20, 0]]]))
    for (corner, center) in [([100, 0], [80, 20]), ([0, 60], [20, 40])] as [(SIMD2<Double>, SIMD2<Double>)] {
      let nearest = center + (corner - center) / 2.0.squareRoot()
      #expect(distance(from: nearest, to: round) <= 0.01 && distance(from: corner, to: round) > 8)
    }
    #expect(
      isClose(
        [try #require(try lines("<rect width='100' height='60' rx='999'/>").first).prefix(1).map { $0 }],
        [[[50, 0]]]))
  }

  @Test(
    "transforms do what their formulas say, nested ones from the inside out",
    arguments: [
      ("translate(10,20)", [[11, 22], [13, 25]]), ("translate(10)", [[11, 2], [13, 5]]),
      ("scale(2)", [[2, 4], [6, 10]]), ("scale(2 -1)", [[2, -2], [6, -5]]),
      ("rotate(90)", [[-2, 1], [-5, 3]]),
      ("rotate(90,1 2)", [[1, 2], [-2, 4]]), ("skewX(45)", [[3, 2], [8, 5]]),
      ("skewY(45)", [[1, 3], [3, 8]]),
      ("matrix(1 2 3 4 5 6)", [[12, 16], [23, 32]]), ("translate(10) scale(2)", [[12, 4], [16, 10]]),
      (" scale( 2 ),translate(1,1) ", [[4, 6], [8, 12]]), ("", [[1, 2], [3, 5]]),
    ] as [(String, [[Double]])])
  func transforms(text: String, expected: [[Double]]) throws {
    let points = [expected.map { SIMD2($0[0], $0[1]) }]
    #expect(isClose(try lines("<g transform='\(text)'>\(line)</g>"), points))
    let halves = text.split(separator: ") ").map { $0.hasSuffix(")") || $0.isEmpty ? $0 : $0 + ")" }
    let open = halves.map { "<g transform='\($0)'>" }.joined()
    #expect(isClose(try lines(open + line + String(repeating: "</g>", count: halves.count)), points))
  }

  @Test(
    "units are those of CSS, 96 pixels an inch, and a drawing is never mirrored",
    arguments: [
      ("width='100mm' height='100mm' viewBox='0 0 100 100'", 1, "own size"),
      ("width='10cm' height='10cm' viewBox='0 0 100 100'", 1, "own size"),
      ("width='1in' height='1in' viewBox='0 0 25.4 25.4'", 1, "own size"),
      ("width='72pt' height='72pt' viewBox='0 0 25.4 25.4'", 1, "own size"),
      ("width='6pc' height='6pc' viewBox='0 0 25.4 25.4'", 1, "own size"),
      ("width='50mm' viewBox='0 0 100 100'", 0.5, "own size"),
      ("width='960px' height='960' viewBox='0 0 254 254'", 1, "96 an inch"), ("", pixel, "96 an inch"),
      ("viewBox='0 0 40 40'", pixel, "96 an inch"),
      ("width='100%' height='100%' viewBox='0 0 40 40'", pixel, "96 an inch"),
    ])
  func units(attributes: String, scale: Double, said: String) throws {
    let drawing = try imported("<svg \(attributes)>\(line)</svg>")
    #expect(isClose(drawing.drawing.millimetres, [[SIMD2(1, 2) * scale, SIMD2(3, 5) * scale]]))
    #expect(drawing.scale?.contains(said) == true)
  }

  @Test(
    "a view box is laid into its place as preserveAspectRatio says",
    arguments: [
      ("", [25, 0], 0.5), ("xMinYMin", [0, 0], 0.5), ("xMaxYMax meet", [50, 0], 0.5),
      ("xMidYMid slice", [0, -25], 1), ("xMinYMin slice", [0, 0], 1), ("xMidYMax slice", [0, -50], 1),
    ] as [(String, [Double], Double)])
  func viewBoxes(alignment: String, offset: [Double], scale: Double) throws {
    let attribute = alignment.isEmpty ? "" : "preserveAspectRatio='\(alignment)'"
    // A box of 100 × 100 in a page of 100 × 50.
    let text = "<svg width='100mm' height='50mm' viewBox='0 0 100 100' \(attribute)>\(line)</svg>"
    let points = [SIMD2(1.0, 2), SIMD2(3.0, 5)].map { $0 * scale + SIMD2(offset[0], offset[1]) }
    #expect(isClose(try imported(text).drawing.millimetres, [points]))
    let stretched =
      "<svg width='100mm' height='50mm' viewBox='-10 0 100 100' preserveAspectRatio='none'>\(line)</svg>"
    #expect(isClose(try imported(stretched).drawing.millimetres, [[[11, 1], [13, 2.5]]]))
  }

  @Test("inner SVGs, symbols and used elements stand where they are put")
  func uses() throws {
    #expect(
      isClose(
        try lines("<svg x='10' y='20' width='50' height='50' viewBox='0 0 100 100'>\(line)</svg>"),
        [[[10.5, 21], [11.5, 22.5]]]))
    let definitions =
      "<defs><path id='a' stroke='red' d='M1 2L3 5'/><symbol id='s' viewBox='0 0 10 10'>\(line)</symbol></defs>"
    #expect(isClose(try lines(definitions + "<use href='#a' x='10'/>"), [[[11, 2], [13, 5]]]))
    #expect(
      isClose(
        try lines(
          definitions + "<g transform='scale(2)'><use xlink:href='#a' transform='translate(0,1)'/></g>"),
        [[[2, 6], [6, 12]]]))
    #expect(
      isClose(
        try lines(definitions + "<use href='#s' x='5' width='20' height='20'/>"), [[[7, 4], [11, 10]]]))
  }

  @Test("colour and width come from attributes, style sheets and styles, in the order in which they count")
  func styles() throws {
    func stroke(_ elements: String) throws -> Stroke {
      try #require(try imported(svg(elements)).drawing.strokes.first)
    }
    let d = "d='M0 0h1'"
    func color(_ attributes: String) throws -> String {
      try stroke("<path \(d) \(attributes)/>").color.hexadecimal
    }
    #expect(try color("stroke='#0a0B0c'") == "#0a0b0c" && color("stroke='#abc'") == "#aabbcc")
    #expect(
      try color("stroke='RebeccaPurple'") == "#663399" && color("stroke='rgb(1, 20%,300)'") == "#0133ff")
    #expect(try color("stroke='url(#g)'") == StrokeColor.ink.hexadecimal && color("") == "#000000")
    #expect(try color("stroke='currentColor' color='lime'") == "#00ff00" && color("fill='navy'") == "#000080")
    #expect(try color("stroke='red' style='stroke : blue !important; fill:none'") == "#0000ff")
    let sheet =
      "<style>/* a */ path{stroke:lime} .b, .c{stroke:blue}#d.b{stroke:red} g path{stroke:pink}</style>"
    for (attributes, expected) in [
      ("stroke='white'", "#00ff00"), ("class='x b'", "#0000ff"), ("class='b' id='d'", "#ff0000"),
      ("class='c' style='stroke:#111111'", "#111111"),
    ] {
      #expect(try stroke(sheet + "<path \(d) \(attributes)/>").color.hexadecimal == expected)
    }
    let group =
      "<g stroke='red' stroke-width='2' transform='scale(3)'><path \(d)/><path \(d) stroke-width='1mm'/></g>"
    let widths = try imported(svg(group)).drawing.strokes.map { ($0.widthInMetres ?? 0) * 1000 }
    // A millimetre is 96/25.4 user units whatever the view box makes of them.
    #expect(abs(widths[0] - 6) < nanometre && abs(widths[1] - 3 / pixel) < nanometre)
    #expect(try stroke("<path \(d) stroke='red'/>").widthInMetres == 0.001)
    #expect(try stroke("<path \(d) fill='red'/>").widthInMetres == nil, "an area's edge has no pen")
  }

  @Test("what nothing paints is left out, and what can't be read is told")
  func leftOut() throws {
    let hidden = [
      "<path d='M0 0h1' fill='none'/>", "<g display='none'>\(line)</g>", "<g visibility='hidden'>\(line)</g>",
      "<path d='M0 0h1' fill='none' stroke='red' stroke-width='0'/>", "<defs>\(line)</defs>",
      "<clipPath>\(line)</clipPath>", "<rect width='0' height='5'/>", "<circle r='0'/>",
      "<unknown>\(line)</unknown>",
    ]
    let drawing = try imported(svg(hidden.joined() + line + "<text>a</text><text>b</text><image/>"))
    #expect(drawing.drawing.strokes.count == 1)
    #expect(
      drawing.warnings == [
        "1 image element is left out: turn it into paths",
        "2 text elements are left out: turn them into paths",
      ])
    for element in hidden { #expect(throws: ImportError.self) { try imported(svg(element)) } }
  }

  @Test("a drawing is called by its title, else by its file")
  func names() throws {
    #expect(try imported(svg("<title> A \n cat </title>" + line)).name == "A cat")
    #expect(try imported(svg(line)).name == "cat")
  }

  @Test("prefixes, other encodings and document types are read; nothing outside of the file is")
  func xml() throws {
    let prefixed = "<s:svg xmlns:s='http://www.w3.org/2000/svg'><s:path d='M0 0h96'/></s:svg>"
    #expect(isClose(try imported(prefixed).drawing.millimetres, [[[0, 0], [25.4, 0]]]))
    let latin =
      "<?xml version='1.0' encoding='ISO-8859-1'?><svg><title>\u{e9}</title><path d='M0 0h96'/></svg>"
    let bytes = latin.unicodeScalars.map { UInt8($0.value) }
    #expect(try DrawingFile(bytes: bytes, path: "a").drawing(0).name == "é")
    let wide = latin.replacing("ISO-8859-1", with: "UTF-16").utf16
    let utf16: [UInt8] = [0xff, 0xfe] + wide.flatMap { [UInt8($0 & 0xff), UInt8($0 >> 8)] }
    #expect(try DrawingFile(bytes: utf16, path: "a").drawing(0).name == "é")
    let entity = "<!DOCTYPE svg [<!ENTITY w 'h96'><!ENTITY x SYSTEM 'file:///etc/hostname'>]>"
    let drawing = try imported(entity + "<svg><title>&x;</title><path d='M0 0&w;'/></svg>")
    #expect(drawing.name == "cat" && isClose(drawing.drawing.millimetres, [[[0, 0], [25.4, 0]]]))
  }
}
