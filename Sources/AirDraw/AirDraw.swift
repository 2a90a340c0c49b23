// One `import AirDraw` brings every module of the engine.
@_exported import AirCapture
@_exported import AirExport
@_exported import AirExtrusion
@_exported import AirImport
@_exported import AirJSON
@_exported import AirGeometry
@_exported import AirPreview
@_exported import AirSession
@_exported import AirStroke
@_exported import AirSurface
@_exported import AirTracking

/// The engine's version, as in the change log.
public let airDrawVersion = "0.1.0"
