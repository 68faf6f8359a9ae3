package import ModelDescription
import SourceModel
import SwiftDiagnostics
import SwiftParser
import SwiftSyntax

/// Reads the `@Model` classes of Swift files as a model; what the files do not say becomes a finding.
package struct SourceResolver {
  package private(set) var model = ModelDescription()
  package private(set) var findings: [SourceFinding] = []
  private var types: PropertyTypes

  /// - Parameter sources: The texts of the files, in a fixed order.
  package init(sources: [String]) {
    let declared = DeclaredTypes()
    var entities: [SourceEntity] = []
    var problems: [String] = []
    for source in sources {
      let file = Parser.parse(source: source)
      declared.walk(file)
      let reader = SourceFileReader(file)
      entities += reader.entities
      problems += reader.problems.filter { $0.severity == .error }.map(\.message)
    }
    let counts = Dictionary(grouping: entities, by: \.name).mapValues(\.count)
    types = PropertyTypes(declared: declared, modelNames: Set(counts.keys))
    findings = problems.map { SourceFinding(kind: .invalid, message: $0) }
    for (name, count) in counts.sorted(by: { $0.key < $1.key }) where count > 1 {
      findings.append(
        SourceFinding(
          kind: .unresolved, entity: name,
          message: "the files declare \(count) model classes of this name; give a folder with one of them"))
    }
    for entity in entities.sorted(by: { $0.name < $1.name }) where counts[entity.name] == 1 {
      model.entities.append(description(of: entity))
    }
    var pairing = InversePairing(model)
    pairing.pair()
    model = pairing.model
    findings += pairing.findings
  }

  private mutating func description(of entity: SourceEntity) -> EntityDescription {
    var description = EntityDescription(
      name: entity.name, superentityName: entity.inheritedTypes.first { types.modelNames.contains($0) })
    description.className = entity.name
    let scope = entity.nesting + [entity.name]
    for property in entity.properties { add(property, of: scope, to: &description) }
    for constraint in entity.uniquenessConstraints where !description.uniquenessConstraints.contains(constraint) {
      description.uniquenessConstraints.append(constraint)
    }
    for index in entity.indexes {
      // FORMAT.md section 7: the names that SwiftData gives.
      let kind: FetchIndexDescription.Kind = index.kind == .rtree ? .rTree : .binary
      let prefix = kind == .rTree ? "SwiftDataIndexOnRtree" : "SwiftDataIndexOnBinary"
      description.indexes.append(
        FetchIndexDescription(
          name: prefix + index.propertyNames.joined(),
          elements: index.propertyNames.map { .init(propertyName: $0, kind: kind) }))
    }
    return description
  }

  private mutating func add(_ property: SourceProperty, of scope: [String], to entity: inout EntityDescription) {
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
      if transformer?.isArgumentType == true {
        unresolved(entity.name, property, "the name under which its transformer is registered is not in the source")
      }
      return
    }
    switch types.meaning(of: text, in: scope) {
    case .attribute(let type):
      entity.attributes.append(attribute(property, type))
      if property.attribute?.option(named: "unique") != nil { entity.uniquenessConstraints.append([property.name]) }
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
    if source?.options.contains("unique") == true { entity.uniquenessConstraints.append([property.name]) }
  }

  private mutating func unresolved(_ entity: String, _ property: SourceProperty, _ message: String) {
    findings.append(SourceFinding(kind: .unresolved, entity: entity, property: property.name, message: message))
  }
}
