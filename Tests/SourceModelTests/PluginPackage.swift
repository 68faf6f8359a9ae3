import Foundation
import ModelDescription
import ModelFiles
import TestKit

/// A package of a user with the build plugin: the tool is the one that this test run was built with.
struct PluginPackage {
  let folder: TemporaryFolder

  /// - Parameter targets: as the manifest writes them, beside those that the plugin needs.
  init(targets: String) throws {
    folder = try TemporaryFolder()
    let root = SharedMaterial.packageRoot
    try link(root.appendingPathComponent("Plugins"), "Plugins")
    let bundle = folder.file("causeway-source.artifactbundle")
    try FileManager.default.createDirectory(at: bundle, withIntermediateDirectories: true)
    let tool = try BuiltTool.url()
    try FileManager.default.copyItem(at: tool, to: bundle.appendingPathComponent("causeway-source"))
    #if arch(arm64)
      let triple = "aarch64-unknown-linux-gnu"
    #else
      let triple = "x86_64-unknown-linux-gnu"
    #endif
    try write(
      "causeway-source.artifactbundle/info.json",
      """
      {"schemaVersion": "1.0", "artifacts": {"causeway-source": {"version": "1.0.0", "type": "executable",
        "variants": [{"path": "causeway-source", "supportedTriples": ["\(triple)"]}]}}}
      """)
    try write(
      "Package.swift",
      """
      // swift-tools-version: 6.3
      import PackageDescription
      let package = Package(name: "User", targets: [
        .binaryTarget(name: "causeway-source", path: "causeway-source.artifactbundle"),
        .plugin(name: "CompileDataModel", capability: .buildTool(), dependencies: ["causeway-source"]),
        .target(name: "CoreData"),
      \(targets)
      ], swiftLanguageModes: [.v6])
      """)
    try write("Sources/CoreData/CoreData.swift", StandInCoreData.text)
  }

  func write(_ path: String, _ text: String) throws {
    let file = folder.file(path)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: file, atomically: true, encoding: .utf8)
  }

  func write(_ path: String, _ model: ModelDescription) throws {
    let file = folder.file(path)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    let version = ModelBundle.Version(name: "Model", path: "", model: model, warnings: [])
    try ModelFiles.write(ModelBundle(path: file.path, versions: [version], currentName: "Model"), to: file)
  }

  func swift(_ words: String...) throws -> Subprocess.Outcome {
    try Subprocess(["swift"] + words.prefix(1) + ["--package-path", folder.url.path] + words.dropFirst()).run()
  }

  private func link(_ target: URL, _ name: String) throws {
    try FileManager.default.createSymbolicLink(at: folder.file(name), withDestinationURL: target)
  }
}
