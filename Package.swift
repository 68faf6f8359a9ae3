// swift-tools-version: 6.3
import CompilerPluginSupport
import PackageDescription

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

// MARK: SwiftSyntax: the toolchain's own, or the package

/// `<toolchain>/usr/lib/swift/host`, when this toolchain ships SwiftSyntax as importable modules.
///
/// The manifest runs linked against `<toolchain>/usr/lib/swift/pm/ManifestAPI/libPackageDescription.so`, so the
/// process's own memory map says which toolchain is building the package.
let toolchainHost: String? = {
  #if os(Linux)
    guard let maps = fopen("/proc/self/maps", "r") else { return nil }
    defer { fclose(maps) }
    var line = [CChar](repeating: 0, count: 8192)
    while fgets(&line, Int32(line.count), maps) != nil {
      let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      guard let start = text.firstIndex(of: "/"), text.contains("/pm/ManifestAPI/libPackageDescription") else {
        continue
      }
      let host = text[start...].split(separator: "/").dropLast(3).reduce(into: "") { $0 += "/" + $1 } + "/host"
      if access(host + "/SwiftSyntaxMacros.swiftmodule", R_OK) == 0 { return host }
    }
  #endif
  return nil
}()

/// `CAUSEWAY_SWIFT_SYNTAX=package` builds against the swift-syntax package; `=toolchain` drops the package's URL
/// altogether, for commands that switch every trait on (`swift package dump-symbol-graph`).
let syntaxChoice = Context.environment["CAUSEWAY_SWIFT_SYNTAX"]
let usesPackage = syntaxChoice == "package" || toolchainHost == nil
let withoutURL = syntaxChoice == "toolchain"
let viaToolchain: BuildSettingCondition = .when(traits: ["SwiftSyntaxToolchain"])
let host = toolchainHost ?? ""
let syntaxSwift: [SwiftSetting] = [.unsafeFlags(["-I", host], viaToolchain)]
let syntaxLink: [LinkerSetting] = [
  .unsafeFlags(["-L", host, "-Xlinker", "-rpath", "-Xlinker", host], viaToolchain)
]

func syntax(_ names: String...) -> [Target.Dependency] {
  withoutURL
    ? []
    : names.map { .product(name: $0, package: "swift-syntax", condition: .when(traits: ["SwiftSyntaxPackage"])) }
}

// MARK: rooms

let house: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

func room(_ name: String, _ imports: Target.Dependency...) -> Target {
  .target(name: name, dependencies: imports, swiftSettings: house)
}

func tests(_ name: String, _ imports: Target.Dependency...) -> Target {
  .testTarget(name: name, dependencies: imports + ["TestKit"], swiftSettings: house)
}

let package = Package(
  name: "causeway",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "SwiftData", targets: ["SwiftData"]),
    .library(name: "CoreData", targets: ["CoreData"]),
    .library(name: "CausewayTesting", targets: ["CausewayTesting"]),
    .executable(name: "causeway", targets: ["causeway"]),
    .executable(name: "causeway-source", targets: ["causeway-source"]),
    .plugin(name: "CompileDataModel", targets: ["CompileDataModel"]),
  ],
  traits: [
    .default(enabledTraits: [usesPackage ? "SwiftSyntaxPackage" : "SwiftSyntaxToolchain"]),
    .trait(name: "SwiftSyntaxToolchain", description: "Build the macros against the toolchain's own SwiftSyntax."),
    .trait(name: "SwiftSyntaxPackage", description: "Build the macros against the swift-syntax package."),
  ],
  dependencies: withoutURL
    ? [] : [.package(url: "https://github.com/swiftlang/swift-syntax.git", "602.0.0"..<"605.0.0")],
  targets: [
    // System libraries, all from the distribution.
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(name: "CSwiftRuntime"),
    .systemLibrary(name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),

    // Model.
    room("ModelDescription", "CCrypto"),
    room("ModelFiles", "ModelDescription", "CZlib"),
    room("ModelEvolution", "ModelDescription"),

    // Query.
    room("QueryModel", "ModelDescription"),
    room("SQLCompiler", "ModelDescription", "QueryModel"),

    // Contract and stores.
    room("StoreContract", "ModelDescription", "QueryModel"),
    room("SQLiteDriver", "CSQLite"),
    room(
      "SQLiteStore", "StoreContract", "SQLCompiler", "SQLiteDriver", "ModelDescription", "ModelEvolution", "ModelFiles",
      "QueryModel"),

    // Graph.
    room("ObjectGraph", "StoreContract", "ModelDescription", "QueryModel"),

    // Faces.
    room("FoundationAdditions", "ModelFiles", "QueryModel", "CSwiftRuntime"),
    room("SchemaTypes", "FoundationAdditions", "ObjectGraph", "ModelDescription", "StoreContract"),
    room(
      "SwiftData", "SchemaTypes", "FoundationAdditions", "ObjectGraph", "SQLiteStore", "StoreContract",
      "ModelDescription", "ModelEvolution", "QueryModel", "SwiftDataMacros"),
    room(
      "CoreData", "SchemaTypes", "FoundationAdditions", "ObjectGraph", "SQLiteStore", "StoreContract",
      "ModelDescription", "ModelEvolution", "ModelFiles", "QueryModel"),

    // For users' tests.
    room(
      "CausewayTesting", "SwiftData", "SQLiteStore", "StoreContract", "ModelDescription",
      "ModelEvolution", "QueryModel"),

    // Source.
    .target(
      name: "SourceModel", dependencies: syntax("SwiftSyntax", "SwiftSyntaxBuilder", "SwiftDiagnostics"),
      swiftSettings: house + syntaxSwift, linkerSettings: syntaxLink),
    .macro(
      name: "SwiftDataMacros",
      dependencies: ["SourceModel"]
        + syntax("SwiftSyntaxMacros", "SwiftSyntaxBuilder", "SwiftDiagnostics", "SwiftCompilerPlugin"),
      swiftSettings: house + syntaxSwift, linkerSettings: syntaxLink),

    // Tools.
    room("ModelCodegen", "ModelDescription"),
    .executableTarget(
      name: "causeway",
      dependencies: [
        "ModelDescription", "ModelFiles", "ModelEvolution", "ModelCodegen", "QueryModel", "SQLCompiler",
        "StoreContract", "SQLiteStore", "SQLiteDriver", "CoreData",
      ], swiftSettings: house),
    .executableTarget(
      name: "causeway-source",
      dependencies: ["SourceModel", "ModelCodegen", "ModelDescription", "ModelEvolution", "ModelFiles"]
        + syntax("SwiftParser", "SwiftSyntax", "SwiftDiagnostics"),
      swiftSettings: house + syntaxSwift, linkerSettings: syntaxLink),
    .plugin(name: "CompileDataModel", capability: .buildTool(), dependencies: ["causeway-source"]),
    room("TestKit", "CSQLite"),

    // Tests, one target a room.
    tests("ModelDescriptionTests", "ModelDescription"),
    tests("ModelFilesTests", "ModelFiles", "ModelDescription"),
    tests("ModelEvolutionTests", "ModelEvolution", "ModelDescription", "ModelFiles"),
    tests("QueryModelTests", "QueryModel", "ModelDescription"),
    tests("ObjectGraphTests", "ObjectGraph", "ModelDescription"),
    tests("FoundationAdditionsTests", "FoundationAdditions", "ModelFiles", "QueryModel"),
    tests("SQLCompilerTests", "SQLCompiler", "QueryModel", "ModelDescription", "SQLiteDriver"),
    tests("SQLiteDriverTests", "SQLiteDriver"),
    tests(
      "SQLiteStoreTests", "SQLiteStore", "StoreContract", "SQLCompiler", "SQLiteDriver", "ModelDescription",
      "ModelFiles", "ModelEvolution", "QueryModel"),
    tests(
      "SwiftDataTests", "SwiftData", "SQLiteDriver", "SQLiteStore", "ObjectGraph", "StoreContract", "ModelDescription",
      "QueryModel", "SQLCompiler"),
    tests(
      "CoreDataTests", "CoreData", "FoundationAdditions", "ObjectGraph", "SQLCompiler", "SQLiteStore", "SQLiteDriver",
      "StoreContract", "ModelDescription", "ModelFiles", "SwiftData", "coexistence-worker"),
    // From version to version, in both faces and with the library for users' tests.
    tests(
      "MigrationTests", "SwiftData", "CoreData", "CausewayTesting", "FoundationAdditions", "SQLiteDriver",
      "SQLiteStore",
      "ModelDescription", "ObjectGraph", "coexistence-worker"),
    // The specification's own test and plan, word for word, against a store that it finds in its bundle.
    .testTarget(
      name: "LegacyLibraryTests", dependencies: ["SwiftData", "TestKit"],
      resources: [.copy("Library.sqlite"), .copy("Library.sqlite-wal")], swiftSettings: [.swiftLanguageMode(.v5)]),
    // A process of its own for tests of several processes on one store.
    .executableTarget(
      name: "coexistence-worker", dependencies: ["SwiftData", "CoreData"], path: "Tests/CoexistenceWorker",
      swiftSettings: house),
    // Mentions every declaration of Apple's module, as a client does.
    tests("SurfaceTests", "SwiftData"),
    // The specification's own code, word for word; it is of Swift 5, where a static variable may be shared.
    .testTarget(
      name: "SeedCode", dependencies: ["SwiftData", "CoreData", "TestKit"],
      exclude: ["Never", "Rejected", "Stacks", "UI"],
      swiftSettings: [.swiftLanguageMode(.v5), .enableUpcomingFeature("BareSlashRegexLiterals")]),
    .testTarget(
      name: "SwiftDataMacrosTests",
      dependencies: ["SwiftDataMacros", "SourceModel", "TestKit"]
        + syntax("SwiftSyntaxMacroExpansion", "SwiftParser"),
      exclude: ["Snapshots"],
      swiftSettings: house + syntaxSwift, linkerSettings: syntaxLink),
    tests("ModelCodegenTests", "ModelCodegen", "ModelDescription", "ModelFiles"),
    .testTarget(
      name: "SourceModelTests",
      dependencies: ["SourceModel", "causeway-source", "ModelCodegen", "ModelDescription", "ModelFiles", "TestKit"]
        + syntax("SwiftParser", "SwiftSyntax"),
      swiftSettings: house + syntaxSwift, linkerSettings: syntaxLink),
    .testTarget(
      name: "CommandTests",
      dependencies: [
        "causeway", "causeway-source", "CausewayTesting", "ModelDescription", "ModelEvolution", "ModelFiles",
        "SQLiteStore", "SQLiteDriver", "StoreContract", "TestKit",
      ], swiftSettings: house + syntaxSwift, linkerSettings: syntaxLink),
    // Macros that expand as Apple's do, for type-checking generated code against Apple's published interface.
    .macro(
      name: "StandInMacros",
      dependencies: ["SourceModel"] + syntax("SwiftSyntaxMacros", "SwiftSyntaxBuilder", "SwiftCompilerPlugin"),
      path: "Tests/StandInMacros", swiftSettings: house + syntaxSwift, linkerSettings: syntaxLink),
    .testTarget(
      name: "GeneratedCodeTests",
      dependencies: [
        "SwiftData", "ModelCodegen", "ModelDescription", "ModelEvolution", "ModelFiles", "SQLiteDriver",
        "StandInMacros",
        "causeway", "causeway-source", "TestKit",
      ], swiftSettings: house + syntaxSwift, linkerSettings: syntaxLink),
    tests("ArchitectureTests"),
    tests("RepositoryTests", "SwiftData", "CoreData"),
  ],
  swiftLanguageModes: [.v6]
)

// CAUSEWAY_TESTS=SQLiteStoreTests,CommandTests builds and runs only those, for short rounds in one room.
if let rooms = Context.environment["CAUSEWAY_TESTS"]?.split(separator: ",").map(String.init), !rooms.isEmpty {
  package.targets.removeAll { $0.type == .test && !rooms.contains($0.name) }
}
