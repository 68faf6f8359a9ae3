package import ModelDescription

/// Writes a model as SwiftData classes: one file an entity, one a composite; the same model gives the same bytes.
package struct ModelGenerator: Sendable {
  private let model: ModelDescription
  /// What the files say they come from (`Library 2`).
  private let title: String

  package init(_ model: ModelDescription, title: String) {
    self.model = model
    self.title = title
  }

  /// - Throws: `ModelError` when the model does not hold together, or a name of it cannot be written in Swift.
  package func generate() throws -> GeneratedCode {
    let (types, findings) = try types(ModelContext(model))
    var code = GeneratedCode(files: [], findings: findings)
    for type in types { add(type.declaration, called: type.name, of: type.source, entity: type.entity, to: &code) }
    code.files.sort { $0.name < $1.name }
    return code
  }

  /// A class or struct, and what it is made of.
  struct GeneratedType {
    var declaration: TypeDeclaration
    /// What its file is called.
    var name: String
    var source: String
    /// `nil` for a composite's struct.
    var entity: String?
  }

  /// The types in order of their entities, each entity's structs after it.
  func types(_ context: ModelContext) throws -> (types: [GeneratedType], findings: [Finding]) {
    var types: [GeneratedType] = []
    var findings = modelFindings()
    var written: Set<ModelContext.CompositeKey> = []
    for entity in model.entities.sorted(by: { $0.name < $1.name }) {
      var writer = EntityWriter(entity, context: context)
      let type = try writer.declaration()
      findings += writer.findings
      types.append(
        GeneratedType(
          declaration: type, name: entity.name, source: "the entity \(entity.name)", entity: entity.name))

      for attribute in entity.attributes where attribute.type == .composite && !attribute.elements.isEmpty {
        let key = ModelContext.key(of: attribute, in: entity.name)
        guard let name = context.composites[key], written.insert(key).inserted else { continue }
        var composite = CompositeWriter(entity: entity.name, property: attribute.name, context: context)
        try composite.add(attribute.elements, as: name)
        findings += composite.findings
        types += composite.declarations.map {
          GeneratedType(
            declaration: $0, name: $0.name.filter { $0 != "`" }, source: "the composite \(name)", entity: nil)
        }
      }
    }
    return (types, findings)
  }

  private func add(
    _ type: TypeDeclaration, called name: String, of source: String, entity: String?, to code: inout GeneratedCode
  ) {
    // Names in one folder must differ without regard to case, as they must on a Mac's disk.
    var fileName = name.map { $0 == "/" ? "_" : $0 }.reduce(into: "") { $0.append($1) }
    while code.files.contains(where: { $0.name.lowercased() == fileName.lowercased() + ".swift" }) { fileName += "_" }
    let header = ["\(fileName).swift", "Written by causeway from \(source) of \(title)."]
      .map(\.oneLine)
    let file = SourceFile(header: header, imports: ["Foundation", "SwiftData"], type: type)
    code.files.append(.init(name: fileName + ".swift", text: SourcePrinter.text(file), entityName: entity))
  }

  private func modelFindings() -> [Finding] {
    var findings: [Finding] = []
    func report(_ topic: Finding.Topic, _ effect: Finding.Effect, _ message: String) {
      findings.append(Finding(topic: topic, effect: effect, message: message))
    }
    for configuration in model.configurations {
      let cloud = configuration.isUsedWithCloudKit ? ", with CloudKit" : ""
      report(
        .configuration, .unsaid,
        "\(configuration.name)\(cloud): give a ModelConfiguration of its own a schema of "
          + configuration.entityNames.joined(separator: ", "))
    }
    for template in model.fetchTemplates {
      report(.fetchTemplate, .unsaid, "\(template.name) (\(template.words)): use a FetchDescriptor")
    }
    let used = Set(model.entities.flatMap(\.attributes).compactMap(\.compositeName))
    for composite in model.composites where !used.contains(composite.name) {
      report(.composite, .unsaid, "\(composite.name) is used by no attribute; not written")
    }
    let identifiers = model.versionIdentifiers.filter { !$0.isEmpty }.joined(separator: ", ")
    if !identifiers.isEmpty {
      report(.versionIdentifier, .note, "\(identifiers): SwiftData's are in a VersionedSchema")
    }
    let scalars = model.entities.flatMap(\.attributes).filter { $0.usesScalarValueType == false }.count
    if scalars > 0 {
      let verb = scalars == 1 ? "is an object" : "are objects"
      report(
        .codeGeneration, .note,
        "\(scalars.counted("attribute")) \(verb) in Xcode's Core Data classes, \(scalars == 1 ? "a value" : "values")"
          + " here")
    }
    for use in TransformerUse.all(in: model) { report(.transformable, .note, use.words) }
    return findings
  }
}
