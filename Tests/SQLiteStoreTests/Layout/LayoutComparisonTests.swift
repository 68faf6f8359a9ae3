import ModelDescription
import SQLiteDriver
import Testing

@testable import SQLiteStore

/// The comparison that real stores are judged with finds what differs, and nothing else.
@Suite struct LayoutComparisonTests {
  @Test func aNewFileEqualsItsLayoutUntilItIsChanged() throws {
    let layout = try StoreLayout(LibraryModel.resolved())
    let connection = try Connection(path: "comparison", mode: .memory)
    for statement in layout.creationStatements(withHistory: true) { try connection.execute(statement) }
    func compare() throws -> LayoutComparison {
      let schema = try connection.schema().map { (type: $0.type, name: $0.name, sql: $0.sql ?? "") }
      return LayoutComparison(layout: layout, schema: schema, primaryKeys: layout.primaryKeyRows)
    }
    let fresh = try compare()
    #expect(fresh.differing.isEmpty)
    #expect(fresh.equal == layout.creationStatements(withHistory: true).count + 1)
    #expect(fresh.equalHistory == layout.historyStatements.count)
    try connection.execute("ALTER TABLE ZNOTE ADD COLUMN ZMORE VARCHAR")
    try connection.execute("DROP INDEX ZPERSON_Z_ENT_INDEX")
    #expect(try compare().differing == ["ZNOTE", "ZPERSON_Z_ENT_INDEX"])
    try connection.execute("DROP INDEX ATRANSACTION_ZAUTHORTS_INDEX")
    #expect(try compare().differing == ["ATRANSACTION_ZAUTHORTS_INDEX", "ZNOTE", "ZPERSON_Z_ENT_INDEX"])
  }
}
