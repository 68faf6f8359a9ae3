internal import ModelDescription
internal import ModelEvolution
internal import SQLCompiler

/// Where the links of the destination come from.
struct LinkPlanner {
  let mapping: ModelMapping
  let source: MigrationSource
  let target: StoreLayout
  let offsets: KeyOffsets

  /// A relationship where it is declared.
  struct End: Hashable, Comparable {
    var entityNumber: Int
    var name: String

    init(_ relationship: ResolvedRelationship) {
      entityNumber = relationship.declaringEntityNumber
      name = relationship.name
    }

    static func < (left: End, right: End) -> Bool {
      left.entityNumber == right.entityNumber
        ? left.name.precedesLiterally(right.name) : left.entityNumber < right.entityNumber
    }
  }

  /// How the column of a to-one is filled in the rows of one entity.
  enum Place {
    /// Nothing to fill it with.
    case empty
    /// From a column of the same row, which has keys of `leadsTo`.
    case column(TableMapping.Column, leadsTo: ResolvedEntity)
    /// From a table of links, after the rows.
    case links
  }

  // MARK: what relationships were

  /// The source's relationships that a relationship of the destination continues: one, or one for each of several entities
  /// that now share it.
  func sources(of relationship: ResolvedRelationship) -> [ResolvedRelationship] {
    var seen: Set<End> = []
    return mappings(of: relationship).compactMap(\.source).filter { seen.insert(End($0)).inserted }
  }

  func mappings(of relationship: ResolvedRelationship) -> [RelationshipMapping] {
    guard let owner = mapping.destination.entity(numbered: relationship.declaringEntityNumber) else { return [] }
    return owner.familyNumbers.compactMap { number in
      guard let entity = mapping.entity(numbered: number) else { return nil }
      if relationship.isToMany { return entity.toManys.first { End($0.destination) == End(relationship) } }
      return entity.fields.lazy.compactMap(\.toOne).first { End($0.destination) == End(relationship) }
    }
  }

  /// The inverse as the model resolves it.
  func inverse(of relationship: ResolvedRelationship, in model: ResolvedModel) -> ResolvedRelationship? {
    guard let name = relationship.inverse?.name,
      let entity = relationship.inverseEntityNumber.flatMap({ model.entity(numbered: $0) })
    else { return nil }
    return entity.toMany(named: name) ?? entity.fields.lazy.compactMap(\.toOne).first { $0.name == name }
  }

  /// Queries for the pairs that become a relationship's links, and whether owner and member change sides.
  func linkSources(of relationship: ResolvedRelationship) -> [(links: LinkSource, isReversed: Bool)] {
    let own = sources(of: relationship)
    if !own.isEmpty { return own.compactMap { links($0) }.map { ($0, false) } }
    guard let inverse = inverse(of: relationship, in: mapping.destination) else { return [] }
    return sources(of: inverse).compactMap { links($0) }.map { ($0, true) }
  }

  private func links(_ relationship: ResolvedRelationship) -> LinkSource? {
    LinkSource(relationship, in: source, schema: MigrationSchema.source)
  }

  // MARK: to-one columns

  func place(of toOne: RelationshipMapping, inRowsOf row: ResolvedEntity) -> Place {
    let inverse = inverse(of: toOne.destination, in: mapping.destination)
    let sharesNoMember = inverse.map { !$0.isToMany } ?? false
    if let former = toOne.source {
      guard !former.isToMany else { return .links }
      let wasUnshared = former.inverse.map { !$0.isToMany } ?? false
      guard !sharesNoMember || wasUnshared else { return .links }
      guard let column = column(of: former, inRowsOf: row), let destination = source.entity(former.destinationNumber)
      else { return .empty }
      return .column(column, leadsTo: destination)
    }
    guard let inverse else { return .empty }
    let former = sources(of: inverse)
    guard !former.isEmpty else { return .empty }
    guard former.count == 1, former[0].isToMany, !sharesNoMember,
      case .foreignKey(let table, let column, let order)? =
        source.layout.mapping(ofEntity: former[0].declaringEntityNumber)?.toManys[former[0].name],
      table == source.layout.mapping(ofEntity: row.number)?.table,
      let owner = source.entity(former[0].declaringEntityNumber)
    else { return .links }
    return .column(TableMapping.Column(name: column, orderColumn: order), leadsTo: owner)
  }

  /// The column for the key of a to-many's owner, in rows of what was its destination.
  func hiddenPlace(of relationship: ResolvedRelationship, inRowsOf row: ResolvedEntity) -> Place {
    let former = sources(of: relationship)
    guard !former.isEmpty else { return .empty }
    guard former.count == 1, former[0].isToMany,
      case .foreignKey(let table, let column, _)? =
        source.layout.mapping(ofEntity: former[0].declaringEntityNumber)?.toManys[former[0].name],
      let owner = source.entity(former[0].declaringEntityNumber)
    else { return .links }
    guard table == source.layout.mapping(ofEntity: row.number)?.table else { return .empty }
    return .column(TableMapping.Column(name: column), leadsTo: owner)
  }

  private func column(of relationship: ResolvedRelationship, inRowsOf row: ResolvedEntity) -> TableMapping.Column? {
    guard let field = row.fields.firstIndex(where: { $0.toOne.map(End.init) == End(relationship) }) else { return nil }
    return source.layout.mapping(ofEntity: row.number)?.columns[field]
  }

  // MARK: ends

  /// Numbers of the destination that rows of a source's family get, as far as they belong to an entity's family.
  func numbers(of family: ResolvedEntity, within present: ResolvedEntity) -> (map: NumberMap, isComplete: Bool) {
    let pairs = family.familyNumbers.compactMap { number -> (source: Int, target: Int)? in
      guard let partner = mapping.destinationNumber(ofSource: number), present.familyNumbers.contains(partner) else {
        return nil
      }
      return (number, partner)
    }
    return (NumberMap(pairs), !loses(family, within: present))
  }

  /// Whether rows that a relationship can lead to are not among those that it leads to from now on.
  func loses(_ family: ResolvedEntity, within present: ResolvedEntity) -> Bool {
    family.familyNumbers.contains { number in
      guard (source.rowCounts[number] ?? 0) > 0 else { return false }
      guard let partner = mapping.destinationNumber(ofSource: number) else { return true }
      return !present.familyNumbers.contains(partner)
    }
  }
}

/// Names of the two databases in the statements of a migration.
enum MigrationSchema {
  static let source = "main"
  static let target = "next"
}
