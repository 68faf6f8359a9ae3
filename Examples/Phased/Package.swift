// swift-tools-version: 6.3
import PackageDescription

// An app on its way from Core Data to SwiftData, at four moments. Each phase is a program on the same growing store.
let package = Package(
  name: "Phased",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "causeway", path: "../..")],
  targets: [
    // The app's model as SwiftData has it.
    .target(name: "Library", dependencies: [.product(name: "SwiftData", package: "causeway")]),
    // What there was before: managed objects and their stack.
    .target(name: "ClassicLibrary", dependencies: [.product(name: "CoreData", package: "causeway")]),
    .executableTarget(name: "Phase1", dependencies: ["Library", "ClassicLibrary"]),
    .executableTarget(name: "Phase2", dependencies: ["Library", "ClassicLibrary"]),
    .executableTarget(name: "Phase3", dependencies: ["Library", "ClassicLibrary"]),
    .executableTarget(name: "Phase4", dependencies: ["Library"]),
  ],
  swiftLanguageModes: [.v6]
)
