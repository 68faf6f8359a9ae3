import Foundation

/// A build of Causeway that programs can be compiled against: modules, object files, the macros.
///
/// It is where the command itself was built, or named by `--causeway`.
struct CausewayBuild {
  /// `.build/debug`.
  let folder: URL
  /// The package.
  let root: URL

  /// What a target may need of Causeway.
  static let products: Set<String> = ["SwiftData", "CoreData"]
  /// Everything behind `import SwiftData` and `import CoreData`.
  static let rooms = [
    "CoreData", "FoundationAdditions", "ModelDescription", "ModelEvolution", "ModelFiles", "ObjectGraph", "QueryModel",
    "SQLCompiler", "SQLiteDriver", "SQLiteStore", "SchemaTypes", "StoreContract", "SwiftData",
  ]

  /// - Parameter path: a checkout of Causeway that was built; `nil` is where the command was built.
  /// - Throws: `CommandError` that says how to get one.
  init(_ path: String?) throws {
    if let path {
      let root = URL(fileURLWithPath: path).standardizedFileURL.resolvingSymlinksInPath()
      let folder = root.appendingPathComponent(".build/debug").resolvingSymlinksInPath()
      guard Self.isRoot(root) else { throw CommandError("\(path): no checkout of Causeway") }
      guard Self.isBuild(folder) else {
        throw CommandError("\(path): SwiftData is not built there; run \"swift build\" in it first")
      }
      (self.folder, self.root) = (folder, root)
      return
    }
    let folder = SourceHelper.beside.url.deletingLastPathComponent()
    let root = sequence(first: folder) { $0.path == "/" ? nil : $0.deletingLastPathComponent() }.first(
      where: Self.isRoot)
    guard let root, Self.isBuild(folder) else {
      throw CommandError(
        "\(folder.path): the modules that a plan is compiled with are not beside the command; name a checkout of Causeway"
          + " in which \"swift build\" was run, with --causeway PATH")
    }
    (self.folder, self.root) = (folder, root)
  }

  private static func isRoot(_ url: URL) -> Bool {
    FileManager.default.fileExists(atPath: url.appendingPathComponent("Sources/SwiftData/SwiftData.swift").path)
  }

  private static func isBuild(_ url: URL) -> Bool {
    FileManager.default.fileExists(atPath: url.appendingPathComponent("Modules/SwiftData.swiftmodule").path)
  }

  /// What a compiler needs to import the modules and to expand the macros.
  var importArguments: [String] {
    let maps = ["CCrypto", "CSQLite", "CSwiftRuntime", "CZlib"].flatMap { name in
      ["-Xcc", "-fmodule-map-file=\(root.appendingPathComponent("Sources/\(name)/module.modulemap").path)"]
    }
    let macros = folder.appendingPathComponent("SwiftDataMacros-tool").path
    return ["-I", folder.appendingPathComponent("Modules").path] + maps
      + ["-load-plugin-executable", "\(macros)#SwiftDataMacros"]
  }

  /// The object files, as the build's own lists name them: a folder may hold those of deleted sources too.
  ///
  /// - Throws: `CommandError` when a list is not there.
  func objects() throws -> [String] {
    try Self.rooms.flatMap { room in
      let list = folder.appendingPathComponent("\(room).build/output-file-map.json")
      guard let data = try? Data(contentsOf: list),
        let entries = try? JSONDecoder().decode([String: [String: String]].self, from: data)
      else { throw CommandError("\(list.path): the build is not whole; run \"swift build\" in \(root.path)") }
      return entries.compactMap { $1["object"] }.sorted()
    }
  }

  var linkArguments: [String] { ["-lsqlite3", "-lz", "-lcrypto"] }
}
