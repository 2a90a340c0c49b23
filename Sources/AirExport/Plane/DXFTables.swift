/// What a DXF file of AutoCAD 2000 must say before and after its entities: the header, the symbol tables, the blocks for
/// model and paper, and the root dictionary.
struct DXFTables {
  /// The handle of the block record whose entities are the model's.
  static let modelSpaceHandle = "1F"

  private let layers: [(name: String, color: Int)]

  /// - Parameter layers: the layers beside “0” and the numbers of their colours.
  init(layers: [(name: String, color: Int)]) { self.layers = layers }

  /// The first handle that the entities may have.
  var firstFreeHandle: Int { Self.firstLayerHandle + layers.count }

  private static let firstLayerHandle = 0x100

  /// The header, classes, tables and blocks.
  ///
  /// - Parameters:
  ///   - minimum: the lower left corner of what is drawn, in millimetres.
  ///   - maximum: the upper right corner.
  ///   - entityCount: how many handles the entities use.
  func head(minimum: SIMD2<Int>, maximum: SIMD2<Int>, entityCount: Int) -> String {
    header(minimum, maximum, entityCount) + "0\nSECTION\n2\nCLASSES\n0\nENDSEC\n0\nSECTION\n2\nTABLES\n"
      + viewports(minimum, maximum) + lineTypes + layerTable + textStyles
      + Self.table("VIEW", handle: "6", []) + Self.table("UCS", handle: "7", []) + applications
      + dimensionStyles
      + blockRecords + "0\nENDSEC\n0\nSECTION\n2\nBLOCKS\n"
      + Self.block("*Model_Space", record: Self.modelSpaceHandle, handles: ("20", "21"), isPaper: false)
      + Self.block("*Paper_Space", record: "1B", handles: ("1C", "1D"), isPaper: true) + "0\nENDSEC\n"
  }

  private func header(_ minimum: SIMD2<Int>, _ maximum: SIMD2<Int>, _ entityCount: Int) -> String {
    let nextHandle = String(firstFreeHandle + entityCount, radix: 16, uppercase: true)
    return Self.tags([
      (0, "SECTION"), (2, "HEADER"), (9, "$ACADVER"), (1, "AC1015"), (9, "$DWGCODEPAGE"), (3, "ANSI_1252"),
      (9, "$EXTMIN"), (10, "\(minimum.x)"), (20, "\(minimum.y)"), (30, "0"),
      (9, "$EXTMAX"), (10, "\(maximum.x)"), (20, "\(maximum.y)"), (30, "0"),
      (9, "$HANDSEED"), (5, nextHandle),
      // Millimetres, and metric line types.
      (9, "$INSUNITS"), (70, "4"), (9, "$MEASUREMENT"), (70, "1"), (0, "ENDSEC"),
    ])
  }

  private func viewports(_ minimum: SIMD2<Int>, _ maximum: SIMD2<Int>) -> String {
    let size = maximum &- minimum
    return Self.table(
      "VPORT", handle: "8",
      [
        Self.tags([
          (0, "VPORT"), (5, "30"), (330, "8"), (100, "AcDbSymbolTableRecord"),
          (100, "AcDbViewportTableRecord"),
          (2, "*Active"), (70, "0"), (10, "0"), (20, "0"), (11, "1"), (21, "1"),
          (12, "\(Double(minimum.x + maximum.x) / 2)"), (22, "\(Double(minimum.y + maximum.y) / 2)"),
          (13, "0"), (23, "0"), (14, "10"), (24, "10"), (15, "10"), (25, "10"), (16, "0"), (26, "0"),
          (36, "1"),
          (17, "0"), (27, "0"), (37, "0"), (40, "\(max(size.x, size.y, 1) + 2)"), (41, "1"), (42, "50"),
          (43, "0"), (44, "0"), (50, "0"), (51, "0"), (71, "0"), (72, "100"), (73, "1"), (74, "3"), (75, "0"),
          (76, "0"), (77, "0"), (78, "0"),
        ])
      ])
  }

  private var lineTypes: String {
    func lineType(_ name: String, handle: String, text: String) -> String {
      Self.tags([
        (0, "LTYPE"), (5, handle), (330, "5"), (100, "AcDbSymbolTableRecord"),
        (100, "AcDbLinetypeTableRecord"),
        (2, name), (70, "0"), (3, text), (72, "65"), (73, "0"), (40, "0"),
      ])
    }
    return Self.table(
      "LTYPE", handle: "5",
      [
        lineType("ByBlock", handle: "14", text: ""), lineType("ByLayer", handle: "15", text: ""),
        lineType("Continuous", handle: "16", text: "Solid line"),
      ])
  }

  private var layerTable: String {
    func layer(_ name: String, handle: String, color: Int) -> String {
      Self.tags([
        (0, "LAYER"), (5, handle), (330, "2"), (100, "AcDbSymbolTableRecord"), (100, "AcDbLayerTableRecord"),
        (2, name), (70, "0"), (62, "\(color)"), (6, "Continuous"), (370, "-3"), (390, "F"),
      ])
    }
    return Self.table(
      "LAYER", handle: "2",
      [layer("0", handle: "10", color: 7)]
        + layers.enumerated().map { index, entry in
          layer(
            entry.name, handle: String(Self.firstLayerHandle + index, radix: 16, uppercase: true),
            color: entry.color)
        })
  }

  private var textStyles: String {
    Self.table(
      "STYLE", handle: "3",
      [
        Self.tags([
          (0, "STYLE"), (5, "11"), (330, "3"), (100, "AcDbSymbolTableRecord"),
          (100, "AcDbTextStyleTableRecord"),
          (2, "Standard"), (70, "0"), (40, "0"), (41, "1"), (50, "0"), (71, "0"), (42, "2.5"), (3, "txt"),
          (4, ""),
        ])
      ])
  }

  private var applications: String {
    Self.table(
      "APPID", handle: "9",
      [
        Self.tags([
          (0, "APPID"), (5, "12"), (330, "9"), (100, "AcDbSymbolTableRecord"), (100, "AcDbRegAppTableRecord"),
          (2, "ACAD"), (70, "0"),
        ])
      ])
  }

  private var dimensionStyles: String {
    Self.tags([
      (0, "TABLE"), (2, "DIMSTYLE"), (5, "A"), (330, "0"), (100, "AcDbSymbolTable"), (70, "1"),
      (100, "AcDbDimStyleTable"), (71, "0"), (0, "DIMSTYLE"), (105, "27"), (330, "A"),
      (100, "AcDbSymbolTableRecord"), (100, "AcDbDimStyleTableRecord"), (2, "Standard"), (70, "0"),
      (0, "ENDTAB"),
    ])
  }

  private var blockRecords: String {
    func record(_ name: String, handle: String, layout: String) -> String {
      Self.tags([
        (0, "BLOCK_RECORD"), (5, handle), (330, "1"), (100, "AcDbSymbolTableRecord"),
        (100, "AcDbBlockTableRecord"), (2, name), (340, layout),
      ])
    }
    return Self.table(
      "BLOCK_RECORD", handle: "1",
      [
        record("*Model_Space", handle: Self.modelSpaceHandle, layout: "22"),
        record("*Paper_Space", handle: "1B", layout: "1E"),
      ])
  }

  /// The dictionaries with the two layouts and the one plot style.
  static let objects =
    tags([
      (0, "SECTION"), (2, "OBJECTS"),
      (0, "DICTIONARY"), (5, "C"), (330, "0"), (100, "AcDbDictionary"), (281, "1"), (3, "ACAD_GROUP"),
      (350, "D"),
      (3, "ACAD_LAYOUT"), (350, "1A"), (3, "ACAD_PLOTSTYLENAME"), (350, "E"),
      (0, "DICTIONARY"), (5, "D"), (330, "C"), (100, "AcDbDictionary"), (281, "1"),
      (0, "ACDBDICTIONARYWDFLT"), (5, "E"), (330, "C"), (100, "AcDbDictionary"), (281, "1"), (3, "Normal"),
      (350, "F"), (100, "AcDbDictionaryWithDefault"), (340, "F"),
      (0, "ACDBPLACEHOLDER"), (5, "F"), (330, "E"),
      (0, "DICTIONARY"), (5, "1A"), (330, "C"), (100, "AcDbDictionary"), (281, "1"), (3, "Layout1"),
      (350, "1E"),
      (3, "Model"), (350, "22"),
    ]) + layout("Layout1", handle: "1E", record: "1B", isModel: false)
    + layout("Model", handle: "22", record: modelSpaceHandle, isModel: true) + "0\nENDSEC\n"

  private static func layout(_ name: String, handle: String, record: String, isModel: Bool) -> String {
    tags([
      (0, "LAYOUT"), (5, handle), (330, "1A"), (100, "AcDbPlotSettings"), (1, ""), (2, "none_device"),
      (4, ""),
      (6, ""), (40, "0"), (41, "0"), (42, "0"), (43, "0"), (44, "0"), (45, "0"), (46, "0"), (47, "0"),
      (48, "0"),
      (49, "0"), (140, "0"), (141, "0"), (142, "1"), (143, "1"), (70, isModel ? "1712" : "688"), (72, "1"),
      (73, "0"),
      (74, "5"), (7, ""), (75, "16"), (147, "1"), (148, "0"), (149, "0"), (100, "AcDbLayout"), (1, name),
      (70, "1"),
      (71, isModel ? "0" : "1"), (10, "0"), (20, "0"), (11, "420"), (21, "297"), (12, "0"), (22, "0"),
      (32, "0"),
      (14, "0"), (24, "0"), (34, "0"), (15, "0"), (25, "0"), (35, "0"), (146, "0"), (13, "0"), (23, "0"),
      (33, "0"),
      (16, "1"), (26, "0"), (36, "0"), (17, "0"), (27, "1"), (37, "0"), (76, "0"), (330, record),
    ])
  }

  private static func block(
    _ name: String, record: String, handles: (begin: String, end: String), isPaper: Bool
  ) -> String {
    let space = isPaper ? [(67, "1")] : []
    return tags(
      [(0, "BLOCK"), (5, handles.begin), (330, record), (100, "AcDbEntity")] + space
        + [
          (8, "0"), (100, "AcDbBlockBegin"), (2, name), (70, "0"), (10, "0"), (20, "0"), (30, "0"), (3, name),
          (1, ""), (0, "ENDBLK"), (5, handles.end), (330, record), (100, "AcDbEntity"),
        ] + space + [(8, "0"), (100, "AcDbBlockEnd")])
  }

  private static func table(_ name: String, handle: String, _ records: [String]) -> String {
    tags([
      (0, "TABLE"), (2, name), (5, handle), (330, "0"), (100, "AcDbSymbolTable"), (70, "\(records.count)"),
    ]) + records.joined() + "0\nENDTAB\n"
  }

  /// Group codes with their values, each on a line of its own.
  private static func tags(_ tags: [(code: Int, value: String)]) -> String {
    tags.map { "\($0.code)\n\($0.value)\n" }.joined()
  }
}
