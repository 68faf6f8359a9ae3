package import ModelDescription
package import ModelFiles
import SourceModel
import SwiftDiagnostics
import SwiftParser
import SwiftSyntax

/// Reads the `@Model` classes of Swift files as a model; what the files do not say becomes a finding.
package struct SourceResolver {
  package private(set) var model = ModelDescription()
  package private(set) var findings: [SourceFinding] = []
  /// Attributes (`Book.addedAt`) whose default value is an expression, so that the model says none.
  package private(set) var computedDefaults: [String] = []
  /// Qualified names of the types that conform to `VersionedSchema`.
  package let schemas: [String]
  private var types: PropertyTypes
  /// Classes that stand in the model, or will.
  private var known: Set<String> = []
  private var file = ""

  /// - Parameter sources: The files, in a fixed order.
  package init(sources: [SourceText]) {
    let (files, versions) = Self.parse(sources)
    self.init(files, versions, schema: nil)
  }

  /// Reads the classes of one `VersionedSchema` alone.
  ///
  /// - Throws: `SourceError` when the files declare no such schema, or not one alone.
  package init(sources: [SourceText], schema name: String) throws {
    let (files, versions) = Self.parse(sources)
    self.init(files, versions, schema: try Self.schema(name, in: versions))
  }

  private typealias ParsedFile = (name: String, tree: SourceFileSyntax)

  private static func parse(_ sources: [SourceText]) -> (files: [ParsedFile], versions: DeclaredSchemas) {
    let files = sources.map { (name: $0.name, tree: Parser.parse(source: $0.text)) }
    let versions = DeclaredSchemas()
    for file in files { versions.walk(file.tree) }
    return (files, versions)
  }

  private init(_ files: [ParsedFile], _ versions: DeclaredSchemas, schema: DeclaredSchemas.Schema?) {
    let declared = DeclaredTypes()
    var found: [(entity: SourceEntity, file: String)] = []
    for (name, tree) in files {
      declared.walk(tree)
      let reader = SourceFileReader(tree)
      found += reader.entities.map { ($0, name) }
      let lines = SourceLocationConverter(fileName: name, tree: tree)
      // What stands inside `#if` is not resolved, which the class itself says.
      for problem in reader.problems where problem.severity == .error && problem.kind != .conditional {
        let line = problem.node.startLocation(converter: lines).line
        findings.append(SourceFinding(kind: .invalid, place: "\(name):\(line)", message: problem.message))
      }
    }
    schemas = versions.schemas.map(\.qualifiedName)
    let groups = Dictionary(grouping: found, by: \.entity.name)
    types = PropertyTypes(declared: declared, modelNames: Set(groups.keys))
    var chosen: [(entity: SourceEntity, file: String)] = []
    for (name, group) in groups.sorted(by: { $0.key < $1.key }) {
      let one = schema.map { Self.meant(group, in: $0) } ?? Self.meant(name, of: group, declared)
      if let one { chosen.append(one) } else if schema == nil { noteSeveral(name, group) }
    }
    known = Set(chosen.map(\.entity.name))
    for (entity, file) in chosen {
      self.file = file
      model.entities.append(description(of: entity))
    }
    var pairing = InversePairing(model)
    pairing.pair()
    model = pairing.model
    findings += pairing.findings
    if let schema { keep(schema) }
  }

  private static func schema(_ name: String, in versions: DeclaredSchemas) throws -> DeclaredSchemas.Schema {
    if let schema = versions.schema(named: name) { return schema }
    let names = versions.schemas.map(\.qualifiedName).sorted().joined(separator: ", ")
    throw SourceError(
      "no file declares one VersionedSchema \(name)" + (names.isEmpty ? "" : "; there are \(names)"))
  }

  /// The class of a name that a schema means: its own, the one that it lists, or one that stands in no schema.
  private static func meant(
    _ group: [(entity: SourceEntity, file: String)], in schema: DeclaredSchemas.Schema
  ) -> (entity: SourceEntity, file: String)? {
    let path = schema.qualifiedName.split(separator: ".").map(String.init)
    let rules: [(SourceEntity) -> Bool] = [
      { $0.nesting == path }, { schema.models?.contains($0.qualifiedName) == true }, { $0.nesting.isEmpty },
    ]
    return rules.lazy.compactMap { rule in group.first { rule($0.entity) } }.first
  }

  /// Leaves the classes that a schema lists, and those that they lead to, as SwiftData does.
  private mutating func keep(_ schema: DeclaredSchemas.Schema) {
    guard let listed = schema.models else { return }
    var wanted = listed.compactMap { $0.split(separator: ".").last.map(String.init) }
    var kept: Set<String> = []
    while let name = wanted.popLast() {
      guard kept.insert(name).inserted, let entity = model.entity(named: name) else { continue }
      wanted += [entity.superentityName].compactMap(\.self) + entity.relationships.map(\.destinationEntityName)
    }
    model.entities.removeAll { !kept.contains($0.name) }
    findings.removeAll { finding in finding.entity.map { !kept.contains($0) } ?? false }
    computedDefaults.removeAll { place in !kept.contains(String(place.prefix { $0 != "." })) }
    for name in listed.compactMap({ $0.split(separator: ".").last.map(String.init) }) where !known.contains(name) {
      findings.append(
        SourceFinding(
          kind: .unresolved, entity: name,
          message: "\(schema.qualifiedName) lists it, and none of the files declares it with @Model"))
    }
  }

  /// The only class of a name, or the one that a top-level `typealias Book = SchemaV2.Book` picks.
  private static func meant(
    _ name: String, of group: [(entity: SourceEntity, file: String)], _ declared: DeclaredTypes
  ) -> (entity: SourceEntity, file: String)? {
    if group.count == 1 { return group[0] }
    guard case .alias(let text)? = declared.declarations[name] else { return nil }
    let named = group.filter { $0.entity.qualifiedName == text }
    return named.count == 1 ? named[0] : nil
  }

  private mutating func noteSeveral(_ name: String, _ group: [(entity: SourceEntity, file: String)]) {
    let places = group.map { "\($0.entity.qualifiedName) in \($0.file)" }.joined(separator: ", ")
    findings.append(
      SourceFinding(
        kind: .unresolved, entity: name,
        message: "the files declare \(group.count) model classes of this name (\(places)); give a folder with one of"
          + " them, or a top-level typealias \(name) that names one"))
  }

  private mutating func description(of entity: SourceEntity) -> EntityDescription {
    var description = EntityDescription(
      name: entity.name, superentityName: entity.inheritedTypes.first { known.contains($0) })
    description.className = entity.name
    if let parent = entity.inheritedTypes.first(where: { types.modelNames.contains($0) && !known.contains($0) }) {
      findings.append(
        SourceFinding(
          kind: .unresolved, entity: entity.name, place: file,
          message: "which of the classes named \(parent) it inherits from is not known"))
    }
    let scope = entity.nesting + [entity.name]
    for property in entity.properties { add(property, of: scope, to: &description) }
    for name in entity.conditionalProperties {
      findings.append(
        SourceFinding(
          kind: .unresolved, entity: entity.name, property: name, place: file,
          message: "it stands inside '#if'; move it out"))
    }
    for macro in entity.conditionalMacros {
      findings.append(
        SourceFinding(
          kind: .unresolved, entity: entity.name, place: file, message: "'#\(macro)' stands inside '#if'; move it out"))
    }
    for constraint in entity.uniquenessConstraints where !description.uniquenessConstraints.contains(constraint) {
      description.uniquenessConstraints.append(constraint)
    }
    for index in entity.indexes {
      description.indexes.append(
        FetchIndexDescription(swiftDataIndexOf: index.propertyNames, kind: index.kind == .rtree ? .rTree : .binary))
    }
    return description
  }

  private mutating func add(_ property: SourceProperty, of scope: [String], to entity: inout EntityDescription) {
    // A constraint names its property, whatever that may turn out to be.
    if property.attribute?.option(named: "unique") != nil || property.relationship?.options.contains("unique") == true {
      entity.uniquenessConstraints.append([property.name])
    }
    guard let text = property.typeText else {
      unresolved(entity.name, property, "its type is not written, and its default value does not show it")
      return
    }
    if property.isTransformable {
      let transformer = property.attribute?.option(named: "transformable")
      var attribute = attribute(property, .transformable)
      attribute.valueTransformerName = transformer?.argument
      attribute.valueClassName = text
      entity.attributes.append(attribute)
      return
    }
    switch types.meaning(of: text, in: scope) {
    case .attribute(let type):
      var attribute = attribute(property, type)
      switch LiteralDefault(property.defaultText, type: type) {
      case .value(let value): attribute.defaultValue = value
      case .expression: computedDefaults.append("\(entity.name).\(property.name)")
      }
      entity.attributes.append(attribute)
    case .collection(let className):
      var attribute = attribute(property, .transformable)
      attribute.valueTransformerName = "NSSecureUnarchiveFromData"
      attribute.valueClassName = className
      entity.attributes.append(attribute)
    case .composite(let elements, let userInfo):
      var attribute = attribute(property, .composite)
      attribute.elements = PropertyTypes.named(elements, property.name)
      attribute.userInfo = userInfo
      entity.attributes.append(attribute)
    case .toOne(let model): addRelationship(property, to: model, isToMany: false, in: &entity)
    case .toMany(let model): addRelationship(property, to: model, isToMany: true, in: &entity)
    case .unresolved(let reason): unresolved(entity.name, property, reason)
    }
  }

  private func attribute(_ property: SourceProperty, _ type: AttributeType) -> AttributeDescription {
    let options = Set((property.attribute?.options ?? []).map(\.name))
    return AttributeDescription(
      name: property.name, type: type, isOptional: property.isOptional, isTransient: options.contains("ephemeral"),
      renamingIdentifier: property.attribute?.originalName, versionHashModifier: property.attribute?.hashModifier,
      allowsExternalStorage: options.contains("externalStorage"),
      preservesValueOnDeletion: options.contains("preserveValueOnDeletion"),
      allowsCloudEncryption: options.contains("allowsCloudEncryption"),
      isSpotlightIndexed: options.contains("spotlight"))
  }

  private mutating func addRelationship(
    _ property: SourceProperty, to destination: String, isToMany: Bool, in entity: inout EntityDescription
  ) {
    guard known.contains(destination) else {
      unresolved(entity.name, property, "which of the classes named \(destination) it means is not known")
      return
    }
    let source = property.relationship
    let rules: [String: RelationshipDescription.DeleteRule] = [
      "nullify": .nullify, "cascade": .cascade, "deny": .deny, "noAction": .noAction,
    ]
    let ruleText = source?.deleteRule ?? "nullify"
    if rules[ruleText] == nil { unresolved(entity.name, property, "its delete rule \(ruleText) is an expression") }
    let maximum = source?.maximumModelCount ?? 0
    entity.relationships.append(
      RelationshipDescription(
        name: property.name, destinationEntityName: destination, inverseName: source?.inverseName,
        isOptional: property.isOptional, isToMany: isToMany, minimumCount: source?.minimumModelCount ?? 0,
        maximumCount: isToMany ? maximum : 1, deleteRule: rules[ruleText] ?? .nullify,
        renamingIdentifier: source?.originalName, versionHashModifier: source?.hashModifier))
  }

  private mutating func unresolved(_ entity: String, _ property: SourceProperty, _ message: String) {
    findings.append(
      SourceFinding(
        kind: .unresolved, entity: entity, property: property.name,
        formerName: property.attribute?.originalName ?? property.relationship?.originalName, place: file,
        message: message))
  }
}
