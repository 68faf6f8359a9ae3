internal import ModelDescription
internal import ModelEvolution
internal import SQLCompiler

extension MigrationPlanner {
  /// Goes through every place where the destination keeps links: columns of to-ones, columns of to-manys without
  /// inverse, join tables.
  mutating func planLinks() {
    var done: Set<LinkPlanner.End> = []
    for entity in mapping.destination.entities {
      for field in entity.fields where field.declaringEntityNumber == entity.number {
        if let toOne = field.toOne { planToOne(toOne, of: entity, &done) }
      }
      for toMany in entity.toManys where toMany.declaringEntityNumber == entity.number && toMany.inverse == nil {
        planHidden(toMany, of: entity)
      }
    }
    for table in target.joinTables { planJoinTable(table) }
  }

  // MARK: to-ones

  private mutating func planToOne(
    _ relationship: ResolvedRelationship, of entity: ResolvedEntity, _ done: inout Set<LinkPlanner.End>
  ) {
    guard let column = column(of: relationship, entity), let destination = family(relationship.destinationNumber) else {
      return
    }
    let mappings = links.mappings(of: relationship)
    var kinds: [LinkPlanner.Place] = []
    for toOne in mappings {
      guard let row = rowSource(of: toOne, relationship) else { continue }
      kinds.append(links.place(of: toOne, inRowsOf: row))
    }
    let needsLinks = kinds.contains { if case .links = $0 { true } else { false } }
    let inverse = links.inverse(of: relationship, in: mapping.destination)
    var keepsAll = true
    if needsLinks {
      keepsAll = false
      let other = inverse.flatMap { $0.isToMany ? nil : self.column(of: $0, owner(of: $0)) }
      // Two to-ones that are each other's inverse are written together.
      if done.insert(LinkPlanner.End(relationship)).inserted {
        if let inverse, !inverse.isToMany { done.insert(LinkPlanner.End(inverse)) }
        let former = links.linkSources(of: relationship)
        transferCount += 1
        let transfer = LinkTransfer(
          label(relationship), number: transferCount, pairs: former.map { moved($0, to: relationship) },
          ownerTable: column, memberTable: destination, owner: column, member: other)
        linkStatements += transfer.statements.map { MigrationStatement(purpose: transfer.purpose, sql: $0) }
      }
    }
    // A place whose links come from other columns may have lost the rows that they lead to.
    for case .column(_, let family) in kinds {
      guard let present = mapping.destination.entity(numbered: relationship.destinationNumber),
        links.loses(family, within: present)
      else { continue }
      keepsAll = false
      linkStatements.append(
        MigrationStatement(
          purpose: "clear links of \(label(relationship)) to rows without a place",
          sql: LinkTransfer.clearing(column, destination: destination)))
      break
    }
    let ordered = inverse.map { $0.isToMany && $0.description.isOrdered } ?? false
    let columns = kinds.compactMap { kind -> (order: String?, place: String)? in
      guard case .column(let old, let family) = kind else { return nil }
      return (old.orderColumn, "\(family.rootNumber) \(old.name)")
    }
    // Where places of several orders, or of an order and of none, come together, they are counted anew.
    let hadOrder =
      !columns.isEmpty && columns.allSatisfy { $0.order != nil } && Set(columns.map(\.place)).count == 1
    let linksHadOrder = links.linkSources(of: relationship).contains { former in
      former.isReversed ? former.links.hasMemberPositions : former.links.hasOwnerPositions
    }
    let isFilled = kinds.contains { if case .empty = $0 { false } else { true } }
    if ordered, !hadOrder, !(needsLinks && linksHadOrder), isFilled, let numbering = LinkTransfer.numbering(column) {
      linkStatements.append(MigrationStatement(purpose: "number \(inverse.map(label) ?? "")", sql: numbering))
    }
    addPlace(relationship, column, destination, keepsAll: keepsAll)
  }

  /// The entity of the source whose rows a to-one of the destination is filled in.
  private func rowSource(of toOne: RelationshipMapping, _ relationship: ResolvedRelationship) -> ResolvedEntity? {
    guard let entity = mapping.destination.entity(numbered: relationship.declaringEntityNumber) else { return nil }
    let rows = entity.familyNumbers.compactMap { mapping.entity(numbered: $0) }
    return rows.first { row in
      row.source != nil
        && row.fields.contains {
          $0.toOne.map {
            $0.source?.name == toOne.source?.name
              && $0.source?.declaringEntityNumber == toOne.source?.declaringEntityNumber
              && LinkPlanner.End($0.destination) == LinkPlanner.End(relationship)
          } ?? false
        }
    }?.source
  }

  private mutating func planHidden(_ relationship: ResolvedRelationship, of entity: ResolvedEntity) {
    guard let name = target.hiddenColumn(of: relationship), var column = family(relationship.destinationNumber),
      let owner = family(entity.number)
    else { return }
    column.column = TableMapping.Column(name: name)
    let former = links.linkSources(of: relationship)
    let present = mapping.destination.entity(numbered: relationship.destinationNumber)
    let rows =
      present.map { family in
        family.familyNumbers.compactMap { mapping.entity(numbered: $0)?.source }
      } ?? []
    let kinds = rows.map { links.hiddenPlace(of: relationship, inRowsOf: $0) }
    var keepsAll = true
    if kinds.contains(where: { if case .links = $0 { true } else { false } }) {
      keepsAll = false
      transferCount += 1
      let transfer = LinkTransfer(
        label(relationship), number: transferCount, pairs: former.map { moved($0, to: relationship) },
        ownerTable: owner, memberTable: column, owner: nil, member: column)
      linkStatements += transfer.statements.map { MigrationStatement(purpose: transfer.purpose, sql: $0) }
    }
    for case .column(_, let family) in kinds where links.loses(family, within: entity) {
      keepsAll = false
      linkStatements.append(
        MigrationStatement(
          purpose: "clear links of \(label(relationship)) from rows without a place",
          sql: LinkTransfer.clearing(column, destination: owner)))
      break
    }
    // Members that have no place any more take their links along.
    if let former = former.first, let old = source.entity(former.links.relationship.destinationNumber), let present,
      links.loses(old, within: present)
    {
      keepsAll = false
    }
    addPlace(relationship, column, owner, keepsAll: keepsAll)
  }

  // MARK: join tables

  private mutating func planJoinTable(_ table: JoinTableLayout) {
    guard let entity = mapping.destination.entity(numbered: table.naming.entityNumber),
      let relationship = entity.toMany(named: table.naming.relationship),
      let owner = family(table.naming.entityNumber), let member = family(relationship.destinationNumber)
    else { return }
    let former = links.linkSources(of: relationship)
    var keepsAll = true
    for source in former {
      let (ownerOrder, memberOrder) =
        source.isReversed
        ? (source.links.hasMemberPositions, source.links.hasOwnerPositions)
        : (source.links.hasOwnerPositions, source.links.hasMemberPositions)
      var names = [table.namingColumn, table.inverseColumn]
      var values = ["owner", "member"]
      if let order = table.namingOrderColumn {
        names.append(order)
        values.append(ownerOrder ? "ownerPosition" : LinkTransfer.position(partition: "member", by: "owner"))
      }
      if let order = table.inverseOrderColumn {
        names.append(order)
        values.append(memberOrder ? "memberPosition" : LinkTransfer.position(partition: "owner", by: "member"))
      }
      let relation = source.links.relationship
      let ends = [
        (
          self.source.entity(relation.declaringEntityNumber), source.isReversed ? "member" : "owner",
          source.isReversed ? member : owner
        ),
        (
          self.source.entity(relation.destinationNumber), source.isReversed ? "owner" : "member",
          source.isReversed ? owner : member
        ),
      ]
      var conditions: [String] = []
      for (former, side, place) in ends {
        guard let former, let present = mapping.destination.entity(numbered: place.numbers.lowerBound),
          links.loses(former, within: present)
        else { continue }
        keepsAll = false
        conditions.append(
          "EXISTS (SELECT 1 FROM \(MigrationSchema.target).\(place.table.quoted) AS t WHERE t.\(place.keyColumn.quoted) ="
            + " p.\(side) AND t.\(place.entityColumn.quoted) BETWEEN \(place.numbers.lowerBound) AND"
            + " \(place.numbers.upperBound))")
      }
      linkStatements.append(
        MigrationStatement(
          purpose: "link \(label(relationship))",
          sql: "INSERT\(former.count > 1 ? " OR IGNORE" : "") INTO \(MigrationSchema.target).\(table.name.quoted)"
            + " (\(names.map(\.quoted).joined(separator: ", "))) SELECT \(values.joined(separator: ", "))"
            + " FROM (\(moved(source, to: relationship))) AS p"
            + (conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ")),
          isAsItWas: former.count == 1 && conditions.isEmpty && isUnchanged(table, source, relationship)))
      if former.count > 1 { keepsAll = false }
    }
    note(used: relationship)
    let nowhere = [(table.namingColumn, owner), (table.inverseColumn, member)].map { column, place in
      "NOT EXISTS (SELECT 1 FROM \(place.table.quoted) AS d WHERE d.\(place.keyColumn.quoted) ="
        + " \(table.name.quoted).\(column.quoted)\(place.condition("d")))"
    }.joined(separator: " OR ")
    places.append(
      LinkPlace(
        relationship: label(relationship), before: former.map { "SELECT count(*) FROM (\($0.links.pairs))" },
        after: "SELECT count(*) FROM \(table.name.quoted)", keepsAll: keepsAll,
        danglingAfter: "SELECT count(*) FROM \(table.name.quoted) WHERE \(nowhere)",
        danglingBefore: former.compactMap { danglingBefore($0.links) },
        clearing: "DELETE FROM \(table.name.quoted) WHERE \(nowhere)", lacking: nil))
  }

  /// A join table of the source has these links already, in the same columns and under the same keys.
  private func isUnchanged(
    _ table: JoinTableLayout, _ former: (links: LinkSource, isReversed: Bool), _ relationship: ResolvedRelationship
  ) -> Bool {
    guard source.layout.joinTables.contains(table), let place = former.links.joinTable, place.table == table.name,
      keyOffsets(former, to: relationship).map({ $0.owner == 0 && $0.member == 0 }) ?? false
    else { return false }
    // Two ends that change places have their links the other way round.
    let (owner, member) = former.isReversed ? (place.member, place.owner) : (place.owner, place.member)
    return owner == table.namingColumn && member == table.inverseColumn
  }

  // MARK: parts

  func label(_ relationship: ResolvedRelationship) -> String {
    "\(mapping.destination.entity(numbered: relationship.declaringEntityNumber)?.name ?? "").\(relationship.name)"
  }

  private func owner(of relationship: ResolvedRelationship) -> ResolvedEntity? {
    mapping.destination.entity(numbered: relationship.declaringEntityNumber)
  }

  /// The rows of an entity and its descendants.
  func family(_ number: Int) -> LinkTransfer.Column? {
    guard let entity = mapping.destination.entity(numbered: number), let place = target.mapping(ofEntity: number) else {
      return nil
    }
    return LinkTransfer.Column(
      table: place.table, keyColumn: place.keyColumn, entityColumn: place.entityColumn, numbers: entity.familyNumbers,
      isWhole: entity.isRoot, column: TableMapping.Column(name: place.keyColumn))
  }

  private func column(of relationship: ResolvedRelationship, _ entity: ResolvedEntity?) -> LinkTransfer.Column? {
    guard let entity, var place = family(entity.number),
      let field = entity.fields.firstIndex(where: {
        $0.toOne.map(LinkPlanner.End.init) == LinkPlanner.End(relationship)
      }),
      let column = target.mapping(ofEntity: entity.number)?.columns[field]
    else { return nil }
    place.column = column
    return place
  }

  /// The pairs of a source with the keys of the destination, its owners being those of the relationship.
  private func moved(
    _ former: (links: LinkSource, isReversed: Bool), to relationship: ResolvedRelationship
  ) -> String {
    guard let offsets = keyOffsets(former, to: relationship) else { return former.links.pairs }
    let ownerKey = "owner".moved(by: offsets.owner)
    let memberKey = "member".moved(by: offsets.member)
    if !former.isReversed, ownerKey == "owner", memberKey == "member" { return former.links.pairs }
    return former.isReversed
      ? "SELECT \(memberKey) AS owner, \(ownerKey) AS member, ownerPosition AS memberPosition, memberPosition AS"
        + " ownerPosition FROM (\(former.links.pairs))"
      : "SELECT \(ownerKey) AS owner, \(memberKey) AS member, memberPosition, ownerPosition FROM (\(former.links.pairs))"
  }

  /// By how much the keys of a source's owners and members move up.
  private func keyOffsets(
    _ former: (links: LinkSource, isReversed: Bool), to relationship: ResolvedRelationship
  ) -> (owner: Int64, member: Int64)? {
    let old = former.links.relationship
    guard let oldOwner = source.entity(old.declaringEntityNumber), let oldMember = source.entity(old.destinationNumber),
      let owner = mapping.destination.entity(numbered: relationship.declaringEntityNumber),
      let member = mapping.destination.entity(numbered: relationship.destinationNumber)
    else { return nil }
    let (first, second) = former.isReversed ? (member, owner) : (owner, member)
    return (offsets.offset(from: oldOwner, to: first), offsets.offset(from: oldMember, to: second))
  }

  private mutating func note(used relationship: ResolvedRelationship) {
    for former in links.linkSources(of: relationship) {
      usedRelationships.insert(LinkPlanner.End(former.links.relationship))
      if let inverse = links.inverse(of: former.links.relationship, in: source.model) {
        usedRelationships.insert(LinkPlanner.End(inverse))
      }
    }
  }

  private mutating func addPlace(
    _ relationship: ResolvedRelationship, _ column: LinkTransfer.Column, _ destination: LinkTransfer.Column,
    keepsAll: Bool
  ) {
    note(used: relationship)
    let former = links.linkSources(of: relationship)
    var keyOnly = column
    keyOnly.column.entityColumn = nil
    let rows =
      "\(column.table.quoted) AS t WHERE t.\(column.column.name.quoted) IS NOT NULL\(column.condition("t"))"
    // Rows that have no place take their links along.
    let losesRows = former.contains { source in
      let old = source.links.relationship
      guard let first = self.source.entity(old.declaringEntityNumber),
        let present = mapping.destination.entity(
          numbered: source.isReversed ? relationship.destinationNumber : relationship.declaringEntityNumber)
      else { return true }
      return links.loses(first, within: present)
    }
    places.append(
      LinkPlace(
        relationship: label(relationship), before: former.map { "SELECT count(*) FROM (\($0.links.pairs))" },
        after: "SELECT count(*) FROM \(rows)", keepsAll: keepsAll && !losesRows,
        danglingAfter: "SELECT count(*) FROM \(column.table.quoted) AS t WHERE"
          + " \(LinkTransfer.dangling(keyOnly, destination: destination, schema: nil))",
        danglingBefore: former.compactMap { danglingBefore($0.links) },
        clearing: LinkTransfer.clearing(column, where: keyOnly, destination: destination, schema: nil),
        lacking: demands(relationship)
          ? "SELECT count(*) FROM \(column.table.quoted) AS t WHERE t.\(column.column.name.quoted) IS"
            + " NULL\(column.condition("t"))" : nil))
  }

  /// A to-one that had to be there before too: whether each row has it was nobody's question so far.
  private func demands(_ relationship: ResolvedRelationship) -> Bool {
    let mappings = links.mappings(of: relationship)
    return !relationship.isToMany && !relationship.description.isOptional && !mappings.isEmpty
      && mappings.allSatisfy { !$0.mayLackValue }
  }

  private func danglingBefore(_ links: LinkSource) -> String? {
    guard let destination = source.entity(links.relationship.destinationNumber),
      let place = source.layout.mapping(ofEntity: destination.number),
      let owner = source.entity(links.relationship.declaringEntityNumber),
      let ownerPlace = source.layout.mapping(ofEntity: owner.number)
    else { return nil }
    func missing(_ side: String, _ place: TableMapping, _ family: ResolvedEntity) -> String {
      "NOT EXISTS (SELECT 1 FROM \(MigrationSchema.source).\(place.table.quoted) AS d WHERE"
        + " d.\(place.keyColumn.quoted) = p.\(side) AND d.\(place.entityColumn.quoted) BETWEEN"
        + " \(family.familyNumbers.lowerBound) AND \(family.familyNumbers.upperBound))"
    }
    return
      "SELECT count(*) FROM (\(links.pairs)) AS p WHERE \(missing("owner", ownerPlace, owner)) OR"
      + " \(missing("member", place, destination))"
  }
}
