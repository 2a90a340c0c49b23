import AirExport
import AirJSON
import FoundationEssentials

/// A page that shows a model in any browser with WebGL, without a network: the model, three.js and all else are in the
/// one file. It can be turned by mouse and touch, and shows its dimensions in millimetres.
public struct PreviewPage: Sendable {
  /// Where Debian's libjs-three puts three.js.
  public static let debianFolder = "/usr/share/javascript/three"

  /// What the page is called.
  private let title: String
  private let library: String
  private let controls: String

  /// Gets ready what pages are made with.
  ///
  /// - Parameters:
  ///   - title: what the page is called: any text.
  ///   - libraryFolder: the folder of three.js, release 111 or one that works like it.
  /// - Throws: `PreviewError.missingLibrary` when three.js is not there.
  public init(title: String, libraryFolder: String = debianFolder) throws(PreviewError) {
    self.title = title
    library = try Self.read(libraryFolder + Self.libraryFile)
    controls = try Self.read(libraryFolder + Self.controlsFile)
  }

  private static let libraryFile = "/three.min.js"
  private static let controlsFile = "/examples/js/controls/OrbitControls.js"

  /// Checks that what pages are made with is there, before work is done for one.
  ///
  /// - Throws: `PreviewError.missingLibrary` when it is not.
  package static func checkLibrary(in folder: String = debianFolder) throws(PreviewError) {
    for file in [libraryFile, controlsFile] where FileKind(path: folder + file) != .regularFile {
      throw .missingLibrary(path: folder + file)
    }
  }

  /// The page's text, the same for the same model.
  ///
  /// - Complexity: O(vertices + triangles) in time and memory.
  public func text(of model: PreviewModel) -> String {
    let geometry = PageGeometry(model)
    return Self.head(title: title) + Self.body(title: title)
      + "<script type=\"application/json\" id=\"model\">\(Self.scriptSafe(geometry.index.text))</script>\n"
      + "<script type=\"application/octet-stream\" id=\"geometry\">\(geometry.bytes.base64EncodedString())</script>\n"
      + "<script>\n\(library)\n</script>\n<script>\n\(controls)\n</script>\n<script>\n\(Self.script)\n</script>\n"
      + "</body>\n</html>\n"
  }

  private static func read(_ path: String) throws(PreviewError) -> String {
    guard let data = try? Data(contentsOf: URL(filePath: path)) else { throw .missingLibrary(path: path) }
    return closingSafe(String(decoding: data, as: UTF8.self))
  }

  /// JSON that ends no script, whatever its texts say (WHATWG, HTML, 4.12.1.3, Restrictions for contents of script
  /// elements).
  private static func scriptSafe(_ json: String) -> String {
    json.replacing("<", with: "\\u003c")
  }

  /// Code whose strings end no script: in them a backslash before “/” changes nothing.
  private static func closingSafe(_ code: String) -> String {
    code.replacing("</script", with: "<\\/script").replacing("<!--", with: "<\\!--")
  }
}
