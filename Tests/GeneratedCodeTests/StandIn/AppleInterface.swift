import Foundation
import TestKit

/// A module `SwiftData` made of the interface that Apple publishes: declarations alone.
///
/// The page has the declarations without `public`; its macros name a plugin, and expand by `StandInMacros`.
struct AppleInterface {
  private let folder: TemporaryFolder
  private let built: BuiltPackage

  private static let made = Result { try AppleInterface() }

  /// The module, made once a run.
  static func shared() throws -> AppleInterface { try made.get() }

  private init() throws {
    built = try BuiltPackage()
    folder = try TemporaryFolder()
    let page = try String(contentsOf: SharedMaterial.url("api/SWIFTDATA_API.md"), encoding: .utf8)
    let interface = folder.file("SwiftData.swiftinterface")
    try Data(InterfaceText(page: page, plugin: "StandInMacros").text.utf8).write(to: interface)
    let made = try Subprocess([
      "swiftc", "-frontend", "-compile-module-from-interface", interface.path, "-o",
      folder.file("SwiftData.swiftmodule").path, "-module-name", "SwiftData", "-module-cache-path",
      built.moduleCache.path,
    ]).run()
    guard made.isFine else { throw BuiltPackage.Missing(what: "the interface does not compile: \(made.output)") }
  }

  var importArguments: [String] {
    ["-I", folder.url.path, "-module-cache-path", built.moduleCache.path]
      + built.pluginArguments(for: "StandInMacros", named: "StandInMacros-tool")
  }
}
