import ModelDescription
import StoreContract

/// Who is related to whom in a seeded store.
struct SeedLinks {
  private let model: ResolvedModel
  private let keysByEntity: [Int: [RowKey]]
  /// Destination by to-one (declaring entity and name) and owner.
  private var toOnes: [End: [RowKey: RowKey]] = [:]
  private(set) var changes: [SaveRequest.LinkChange] = []

  /// One end of a relationship, by the entity that declares it.
  private struct End: Hashable {
    var entity: Int
    var name: String
  }

  init(_ model: ResolvedModel, keys: [RowKey]) {
    self.model = model
    keysByEntity = Dictionary(grouping: keys, by: \.entity)
  }

  /// Relates every row as its relationships allow; each relationship has at least one pair where it has two ends.
  mutating func assign(using generator: inout SeedGenerator) throws {
    for entity in model.entities {
      for field in entity.fields where field.declaringEntityNumber == entity.number {
        guard let relationship = field.toOne else { continue }
        try assignToOne(relationship, using: &generator)
      }
      for relationship in entity.toManys where relationship.declaringEntityNumber == entity.number {
        assignToMany(relationship, using: &generator)
      }
    }
    for entity in model.entities {
      for relationship in entity.toManys where relationship.declaringEntityNumber == entity.number {
        orderMembers(of: relationship)
      }
    }
  }

  func value(of relationship: ResolvedRelationship, owner: RowKey) -> StoredValue {
    toOnes[Self.end(relationship)]?[owner].map(StoredValue.reference) ?? .null
  }

  private static func end(_ relationship: ResolvedRelationship) -> End {
    End(entity: relationship.declaringEntityNumber, name: relationship.name)
  }

  private static func inverseEnd(_ relationship: ResolvedRelationship) -> End? {
    relationship.inverse.flatMap { inverse in
      relationship.inverseEntityNumber.map { End(entity: $0, name: inverse.name) }
    }
  }

  /// Rows of an entity and its descendants.
  private func family(_ number: Int) -> [RowKey] {
    (model.entity(numbered: number)?.familyNumbers).map { $0.flatMap { keysByEntity[$0] ?? [] } } ?? []
  }

  private mutating func assignToOne(
    _ relationship: ResolvedRelationship, using generator: inout SeedGenerator
  ) throws {
    let (owners, targets) = (family(relationship.declaringEntityNumber), family(relationship.destinationNumber))
    let (end, inverseEnd) = (Self.end(relationship), Self.inverseEnd(relationship))
    var chosen = toOnes[end] ?? [:]
    if let inverse = relationship.inverse, let inverseEnd, !inverse.isToMany {
      pairOff(relationship, owners: owners, targets: targets, into: &chosen)
      toOnes[end] = chosen
      if !relationship.isSelfInverse {
        toOnes[inverseEnd] = Dictionary(chosen.map { ($1, $0) }) { first, _ in first }
      }
    } else {
      let limit = relationship.inverse.map { $0.maximumCount > 0 ? $0.maximumCount : Int.max } ?? .max
      let spreads = relationship.inverse.map { !$0.isOptional || $0.minimumCount > 0 } ?? false
      var counts: [RowKey: Int] = [:]
      for (index, owner) in owners.enumerated() where !targets.isEmpty {
        // The first row shows a value; an optional one is left empty now and then.
        if index > 0, !spreads, relationship.description.isOptional, generator.next() % 6 == 0 { continue }
        let start = spreads ? index : index == 0 ? 0 : Int(generator.next() % UInt64(targets.count))
        guard
          let target = targets.indices.lazy.map({ targets[(start + $0) % targets.count] })
            .first(where: { counts[$0, default: 0] < limit })
        else { break }
        counts[target, default: 0] += 1
        chosen[owner] = target
      }
      toOnes[end] = chosen
    }
    if !relationship.description.isOptional, owners.contains(where: { chosen[$0] == nil }) {
      throw ModelError(
        "no plan gives each row one of its mandatory destinations", entity: model.entity(numbered: end.entity)?.name,
        property: end.name)
    }
  }

  /// One-to-one: each row of either side at most once; the other end, when it came first, has done the work.
  private func pairOff(
    _ relationship: ResolvedRelationship, owners: [RowKey], targets: [RowKey], into chosen: inout [RowKey: RowKey]
  ) {
    guard chosen.isEmpty else { return }
    if relationship.isSelfInverse {
      for index in stride(from: 0, to: owners.count - 1, by: 2) {
        chosen[owners[index]] = owners[index + 1]
        chosen[owners[index + 1]] = owners[index]
      }
    } else {
      // Each entity of a family in turn, so that none is left without where one side has fewer rows.
      for (owner, target) in zip(Self.inTurn(owners), Self.inTurn(targets)) { chosen[owner] = target }
    }
  }

  /// The first row of each entity, then the second of each, and so on.
  private static func inTurn(_ rows: [RowKey]) -> [RowKey] {
    var counts: [Int: Int] = [:]
    let numbered = rows.enumerated().map { position, row in
      counts[row.entity, default: 0] += 1
      return (turn: counts[row.entity] ?? 0, position: position, row: row)
    }
    return numbered.sorted { ($0.turn, $0.position) < ($1.turn, $1.position) }.map(\.row)
  }

  /// Many-to-many, from the end that comes first, and to-manys without inverse.
  private mutating func assignToMany(_ relationship: ResolvedRelationship, using generator: inout SeedGenerator) {
    let (owners, targets) = (family(relationship.declaringEntityNumber), family(relationship.destinationNumber))
    guard !targets.isEmpty else { return }
    let limit = relationship.description.maximumCount > 0 ? relationship.description.maximumCount : Int.max
    if relationship.inverse == nil {
      // The column lies with the destination: each has one owner.
      let share = max(1, min(limit, targets.count / max(owners.count, 1)))
      for (index, owner) in owners.enumerated() where (index + 1) * share <= targets.count {
        add(Array(targets[index * share..<(index + 1) * share]), to: owner, relationship)
      }
      return
    }
    guard relationship.isManyToMany, comesFirst(relationship) else { return }
    let inverseLimit = (relationship.inverse?.maximumCount).map { $0 > 0 ? $0 : Int.max } ?? .max
    var counts: [RowKey: Int] = [:]
    for (index, owner) in owners.enumerated() {
      let wanted = min(limit, 1 + Int(generator.next() % 3), targets.count)
      // Neighbours in the list, so that every destination of a large store is reached.
      let members = (0..<wanted).map { targets[(index + $0) % targets.count] }
        .filter { counts[$0, default: 0] < inverseLimit && (!relationship.isSelfInverse || $0 != owner) }
      for member in members { counts[member, default: 0] += 1 }
      add(members, to: owner, relationship)
    }
  }

  private func comesFirst(_ relationship: ResolvedRelationship) -> Bool {
    guard let other = Self.inverseEnd(relationship) else { return true }
    let own = Self.end(relationship)
    return own.entity != other.entity ? own.entity < other.entity : own.name <= other.name
  }

  private mutating func add(_ members: [RowKey], to owner: RowKey, _ relationship: ResolvedRelationship) {
    guard !members.isEmpty else { return }
    changes.append(
      .init(
        owner: owner, relationship: relationship.name, added: members,
        order: relationship.description.isOrdered ? members : nil))
  }

  /// The order of ordered to-manys whose members were given from the other end.
  private mutating func orderMembers(of relationship: ResolvedRelationship) {
    guard relationship.description.isOrdered, let inverse = relationship.inverse,
      let inverseEnd = Self.inverseEnd(relationship)
    else { return }
    var members: [RowKey: [RowKey]] = [:]
    if inverse.isToMany {
      guard !comesFirst(relationship) else { return }
      let owners = Set(family(inverseEnd.entity).map(\.entity))
      for change in changes where change.relationship == inverse.name && owners.contains(change.owner.entity) {
        for member in change.added { members[member, default: []].append(change.owner) }
      }
    } else {
      for (member, owner) in toOnes[inverseEnd] ?? [:] { members[owner, default: []].append(member) }
    }
    for (owner, list) in members.sorted(by: { $0.key.primaryKey > $1.key.primaryKey }) {
      changes.append(
        .init(
          owner: owner, relationship: relationship.name,
          order: list.sorted { $0.primaryKey > $1.primaryKey }))
    }
  }
}
