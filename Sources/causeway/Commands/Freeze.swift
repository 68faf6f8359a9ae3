import Foundation
import ModelCodegen
import ModelDescription
import ModelFiles

/// `causeway freeze`: a version as it is today, for stores of today, in a file that nothing changes any more.
struct Freeze: Command {
  static let name = "freeze"
  static let summary = "Writes a model's version or a store's model as a self-contained VersionedSchema."
  static let discussion = """
    The enum is called like the file, and holds all classes and structs of the version. It is read back, and written only
    when each class hashes as its entity does, so that stores of today are stores of that VersionedSchema; otherwise each
    entity that cannot be frozen is told with the reason, and nothing is written.

    A comment at the end says what was frozen; "causeway check --frozen DIR" fails when it no longer is. The number is
    that of the model's version identifier (1.2.0), or the number at the end of the name, or 1.0.0.

    Exit status: 0 fine, 1 when an entity cannot be frozen, 2 when the input cannot be read or the file not be written.
    """
  static let example = "causeway freeze Library.xcdatamodeld --version Library -o LibraryV1.swift"
  static let arguments: [Argument] = [
    .positional("MODEL|STORE", ComparedSide.help),
    .option("output", short: "o", value: "FILE", "the Swift file to write; it names the enum", isRequired: true),
    .option("version", value: "NAME", "the model version; the current one when not given"),
    .flag("force", "replace a file that is there already"),
  ]

  private let path: String
  private let file: String
  private let version: String?
  private let replaces: Bool
  private let wantsJSON: Bool

  init(_ arguments: ParsedArguments) throws {
    path = try arguments.positional("MODEL|STORE")
    file = try arguments.requiredPath("output")
    version = arguments.option("version")
    replaces = arguments.hasFlag("force")
    wantsJSON = arguments.wantsJSON
    let url = URL(fileURLWithPath: file)
    guard url.pathExtension == "swift", SchemaVersion.isIdentifier(url.deletingPathExtension().lastPathComponent) else {
      throw CommandError("-o takes a path such as LibraryV1.swift, whose name is that of the enum; \"\(file)\" is none")
    }
  }

  func run(_ console: Console) throws -> ExitStatus {
    let side = try ComparedSide.read(path, version: version, console)
    if let finding = side.findings.first {
      throw CommandError(
        "\(path): \([finding.entity, finding.property].compactMap(\.self).joined(separator: ".")) cannot be frozen:"
          + " \(finding.message)")
    }
    let url = URL(fileURLWithPath: file)
    let name = url.deletingPathExtension().lastPathComponent
    let folder = url.deletingLastPathComponent()
    let output = OutputFolder(folder.path, replacesFiles: replaces)
    try output.check([url.lastPathComponent])
    let staging = try StagingFolder(in: FileManager.default.temporaryDirectory)
    defer { staging.discard() }
    let number = VersionNumber.of(side.model.description, name: name)
    let code = try FrozenCode(
      SchemaVersion(name: name, model: side.model.description, title: side.shortTitle, number: number),
      source: side.model,
      hashes: side.hashes, header: ["Frozen by causeway from \(side.shortTitle). Do not edit."], folder: staging.url)
    if code.isFrozen { try output.write([.init(name: url.lastPathComponent, text: code.text)]) }
    let report = FreezeReport(code, side: side, file: file)
    if wantsJSON { console.print(report.json) } else { report.print(on: console) }
    return code.isFrozen ? .fine : .findings
  }
}
