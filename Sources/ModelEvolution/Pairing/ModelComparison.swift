import ModelDescription

/// The work of `Pairing.init`: match entities and properties, note every fact that differs.
struct ModelComparison {
  let store: ResolvedModel
  let classes: ResolvedModel
  let followsRenaming: Bool
  var differences: [PairingDifference] = []
  /// Number of the store's entity for each entity of the classes, by position.
  private(set) var storeNumbers: [Int?]
  /// Names of the store's properties by those of the classes, for each entity of the classes by position; own ones only.
  private(set) var propertyNames: [[String: String]]
  /// Paths of the store's composite leaves by those of the classes, likewise.
  var leafPaths: [[[String]: [String]]]

  private let unmatchedEntities: [ResolvedEntity]

  init(store: ResolvedModel, classes: ResolvedModel, followsRenaming: Bool) {
    self.followsRenaming = followsRenaming
    self.store = store
    self.classes = classes
    let matching = NameMatching(
      store: store.entities.map { .init($0.name, $0.description.renamingIdentifier) },
      classes: classes.entities.map { .init($0.name, $0.description.renamingIdentifier) },
      followsRenaming: followsRenaming)
    storeNumbers = matching.storeIndices.map { $0.map { store.entities[$0].number } }
    unmatchedEntities = matching.unmatched.map { store.entities[$0] }
    propertyNames = Array(repeating: [:], count: classes.entities.count)
    leafPaths = Array(repeating: [:], count: classes.entities.count)
  }

  mutating func run() {
    var pairs: [EntityPair] = []
    for ours in classes.entities {
      guard let theirs = storeEntity(for: ours.number) else {
        differences.append(
          .init(.entityMissingInStore, entity: ours.name, store: "no such entity", classes: "entity \(ours.name)"))
        continue
      }
      let pair = EntityPair(
        store: theirs.description, classes: ours.description, number: ours.number, followsRenaming: followsRenaming)
      propertyNames[ours.number - 1] = pair.storeNames
      pairs.append(pair)
    }
    for pair in pairs {
      compareEntity(pair)
      compareProperties(pair)
    }
    for entity in unmatchedEntities { noteMissing(entity) }
  }

  /// The store's partner of an entity of the classes.
  func storeEntity(for number: Int) -> ResolvedEntity? {
    storeNumbers[number - 1].flatMap { store.entity(numbered: $0) }
  }

  /// The store's name for an entity that the classes name.
  func storeName(ofEntity name: String) -> String {
    classes.entity(named: name).flatMap { storeEntity(for: $0.number) }?.name ?? name
  }

  /// The store's name for a property that an entity of the classes or one of its ancestors declares.
  func storeName(ofProperty property: String, entity name: String) -> String {
    var entity = classes.entity(named: name)
    while let level = entity {
      if let found = propertyNames[level.number - 1][property] { return found }
      entity = level.superentityNumber.flatMap { classes.entity(numbered: $0) }
    }
    return property
  }

  private mutating func noteMissing(_ entity: ResolvedEntity) {
    let kept = Set(storeNumbers.compactMap { $0 })
    let reason: String? =
      if let parent = entity.superentityNumber.flatMap({ store.entity(numbered: $0) }), kept.contains(parent.number) {
        "child of \(parent.name)"
      } else if let child = store.entities.first(where: {
        $0.superentityNumber == entity.number && kept.contains($0.number)
      }) {
        "parent of \(child.name)"
      } else {
        store.entities.lazy.filter { kept.contains($0.number) }.compactMap { other in
          other.description.relationships.first { $0.destinationEntityName == entity.name && !$0.isTransient }
            .map { "destination of \(other.name).\($0.name)" }
        }.first
      }
    differences.append(
      .init(
        .entityMissingInClasses, grade: reason == nil ? .fits : .differs, entity: entity.name,
        store: "entity \(entity.name)" + (reason.map { " (\($0))" } ?? ""), classes: "no such class"))
  }
}
