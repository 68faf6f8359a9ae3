import Foundation

/// The data models and `@NSManaged` accessors of a target that uses the plugin CompileDataModel: what that would generate.
struct PlanModels {
  static let plugin = "CompileDataModel"

  let target: PlanPackage.Target
  /// The targets of the package that it needs, all of them.
  let dependencies: [PlanPackage.Target]

  /// - Parameter folder: for what is generated.
  /// - Returns: the generated sources.
  /// - Throws: `CommandError` with the helper's own line.
  func generate(in folder: URL) throws -> [URL] {
    let output = folder.appendingPathComponent("\(target.module)Models")
    do {
      try FileManager.default.createDirectory(at: output, withIntermediateDirectories: true)
    } catch {
      throw CommandError(output.path, error)
    }
    var words = ["build", "--module", target.module, "-o", output.path]
    for model in Self.models(in: target.folder) { words += ["--model", model] }
    for dependency in dependencies.sorted(by: { $0.name < $1.name }) {
      words += ["--dependency", "\(dependency.module)=\(dependency.folder.path)"]
      for model in Self.models(in: dependency.folder) { words += ["--dependency", "\(dependency.module)=\(model)"] }
    }
    _ = try SourceHelper.beside.run(words + target.sources.map(\.path))
    return ["DataModel.swift", "ManagedAccessors.swift"].map { output.appendingPathComponent($0) }
      .filter { FileManager.default.fileExists(atPath: $0.path) }
  }

  /// Bundles of models, and models outside of one.
  private static func models(in folder: URL) -> [String] {
    guard let members = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil) else { return [] }
    var models: [String] = []
    for case let member as URL in members where ["xcdatamodeld", "xcdatamodel"].contains(member.pathExtension) {
      models.append(member.path)
      members.skipDescendants()
    }
    return models.sorted()
  }
}
