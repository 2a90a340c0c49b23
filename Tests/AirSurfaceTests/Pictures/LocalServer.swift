import Foundation
import Glibc

/// A small HTTP server on this machine that serves given files, answers 404 for others, and never answers `/silent`.
final class LocalServer: Sendable {
  private let socket: Int32
  /// The address without a path, such as `http://127.0.0.1:40123`.
  let address: String

  init(_ files: [String: [UInt8]]) throws {
    let listener = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var place = sockaddr_in()
    place.sin_family = sa_family_t(AF_INET)
    place.sin_addr.s_addr = inet_addr("127.0.0.1")
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &place) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(listener, address, length) == 0 && listen(listener, 16) == 0
          && getsockname(listener, address, &length) == 0
      }
    }
    guard listener >= 0, isBound else { throw CocoaError(.fileReadUnknown) }
    socket = listener
    address = "http://127.0.0.1:\(UInt16(bigEndian: place.sin_port))"
    Thread.detachNewThread {
      while true {
        let connection = accept(listener, nil, nil)
        if connection < 0 { return }
        Self.answer(connection, files)
      }
    }
  }

  deinit {
    shutdown(socket, Int32(SHUT_RDWR))
    close(socket)
  }

  private static func answer(_ connection: Int32, _ files: [String: [UInt8]]) {
    var request = [UInt8](repeating: 0, count: 4096)
    let count = read(connection, &request, request.count)
    let words = String(decoding: request.prefix(max(count, 0)), as: UTF8.self).split(separator: " ")
    let path = words.count > 1 ? String(words[1]) : "/"
    // The silent connection stays open and unanswered until the test ends.
    if path == "/silent" { return }
    let body = files[path]
    let status = body == nil ? "404 Not Found" : "200 OK"
    let head = "HTTP/1.1 \(status)\r\nContent-Length: \(body?.count ?? 0)\r\nConnection: close\r\n\r\n"
    let answer = Array(head.utf8) + (body ?? [])
    var sent = 0
    while sent < answer.count {
      let count = answer.withUnsafeBytes { bytes in
        bytes.baseAddress.map {
          send(connection, $0 + sent, answer.count - sent, Int32(MSG_NOSIGNAL))
        } ?? -1
      }
      if count <= 0 { break }
      sent += count
    }
    close(connection)
  }
}
