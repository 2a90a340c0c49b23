// swift-tools-version: 6.1
import PackageDescription

// Why each library is here is said in the README. OpenCV and FFmpeg are linked by name, module by module: what
// `pkg-config opencv4` names would load 383 shared libraries at every start.
let openCVModules = [
  "opencv_core", "opencv_imgproc", "opencv_features2d", "opencv_calib3d", "opencv_aruco",
]
let ffmpegLibraries = ["avformat", "avcodec", "avutil", "swscale"]

let engineModules = [
  "AirJSON", "AirGeometry", "AirCapture", "AirTracking", "AirSurface", "AirStroke", "AirExtrusion",
  "AirExport", "AirPreview", "AirSession", "AirImport",
]

let package = Package(
  name: "AirDraw",
  products: engineModules.map { .library(name: $0, targets: [$0]) } + [
    .library(name: "AirDraw", targets: ["AirDraw"]),
    .executable(name: "airdraw", targets: ["AirDrawCLI"]),
    .executable(name: "airdraw-bench", targets: ["AirDrawBench"]),
  ],
  targets: [
    .target(
      name: "CVision",
      // A link to Debian's header folder: the one way to name it without unsafe flags, which would keep other
      // packages from depending on this one.
      cxxSettings: [.headerSearchPath("../../System/opencv4")],
      linkerSettings: (openCVModules + ["apriltag", "apriltag-utils"]).map { .linkedLibrary($0) }),
    .target(name: "CMedia", linkerSettings: ffmpegLibraries.map { .linkedLibrary($0) }),
    .target(name: "CCorrelation"),
    .target(name: "CTransfer"),
    .systemLibrary(name: "CAssimp", providers: [.apt(["libassimp-dev"])]),
    .systemLibrary(name: "CExpat", providers: [.apt(["libexpat1-dev"])]),
    .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),

    .target(name: "AirJSON"),
    .target(name: "AirGeometry"),
    .target(name: "AirCapture", dependencies: ["AirGeometry", "CMedia"]),
    .target(name: "AirTracking", dependencies: ["AirCapture", "AirGeometry", "CCorrelation"]),
    .target(
      name: "AirSurface", dependencies: ["AirCapture", "AirJSON", "AirGeometry", "CTransfer", "CVision"],
      exclude: ["CameraFiles/README.md"]),
    .target(name: "AirStroke", dependencies: ["AirGeometry"]),
    .target(name: "AirExtrusion", dependencies: ["AirGeometry", "AirStroke"]),
    .target(
      name: "AirExport",
      dependencies: [
        "AirJSON", "AirGeometry", "AirStroke", "AirExtrusion", "CAssimp", "CExpat", "CZlib",
      ]),
    .target(
      name: "AirPreview",
      dependencies: [
        "AirGeometry", "AirCapture", "AirTracking", "AirSurface", "AirStroke", "AirExtrusion", "AirExport",
        "CVision",
      ]),
    .target(
      name: "AirSession",
      dependencies: ["AirJSON", "AirGeometry", "AirCapture", "AirTracking", "AirSurface", "AirStroke"],
      exclude: ["README.md"]),
    .target(name: "AirImport", dependencies: ["AirJSON", "AirGeometry", "AirStroke", "CExpat"]),
    .target(name: "AirDraw", dependencies: engineModules.map { .target(name: $0) }),

    .target(name: "AirArguments"),
    .executableTarget(name: "AirDrawCLI", dependencies: ["AirDraw", "AirArguments"]),
    .target(
      name: "CRivals", cxxSettings: [.headerSearchPath("../../System/opencv4")],
      linkerSettings: ["opencv_core", "opencv_calib3d", "opencv_videoio", "opencv_tracking", "assimp"].map {
        .linkedLibrary($0)
      }),
    .target(name: "AirTrackScoring", dependencies: ["AirGeometry", "AirTracking"]),
    .executableTarget(
      name: "AirDrawBench", dependencies: ["AirDraw", "AirArguments", "AirTrackScoring", "CRivals"]),

    .target(name: "AirTestSupport", path: "Tests/AirTestSupport"),
    .testTarget(name: "AirArgumentsTests", dependencies: ["AirArguments"]),
    .testTarget(name: "AirCaptureTests", dependencies: ["AirCapture", "AirGeometry", "AirTestSupport"]),
    .testTarget(name: "AirDrawCLITests", dependencies: ["AirDraw", "AirTestSupport"]),
    .testTarget(name: "AirExportTests", dependencies: ["AirExport", "AirJSON", "AirTestSupport"]),
    .testTarget(
      name: "AirExtrusionTests", dependencies: ["AirExtrusion", "AirStroke", "AirGeometry", "AirTestSupport"]),
    .testTarget(name: "AirGeometryTests", dependencies: ["AirGeometry", "AirTestSupport"]),
    .testTarget(
      name: "AirImportTests", dependencies: ["AirImport", "AirJSON", "AirSession", "AirTestSupport"]),
    .testTarget(name: "AirJSONTests", dependencies: ["AirJSON", "AirTestSupport"]),
    .testTarget(
      name: "AirPreviewTests", dependencies: ["AirPreview", "AirCapture", "AirTestSupport"],
      exclude: ["Golden"]),
    .testTarget(name: "AirSessionTests", dependencies: ["AirSession", "AirJSON", "AirTestSupport"]),
    .testTarget(name: "AirStrokeTests", dependencies: ["AirStroke", "AirTestSupport"]),
    .testTarget(name: "AirSurfaceTests", dependencies: ["AirSurface", "AirJSON", "AirTestSupport"]),
    .testTarget(name: "AirTrackScoringTests", dependencies: ["AirTrackScoring", "AirTestSupport"]),
    .testTarget(name: "AirTrackingTests", dependencies: ["AirTracking", "AirTestSupport"]),
  ],
  swiftLanguageModes: [.v6],
  cLanguageStandard: .c11,
  cxxLanguageStandard: .cxx17
)
