import Foundation
import ModelDescription
import ModelFiles
import SQLiteDriver
import SQLiteStore

/// What a store file says about itself, read once, without a change to any file of its folder.
struct StoreInspection {
  let path: String
  let metadata: StoreMetadata
  /// By entity number of the file; empty without a readable model.
  private(set) var entities: [Entity] = []
  /// Why the cached model cannot be used; `nil` when it can.
  private(set) var modelProblem: String?
  /// Every table of the file but SQLite's own, by name.
  let tables: [Table]

  struct Entity {
    let entity: ResolvedEntity
    /// As `Z_PRIMARYKEY` has it: migrations can leave other numbers than the model alone gives.
    let number: Int64
    let superentity: String?
    let table: String
    /// Rows of exactly this entity; `nil` when the file lacks the table.
    let rows: Int64?
    /// The destination's name for each relationship, to-ones in order of fields, then to-manys.
    let relationships: [(relationship: ResolvedRelationship, destination: String)]
  }

  struct Table {
    let name: String
    let columns: [String]
    let rows: Int64

    /// Persistent history: transactions, changes, and the strings that they share (FORMAT.md, history).
    var isHistory: Bool { Self.historyNames.contains(name.uppercased()) }

    private static let historyNames: Set<String> = ["ATRANSACTION", "ACHANGE", "ATRANSACTIONSTRING"]
  }

  /// Reads the file.
  ///
  /// - Parameter model: used in place of the model that the file caches.
  /// - Throws: an error of one line when the file is no store or is damaged.
  init(path: String, model: ResolvedModel? = nil) throws {
    try FileInspection(path).check()
    let connection = try Connection(path: path, mode: .untouched)
    let file = try StoreFile(connection, path: path)
    self.path = path
    metadata = try StoreMetadata(rows: file.metadataRows(), path: path)
    tables = try file.schema().tables.filter { !$0.key.lowercased().hasPrefix("sqlite_") }
      .sorted { $0.key < $1.key }.map { name, columns in
        let count = try connection.integer("SELECT count(*) FROM \(Self.quoted(name))") ?? 0
        return Table(name: name, columns: columns, rows: count)
      }
    do {
      let model = try model ?? Self.cachedModel(file)
      entities = try Self.entities(of: model, tables: tables, connection: connection)
    } catch let error as SQLiteError {
      throw error
    } catch {
      modelProblem = CommandError.line(for: error)
    }
  }

  private static func cachedModel(_ file: StoreFile) throws -> ResolvedModel {
    guard let content = try file.modelCache() else { throw CommandError("The store keeps no model.") }
    return try ResolvedModel(ModelCache.read(content))
  }

  private static func entities(
    of model: ResolvedModel, tables: [Table], connection: Connection
  ) throws -> [Entity] {
    let layout = try StoreLayout(model)
    let spelling = Dictionary(tables.map { ($0.name.uppercased(), $0.name) }, uniquingKeysWith: { first, _ in first })
    let numbers = try fileNumbers(connection, model)
    var counts: [Int: [Int64: Int64]] = [:]
    for root in model.entities where root.isRoot {
      guard let name = layout.table(ofEntity: root.number)?.name, let table = spelling[name.uppercased()]
      else { continue }
      counts[root.number] = try rowCounts(table, connection)
    }
    return model.entities.map { entity in
      let number = numbers[entity.name] ?? Int64(entity.number)
      let relationships = entity.fields.compactMap(\.toOne) + entity.toManys
      return Entity(
        entity: entity, number: number,
        superentity: entity.superentityNumber.flatMap { model.entity(numbered: $0)?.name },
        table: layout.table(ofEntity: entity.number)?.name ?? "",
        rows: counts[entity.rootNumber].map { $0[number] ?? 0 },
        relationships: relationships.map { ($0, model.entity(numbered: $0.destinationNumber)?.name ?? "") })
    }.sorted { $0.number < $1.number }
  }

  /// The numbers that the file gives the model's entities.
  ///
  /// An in-place migration renumbers a renamed sub-entity's rows but keeps its old name in `Z_PRIMARYKEY` (FORMAT.md
  /// section 3.4), so names count only where all of them are there.
  private static func fileNumbers(_ connection: Connection, _ model: ResolvedModel) throws -> [String: Int64] {
    guard try connection.hasTable("Z_PRIMARYKEY") else { return [:] }
    return try connection.withStatement("SELECT Z_NAME, Z_ENT FROM Z_PRIMARYKEY") { statement in
      var numbers: [String: Int64] = [:]
      while try statement.step() { numbers[statement.text(0)] = statement.integer(1) }
      return model.entities.allSatisfy { numbers[$0.name] != nil } ? numbers : [:]
    }
  }

  private static func rowCounts(_ table: String, _ connection: Connection) throws -> [Int64: Int64] {
    try connection.withStatement("SELECT Z_ENT, count(*) FROM \(quoted(table)) GROUP BY Z_ENT") { statement in
      var counts: [Int64: Int64] = [:]
      while try statement.step() { counts[statement.integer(0)] = statement.integer(1) }
      return counts
    }
  }

  private static func quoted(_ name: String) -> String {
    "\"" + name.replacingOccurrences(of: "\"", with: "\"\"") + "\""
  }
}
