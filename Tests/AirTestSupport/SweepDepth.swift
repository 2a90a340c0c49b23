import Foundation

/// How far sweeps go: `make check-deep` sets `AIRDRAW_DEEP`, and they go through everything there is.
public enum SweepDepth {
  /// True for the deep sweeps.
  public static var isDeep: Bool { ProcessInfo.processInfo.environment["AIRDRAW_DEEP"] != nil }

  /// A count that is `factor` times as large in deep sweeps.
  public static func count(_ usual: Int, timesWhenDeep factor: Int) -> Int { isDeep ? usual * factor : usual }
}
