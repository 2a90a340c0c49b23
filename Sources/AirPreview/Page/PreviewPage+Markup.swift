extension PreviewPage {
  /// The page's head, up to its styles.
  static func head(title: String) -> String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>\(markupSafe(title))</title>
    <style>
    \(style)
    </style>
    </head>

    """
  }

  /// What is seen of the page beside the picture.
  static func body(title: String) -> String {
    """
    <body>
    <canvas id="picture" tabindex="0" role="img" aria-label="\(markupSafe(title)), seen in space"></canvas>
    <div id="labels" aria-hidden="true"></div>
    <section id="panel" aria-label="What is shown">
    <h1>\(markupSafe(title))</h1>
    <p id="size"></p>
    <div id="switches">
    <button type="button" id="switch-dimensions" aria-pressed="true">Dimensions</button>
    <button type="button" id="switch-wireframe" aria-pressed="false">Wireframe</button>
    <button type="button" id="switch-dark" aria-pressed="false">Dark</button>
    <button type="button" id="switch-reset">Reset view</button>
    </div>
    <ul id="parts" aria-label="Parts"></ul>
    <details><summary>Help and licence</summary>
    <p>Drag to turn, wheel or two fingers to zoom, right button or two fingers to move, arrow keys too.</p>
    <p>Drawn by three.js:</p>
    <pre>\(markupSafe(licence))</pre>
    </details>
    </section>
    <p id="trouble" role="alert"></p>
    <noscript><p>This page needs JavaScript to show its model.</p></noscript>

    """
  }

  /// A text that means itself between and in tags. What no page may hold becomes U+FFFD.
  static func markupSafe(_ text: String) -> String {
    var safe = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": safe += "&amp;"
      case "<": safe += "&lt;"
      case ">": safe += "&gt;"
      case "\"": safe += "&quot;"
      case "'": safe += "&#39;"
      case "\n", "\t": safe.unicodeScalars.append(scalar)
      default: safe.unicodeScalars.append(scalar.properties.generalCategory == .control ? "\u{FFFD}" : scalar)
      }
    }
    return safe
  }

  /// The licence of three.js, which asks to be where three.js is.
  static let licence = """
    The MIT License

    Copyright © 2010-2019 three.js authors

    Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated \
    documentation files (the "Software"), to deal in the Software without restriction, including without limitation the \
    rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit \
    persons to whom the Software is furnished to do so, subject to the following conditions:

    The above copyright notice and this permission notice shall be included in all copies or substantial portions of the \
    Software.

    THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE \
    WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR \
    COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR \
    OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
    """
}
