import Glibc

/// True when a file begins as a PNG, JPEG, BMP, TIFF, WebP or PNM image does (the signatures of their specifications).
package func isImageFile(_ path: String) -> Bool {
  guard let file = fopen(path, "rbe") else { return false }
  defer { fclose(file) }
  var start = [UInt8](repeating: 0, count: 16)
  let count = fread(&start, 1, start.count, file)
  return hasImageSignature(start.prefix(count))
}

/// True when `start`, a file's first 16 bytes, is an image's signature.
package func hasImageSignature(_ start: ArraySlice<UInt8>) -> Bool {
  let signatures: [[UInt8]] = [
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A],  // PNG
    [0xFF, 0xD8, 0xFF],  // JPEG
    Array("BM".utf8),  // BMP
    [0x49, 0x49, 0x2A, 0x00], [0x4D, 0x4D, 0x00, 0x2A],  // TIFF, little and big endian
  ]
  if signatures.contains(where: { start.starts(with: $0) }) { return true }
  if start.starts(with: "RIFF".utf8), start.dropFirst(8).starts(with: "WEBP".utf8) { return true }
  // PNM: P1…P6 and a white space.
  guard start.count >= 3, start[0] == UInt8(ascii: "P") else { return false }
  return (UInt8(ascii: "1")...UInt8(ascii: "6")).contains(start[1]) && [9, 10, 13, 32].contains(start[2])
}
