package import Foundation

/// What the build of this very test run made: modules, object files, the macro plugin, the commands.
package struct BuiltPackage: Sendable {
  /// `.build/debug`.
  package let folder: URL

  /// The folder of the running test bundle.
  package init() throws {
    let bundle = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    let candidates = [bundle, Bundle.main.bundleURL.resolvingSymlinksInPath()].flatMap { url in
      sequence(first: url) { $0.path == "/" ? nil : $0.deletingLastPathComponent() }
    }
    let found = candidates.first {
      FileManager.default.fileExists(atPath: $0.appendingPathComponent("Modules/SwiftData.swiftmodule").path)
    }
    guard let found else { throw Missing(what: "no built SwiftData module beside \(bundle.path)") }
    folder = found
  }

  package struct Missing: Error, CustomStringConvertible {
    package let what: String
    package init(what: String) { self.what = what }
    package var description: String { what }
  }

  /// What a compiler needs to `import SwiftData` from here.
  package var importArguments: [String] {
    ["-I", folder.appendingPathComponent("Modules").path] + systemModuleArguments
      + pluginArguments(for: "SwiftDataMacros", named: "SwiftDataMacros-tool")
      + ["-module-cache-path", moduleCache.path]
  }

  /// The cache of the build itself, where Foundation's modules are compiled already.
  package var moduleCache: URL { folder.appendingPathComponent("ModuleCache") }

  /// - Parameter module: The name that `#externalMacro` says.
  package func pluginArguments(for module: String, named program: String) -> [String] {
    ["-load-plugin-executable", folder.appendingPathComponent(program).path + "#" + module]
  }

  /// The module maps of the system libraries, which SwiftPM names to the compiler one by one.
  private var systemModuleArguments: [String] {
    let sources = SharedMaterial.packageRoot.appendingPathComponent("Sources")
    let rooms = (try? FileManager.default.contentsOfDirectory(at: sources, includingPropertiesForKeys: nil)) ?? []
    return rooms.map { $0.appendingPathComponent("module.modulemap").path }
      .filter { FileManager.default.fileExists(atPath: $0) }.sorted()
      .flatMap { ["-Xcc", "-fmodule-map-file=\($0)"] }
  }

  /// The declarations of a built module that its users can see, as `Type.member(label:)`.
  package func publicDeclarations(of module: String) throws -> Set<String> {
    let output = try TemporaryFolder()
    #if arch(arm64)
      let target = "aarch64-unknown-linux-gnu"
    #else
      let target = "x86_64-unknown-linux-gnu"
    #endif
    let extracted = try Subprocess(
      [
        "swift-symbolgraph-extract", "-module-name", module, "-target", target, "-sdk", "/", "-I",
        folder.appendingPathComponent("Modules").path, "-output-dir", output.url.path, "-module-cache-path",
        moduleCache.path, "-minimum-access-level", "public",
      ] + systemModuleArguments
    ).run()
    guard extracted.isFine else { throw Missing(what: "no declarations of \(module): \(extracted.output)") }
    struct Graph: Decodable {
      struct Symbol: Decodable { let pathComponents: [String] }
      let symbols: [Symbol]
    }
    // Extensions of other modules' types stand in files of their own.
    let files = try FileManager.default.contentsOfDirectory(at: output.url, includingPropertiesForKeys: nil)
    return try files.reduce(into: []) { names, file in
      let graph = try JSONDecoder().decode(Graph.self, from: Data(contentsOf: file))
      names.formUnion(graph.symbols.map { $0.pathComponents.joined(separator: ".") })
    }
  }

  /// The object files of rooms, as the build's own lists name them: a folder may hold those of deleted sources too.
  package func objects(of rooms: some Sequence<String>) throws -> [URL] {
    try rooms.sorted().flatMap { room in
      let list = folder.appendingPathComponent("\(room).build/output-file-map.json")
      let entries = try JSONDecoder().decode([String: [String: String]].self, from: Data(contentsOf: list))
      return entries.compactMap { $1["object"] }.sorted().map { URL(fileURLWithPath: $0) }
    }
  }

  /// A shared library of everything behind `import SwiftData`, or other faces, for programs that a test compiles.
  ///
  /// - Parameter library: `lib<name>.so` in a folder.
  /// - Returns: The arguments with which such a program links it, and finds it when it runs.
  @discardableResult
  package func makeLibrary(_ library: URL, of faces: [String] = ["SwiftData"]) throws -> [String] {
    let rooms = try faces.reduce(into: Set<String>()) { try $0.formUnion(ArchitectureTable.closure(of: $1)) }
      .subtracting(ArchitectureTable.closure(of: "SwiftDataMacros"))
    let made = try Subprocess(
      ["swiftc", "-emit-library", "-o", library.path] + objects(of: rooms).map(\.path)
        + ["-lsqlite3", "-lz", "-lcrypto"]
    ).run()
    guard made.isFine else { throw Missing(what: "no library of the built rooms: \(made.output)") }
    let place = library.deletingLastPathComponent().path
    let name = library.deletingPathExtension().lastPathComponent.dropFirst("lib".count)
    return ["-L", place, "-Xlinker", "-rpath", "-Xlinker", place, "-l\(name)"]
  }
}
