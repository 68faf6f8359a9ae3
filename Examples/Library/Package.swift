// swift-tools-version: 6.3
import PackageDescription

// The classes in Sources/Library/Generated are written by `causeway generate` (see `make run`); they are not checked in.
let package = Package(
  name: "Library",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "causeway", path: "../..")],
  targets: [
    .executableTarget(
      name: "Library",
      dependencies: [.product(name: "SwiftData", package: "causeway")])
  ],
  swiftLanguageModes: [.v6]
)
