// swift-tools-version: 6.3
import PackageDescription

// A package of its own, so that `swift build` of the product never builds it.
let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "causeway", path: "..")],
  targets: [
    .executableTarget(
      name: "benchmark",
      dependencies: [
        .product(name: "SwiftData", package: "causeway"), .product(name: "CoreData", package: "causeway"),
      ])
  ],
  swiftLanguageModes: [.v6]
)
