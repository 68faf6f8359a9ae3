import Foundation
import ModelFiles

/// The resources of a plan's target: beside the compiled program as SwiftPM would put them, and the source that finds them.
struct PlanResources {
  let target: PlanPackage.Target
  /// What the target's bundle is called after.
  let package: String
  /// Where the program will be.
  let folder: URL

  /// As SwiftPM names it on Linux.
  private var bundle: URL { folder.appendingPathComponent("\(package)_\(target.name).resources") }

  /// Puts them in place.
  ///
  /// What is processed lies flat in the bundle, but for the folder of its language; what is copied keeps its shape. A data
  /// model is there as it is, and compiled, as Xcode does it.
  ///
  /// - Returns: the source of `Bundle.module`; `nil` for a target without resources.
  /// - Throws: `CommandError` that names the resource.
  func install() throws -> URL? {
    guard !target.resources.isEmpty else { return nil }
    for resource in target.resources {
      do {
        try install(resource)
      } catch let error as CommandError {
        throw error
      } catch {
        throw CommandError(
          "\(resource.path): this resource of the target \(target.name) cannot be put beside the plan's program:"
            + " \(CommandError.line(for: error))")
      }
    }
    let source = folder.appendingPathComponent("\(target.module)Bundle.swift")
    do { try Data(accessor.utf8).write(to: source) } catch { throw CommandError(source.path, error) }
    return source
  }

  private func install(_ resource: PlanPackage.Resource) throws {
    let manager = FileManager.default
    let from = URL(fileURLWithPath: resource.path)
    let place = resource.localization.map { bundle.appendingPathComponent("\($0).lproj") } ?? bundle
    try manager.createDirectory(at: place, withIntermediateDirectories: true)
    let to = place.appendingPathComponent(from.lastPathComponent)
    guard !manager.fileExists(atPath: to.path) else {
      throw CommandError(
        "\(resource.path): the target \(target.name) has two resources of the name \(from.lastPathComponent)")
    }
    try manager.copyItem(at: from, to: to)
    guard !resource.isCopied, from.pathExtension == "xcdatamodeld" else { return }
    let compiled = place.appendingPathComponent("\(from.deletingPathExtension().lastPathComponent).momd")
    try manager.createDirectory(at: compiled, withIntermediateDirectories: true)
    for file in try ModelFiles.compile(ModelFiles.load(from)) {
      try file.data.write(to: compiled.appendingPathComponent(file.name))
    }
  }

  private var accessor: String {
    """
    import Foundation

    extension Foundation.Bundle {
      /// The resources of the target, in the folder that the program was compiled in.
      nonisolated static let module: Foundation.Bundle = Foundation.Bundle(path: \(Self.literal(bundle.path))) ?? .main
    }

    """
  }

  private static func literal(_ text: String) -> String {
    "\"" + text.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "\"", with: "\\\"") + "\""
  }
}
