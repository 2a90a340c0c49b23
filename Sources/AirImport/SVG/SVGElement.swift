/// An element of an SVG's tree.
final class SVGElement {
  /// The element's name without a prefix.
  let name: String
  /// The attributes by their names without a prefix.
  let attributes: [String: String]
  /// The line on which the element begins, from 1.
  let line: Int
  fileprivate(set) var children: [SVGElement] = []
  /// The text within a title or a style sheet.
  fileprivate(set) var text = ""

  fileprivate init(name: String, attributes: [String: String], line: Int) {
    self.name = name
    self.attributes = attributes
    self.line = line
  }

  /// The words of the `class` attribute.
  var classes: [Substring] { attributes["class"]?.split(whereSeparator: \.isWhitespace) ?? [] }
}

/// Puts the tree together while the parser goes through the text.
final class SVGTreeBuilder {
  private(set) var root: SVGElement?
  /// What made the parser stop, where it was not the text itself.
  private(set) var fault: ImportFault?
  private var open: [SVGElement] = []
  private var elementCount = 0
  private let options: ImportOptions

  init(options: ImportOptions) { self.options = options }

  /// - Returns: false when there is more than is read.
  func begin(_ name: String, _ attributes: [String: String], line: Int) -> Bool {
    elementCount += 1
    if open.count >= options.mostLevels {
      fault = ImportFault(line: line, "its elements are nested more deeply than \(options.mostLevels) levels")
    }
    if elementCount > options.mostElements {
      fault = ImportFault(line: line, "it has more than \(options.mostElements) elements")
    }
    let element = SVGElement(name: name, attributes: attributes, line: line)
    if let parent = open.last { parent.children.append(element) } else { root = element }
    open.append(element)
    return fault == nil
  }

  func end() { _ = open.popLast() }

  func append(_ text: String) {
    guard let element = open.last, element.name == "style" || element.name == "title" else { return }
    element.text += text
  }
}
