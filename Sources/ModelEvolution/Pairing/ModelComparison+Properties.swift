import ModelDescription

extension ModelComparison {
  /// Own properties of two entities that belong together, in the classes' order, then those that one side lacks.
  mutating func compareProperties(_ pair: EntityPair) {
    for (theirs, ours) in pair.attributes {
      compareAttribute(theirs, ours, in: pair, storePath: [theirs.name], classPath: [ours.name])
    }
    for (theirs, ours) in pair.relationships { compareRelationship(theirs, ours, in: pair) }
    for (theirs, ours) in pair.mixed {
      differences.append(
        .init(
          .propertyKind, entity: pair.store.name, property: theirs.name, store: Self.words(theirs),
          classes: Self.words(ours)))
    }
    for property in pair.onlyInStore {
      differences.append(
        .init(
          .propertyMissingInClasses, entity: pair.store.name, property: property.name, store: Self.words(property),
          classes: "no such property", obstacle: Self.obstacle(property)))
    }
    for property in pair.onlyInClasses {
      differences.append(
        .init(
          .propertyMissingInStore, entity: pair.store.name, property: property.name, store: "no such property",
          classes: Self.words(property)))
    }
  }

  private mutating func compareAttribute(
    _ theirs: AttributeDescription, _ ours: AttributeDescription, in pair: EntityPair, storePath: [String],
    classPath: [String]
  ) {
    let found = Findings(entity: pair.store.name, property: storePath.joined(separator: "."))
    found.compare(.propertyRenamed, theirs.name, ours.name) { $0 }
    if theirs.type == .composite, ours.type == .composite {
      // A composite's own flags shape nothing and are in no hash; its elements are (VersionHashes.md section 1).
      differences += found.all
      compareElements(theirs, ours, in: pair, storePath: storePath, classPath: classPath)
      return
    }
    leafPaths[pair.number - 1][classPath] = storePath
    let width = theirs.type.isInteger && ours.type.isInteger
    found.compare(
      width ? .integerWidth : .attributeType, theirs.type, ours.type, obstacle: Self.obstacle(.attribute(theirs)),
      \.words)
    found.compare(.optionality, theirs.isOptional, ours.isOptional) { $0 ? "optional" : "mandatory" }
    found.compare(.externalStorage, theirs.allowsExternalStorage, ours.allowsExternalStorage) {
      $0 ? "external storage" : "no external storage"
    }
    found.compare(.preservedOnDeletion, theirs.preservesValueOnDeletion, ours.preservesValueOnDeletion) {
      $0 ? "its value preserved on deletion" : "its value not preserved on deletion"
    }
    found.compare(.derivation, theirs.derivation, ours.derivation) { derivation in
      derivation.map { "derived from \($0.expression)" + ($0.filter.map { " where \($0)" } ?? "") } ?? "not derived"
    }
    found.compare(.hashModifier, theirs.versionHashModifier ?? "", ours.versionHashModifier ?? "", Self.modifierWords)
    found.compare(.defaultValue, theirs.defaultValue, ours.defaultValue) {
      $0.map { "default \($0.words)" } ?? "no default"
    }
    if theirs.type == .transformable, ours.type == .transformable {
      found.compare(.valueTransformer, theirs.valueTransformerName, ours.valueTransformerName) {
        $0.map { "transformer \($0)" } ?? "no named transformer"
      }
    }
    differences += found.all
  }

  private mutating func compareElements(
    _ theirs: AttributeDescription, _ ours: AttributeDescription, in pair: EntityPair, storePath: [String],
    classPath: [String]
  ) {
    let (left, right) = (theirs.elements.filter { !$0.isTransient }, ours.elements.filter { !$0.isTransient })
    let matching = NameMatching(
      // The one element of an enum with raw values bears the property's own name (StoreFormat.md section 7).
      store: left.map { .init($0.name == theirs.name ? ours.name : $0.name, $0.renamingIdentifier) },
      classes: right.map { .init($0.name, $0.renamingIdentifier) }, followsRenaming: followsRenaming)
    for (element, index) in zip(right, matching.storeIndices) {
      guard let index else {
        differences.append(
          .init(
            .propertyMissingInStore, entity: pair.store.name,
            property: (classPath + [element.name]).joined(separator: "."), store: "no such element",
            classes: Self.words(.attribute(element))))
        continue
      }
      compareAttribute(
        left[index], element, in: pair, storePath: storePath + [left[index].name], classPath: classPath + [element.name]
      )
    }
    for index in matching.unmatched {
      differences.append(
        .init(
          .propertyMissingInClasses, entity: pair.store.name,
          property: (storePath + [left[index].name]).joined(separator: "."),
          store: Self.words(.attribute(left[index])), classes: "no such element"))
    }
  }

  private mutating func compareRelationship(
    _ theirs: RelationshipDescription, _ ours: RelationshipDescription, in pair: EntityPair
  ) {
    let found = Findings(entity: pair.store.name, property: theirs.name)
    found.compare(.propertyRenamed, theirs.name, ours.name) { $0 }
    found.compare(.destination, theirs.destinationEntityName, storeName(ofEntity: ours.destinationEntityName)) {
      "destination \($0)"
    }
    let inverse = ours.inverseName.map { storeName(ofProperty: $0, entity: ours.destinationEntityName) }
    found.compare(.inverse, theirs.inverseName, inverse, obstacle: inverseObstacle(theirs, ours, in: pair)) {
      $0.map { "inverse \($0)" } ?? "no inverse"
    }
    found.compare(.toMany, theirs.isToMany, ours.isToMany) { $0 ? "to-many" : "to-one" }
    found.compare(.optionality, theirs.isOptional, ours.isOptional) { $0 ? "optional" : "mandatory" }
    if theirs.isToMany, ours.isToMany {
      found.compare(.ordered, theirs.isOrdered, ours.isOrdered) { $0 ? "ordered" : "unordered" }
    }
    if theirs.isToMany == ours.isToMany {
      found.compare(.counts, Counts(theirs), Counts(ours), \.words)
    }
    found.compare(.hashModifier, theirs.versionHashModifier ?? "", ours.versionHashModifier ?? "", Self.modifierWords)
    found.compare(.deleteRule, theirs.deleteRule, ours.deleteRule) { "delete rule \($0)" }
    differences += found.all
  }

  static func words(_ property: EntityPair.Property) -> String {
    switch property {
    case .attribute(let attribute):
      "\(attribute.isOptional ? "optional" : "mandatory") attribute of type \(attribute.type.words)"
    case .relationship(let relationship):
      "\(relationship.isToMany ? "to-many" : "to-one") relationship to \(relationship.destinationEntityName)"
    }
  }
}

/// Differences of one property, collected.
private final class Findings {
  let entity: String
  let property: String
  var all: [PairingDifference] = []

  init(entity: String, property: String) {
    self.entity = entity
    self.property = property
  }

  func compare<Fact: Equatable>(
    _ kind: PairingDifference.Kind, _ store: Fact, _ classes: Fact, obstacle: PairingDifference.Obstacle? = nil,
    _ words: (Fact) -> String
  ) {
    guard store != classes else { return }
    all.append(
      .init(
        kind, entity: entity, property: property, store: words(store), classes: words(classes), obstacle: obstacle))
  }
}

/// How many destinations a relationship may have; every spelling of "no limit" is one.
private struct Counts: Equatable {
  var minimum: Int
  var maximum: Int?

  init(_ relationship: RelationshipDescription) {
    minimum = relationship.minimumCount
    let limit = relationship.maximumCount
    maximum = limit <= 0 || limit >= Int(Int32.max) ? nil : limit
  }

  var words: String { "count \(minimum)…\(maximum.map(String.init) ?? "any")" }
}
