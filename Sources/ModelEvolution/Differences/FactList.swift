import ModelDescription

/// A changed fact before it is judged.
struct ChangedFact {
  var kind: ModelDifference.Kind
  var entity: String
  /// Empty for a fact of the entity itself.
  var path: [String]
  var before: String
  var after: String
  /// The later model's entity that declares a moved property.
  var owner: String?
}

/// The facts that a comparison found, in the words of two versions, and those that grading a store leaves out.
struct FactList {
  private(set) var facts: [ChangedFact]
  private let correspondence: ModelCorrespondence

  init(_ differences: [PairingDifference], _ correspondence: ModelCorrespondence) {
    self.correspondence = correspondence
    facts = differences.map { difference in
      ChangedFact(
        kind: .init(difference.kind), entity: difference.entityName,
        path: difference.propertyName?.split(separator: ".").map(String.init) ?? [],
        before: Self.words(difference.storeSays), after: Self.words(difference.classesSay))
    }
    for index in facts.indices { tellTransient(&facts[index]) }
  }

  private static func words(_ text: String) -> String {
    switch text {
    case "no such class": "no such entity"
    case _ where text.hasPrefix("class "): "entity " + text.dropFirst(6)
    default: text
    }
  }

  /// A property that one side keeps in memory only is not missing there.
  private func tellTransient(_ fact: inout ChangedFact) {
    guard fact.path.count == 1 else { return }
    let description: EntityDescription? =
      switch fact.kind {
      case .propertyAdded: correspondence.before.entity(named: fact.entity)?.description
      case .propertyRemoved: correspondence.laterEntity(of: fact.entity)?.description
      default: nil
      }
    guard let description,
      description.attributes.contains(where: { $0.name == fact.path[0] && $0.isTransient })
        || description.relationships.contains(where: { $0.name == fact.path[0] && $0.isTransient })
    else { return }
    if fact.kind == .propertyAdded { fact.before = "transient property" } else { fact.after = "transient property" }
  }

  // MARK: Facts that shape no file

  /// Indexes, bounds, read-only and encryption flags.
  mutating func addFactsBeyondPairing() {
    for before in correspondence.before.entities {
      guard let after = correspondence.laterEntity(of: before.name) else { continue }
      let (old, new) = (before.description, after.description)
      compareIndexes(old, new)
      for attribute in old.attributes where !attribute.isTransient {
        for (path, leaf) in [([attribute.name], attribute)] + (attribute.type == .composite ? attribute.leaves() : []) {
          guard let later = correspondence.laterPath(of: path, in: old.name) else { continue }
          if let other = new.attribute(at: later) { compare(leaf, other, of: old.name, path) }
        }
      }
      for relationship in old.relationships where !relationship.isTransient {
        guard let later = correspondence.laterPath(of: [relationship.name], in: old.name),
          let other = new.relationship(named: later[0]), relationship.isReadOnly != other.isReadOnly
        else { continue }
        note(.readOnly, old.name, [relationship.name], relationship.isReadOnly, other.isReadOnly, Self.readOnlyWords)
      }
    }
    stableSort()
  }

  private mutating func compare(
    _ old: AttributeDescription, _ new: AttributeDescription, of entity: String, _ path: [String]
  ) {
    note(.readOnly, entity, path, old.isReadOnly, new.isReadOnly, Self.readOnlyWords)
    note(.cloudEncryption, entity, path, old.allowsCloudEncryption, new.allowsCloudEncryption) {
      $0 ? "encrypted in CloudKit" : "not encrypted in CloudKit"
    }
    note(.validation, entity, path, old.validation, new.validation, \.words)
  }

  private static func readOnlyWords(_ isReadOnly: Bool) -> String { isReadOnly ? "read-only" : "writable" }

  private mutating func note<Fact: Equatable>(
    _ kind: ModelDifference.Kind, _ entity: String, _ path: [String], _ before: Fact, _ after: Fact,
    _ words: (Fact) -> String
  ) {
    guard before != after else { return }
    facts.append(.init(kind: kind, entity: entity, path: path, before: words(before), after: words(after)))
  }

  /// Names alone are no difference: SwiftData names its indexes otherwise than a model does.
  private mutating func compareIndexes(_ old: EntityDescription, _ new: EntityDescription) {
    func later(_ name: String) -> String { correspondence.laterPath(of: [name], in: old.name)?.first ?? name }
    var added = new.allIndexes
    var removed: [FetchIndexDescription] = []
    for index in old.allIndexes {
      if let same = added.firstIndex(where: { $0.content { $0 } == index.content(later) }) {
        added.remove(at: same)
      } else {
        removed.append(index)
      }
    }
    func note(_ before: String, _ after: String) {
      facts.append(.init(kind: .indexes, entity: old.name, path: [], before: before, after: after))
    }
    for index in removed {
      if let other = added.firstIndex(where: { $0.name == index.name }) {
        note(index.words, added.remove(at: other).words)
      } else {
        note(index.words, "no such index")
      }
    }
    for index in added { note("no such index", index.words) }
  }

  // MARK: Moves

  /// A property that one entity loses and its ancestor or descendant gets is moved.
  mutating func joinMoves() {
    var joined: Set<Int> = []
    for index in facts.indices where facts[index].kind == .propertyRemoved && facts[index].path.count == 1 {
      let lost = facts[index]
      let target = facts.indices.first { other in
        facts[other].kind == .propertyAdded && facts[other].path == lost.path && !joined.contains(other)
          && Self.isSameType(facts[other].after, lost.before) && areRelated(lost.entity, facts[other].entity)
      }
      if let target {
        joined.insert(target)
        move(index, from: lost.entity, to: facts[target].entity, after: facts[target].after)
      } else if let (owner, words) = owner(of: lost, among: correspondence.after, isNew: true) {
        move(index, from: lost.entity, to: owner, after: words)
      }
    }
    for index in facts.indices where facts[index].kind == .propertyAdded && !joined.contains(index) {
      let gained = facts[index]
      guard gained.path.count == 1, let (owner, words) = owner(of: gained, among: correspondence.before, isNew: false)
      else { continue }
      facts[index].kind = .propertyMoved
      facts[index].before = "\(words) of \(owner)"
      facts[index].after = "\(gained.after) of \(gained.entity)"
    }
    facts = facts.indices.filter { !joined.contains($0) }.map { facts[$0] }
  }

  private mutating func move(_ index: Int, from entity: String, to other: String, after words: String) {
    facts[index].kind = .propertyMoved
    facts[index].before += " of \(entity)"
    facts[index].after = "\(words) of \(other)"
    facts[index].owner = correspondence.laterEntity(of: other)?.name ?? other
  }

  /// The entity that only one side has, in line with the fact's, and declares the property.
  private func owner(
    of fact: ChangedFact, among model: ResolvedModel, isNew: Bool
  ) -> (entity: String, words: String)? {
    let own = isNew ? correspondence.laterEntity(of: fact.entity)?.name : fact.entity
    guard let own else { return nil }
    for entity in model.entities where Self.isLine(own, entity.name, model) {
      let isOneSided =
        isNew
        ? correspondence.formerName(ofEntity: entity.name) == nil : correspondence.laterEntity(of: entity.name) == nil
      guard isOneSided, let words = Self.words(ofProperty: fact.path[0], in: entity.description),
        Self.isSameType(words, isNew ? fact.before : fact.after)
      else { continue }
      return (entity.name, words)
    }
    return nil
  }

  private static func words(ofProperty name: String, in entity: EntityDescription) -> String? {
    if let attribute = entity.attributes.first(where: { $0.name == name && !$0.isTransient }) {
      return ModelComparison.words(.attribute(attribute))
    }
    return entity.relationship(named: name).map { ModelComparison.words(.relationship($0)) }
  }

  private static func isSameType(_ left: String, _ right: String) -> Bool {
    func bare(_ words: String) -> Substring {
      words.hasPrefix("optional ")
        ? words.dropFirst(9) : words.hasPrefix("mandatory ") ? words.dropFirst(10) : words[...]
    }
    return bare(left) == bare(right)
  }

  /// One is an ancestor of the other, in either model.
  private func areRelated(_ first: String, _ second: String) -> Bool {
    let laterFirst = correspondence.laterEntity(of: first)?.name ?? first
    let laterSecond = correspondence.laterEntity(of: second)?.name ?? second
    return Self.isLine(first, second, correspondence.before)
      || Self.isLine(laterFirst, laterSecond, correspondence.after)
  }

  private static func isLine(_ first: String, _ second: String, _ model: ResolvedModel) -> Bool {
    guard let a = model.entity(named: first), let b = model.entity(named: second), a.number != b.number else {
      return false
    }
    return a.familyNumbers.contains(b.number) || b.familyNumbers.contains(a.number)
  }

  /// A new attribute's default is what makes it lightweight.
  mutating func addDefaults() {
    for index in facts.indices where facts[index].kind == .propertyAdded && facts[index].path.count == 1 {
      let fact = facts[index]
      let entity = correspondence.laterEntity(of: fact.entity)?.description
      guard let value = entity?.attribute(at: fact.path)?.defaultValue else { continue }
      facts[index].after += ", default \(value.words)"
    }
  }

  // MARK: Order

  /// By the earlier model's entities, then those that only the later one has.
  private mutating func stableSort() {
    let numbers = Dictionary(
      correspondence.before.entities.map { ($0.name, $0.number) }, uniquingKeysWith: { first, _ in first })
    let last = correspondence.before.entities.count
    facts = facts.enumerated().sorted { left, right in
      let (a, b) = (
        numbers[left.element.entity] ?? last + (correspondence.after.entity(named: left.element.entity)?.number ?? 0),
        numbers[right.element.entity] ?? last + (correspondence.after.entity(named: right.element.entity)?.number ?? 0)
      )
      return a == b ? left.offset < right.offset : a < b
    }.map(\.element)
  }
}

extension ModelDifference.Kind {
  fileprivate init(_ kind: PairingDifference.Kind) {
    self =
      switch kind {
      case .entityMissingInClasses: .entityRemoved
      case .entityMissingInStore: .entityAdded
      case .propertyMissingInClasses: .propertyRemoved
      case .propertyMissingInStore: .propertyAdded
      case .entityRenamed: .entityRenamed
      case .parent: .parent
      case .propertyRenamed: .propertyRenamed
      case .propertyKind: .propertyKind
      case .attributeType: .attributeType
      case .integerWidth: .integerWidth
      case .optionality: .optionality
      case .externalStorage: .externalStorage
      case .preservedOnDeletion: .preservedOnDeletion
      case .derivation: .derivation
      case .destination: .destination
      case .inverse: .inverse
      case .toMany: .toMany
      case .ordered: .ordered
      case .counts: .counts
      case .abstract: .abstract
      case .uniqueness: .uniqueness
      case .hashModifier: .hashModifier
      case .hash: .hash
      case .deleteRule: .deleteRule
      case .defaultValue: .defaultValue
      case .valueTransformer: .valueTransformer
      }
  }
}

extension FetchIndexDescription {
  fileprivate var words: String { "index \(name) over \(content { $0 })" }

  /// What is indexed.
  ///
  /// - Parameter name: what a property is called on the side whose words are wanted.
  fileprivate func content(_ name: (String) -> String) -> String {
    let parts = elements.map { element in
      let what = element.propertyName.map(name) ?? element.expression ?? ""
      return what + (element.kind == .rTree ? " by location" : "") + (element.isAscending ? "" : " descending")
    }
    return parts.joined(separator: ", ") + (partialPredicate.map { " where \($0)" } ?? "")
  }
}
