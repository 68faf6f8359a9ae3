internal import ModelDescription
internal import SQLCompiler
internal import SQLiteDriver
internal import StoreContract

extension StoreMerge {
  /// Gives to-manys the members that they lack, where no to-one of the other end says it, and their order to those that
  /// have none of their own.
  func linkToManys() throws {
    for entity in model.entities where !entity.description.isAbstract {
      let mapping = try target.schema.plan(entity.number).mapping
      for relationship in entity.toManys {
        guard let place = mapping.toManys[relationship.name], isNeeded(relationship, place) else { continue }
        var last: Int64 = .min
        while true {
          let owners = try source.keys(of: entity.number, after: last, limit: options.batch)
          guard let end = owners.last else { break }
          try link(owners, relationship, place, of: entity)
          try tell("link \(entity.name).\(relationship.name)", 0)
          last = end
        }
      }
    }
  }

  private func isNeeded(_ relationship: ResolvedRelationship, _ place: ToManyMapping) -> Bool {
    let isOrdered = relationship.description.isOrdered
    switch place {
    case .foreignKey: return relationship.inverse == nil || isOrdered
    case .joinTable:
      guard let inverse = relationship.inverse, let other = relationship.inverseEntityNumber,
        !relationship.isSelfInverse, !isOrdered
      else { return true }
      // One of the two sides is enough: the ordered one, or the first.
      if inverse.isOrdered { return false }
      return (relationship.declaringEntityNumber, relationship.name) < (other, inverse.name)
    }
  }

  private func link(
    _ owners: [Int64], _ relationship: ResolvedRelationship, _ place: ToManyMapping, of entity: ResolvedEntity
  ) throws {
    var members: [Int64: [(key: RowKey, isNew: Bool)]] = [:]
    try source.related(relationship.name, of: entity.number, owners: owners) { owner, row in
      guard let end = model.entity(numbered: row.entity()),
        let partner = try matches.partner(of: row.primaryKey(), root: end.rootNumber)
      else { return }
      members[owner, default: []].append((RowKey(entity: end.number, primaryKey: partner.key), partner.isNew))
    }
    guard !members.isEmpty else { return }
    var own: [(owner: MergeMatches.Partner, members: [(key: RowKey, isNew: Bool)])] = []
    for owner in owners {
      guard let members = members[owner], let partner = try matches.partner(of: owner, root: entity.rootNumber) else {
        continue
      }
      own.append((partner, members))
    }
    var present: [Int64: [RowKey]] = [:]
    try target.related(relationship.name, of: entity.number, owners: own.map(\.owner.key)) { owner, row in
      present[owner, default: []].append(RowKey(entity: row.entity(), primaryKey: row.primaryKey()))
    }
    var (request, touched) = (SaveRequest(), TouchedOwners())
    request.author = Self.author
    for (partner, members) in own {
      let there = present[partner.key] ?? []
      let known = Set(there.map(\.primaryKey))
      var added = try addable(members.map(\.key).filter { !known.contains($0.primaryKey) }, relationship, place)
      var order: [RowKey]?
      if relationship.description.isOrdered {
        let all = known.union(added.map(\.primaryKey))
        let wanted = members.map(\.key).filter { all.contains($0.primaryKey) }
        // An order that somebody made stays; that of the keys is what members get that were only added.
        let isUnordered = zip(there, there.dropFirst()).allSatisfy { $0.primaryKey < $1.primaryKey }
        if wanted.count == all.count, partner.isNew || isUnordered, wanted != there { order = wanted }
      }
      if case .foreignKey = place, relationship.inverse != nil { added = [] }
      guard !added.isEmpty || order != nil else { continue }
      let owner = RowKey(entity: entity.number, primaryKey: partner.key)
      request.links.append(.init(owner: owner, relationship: relationship.name, added: added, order: order))
      if !partner.isNew { touched.add(owner, named: relationship.name) }
      let new = Set(members.filter(\.isNew).map(\.key))
      for member in added where !new.contains(member) { touched.add(member, relationship.inverse) }
    }
    guard !request.links.isEmpty else { return }
    touched.join(&request)
    _ = try save(request, inserting: [:])
  }

  /// The members that may be added: one that has no inverse to say so may have an owner already, which it keeps.
  private func addable(
    _ members: [RowKey], _ relationship: ResolvedRelationship, _ place: ToManyMapping
  ) throws -> [RowKey] {
    guard case .foreignKey(let table, let column, _) = place, !members.isEmpty else { return members }
    guard relationship.inverse == nil else { return [] }
    let key = try target.schema.plan(relationship.destinationNumber).key
    let sql =
      "SELECT \(key) FROM \(table.quoted) WHERE \(key) IN \(KeyList.sql) AND \(column.quoted) IS NULL"
    let free = try target.reading { connection in
      try connection.withStatement(sql) { statement in
        try statement.bind(KeyList.text(members.map(\.primaryKey)), at: 1)
        var keys: Set<Int64> = []
        while try statement.step() { keys.insert(statement.integer(0)) }
        return keys
      }
    }
    return members.filter { free.contains($0.primaryKey) }
  }
}
