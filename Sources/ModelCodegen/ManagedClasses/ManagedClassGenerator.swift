package import ModelDescription

/// Writes the `NSManagedObject` classes of a model as Xcode does.
package struct ManagedClassGenerator: Sendable {
  private let model: ModelDescription
  private let title: String
  private let style: Style

  /// How properties reach their values.
  package enum Style: Hashable, Sendable {
    /// `@NSManaged`, as Xcode writes them: source for people, for both platforms.
    case managed
    /// Accessors with bodies, for a build on Linux; they call what the file of `causeway-source accessors` holds.
    case computed
  }

  package init(_ model: ModelDescription, title: String, style: Style) {
    self.model = model
    self.title = title
    self.style = style
  }

  /// - Parameter bySetting: only what the model's settings ask for (class definition, category or nothing), else both
  ///   files for every entity with a class, as "Create NSManagedObject Subclass" does.
  /// - Throws: `ModelError` when the model does not hold together, or a name of it cannot be written in Swift.
  package func generate(bySetting: Bool) throws -> GeneratedCode {
    let resolved = try ResolvedModel(model)
    var code = GeneratedCode(files: [], findings: [])
    var owners: [String: String] = [:]
    for entity in model.entities.sorted(by: { $0.name < $1.name }) {
      let setting = bySetting ? entity.codeGeneration : .class
      guard setting != .manual else { continue }
      var writer = try ManagedClassWriter(entity, in: resolved, style: style)
      guard let name = writer.plainName else {
        code.findings.append(
          Finding(
            entityName: entity.name, topic: .codeGeneration, effect: .note,
            message: "the model names no class for it: its objects are of NSManagedObject itself"))
        continue
      }
      if let other = owners.updateValue(entity.name, forKey: name) {
        throw ModelError("the class \(name) is that of the entity \(other) too", entity: entity.name)
      }
      if setting == .class { add(writer.classText(), name, "+CoreDataClass", entity, to: &code) }
      add(try writer.propertiesText(), name, "+CoreDataProperties", entity, to: &code)
      code.findings += writer.findings
    }
    code.files.sort { $0.name < $1.name }
    return code
  }

  /// CoreData re-exports Foundation; a build's own file says publicly what public declarations name.
  private var imports: [String] {
    style == .managed ? ["import CoreData", "import Foundation"] : ["public import CoreData"]
  }

  private func add(
    _ lines: [String], _ name: String, _ suffix: String, _ entity: EntityDescription, to code: inout GeneratedCode
  ) {
    let file = name.map { $0 == "/" ? "_" : $0 }.reduce(into: "") { $0.append($1) } + suffix + ".swift"
    let header = [file, "Written by causeway from the entity \(entity.name) of \(title)."]
      .map { "// " + $0.oneLine }
    let text = (header + [""] + imports + [""] + lines).joined(separator: "\n")
    code.files.append(.init(name: file, text: text + "\n", entityName: entity.name))
  }
}
