// swift-tools-version: 6.3
import PackageDescription

// A shop on Core Data: the model and its classes in a target of their own, and two programs over them, one in Swift 6 mode
// and one in Swift 5 mode. On Apple's platforms `import CoreData` is Apple's framework and Causeway is not built.
let coreData = Target.Dependency.product(
  name: "CoreData", package: "causeway", condition: .when(platforms: [.linux, .android, .windows]))
let compileDataModel = Target.PluginUsage.plugin(name: "CompileDataModel", package: "causeway")

let package = Package(
  name: "Bookshop",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "causeway", path: "../..")],
  targets: [
    .target(
      name: "BookshopModel", dependencies: [coreData], exclude: ["Bookshop.xcdatamodeld"], plugins: [compileDataModel]),
    .executableTarget(name: "Bookshop", dependencies: ["BookshopModel", coreData], plugins: [compileDataModel]),
    .executableTarget(
      name: "BookshopLedger", dependencies: ["BookshopModel", coreData], swiftSettings: [.swiftLanguageMode(.v5)],
      plugins: [compileDataModel]),
  ],
  swiftLanguageModes: [.v6]
)
