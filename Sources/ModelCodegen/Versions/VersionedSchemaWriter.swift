import ModelDescription

/// Writes a version of a model as one file: a `VersionedSchema` with its classes and structs inside.
///
/// Self-contained: nothing outside of the enum is referred to but the frameworks, so that later versions of the classes
/// do not change it.
package struct VersionedSchemaWriter {
  private let version: SchemaVersion
  /// Types that stand beside the enum, and hide the frameworks' of their names.
  private let others: Set<String>

  /// - Parameter others: names of types that the module declares at its top level.
  package init(_ version: SchemaVersion, others: Set<String> = []) {
    self.version = version
    self.others = others
  }

  /// The file, and what the classes cannot say.
  ///
  /// - Parameter header: lines of the leading comment after its first.
  /// - Throws: `ModelError` when a name of the model cannot stand inside of the enum.
  package func generate(header: [String]) throws -> (file: GeneratedCode.File, findings: [Finding]) {
    try checkNames()
    let context = try ModelContext(version.model, others: others)
    let (types, findings) = try ModelGenerator(version.model, title: version.title).types(context)
    var lines = (["\(version.name).swift"] + header).map { ("// " + $0.oneLine).trimmingSpaces }
    lines += ["", "import Foundation", "import SwiftData", ""]
    if !context.availability.reasons.isEmpty { lines += SourcePrinter.lines(SystemAvailability.macro) }
    func own(_ name: String) -> String { context.types.framework(name) }
    lines.append("enum \(version.name): \(own("VersionedSchema")) {")
    let number = version.number.map(String.init).joined(separator: ", ")
    lines.append("  static var versionIdentifier: \(own("Schema")).Version { \(own("Schema")).Version(\(number)) }")
    lines.append("")
    lines.append("  static var models: [any \(own("PersistentModel")).Type] {")
    let names = try version.model.entities.map(\.name).sorted().map { try context.className(of: $0) + ".self" }
    lines += SourcePrinter.list("    [", names, "]", indent: "    ")
    lines.append("  }")
    for type in types {
      lines.append("")
      lines += SourcePrinter.lines(type.declaration, width: SourcePrinter.width - 2).map { $0.isEmpty ? $0 : "  " + $0 }
    }
    lines.append("}")
    return (
      .init(name: version.name + ".swift", text: lines.joined(separator: "\n") + "\n", entityName: nil), findings
    )
  }

  /// A member of the enum cannot be called as another one, nor as what every type has.
  private func checkNames() throws {
    for entity in version.model.entities {
      switch entity.name {
      case "Type", "Protocol":
        throw ModelError(
          "a class inside of a VersionedSchema cannot have this name, which Swift gives to the type of a type",
          entity: entity.name)
      case "models", "versionIdentifier":
        throw ModelError("a VersionedSchema has a property of this name", entity: entity.name)
      case version.name:
        throw ModelError("the VersionedSchema has this name itself; choose another one", entity: entity.name)
      default: break
      }
    }
  }
}

extension String {
  /// Without spaces at the end.
  fileprivate var trimmingSpaces: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}
