/// The file of binary numbers beside a glTF file.
enum GLTFBuffer {
  /// The buffer's file name for a glTF file: the same stem, in which every byte that a URI would have to escape is
  /// written as “~” and two hexadecimal digits. Readers differ in whether they undo a URI's own escapes, so the name
  /// has none, and two glTF files never share a buffer.
  static func name(for path: String) -> String {
    var name = ""
    for byte in FilePath.stem(of: path).utf8 {
      let letter = Unicode.Scalar(byte)
      switch letter {
      case "a"..."z", "A"..."Z", "0"..."9", "-", "_", ".":
        name.unicodeScalars.append(letter)
      default:
        name += "~" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }
    return name + ".bin"
  }
}
