import ModelDescription
import SQLCompiler

/// The index statements of one family, in the order of Apple's frameworks since 2018 (StoreFormat.md section 8).
struct IndexPlan {
  private(set) var statements: [String] = []
  private(set) var omissions: [String] = []
  private let layout: StoreLayout

  init(table: TableLayout, layout: StoreLayout) {
    self.layout = layout
    guard let root = layout.model.entity(numbered: table.rootNumber) else { return }
    let family = root.familyNumbers.compactMap { layout.model.entity(numbered: $0) }
    for entity in family {
      for field in entity.fields where field.declaringEntityNumber == entity.number && field.toOne != nil {
        if let column = layout.column(of: field) { addKeyIndex(column.name, on: table.name) }
      }
    }
    for column in layout.hiddenColumns(in: root) { addKeyIndex(column, on: table.name) }
    for joinTable in layout.joinTables where root.familyNumbers.contains(joinTable.naming.entityNumber) {
      statements.append(joinTable.indexStatement)
    }
    if root.hasSubentities { addKeyIndex("Z_ENT", on: table.name) }
    for entity in family {
      for index in entity.description.allIndexes { addFetchIndex(index, of: entity, on: table.name) }
      for constraint in entity.description.uniquenessConstraints {
        addConstraint(constraint, of: entity, on: table.name)
      }
    }
  }

  private mutating func addKeyIndex(_ column: String, on table: String) {
    statements.append("CREATE INDEX \(table)_\(column)_INDEX ON \(table) (\(column))")
  }

  private mutating func addFetchIndex(_ index: FetchIndexDescription, of entity: ResolvedEntity, on table: String) {
    let what = "index \(index.name) of \(entity.name)"
    guard StoredName.isPlain(index.name) else {
      return omit(what, "its name cannot stand in SQL")
    }
    guard index.partialPredicate == nil else {
      return omit(what, "how the frameworks write partial indexes is not known; fetches answer the same without")
    }
    guard index.elements.allSatisfy({ $0.kind == .binary }) else {
      return omit(
        what, "how the frameworks write location (R-tree) indexes is not known; fetches answer the same without")
    }
    guard index.elements.allSatisfy({ $0.expression == nil }) else {
      return omit(
        what, "how the frameworks write indexes over expressions is not known; fetches answer the same without")
    }
    var parts: [String] = []
    for element in index.elements {
      guard let name = element.propertyName else { return omit(what, "one of its elements names no property") }
      // The frameworks make no index over a to-many, and none that repeats the index of a foreign key.
      if entity.toMany(named: name) != nil { return }
      guard let number = entity.fieldNumber(of: name), let column = layout.column(of: entity.fields[number]) else {
        return omit(what, "its property \(name) has no column")
      }
      if index.elements.count == 1, entity.fields[number].toOne != nil { return }
      parts.append("\(column.name) COLLATE BINARY \(element.isAscending ? "ASC" : "DESC")")
    }
    guard !parts.isEmpty else { return omit(what, "it has no elements") }
    statements.append("CREATE INDEX Z_\(entity.name)_\(index.name) ON \(table) (\(parts.joined(separator: ", ")))")
  }

  private mutating func addConstraint(_ properties: [String], of entity: ResolvedEntity, on table: String) {
    let what = "uniqueness of \(properties.joined(separator: ", ")) in \(entity.name)"
    guard !properties.isEmpty else { return }
    var parts: [String] = []
    for name in properties {
      guard let number = entity.fieldNumber(of: name), let column = layout.column(of: entity.fields[number]) else {
        return omit(what, "the property \(name) has no column")
      }
      parts.append("\(column.name) COLLATE BINARY ASC")
    }
    let name = "Z_\(entity.name)_UNIQUE_\(properties.joined(separator: "_"))"
    statements.append("CREATE UNIQUE INDEX \(name) ON \(table) (\(parts.joined(separator: ", ")))")
  }

  private mutating func omit(_ what: String, _ why: String) {
    omissions.append("The \(what) is not made: \(why).")
  }
}
