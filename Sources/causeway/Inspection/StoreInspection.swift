import Foundation
import ModelDescription
import ModelFiles
import SQLiteDriver
import SQLiteStore

/// What a store file says about itself, read once, without a change to any file of its folder.
struct StoreInspection {
  let path: String
  let metadata: StoreMetadata
  let log: StoreLog
  /// Where the model comes from that the entities are read by.
  let modelSource: ModelSource
  /// Why the store's own model cannot be used; `nil` when it can.
  let modelProblem: StoredModel.Problem?
  /// By entity number of the file; empty without a model.
  let entities: [Entity]
  /// Every table of the file but SQLite's own, by name.
  let tables: [Table]
  /// The time of the last transaction in the history tables.
  let lastTransaction: Date?

  let connection: Connection
  private let reading: (layout: StoreLayout, numbers: FileNumbers)?

  /// Where the model's entities are in the file; `nil` without a model.
  var layout: StoreLayout? { reading?.layout }

  /// The model, and the numbers that its entities have in the file; `nil` without a model.
  var namedModel: (model: ResolvedModel, numbers: FileNumbers)? { reading.map { ($0.layout.model, $0.numbers) } }

  enum ModelSource: Hashable {
    case none
    case store
    case file(path: String, version: String)
  }

  struct Entity {
    let entity: ResolvedEntity
    /// As `Z_PRIMARYKEY` has it: migrations can leave other numbers than the model alone gives.
    let number: Int64
    let superentity: String?
    let table: String
    /// Rows of exactly this entity.
    let rows: Int64
    /// The destination's name for each relationship, to-ones in order of fields, then to-manys.
    let relationships: [(relationship: ResolvedRelationship, destination: String)]
  }

  struct Table {
    let name: String
    let columns: [String]
    let rows: Int64

    /// Persistent history: transactions, changes, and the strings that they share (StoreFormat.md section 11).
    var isHistory: Bool { Self.historyNames.contains(name.uppercased()) }

    /// Mirroring to CloudKit (StoreFormat.md section 12).
    var isCloudKit: Bool { name.uppercased().hasPrefix("ANSCK") }

    private static let historyNames = Set(HistoryTable.allCases.map(\.name))
  }

  /// Reads the file.
  ///
  /// - Parameters:
  ///   - bundle: read by where the store keeps no readable model of itself.
  ///   - version: the bundle's version to use; `nil` takes the one with the store's hashes.
  /// - Throws: an error of one line when the file is no store or is damaged, or when no version is the store's.
  init(path: String, model bundle: ModelBundle? = nil, version: String? = nil) throws {
    try FileInspection(path).check()
    log = StoreLog(path)
    connection = try Connection(path: path, mode: .untouched)
    try connection.registerStoreFunctions()
    let file = try StoreFile(connection, path: path)
    let stored = try StoredModel(file, path: path)
    self.path = path
    metadata = stored.metadata
    modelProblem = stored.problem
    let schema = try file.schema()
    tables = try Self.tables(schema, connection)
    lastTransaction = try Self.lastTransaction(tables, connection)

    let model: ResolvedModel?
    if let own = stored.model {
      (model, modelSource) = (own, .store)
    } else if let bundle {
      let chosen = try Self.version(of: bundle, named: version, for: stored.metadata, path: path)
      (model, modelSource) = (chosen.model, .file(path: bundle.path, version: chosen.name))
    } else {
      (model, modelSource) = (nil, .none)
    }
    guard let model else {
      (entities, reading) = ([], nil)
      return
    }
    do {
      let layout = try file.layout(of: model, schema: schema)
      let numbers = try FileNumbers(connection, model)
      entities = try Self.entities(of: model, layout: layout, numbers: numbers, connection: connection)
      reading = (layout, numbers)
    } catch let error as SQLiteError {
      throw error
    } catch {
      throw CommandError(path, error)
    }
  }

  /// The rows that are asked for; `nil` without a model.
  ///
  /// - Throws: `CommandError` that names what the model does not have, or what the store cannot be asked.
  func rows(_ query: RowQuery) throws -> EntityRows? {
    guard let reading, let entity = try entity(named: query.entity) else { return nil }
    return try RowQuery.naming(path, reading.layout.model) {
      let request = try query.request(for: entity, in: reading.layout.model)
      return try EntityRows(
        entity, request, layout: reading.layout, numbers: reading.numbers, connection: connection, path: path)
    }
  }

  /// An entity by name; `nil` without a model.
  ///
  /// - Throws: `CommandError` when the model has no such entity.
  func entity(named name: String) throws -> ResolvedEntity? {
    guard let reading else { return nil }
    guard let entity = reading.layout.model.entity(named: name) else {
      let names = reading.layout.model.entities.map(\.name)
      let hint = NearestName.hint(for: name, among: names)
      throw CommandError(
        "\(path): the store has no entity \"\(name)\""
          + (hint.isEmpty ? "; it has \(names.joined(separator: ", "))" : hint)
      )
    }
    return entity
  }

  private static func version(
    of bundle: ModelBundle, named name: String?, for metadata: StoreMetadata, path: String
  ) throws -> (name: String, model: ResolvedModel) {
    if let name {
      let version = try bundle.version(name)
      return (version.name, try ModelInput.resolve(version))
    }
    let versions = try ModelVersions(bundle, only: nil)
    guard let (version, _) = versions.version(withHashes: metadata.hashes) else {
      throw CommandError(
        "\(path): no version of \(bundle.path) has the hashes of this store; --version NAME takes one all the same, and"
          + " \"causeway check\" says what differs")
    }
    return (version.name, version.model)
  }

  private static func tables(_ schema: FileSchema, _ connection: Connection) throws -> [Table] {
    try schema.tables.filter { !$0.key.lowercased().hasPrefix("sqlite_") }.sorted { $0.key < $1.key }
      .map { name, columns in
        let count = try connection.integer("SELECT count(*) FROM \(name.asIdentifier)") ?? 0
        return Table(name: name, columns: columns, rows: count)
      }
  }

  private static func lastTransaction(_ tables: [Table], _ connection: Connection) throws -> Date? {
    guard let table = tables.first(where: { $0.name.uppercased() == HistoryTable.transaction.name }),
      table.columns.contains(where: { $0.uppercased() == HistoryTable.timeColumn })
    else { return nil }
    return try connection.withStatement(HistoryTable.lastTimeQuery) { statement in
      try statement.step() ? statement.optionalReal(0).map { Date(timeIntervalSinceReferenceDate: $0) } : nil
    }
  }

  private static func entities(
    of model: ResolvedModel, layout: StoreLayout, numbers: FileNumbers, connection: Connection
  ) throws -> [Entity] {
    var counts: [Int: [Int64: Int64]] = [:]
    for root in model.entities where root.isRoot {
      guard let table = layout.table(ofEntity: root.number) else { continue }
      counts[root.number] = try rowCounts(table.name, connection)
    }
    return model.entities.map { entity in
      let number = numbers.number(of: entity.number)
      let relationships = entity.fields.compactMap(\.toOne) + entity.toManys
      return Entity(
        entity: entity, number: number,
        superentity: entity.superentityNumber.flatMap { model.entity(numbered: $0)?.name },
        table: layout.table(ofEntity: entity.number)?.name ?? "", rows: rows(of: entity, number, counts),
        relationships: relationships.map { ($0, model.entity(numbered: $0.destinationNumber)?.name ?? "") })
    }.sorted { $0.number < $1.number }
  }

  /// Rows with the entity's number; every row of a table that holds one entity only, since old stores have rows with
  /// another number there (ArtsyPartner_1.3).
  private static func rows(of entity: ResolvedEntity, _ number: Int64, _ counts: [Int: [Int64: Int64]]) -> Int64 {
    guard let table = counts[entity.rootNumber] else { return 0 }
    return entity.isRoot && !entity.hasSubentities ? table.values.reduce(0, +) : table[number] ?? 0
  }

  private static func rowCounts(_ table: String, _ connection: Connection) throws -> [Int64: Int64] {
    try connection.withStatement(OwnTables.rowCountQuery(ofTable: table)) { statement in
      var counts: [Int64: Int64] = [:]
      while try statement.step() { counts[statement.integer(0)] = statement.integer(1) }
      return counts
    }
  }
}
