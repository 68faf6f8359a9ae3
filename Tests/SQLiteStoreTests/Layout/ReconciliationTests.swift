import ModelDescription
import SQLCompiler
import StoreContract
import Testing

@testable import SQLiteStore

@Suite struct ReconciliationTests {
  let layout: StoreLayout
  let tables: [String: [String]]

  init() throws {
    layout = try StoreLayout(LibraryModel.resolved())
    var tables: [String: [String]] = [:]
    for table in layout.tables { tables[table.name] = ["Z_PK", "Z_ENT", "Z_OPT"] + table.columns.map(\.name) }
    for table in layout.joinTables {
      tables[table.name] =
        [table.namingColumn, table.inverseColumn]
        + [table.namingOrderColumn, table.inverseOrderColumn].compactMap(\.self)
    }
    self.tables = tables
  }

  @Test func aFileOfItsOwnChangesNothing() throws {
    let result = try layout.reconciled(with: FileSchema(tables: tables))
    #expect(result.joinTables == layout.joinTables)
  }

  @Test func theOtherNameOfASelfManyToManyIsFound() throws {
    let expected = try #require(layout.joinTables.first { $0.naming.entityNumber == 4 })
    let other = "Z_4\(expected.inverse.relationship.uppercased())"
    var tables = tables
    tables[expected.name] = nil
    tables[other] = [expected.inverseColumn, expected.namingColumn]
    let result = try layout.reconciled(with: FileSchema(tables: tables))
    let mapping = try #require(result.mapping(ofEntity: 4))
    #expect(
      mapping.toManys["friends"]
        == .joinTable(table: other, ownerColumn: "Z_4FRIENDOF", destinationColumn: "Z_4FRIENDS", orderColumn: nil))
    #expect(
      mapping.toManys["friendOf"]
        == .joinTable(table: other, ownerColumn: "Z_4FRIENDS", destinationColumn: "Z_4FRIENDOF", orderColumn: nil))
  }

  @Test func aRenumberedJoinTableIsFound() throws {
    var tables = tables
    tables["Z_1TAGS"] = nil
    tables["Z_3TAGS"] = ["Z_3BOOKS", "Z_9TAGS", "Z_FOK_9TAGS"]
    let result = try layout.reconciled(with: FileSchema(tables: tables))
    #expect(
      result.mapping(ofEntity: 1)?.toManys["tags"]
        == .joinTable(
          table: "Z_3TAGS", ownerColumn: "Z_3BOOKS", destinationColumn: "Z_9TAGS", orderColumn: "Z_FOK_9TAGS"))
  }

  @Test func twoRenumberedJoinTablesAreNotGuessedAbout() throws {
    var tables = tables
    tables["Z_1TAGS"] = nil
    for number in [3, 8] {
      tables["Z_\(number)TAGS"] = ["Z_\(number)BOOKS", "Z_9TAGS", "Z_FOK_9TAGS"]
    }
    let schema = FileSchema(tables: tables)
    let error = #expect(throws: StoreError.self) { try layout.reconciled(with: schema) }
    #expect(error?.propertyName == "tags")
  }

  @Test(arguments: ["ZBOOK", "ZNOTE", "Z_1TAGS"])
  func aMissingTableIsNamed(_ name: String) throws {
    var tables = tables
    tables[name] = nil
    let schema = FileSchema(tables: tables)
    let error = #expect(throws: StoreError.self) { try layout.reconciled(with: schema) }
    #expect(error?.code == .damaged)
    #expect(error?.message.contains(name) == true)
  }

  @Test(arguments: [
    ("ZBOOK", "ZTITLE", "title"), ("ZBOOK", "Z4_OWNER", "owner"), ("ZPAGE", "Z_FOK_BOOK", "book"),
    ("ZNOTE", "Z1NOTES", "notes"), ("Z_1TAGS", "Z_7TAGS", "tags"), ("Z_1TAGS", "Z_FOK_7TAGS", "tags"),
  ])
  func aMissingColumnIsNamed(_ table: String, _ column: String, _ property: String) throws {
    var tables = tables
    tables[table]?.removeAll { $0 == column }
    let schema = FileSchema(tables: tables)
    let error = #expect(throws: StoreError.self) { try layout.reconciled(with: schema) }
    #expect(error?.propertyName == property)
    #expect(error?.message.contains(table) == true)
  }
}
