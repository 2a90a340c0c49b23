// swift-tools-version: 6.1
import PackageDescription

// Why each library is here is said in the README. OpenCV and FFmpeg are linked by name, module by module: what
// `pkg-config opencv4` names would load 383 shared libraries at every start.
let openCVModules = ["opencv_core", "opencv_imgproc", "opencv_calib3d", "opencv_aruco"]
let ffmpegLibraries = ["avformat", "avcodec", "avutil", "swscale"]

let engineModules = [
  "AirGeometry", "AirCapture", "AirTracking", "AirSurface", "AirStroke", "AirExtrusion", "AirExport",
  "AirPreview", "AirSession",
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
      linkerSettings: openCVModules.map { .linkedLibrary($0) }),
    .target(name: "CMedia", linkerSettings: ffmpegLibraries.map { .linkedLibrary($0) }),
    .target(name: "CClipper", linkerSettings: [.linkedLibrary("polyclipping")]),
    .systemLibrary(name: "CAssimp", providers: [.apt(["libassimp-dev"])]),

    .target(name: "AirGeometry"),
    .target(name: "AirCapture", dependencies: ["AirGeometry", "CMedia"]),
    .target(name: "AirTracking", dependencies: ["AirCapture", "AirGeometry", "CVision"]),
    .target(name: "AirSurface", dependencies: ["AirCapture", "AirGeometry", "CVision"]),
    .target(name: "AirStroke", dependencies: ["AirGeometry"]),
    .target(name: "AirExtrusion", dependencies: ["AirGeometry", "AirStroke", "CClipper"]),
    .target(name: "AirExport", dependencies: ["AirGeometry", "AirExtrusion", "CAssimp"]),
    .target(name: "AirPreview", dependencies: ["AirGeometry", "AirCapture", "AirExtrusion", "CMedia"]),
    .target(
      name: "AirSession",
      dependencies: ["AirGeometry", "AirCapture", "AirTracking", "AirSurface", "AirStroke"]),
    .target(name: "AirDraw", dependencies: engineModules.map { .target(name: $0) }),

    .target(name: "AirArguments"),
    .executableTarget(name: "AirDrawCLI", dependencies: ["AirDraw", "AirArguments"]),
    .executableTarget(name: "AirDrawBench", dependencies: ["AirDraw", "AirArguments"]),

    .target(name: "AirTestSupport", dependencies: ["AirDraw"], path: "Tests/AirTestSupport"),
    .testTarget(name: "AirGeometryTests", dependencies: ["AirGeometry", "AirTestSupport"]),
    .testTarget(name: "AirCaptureTests", dependencies: ["AirCapture", "AirGeometry", "AirTestSupport"]),
  ],
  swiftLanguageModes: [.v6],
  cLanguageStandard: .c11,
  cxxLanguageStandard: .cxx17
)
