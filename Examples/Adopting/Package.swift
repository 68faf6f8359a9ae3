// swift-tools-version: 6.0
import PackageDescription

// One manifest for a Mac and for Linux: on Apple's platforms `import SwiftData` is Apple's framework and Causeway is not
// built; elsewhere it is Causeway's library.
let package = Package(
  name: "Adopting",
  platforms: [.macOS(.v15), .iOS(.v18)],
  dependencies: [.package(name: "causeway", path: "../..")],
  targets: [
    .target(
      name: "LibraryModel",
      dependencies: [
        .product(name: "SwiftData", package: "causeway", condition: .when(platforms: [.linux, .android, .windows]))
      ]),
    .executableTarget(name: "adopting", dependencies: ["LibraryModel"]),
    .testTarget(name: "LibraryModelTests", dependencies: ["LibraryModel"]),
  ]
)
