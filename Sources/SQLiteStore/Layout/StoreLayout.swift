package import ModelDescription
package import SQLCompiler
import StoreContract

/// Apple's SQLite layout of a model: tables, columns, join tables, indexes and triggers (StoreFormat.md sections 1 to 11).
///
/// A value made once for a store: from the model alone for a new file, then `reconciled(with:)` for an existing one.
package struct StoreLayout: Sendable {
  package let model: ResolvedModel
  /// One for each root entity, in entity order.
  package let tables: [TableLayout]
  package internal(set) var joinTables: [JoinTableLayout]
  /// What the model asks for and no specimen shows how to make, a sentence each.
  package private(set) var omissions: [String] = []
  /// Statements of each family's indexes and triggers.
  private(set) var indexStatements: [String] = []
  private(set) var triggerStatements: [String] = []
  /// By entity number minus one.
  private var mappings: [TableMapping] = []

  let tombstoneColumns: [PropertyKey: String]
  private let tablesByRoot: [Int: TableLayout]
  private let columns: [PropertyKey: TableMapping.Column]
  private let hidden: [PropertyKey: String]

  /// Lays a model out as a new store has it.
  ///
  /// - Throws: `StoreError` that names the entity or property that cannot have a table or column.
  package init(_ model: ResolvedModel) throws {
    self.model = model
    tombstoneColumns = Self.tombstoneColumns(model)
    var tables: [TableLayout] = []
    var columns: [PropertyKey: TableMapping.Column] = [:]
    var hidden: [PropertyKey: String] = [:]
    for root in model.entities where root.isRoot {
      let family = try FamilyLayout(root: root, model: model)
      tables.append(family.table)
      columns.merge(family.columns) { first, _ in first }
      hidden.merge(family.hiddenColumns) { first, _ in first }
    }
    self.tables = tables
    self.columns = columns
    self.hidden = hidden
    tablesByRoot = Dictionary(tables.map { ($0.rootNumber, $0) }, uniquingKeysWith: { first, _ in first })
    joinTables = try JoinTablePlan(model).tables
    try checkTableNames()
    finish()
  }

  /// Derives what depends on the join tables: mappings, statements, omissions.
  mutating func finish() {
    omissions = []
    mappings = model.entities.map(makeMapping)
    let indexes = tables.map { IndexPlan(table: $0, layout: self) }
    let triggers = tables.map { TriggerPlan(table: $0, layout: self) }
    indexStatements = indexes.flatMap(\.statements)
    triggerStatements = triggers.flatMap(\.statements)
    omissions = unkeptOrders() + indexes.flatMap(\.omissions) + triggers.flatMap(\.omissions)
  }

  /// Where an entity's fields are, or `nil` when the model has no entity of that number.
  package func mapping(ofEntity number: Int) -> TableMapping? {
    mappings.indices.contains(number - 1) ? mappings[number - 1] : nil
  }

  /// The column of a field, under the entity that declares it.
  package func column(of field: ResolvedEntity.Field) -> TableMapping.Column? {
    columns[PropertyKey(entityNumber: field.declaringEntityNumber, path: field.path)]
  }

  func column(declaredBy entityNumber: Int, path: [String]) -> TableMapping.Column? {
    columns[PropertyKey(entityNumber: entityNumber, path: path)]
  }

  func hiddenColumn(of relationship: ResolvedRelationship) -> String? {
    hidden[PropertyKey(entityNumber: relationship.declaringEntityNumber, path: [relationship.name])]
  }

  /// The table that holds an entity's rows.
  package func table(ofEntity number: Int) -> TableLayout? {
    model.entity(numbered: number).flatMap { tablesByRoot[$0.rootNumber] }
  }

  package var primaryKeyRows: [PrimaryKeyRow] {
    model.entities.map {
      PrimaryKeyRow(entityNumber: $0.number, name: $0.name, superentityNumber: $0.superentityNumber ?? 0)
    }
  }

  /// The statements that make a new file's tables, indexes and triggers, in Apple's order and text.
  ///
  /// Observed: order of `sqlite_master` in stores that were never migrated (StoreFormat.md section 1).
  package func creationStatements(withHistory: Bool) -> [String] {
    var statements = tableStatements + indexStatements + triggerStatements
    statements += Self.ownTableStatements
    if withHistory { statements += historyStatements }
    return statements
  }

  /// Those of the tables that rows and links are in.
  var tableStatements: [String] {
    tables.flatMap { table in
      [table.creationStatement]
        + joinTables.filter { rootNumber(of: $0.naming.entityNumber) == table.rootNumber }.map(\.creationStatement)
    }
  }

  /// The names of the triggers that a new file has.
  var triggerNames: Set<String> {
    Set(triggerStatements.compactMap { $0.split(separator: " ").dropFirst(2).first.map(String.init) })
  }

  package static let ownTableStatements = OwnTables.creationStatements

  /// Columns of to-manys without inverse that point into a family, in the order of the table.
  func hiddenColumns(in root: ResolvedEntity) -> [String] {
    hiddenRelationships { root.familyNumbers.contains($0) }
  }

  /// Columns of to-manys without inverse that point at exactly this entity.
  func hiddenColumns(ofDestination number: Int) -> [String] {
    hiddenRelationships { $0 == number }
  }

  func rootNumber(of entityNumber: Int) -> Int? { model.entity(numbered: entityNumber)?.rootNumber }

  private func hiddenRelationships(where isDestination: (Int) -> Bool) -> [String] {
    model.entities.flatMap { source in
      source.toManys.compactMap { relationship in
        guard relationship.declaringEntityNumber == source.number, isDestination(relationship.destinationNumber)
        else { return nil }
        return hidden[PropertyKey(entityNumber: source.number, path: [relationship.name])]
      }
    }
  }

  private func checkTableNames() throws {
    var seen: Set<String> = []
    for name in tables.map(\.name) + joinTables.map(\.name) where !seen.insert(name).inserted {
      let owners = model.entities.filter { $0.isRoot && "Z" + $0.name.uppercased() == name }.map(\.name)
      throw StoreError(
        .unsupported, "Two parts of the model have the same table \(name) (\(owners.joined(separator: ", "))).",
        advice: "Rename one of them: table names do not tell upper case from lower case.", entity: owners.last)
    }
  }

  private func unkeptOrders() -> [String] {
    model.entities.flatMap { entity in
      entity.toManys.filter {
        $0.declaringEntityNumber == entity.number && $0.inverse == nil && $0.description.isOrdered
      }.map {
        "The order of \(entity.name).\($0.name) is not kept:"
          + " how the frameworks keep it for a relationship without inverse is not known."
      }
    }
  }
}
