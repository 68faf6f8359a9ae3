import Foundation
import ModelDescription

/// Reads an archived `NSManagedObjectModel`: a `.mom` file's or a store's cached model (StoreFormat.md section 10).
struct ArchivedModelReader {
  let archive: KeyedArchive
  let expressions: ArchivedExpression
  let budget = Budget()

  /// Properties still to be read: a file of a few kilobytes can name one list of properties for thousands of entities.
  final class Budget {
    private var left = 250_000

    func spend(_ count: Int) throws {
      left -= count
      if left < 0 { throw BinaryPlistReader.Failure(description: "it repeats its properties too often") }
    }
  }

  /// The named composite types, which archives of Apple's do not list.
  static let compositesKey = "CausewayComposites"
  /// The name that Xcode gives to the request of a fetched property.
  static let fetchedRequestName = "fetchedPropertyFetchRequest"

  init(archive: KeyedArchive) {
    self.archive = archive
    expressions = ArchivedExpression(archive)
  }

  static func read(_ data: Data) throws -> ModelDescription {
    let archive = try KeyedArchive(data)
    guard archive.root.className == "NSManagedObjectModel" else {
      throw BinaryPlistReader.Failure(description: "the archive holds a \(archive.root.className), not a model")
    }
    return try ArchivedModelReader(archive: archive).model()
  }

  func model() throws -> ModelDescription {
    let root = archive.root
    let entities = archive.entries("NSEntities", of: root).compactMap { archive.object($0.value) }
    let facts = SourceFacts(archive, of: root)
    var configurations: [ConfigurationDescription] = []
    for (name, value) in archive.entries("NSConfigurations", of: root)
    where name != "default" && name != "PF_DEFAULT_CONFIGURATION_NAME" {
      let members = archive.elements(value).compactMap { archive.object($0) }
      let names = members.compactMap { archive.string("NSEntityName", of: $0) }
      configurations.append(
        ConfigurationDescription(
          name: name, entityNames: names.sorted { $0.precedesLiterally($1) },
          isUsedWithCloudKit: facts["usedWithCloudKit " + name] == "YES",
          remainder: facts.remainder("unknown configuration " + name)))
    }
    let identifiers = archive.elements("NSVersionIdentifiers", of: root).compactMap { archive.string($0) }
    let model = ModelDescription(
      entities: try entities.map(entity).sorted { $0.name.precedesLiterally($1.name) },
      composites: try composites(facts),
      configurations: configurations.sorted { $0.name.precedesLiterally($1.name) },
      fetchTemplates: archive.entries("NSFetchRequestTemplates", of: root).compactMap { name, value in
        archive.object(value).map { request($0, name: name) }
      }.sorted { $0.name.precedesLiterally($1.name) },
      versionIdentifiers: identifiers.sorted { $0.precedesLiterally($1) }, remainder: facts.remainder())
    try expressions.check()
    return model
  }

  private func composites(_ facts: SourceFacts) throws -> [CompositeDescription] {
    try archive.entries(Self.compositesKey, of: archive.root).map { name, value in
      let elements = archive.elements(value).compactMap { archive.object($0) }
      return CompositeDescription(
        name: name,
        elements: try elements.map {
          try ArchivedAttribute($0, name: archive.string("NSPropertyName", of: $0) ?? "", reader: self).description
        }, remainder: facts.remainder("unknown composite " + name))
    }
  }

  private func entity(_ object: KeyedArchive.Object) throws -> EntityDescription {
    guard let name = archive.string("NSEntityName", of: object) else {
      throw BinaryPlistReader.Failure(description: "an entity has no name")
    }
    var entity = EntityDescription(name: name)
    let parent = archive.object("NSSuperentity", of: object)
    entity.superentityName = parent.flatMap { archive.string("NSEntityName", of: $0) }
    entity.isAbstract = archive.flag("NSIsAbstract", of: object)
    entity.className = archive.string("NSClassNameForEntity", of: object)
    entity.renamingIdentifier = archive.string("NSRenamingIdentifier", of: object).flatMap { $0 == name ? nil : $0 }
    entity.versionHashModifier = archive.string("NSVersionHashModifier", of: object)
    entity.userInfo = userInfo(of: object)
    let facts = SourceFacts(archive, of: object)
    entity.codeGeneration =
      facts["codeGenerationType"].flatMap(EntityDescription.CodeGeneration.init) ?? entity.codeGeneration
    entity.isSyncable = facts[flag: "syncable", normally: true]
    entity.spotlightDisplayName = facts["coreSpotlightDisplayNameExpression"]
    entity.remainder = facts.remainder()
    entity.uniquenessConstraints = archive.elements("NSUniqueTuples", of: object).map { tuple in
      let names = archive.object(tuple).map { archive.elements("NS.objects", of: $0) }
      return archive.elements(tuple).isEmpty
        ? (names ?? []).compactMap { archive.string($0) } : archive.elements(tuple).compactMap(propertyName)
    }
    entity.compoundIndexes = archive.elements("NSCompoundIndexes", of: object).map {
      archive.elements($0).compactMap(propertyName)
    }
    let indexes = archive.elements("NSFetchIndexDescriptions", of: object)
    entity.indexes = indexes.compactMap { archive.object($0) }.map(index)
    // Models with fetch indexes repeat the compound ones under the older key (stores of BrowserServicesKit, LoopKit).
    if !entity.indexes.isEmpty { entity.compoundIndexes = [] }
    let inherited = Set(parent.map { archive.entries("NSProperties", of: $0).map(\.key) } ?? [])
    let properties = archive.entries("NSProperties", of: object)
    try budget.spend(properties.count)
    for (key, value) in properties.sorted(by: { $0.key.precedesLiterally($1.key) }) {
      guard let property = archive.object(value), !inherited.contains(key),
        property.className != "_NSPropertyDescriptionProxy"
      else { continue }
      try add(property, named: key, to: &entity)
    }
    return entity
  }

  private func propertyName(_ value: PlistValue) -> String? {
    archive.string(value) ?? archive.object(value).flatMap { archive.string("NSPropertyName", of: $0) }
  }

  private func add(_ property: KeyedArchive.Object, named name: String, to entity: inout EntityDescription) throws {
    switch property.className {
    case "NSRelationshipDescription": entity.relationships.append(relationship(property, named: name))
    case "NSFetchedPropertyDescription":
      entity.fetchedProperties.append(fetchedProperty(property, named: name))
    case "NSExpressionDescription": break
    default: entity.attributes.append(try ArchivedAttribute(property, name: name, reader: self).description)
    }
  }

  private func fetchedProperty(_ object: KeyedArchive.Object, named name: String) -> FetchedPropertyDescription {
    let facts = SourceFacts(archive, of: object)
    return FetchedPropertyDescription(
      name: name,
      request: archive.object("NSFetchRequest", of: object).map {
        request($0, name: facts["fetchRequest"] ?? Self.fetchedRequestName)
      },
      isOptional: isOptional(object), isSyncable: facts[flag: "syncable", normally: true],
      userInfo: userInfo(of: object), remainder: facts.remainder())
  }

  private func relationship(_ object: KeyedArchive.Object, named name: String) -> RelationshipDescription {
    let bits = archive.integer("_P", of: object) ?? 0
    let destination = archive.object("NSDestinationEntity", of: object)
    let inverse = archive.object("NSInverseRelationship", of: object)
    let maximum = archive.integer("NSMaxCount", of: object) ?? 0
    let inverseOwner = inverse.flatMap { archive.object("NSEntity", of: $0) }
    let facts = SourceFacts(archive, of: object)
    return RelationshipDescription(
      name: name,
      destinationEntityName: archive.string("_NSDestinationEntityName", of: object)
        ?? destination.flatMap { archive.string("NSEntityName", of: $0) } ?? "",
      inverseName: archive.string("_NSInverseRelationshipName", of: object)
        ?? inverse.flatMap { archive.string("NSPropertyName", of: $0) },
      inverseEntityName: inverseOwner.flatMap { archive.string("NSEntityName", of: $0) } ?? facts["inverseEntity"],
      isOptional: isOptional(object), isTransient: isTransient(object), isReadOnly: bits & 4 != 0,
      isToMany: facts[flag: "toMany", normally: maximum != 1],
      isOrdered: bits & 0x400 != 0 || archive.flag("NSIsOrdered", of: object),
      minimumCount: archive.integer("NSMinCount", of: object) ?? 0, maximumCount: maximum,
      deleteRule: archive.integer("NSDeleteRule", of: object).flatMap(RelationshipDescription.DeleteRule.init)
        ?? .nullify,
      renamingIdentifier: renamingIdentifier(object, name), versionHashModifier: modifier(object),
      isSpotlightIndexed: facts[flag: "spotlightIndexingEnabled", normally: false],
      isStoredInTruthFile: facts[flag: "storedInTruthFile", normally: false],
      isIndexed: archive.flag("NSIsIndexed", of: object), isSyncable: facts[flag: "syncable", normally: true],
      userInfo: userInfo(of: object), remainder: facts.remainder())
  }

  private func index(_ object: KeyedArchive.Object) -> FetchIndexDescription {
    let elements = archive.elements("NSIndexElements", of: object).compactMap { archive.object($0) }
    let partial = archive.object("NSPartialIndexPredicate", of: object)
    let facts = SourceFacts(archive, of: object)
    return FetchIndexDescription(
      name: archive.string("NSIndexName", of: object) ?? "",
      elements: elements.map { element in
        let facts = SourceFacts(archive, of: element)
        return FetchIndexDescription.Element(
          propertyName: archive.string("NSPropertyName", of: element), expression: facts["expression"],
          kind: .init(rawValue: archive.integer("NSFetchIndexElementType", of: element) ?? 0) ?? .binary,
          isAscending: archive.integer("NSAscending", of: element) != 0, remainder: facts.remainder())
      },
      partialPredicate: facts["partialIndexPredicate"]
        ?? partial.map { expressions.text(of: $0) }, remainder: facts.remainder())
  }

  private func request(_ object: KeyedArchive.Object, name: String) -> FetchTemplateDescription {
    let entity = archive.object("NSEntity", of: object)
    let predicate = archive.object("NSPredicate", of: object)
    let facts = SourceFacts(archive, of: object)
    let options = facts.entries.filter { $0.key.hasPrefix("option ") }.map { (String($0.key.dropFirst(7)), $0.value) }
    return FetchTemplateDescription(
      name: name,
      entityName: entity.flatMap { archive.string("NSEntityName", of: $0) }
        ?? archive.string("NSEntityName", of: object) ?? facts["entity"] ?? "",
      predicate: facts["predicateString"] ?? predicate.map { expressions.text(of: $0) },
      fetchLimit: archive.integer("NSFetchLimit", of: object) ?? 0,
      fetchBatchSize: archive.integer("NSBatchSize", of: object) ?? 0,
      options: Dictionary(options, uniquingKeysWith: { first, _ in first }), remainder: facts.remainder())
  }

  // MARK: facts that every property has; `_P` bits as StoreFormat.md section 10 lists them

  func isOptional(_ object: KeyedArchive.Object) -> Bool {
    (archive.integer("_P", of: object) ?? 0) & 2 != 0 || archive.flag("NSIsOptional", of: object)
  }

  func isTransient(_ object: KeyedArchive.Object) -> Bool {
    (archive.integer("_P", of: object) ?? 0) & 8 != 0 || archive.flag("NSIsTransient", of: object)
  }

  func modifier(_ object: KeyedArchive.Object) -> String? { archive.string("NSVersionHashModifier", of: object) }

  func renamingIdentifier(_ object: KeyedArchive.Object, _ name: String) -> String? {
    archive.string("NSRenamingIdentifier", of: object).flatMap { $0 == name ? nil : $0 }
  }

  /// Values that are no text (SwiftData marks enumerations with a flag and a list of cases: ChefTime) become text.
  func userInfo(of object: KeyedArchive.Object) -> UserInfo {
    var info = UserInfo()
    for (key, value) in archive.entries("NSUserInfo", of: object) where info.entries[key] == nil {
      switch archive.plain(value) {
      case .boolean(let flag)?: info.entries[key] = flag ? "true" : "false"
      case .integer(let number)?: info.entries[key] = String(number)
      case .real(let number)?: info.entries[key] = String(number)
      default:
        let members = archive.elements(value).compactMap { archive.string($0) }
        info.entries[key] = archive.string(value) ?? members.joined(separator: ", ")
      }
    }
    return info
  }
}
