import Foundation
import ModelDescription
import ModelFiles

/// `causeway compile`: a model's versions as Xcode compiles them.
struct Compile: Command {
  static let name = "compile"
  static let summary = "Compiles a model into a .momd folder, as Xcode does."
  static let discussion = """
    The folder gets a .mom for every version and VersionInfo.plist with their hashes and the current version. A folder
    that is there already is never replaced without --force: then nothing is written. The same model gives the same bytes.

    Exit status: 0 fine, 2 when nothing was written.
    """
  static let example = "causeway compile Library.xcdatamodeld -o Library.momd"
  static let arguments: [Argument] = [
    .positional("MODEL", ModelInput.help),
    .option("output", short: "o", value: "DIR", "the .momd folder to make", isRequired: true),
    .option("module", value: "NAME", "the module of the classes that the model names without one"),
    .flag("force", "replace a folder that is there already"),
  ]

  private let path: String
  private let folder: String
  private let module: String?
  private let replaces: Bool
  private let wantsJSON: Bool

  init(_ arguments: ParsedArguments) throws {
    path = try arguments.positional("MODEL")
    folder = try arguments.requiredPath("output")
    module = arguments.option("module")
    replaces = arguments.hasFlag("force")
    wantsJSON = arguments.wantsJSON
    guard URL(fileURLWithPath: folder).pathExtension == "momd" else {
      throw CommandError("--output takes a path that ends in .momd; \"\(folder)\" does not")
    }
  }

  func run(_ console: Console) throws -> ExitStatus {
    var bundle = try ModelInput.bundle(path)
    ModelInput.warn(of: bundle, versions: bundle.versions.map(\.name), console)
    if let module {
      for index in bundle.versions.indices {
        bundle.versions[index].model = ManagedClassModule(module).applied(to: bundle.versions[index].model)
      }
    }
    let output = URL(fileURLWithPath: folder).standardizedFileURL.resolvingSymlinksInPath().path
    let input = URL(fileURLWithPath: path).standardizedFileURL.resolvingSymlinksInPath().path
    guard !output.hasPrefix(input + "/") else {
      throw CommandError("\(folder) is inside of the model that is read; give --output another place")
    }
    let files = try ProgressLine.during("compiling \(bundle.versions.count.counted("version"))", console) {
      try ModelFiles.compile(bundle)
    }
    try OutputFolder(folder, replacesFiles: replaces).write(files.map { .init(name: $0.name, data: $0.data) })
    try removeFormerVersions(except: files.map(\.name))
    let current = try bundle.version().name
    if wantsJSON {
      console.print(
        .document([
          "folder": .string(folder), "current": .string(current),
          "files": .array(files.map { ["name": .string($0.name), "bytes": .integer(Int64($0.data.count))] }),
        ]))
    } else {
      console.print("Wrote \(files.count.counted("file")) to \(folder):")
      for file in files { console.print("  \(file.name)") }
      console.print("The current version is \(current).")
    }
    return .fine
  }

  /// Versions that a replaced folder had and the model has no more would be read as versions of it.
  private func removeFormerVersions(except names: [String]) throws {
    guard replaces else { return }
    let manager = FileManager.default
    for name in try manager.contentsOfDirectory(atPath: folder) where !names.contains(name) {
      guard ["mom", "omo"].contains(URL(fileURLWithPath: name).pathExtension) else { continue }
      try manager.removeItem(atPath: folder + "/" + name)
    }
  }
}
