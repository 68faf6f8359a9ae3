import Foundation
import ModelDescription

/// Writes a model as the keyed archive that `.mom` files and stores' caches hold (StoreFormat.md section 10).
///
/// Keys and classes are those of the caches in real stores, which a test compares one by one. Every entity and
/// property gets its place first, so that they can refer to each other in any order.
struct ArchivedModelWriter {
  var archive = KeyedArchiveWriter()
  var expressions = ArchivedExpressionWriter()
  private let model: ResolvedModel
  private let root: PlistValue
  private let noUserInfo: PlistValue
  /// The archive names the configuration of all entities.
  private let isSwiftDataShaped: Bool
  private(set) var places: [EntityPlaces] = []

  /// The places of one entity and of all its properties, inherited ones too.
  struct EntityPlaces {
    let entity: ResolvedEntity
    let reference: PlistValue
    var properties: [String: PlistValue] = [:]
  }

  /// - Parameter defaultConfiguration: whether the archive names the configuration of all entities, as those of
  ///   SwiftData's stores do and those of compiled models do not (FreezeRay, BrowserServicesKit).
  /// - Parameter isCompiled: whether it is a `.mom` file: facts that only editors ask for stay behind.
  static func write(_ model: ResolvedModel, defaultConfiguration: Bool, isCompiled: Bool = false) -> Data {
    var writer = ArchivedModelWriter(model, isSwiftDataShaped: defaultConfiguration)
    writer.archive.isCompiled = isCompiled
    writer.reservePlaces()
    writer.fillModel()
    for place in writer.places { writer.fill(place) }
    return writer.archive.data()
  }

  private init(_ model: ResolvedModel, isSwiftDataShaped: Bool) {
    self.model = model
    self.isSwiftDataShaped = isSwiftDataShaped
    root = archive.reserve()
    noUserInfo = archive.dictionary(.dictionary, [])
  }

  private mutating func reservePlaces() {
    for entity in model.entities {
      var place = EntityPlaces(entity: entity, reference: archive.reserve())
      for level in declaringLevels(of: entity) {
        for name in level.propertyNames { place.properties[name] = archive.reserve() }
      }
      places.append(place)
    }
  }

  /// The entities whose properties stand with this one: a compiled model has each property once (CoreDataPlus).
  private func declaringLevels(of entity: ResolvedEntity) -> [EntityDescription] {
    archive.isCompiled ? [entity.description] : lineage(of: entity)
  }

  /// The place of an entity's own or inherited property.
  func property(_ name: String, of entity: EntityPlaces?) -> PlistValue? {
    var current = entity
    while let place = current {
      if let reference = place.properties[name] { return reference }
      current = place.entity.superentityNumber.map { places[$0 - 1] }
    }
    return nil
  }

  /// The entity and its ancestors, the root first.
  private func lineage(of entity: ResolvedEntity) -> [EntityDescription] {
    var levels = [entity.description]
    var parent = entity.superentityNumber.flatMap { model.entity(numbered: $0) }
    while let level = parent {
      levels.insert(level.description, at: 0)
      parent = level.superentityNumber.flatMap { model.entity(numbered: $0) }
    }
    return levels
  }

  func place(of entityName: String) -> EntityPlaces? {
    model.entity(named: entityName).map { places[$0.number - 1] }
  }

  // MARK: the model

  private mutating func fillModel() {
    let description = model.description
    let sorted = places.sorted { $0.entity.name.precedesLiterally($1.entity.name) }
    let entities = archive.isCompiled ? table(of: sorted) : knownKeysTable(of: sorted)
    var fields: [String: PlistValue] = [
      "NSEntities": entities, "NSFetchRequestTemplates": KeyedArchiveWriter.null,
      "NSVersionIdentifiers": archive.list(.set, description.versionIdentifiers.map { archive.string($0) }),
    ]
    if !description.fetchTemplates.isEmpty {
      let templates = description.fetchTemplates.map { (key: $0.name, value: request($0)) }
      fields["NSFetchRequestTemplates"] = archive.dictionary(.mutableDictionary, templates)
    }
    var facts = SourceFacts()
    var configurations: [(key: String, value: PlistValue)] = []
    if isSwiftDataShaped {
      configurations.append(("default", archive.list(.set, places.map(\.reference))))
    }
    for configuration in description.configurations {
      let members = configuration.entityNames.compactMap { place(of: $0)?.reference }
      configurations.append((configuration.name, archive.list(.set, members)))
      facts.keep(configuration.remainder, "unknown configuration " + configuration.name)
      if configuration.isUsedWithCloudKit { facts["usedWithCloudKit " + configuration.name] = "YES" }
    }
    if !configurations.isEmpty {
      fields["NSConfigurations"] = archive.dictionary(.mutableDictionary, configurations)
    }
    if !description.composites.isEmpty {
      let composites = description.composites.map { composite in
        (
          key: composite.name,
          value: archive.list(.mutableArray, composite.elements.map { attribute($0, entity: KeyedArchiveWriter.null) })
        )
      }
      fields[ArchivedModelReader.compositesKey] = archive.dictionary(.dictionary, composites)
    }
    facts.keep(description.remainder)
    for composite in description.composites {
      facts.keep(composite.remainder, "unknown composite " + composite.name)
    }
    facts.add(to: &fields, &archive)
    archive.fill(root, .model, fields)
  }

  /// The entities as compiled models have them (CoreDataPlus).
  private mutating func table(of places: [EntityPlaces]) -> PlistValue {
    archive.dictionary(.mutableDictionary, places.map { (key: $0.entity.name, value: $0.reference) })
  }

  /// The entities as a model in use has them, which stores keep.
  private mutating func knownKeysTable(of places: [EntityPlaces]) -> PlistValue {
    let keys = places.map { archive.string($0.entity.name) }
    let mapping = archive.object(
      .knownKeysMapping,
      ["keys": archive.list(.array, keys), "length": .integer(Int64(keys.count)), "version": .integer(1)])
    return archive.object(
      .knownKeysDictionary,
      [
        "searchMapping": mapping, "values": archive.list(.array, places.map(\.reference)), "version": .integer(1),
        "emptyToken": archive.string("__empty_slot_token_4c24_98dc_ac1e_b773__"),
      ])
  }

  // MARK: entities

  private mutating func fill(_ place: EntityPlaces) {
    let entity = place.entity.description
    for level in declaringLevels(of: place.entity) { fillProperties(of: level, in: place) }
    let children = model.entities.filter { $0.superentityNumber == place.entity.number }
    let subentities = children.map { (key: $0.name, value: places[$0.number - 1].reference) }
    let properties = place.properties.sorted { $0.key.precedesLiterally($1.key) }.map { (key: $0.key, value: $0.value) }
    var fields: [String: PlistValue] = [
      "NSEntityName": archive.string(entity.name), "NSClassNameForEntity": archive.string(entity.className),
      "NSRenamingIdentifier": archive.string(entity.renamingIdentifier ?? entity.name),
      "NSVersionHashModifier": archive.string(entity.versionHashModifier), "NSManagedObjectModel": root,
      "NSSuperentity": place.entity.superentityNumber.map { places[$0 - 1].reference } ?? KeyedArchiveWriter.null,
      "NSSubentities": archive.dictionary(.mutableDictionary, subentities),
      "NSProperties": archive.dictionary(.mutableDictionary, properties),
      "NSUserInfo": userInfo(entity.userInfo) ?? noUserInfo,
    ]
    if entity.isAbstract { fields["NSIsAbstract"] = .boolean(true) }
    // SwiftData's entities have the list without constraints too (FreezeRay, ResourcesManager).
    if isSwiftDataShaped || !entity.uniquenessConstraints.isEmpty {
      fields["NSUniqueTuples"] = nameLists(entity.uniquenessConstraints)
    }
    let indexes = entity.allIndexes
    if !indexes.isEmpty {
      let members = indexes.map { index($0, of: place.reference) }
      fields["NSFetchIndexDescriptions"] = archive.list(.mutableArray, members)
      // The older form of the same: names only, of those with several elements (BrowserServicesKit, LoopKit).
      fields["NSCompoundIndexes"] = nameLists(
        indexes.filter { $0.elements.count > 1 }.map { $0.elements.compactMap(\.propertyName) })
    }
    var facts = SourceFacts()
    if entity.codeGeneration != .manual { facts["codeGenerationType"] = entity.codeGeneration.rawValue }
    facts[flag: "syncable", normally: true] = entity.isSyncable
    facts["coreSpotlightDisplayNameExpression"] = entity.spotlightDisplayName
    facts.keep(entity.remainder)
    facts.add(to: &fields, &archive)
    archive.fill(place.reference, .entity, fields)
  }

  private mutating func nameLists(_ lists: [[String]]) -> PlistValue {
    let members = lists.map { names in archive.list(.mutableArray, names.map { archive.string($0) }) }
    return archive.list(.mutableArray, members)
  }

  private mutating func index(_ index: FetchIndexDescription, of entity: PlistValue) -> PlistValue {
    let reference = archive.reserve()
    let elements = index.elements.map { element in
      var facts = SourceFacts()
      // How archives hold an indexed expression is not known.
      facts["expression"] = element.expression
      facts.keep(element.remainder)
      var fields: [String: PlistValue] = [
        "NSPropertyName": archive.string(element.propertyName),
        "NSFetchIndexElementType": .integer(Int64(element.kind.rawValue)),
        "NSAscending": .boolean(element.isAscending), "NSFetchIndexDescription": reference,
      ]
      facts.add(to: &fields, &archive)
      return archive.object(.fetchIndexElement, fields)
    }
    var facts = SourceFacts()
    facts.keep(index.remainder)
    var fields: [String: PlistValue] = [
      "NSIndexName": archive.string(index.name), "NSIndexElements": archive.list(.array, elements),
      "NSEntity": entity,
      "NSPartialIndexPredicate": predicate(index.partialPredicate, "partialIndexPredicate", &facts),
    ]
    facts.add(to: &fields, &archive)
    archive.fill(reference, .fetchIndex, fields)
    return reference
  }

  // MARK: what several kinds have

  /// `nil` when there is none: properties then have no such key, and entities share one empty dictionary.
  mutating func userInfo(_ info: UserInfo) -> PlistValue? {
    guard !info.isEmpty else { return nil }
    let entries = info.entries.sorted { $0.key.precedesLiterally($1.key) }
    return archive.dictionary(.dictionary, entries.map { (key: $0.key, value: archive.string($0.value)) })
  }

  /// The archived form of a predicate's text; the text itself stays a fact where that form does not say all of it.
  mutating func predicate(_ text: String?, _ name: String, _ facts: inout SourceFacts) -> PlistValue {
    guard let text else { return KeyedArchiveWriter.null }
    let tree = PredicateParser.predicate(text)
    let written = tree.flatMap { expressions.write($0, to: &archive) }
    if written == nil || tree?.format != text { facts[name] = text }
    return written ?? KeyedArchiveWriter.null
  }
}
