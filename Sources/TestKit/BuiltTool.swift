package import Foundation

/// `causeway-source` beside the running test bundle.
package enum BuiltTool {
  package static func url() throws -> URL {
    let bundle = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    let folders = [bundle, Bundle.main.bundleURL.resolvingSymlinksInPath()].flatMap { url in
      sequence(first: url) { $0.path == "/" ? nil : $0.deletingLastPathComponent() }
    }
    let found = folders.map { $0.appendingPathComponent("causeway-source") }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) && !$0.hasDirectoryPath }
    guard let found else { throw BuiltPackage.Missing(what: "no causeway-source beside \(bundle.path)") }
    return found
  }
}
