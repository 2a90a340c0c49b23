import Glibc

/// The locale of C, whose decimal point is a point, for libraries that go by the one of the process.
enum PointLocale {
  /// Runs `body` in this locale, on this thread alone.
  static func within<Value>(_ body: () -> Value) -> Value {
    let locale = newlocale(1 << LC_NUMERIC, "C", nil)
    guard let locale else { return body() }
    let former = uselocale(locale)
    defer {
      uselocale(former)
      freelocale(locale)
    }
    return body()
  }
}
