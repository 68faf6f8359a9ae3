import ModelDescription
import SQLiteDriver
import SQLiteStore

/// The numbers that a file's rows have for the entities of a model.
///
/// An in-place migration renumbers a renamed sub-entity's rows but keeps its old name in `Z_PRIMARYKEY` (StoreFormat.md
/// section 3.4), so the names there count only where all of the model's are among them.
struct FileNumbers {
  private let byModelNumber: [Int: Int64]
  private let names: [Int64: String]

  init(_ connection: Connection, _ model: ResolvedModel) throws {
    var stated: [String: Int64] = [:]
    if try connection.hasTable(OwnTables.primaryKeys) {
      try connection.withStatement(OwnTables.entityNumberQuery) { statement in
        while try statement.step() { stated[statement.text(0)] = statement.integer(1) }
      }
    }
    let isComplete = model.entities.allSatisfy { stated[$0.name] != nil }
    let pairs = model.entities.map { ($0, (isComplete ? stated[$0.name] : nil) ?? Int64($0.number)) }
    byModelNumber = Dictionary(pairs.map { ($0.number, $1) }) { first, _ in first }
    names = Dictionary(pairs.map { ($1, $0.name) }) { first, _ in first }
  }

  func number(of modelNumber: Int) -> Int64 { byModelNumber[modelNumber] ?? Int64(modelNumber) }

  /// The entity of rows with this number, among an entity and its subentities.
  func name(of fileNumber: Int64, in entity: ResolvedEntity) -> String? {
    entity.familyNumbers.contains { number(of: $0) == fileNumber } ? names[fileNumber] : nil
  }

  /// The entity of rows with this number.
  func name(of fileNumber: Int64) -> String? { names[fileNumber] }
}
