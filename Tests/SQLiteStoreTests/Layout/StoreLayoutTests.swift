import ModelDescription
import SQLCompiler
import SQLiteDriver
import StoreContract
import Testing

@testable import SQLiteStore

@Suite struct StoreLayoutTests {
  let layout: StoreLayout

  init() throws { layout = try StoreLayout(LibraryModel.resolved()) }

  @Test func primaryKeyRowsFollowTheHierarchy() {
    let rows = layout.primaryKeyRows.map { "\($0.entityNumber)|\($0.name)|\($0.superentityNumber)" }
    #expect(rows == ["1|book|0", "2|Note|0", "3|Page|0", "4|Person|0", "5|Author|4", "6|Reader|4", "7|Tag|0"])
  }

  @Test(arguments: [
    "CREATE TABLE ZBOOK ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZPAGECOUNT INTEGER,"
      + " ZAUTHOR INTEGER, ZOWNER INTEGER, Z4_OWNER INTEGER, ZDUE TIMESTAMP, ZWIDTH FLOAT, ZPRICE DECIMAL,"
      + " ZFOLDED VARCHAR, ZID1 VARCHAR, ZTITLE VARCHAR, ZLINK VARCHAR, ZID BLOB, ZMARK BLOB )",
    "CREATE TABLE ZPERSON ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZVALUE1 INTEGER, ZVALUE FLOAT,"
      + " ZNAME VARCHAR, ZPHOTO BLOB )",
    "CREATE TABLE ZPAGE ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZBOOK INTEGER, Z_FOK_BOOK INTEGER )",
    "CREATE TABLE ZNOTE ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, Z1NOTES INTEGER, ZTEXT VARCHAR )",
    "CREATE TABLE Z_1TAGS ( Z_1BOOKS INTEGER, Z_7TAGS INTEGER, Z_FOK_7TAGS INTEGER, PRIMARY KEY (Z_1BOOKS, Z_7TAGS) )",
    "CREATE INDEX Z_1TAGS_Z_7TAGS_INDEX ON Z_1TAGS (Z_7TAGS, Z_1BOOKS)",
    "CREATE INDEX ZNOTE_Z1NOTES_INDEX ON ZNOTE (Z1NOTES)",
    "CREATE INDEX ZPERSON_Z_ENT_INDEX ON ZPERSON (Z_ENT)",
    "CREATE INDEX Z_book_byDue ON ZBOOK (ZDUE COLLATE BINARY DESC, ZTITLE COLLATE BINARY ASC)",
    "CREATE UNIQUE INDEX Z_Person_UNIQUE_name ON ZPERSON (ZNAME COLLATE BINARY ASC)",
  ])
  func creationHolds(_ statement: String) {
    #expect(layout.creationStatements(withHistory: false).contains(statement))
  }

  @Test func statementsRunAndMakeWhatTheySay() throws {
    let connection = try Connection(path: "layout", mode: .memory)
    let statements = layout.creationStatements(withHistory: true)
    for statement in statements { try connection.execute(statement) }
    #expect(try connection.schema().compactMap(\.sql) == statements)
  }

  @Test func unknownFormsAreListedNotMade() {
    #expect(layout.omissions.count == 2)
    #expect(layout.omissions.contains { $0.contains("index partial of book") })
    #expect(layout.omissions.contains { $0.contains("book.folded") })
    let statements = layout.creationStatements(withHistory: false)
    #expect(!statements.contains { $0.contains("byOwner") || $0.contains("partial") })
    #expect(statements.filter { $0.hasPrefix("CREATE TRIGGER") }.count == 5)
  }

  @Test func mappingsFollowTheFields() throws {
    for entity in layout.model.entities {
      let mapping = try #require(layout.mapping(ofEntity: entity.number))
      #expect(mapping.columns.count == entity.fields.count)
      #expect(mapping.toManys.count == entity.toManys.count)
    }
    let book = try #require(layout.mapping(ofEntity: 1))
    #expect(book.toManys["pages"] == .foreignKey(table: "ZPAGE", column: "ZBOOK", orderColumn: "Z_FOK_BOOK"))
    #expect(book.toManys["notes"] == .foreignKey(table: "ZNOTE", column: "Z1NOTES", orderColumn: nil))
    #expect(
      book.toManys["tags"]
        == .joinTable(
          table: "Z_1TAGS", ownerColumn: "Z_1BOOKS", destinationColumn: "Z_7TAGS", orderColumn: "Z_FOK_7TAGS"))
    let tag = try #require(layout.mapping(ofEntity: 7))
    #expect(
      tag.toManys["books"]
        == .joinTable(table: "Z_1TAGS", ownerColumn: "Z_7TAGS", destinationColumn: "Z_1BOOKS", orderColumn: nil))
    let reader = try #require(layout.mapping(ofEntity: 6))
    let author = try #require(layout.mapping(ofEntity: 5))
    #expect(reader.columns.map(\.name).contains("ZVALUE1"))
    #expect(author.columns.map(\.name).contains("ZVALUE"))
  }

  @Test func historySlotsAndTombstones() throws {
    let book = try #require(layout.model.entity(named: "book"))
    let slots = layout.historySlots(book)
    let author = try #require(book.fieldNumber(of: "author"))
    let owner = try #require(book.fieldNumber(of: "owner"))
    #expect(Array(slots.prefix(3)) == [.field(author), .field(owner), .entity(ofField: owner)])
    #expect(slots.count == 1 + book.fields.count + book.toManys.count)
    let note = try #require(layout.model.entity(named: "Note"))
    #expect(layout.historySlots(note) == [.hidden(column: "Z1NOTES"), .field(0)])
    let title = try #require(book.fieldNumber(of: "title"))
    #expect(layout.tombstones(book) == [TombstoneColumn(name: "ZTOMBSTONE0", fieldNumber: title)])
    #expect(layout.historyStatements.first?.hasSuffix("ZCOLUMNS BLOB, ZTOMBSTONE0 BLOB )") == true)
  }

  @Test(arguments: [
    ["a b"], ["x; DROP TABLE y"],
  ])
  func namesThatCannotBeTablesAreRefused(_ names: [String]) throws {
    let model = try ResolvedModel(ModelDescription(entities: names.map { EntityDescription(name: $0) }))
    let error = #expect(throws: StoreError.self) { try StoreLayout(model) }
    #expect(error?.entityName != nil)
  }

  @Test(arguments: ["a b", "a)"])
  func namesThatCannotBeColumnsAreRefused(_ name: String) throws {
    let entity = EntityDescription(name: "Thing", attributes: [.init(name: name, type: .string)])
    let model = try ResolvedModel(ModelDescription(entities: [entity]))
    let error = #expect(throws: StoreError.self) { try StoreLayout(model) }
    #expect(error?.propertyName == name)
  }

  @Test func selfInverseManyToManyHasTwoColumns() throws {
    let entity = EntityDescription(
      name: "Person",
      relationships: [.init(name: "friends", destinationEntityName: "Person", inverseName: "friends", isToMany: true)])
    let layout = try StoreLayout(ResolvedModel(ModelDescription(entities: [entity])))
    let statement =
      "CREATE TABLE Z_1FRIENDS ( Z_1FRIENDS INTEGER, Z_1FRIENDS1 INTEGER, PRIMARY KEY (Z_1FRIENDS, Z_1FRIENDS1) )"
    #expect(layout.creationStatements(withHistory: false).contains(statement))
  }
}
