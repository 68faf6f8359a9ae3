import Foundation
import ModelDescription
import QueryModel
import SQLiteDriver
import StoreContract
import TestKit
import Testing

@testable import SQLiteStore

/// Triggers and derivations whose text nothing here knows: a save that would have to guess throws, the rest works.
@Suite struct UnknownDerivationTests {
  private let folder: TemporaryFolder
  private var path: String { folder.file("Derived.sqlite").path }

  init() throws { folder = try TemporaryFolder() }

  /// Shelves whose highest book nobody here can derive, books, and notes that have nothing to do with either.
  private func model(_ derivation: DerivationDescription?) throws -> ResolvedModel {
    try ResolvedModel(
      ModelDescription(entities: [
        EntityDescription(
          name: "Book", attributes: [.init(name: "pages", type: .integer64, isOptional: true)],
          relationships: [.init(name: "shelf", destinationEntityName: "Shelf", inverseName: "books", isToMany: false)]),
        EntityDescription(name: "Note", attributes: [.init(name: "text", type: .string, isOptional: true)]),
        EntityDescription(
          name: "Shelf",
          attributes: [
            .init(name: "code", type: .string, isOptional: true),
            .init(name: "highest", type: .integer64, isOptional: true, derivation: derivation),
          ],
          relationships: [.init(name: "books", destinationEntityName: "Book", inverseName: "shelf", isToMany: true)]),
      ]))
  }

  private func create(_ model: ResolvedModel) throws -> SQLiteStore {
    try SQLiteStore.create(
      path, model: model, metadata: StoreMetadata(newStoreOf: model), modelCache: nil, withHistory: false)
  }

  private func insert(_ entity: String, in model: ResolvedModel, _ values: [String: StoredValue] = [:]) -> SaveRequest {
    let resolved = model.entity(named: entity)
    var request = SaveRequest()
    request.inserts = [
      .init(
        key: RowKey(entity: resolved?.number ?? 0, primaryKey: -1),
        values: (resolved?.fields ?? []).map { values[$0.name] ?? .null })
    ]
    return request
  }

  private func delete(_ entity: String, _ key: Int64, in model: ResolvedModel) -> SaveRequest {
    var request = SaveRequest()
    request.deletes = [
      .init(key: RowKey(entity: model.entity(named: entity)?.number ?? 0, primaryKey: key), version: nil)
    ]
    return request
  }

  private func rows() throws -> [String] {
    let statement = try Connection(path: path, mode: .untouched).prepare(
      "SELECT 'B', Z_PK, ZPAGES, Z_OPT FROM ZBOOK UNION ALL SELECT 'S', Z_PK, ZHIGHEST, Z_OPT FROM ZSHELF"
        + " UNION ALL SELECT 'N', Z_PK, ZTEXT, Z_OPT FROM ZNOTE UNION ALL SELECT Z_NAME, Z_MAX, 0, 0 FROM Z_PRIMARYKEY")
    var rows: [String] = []
    while try statement.step() {
      rows.append((0..<4).map { statement.optionalText($0) ?? "-" }.joined(separator: " "))
    }
    return rows
  }

  private static let derivations = [
    DerivationDescription(expression: "books.@max.pages"),
    DerivationDescription(expression: "books.@count", filter: "pages > 3"),
    DerivationDescription(expression: "median:(books.pages)"),
  ]

  @Test(arguments: derivations) func aSaveThatWouldGuessThrowsAndTheRestWorks(_ derivation: DerivationDescription)
    throws
  {
    let model = try model(derivation)
    let layout = try StoreLayout(model)
    #expect(layout.omissions.contains { $0.contains("Shelf.highest") && $0.contains("are not made") })
    #expect(!layout.creationStatements(withHistory: true).contains { $0.contains("TRIGGER") })
    let store = try create(model)
    func refused(_ request: SaveRequest) throws {
      let before = try rows()
      let error = try #require(throws: StoreError.self) { try store.save(request) }
      #expect(error.code == .unsupported && error.entityName == "Shelf" && error.propertyName == "highest")
      #expect(error.message.contains("Shelf.highest is derived from \(derivation.expression)"), "\(error)")
      #expect(try rows() == before)
    }
    // Without a shelf there is no value to keep.
    _ = try store.save(insert("Note", in: model, ["text": .text("a")]))
    _ = try store.save(insert("Book", in: model, ["pages": .integer(7)]))
    try refused(insert("Shelf", in: model))
    // A shelf that Apple's frameworks made.
    try Connection(path: path, mode: .readWrite).execute(
      "INSERT INTO ZSHELF (Z_PK, Z_ENT, Z_OPT, ZCODE, ZHIGHEST) VALUES (1, 3, 1, 'A', 7);"
        + " UPDATE Z_PRIMARYKEY SET Z_MAX = 1 WHERE Z_NAME = 'Shelf'; UPDATE ZBOOK SET ZSHELF = 1")
    let reopened = try SQLiteStore.open(path, model: model)
    #expect(try reopened.count(FetchRequest(entity: 3)) == 1)
    var update = SaveRequest()
    update.updates = [
      .init(key: RowKey(entity: 1, primaryKey: 1), version: nil, values: [(0, .integer(99))])
    ]
    try refused(update)
    try refused(insert("Book", in: model))
    try refused(delete("Book", 1, in: model))
    update.updates = [.init(key: RowKey(entity: 3, primaryKey: 1), version: nil, values: [(0, .text("B"))])]
    try refused(update)
    _ = try reopened.save(insert("Note", in: model, ["text": .text("b")]))
    _ = try reopened.save(delete("Note", 1, in: model))
    #expect(try rows().filter { $0.hasPrefix("N ") } == ["N 2 b 1"])
  }

  /// The file's own triggers keep the column, whatever their text: nothing has to be guessed.
  @Test func triggersOfTheFileAreTrusted() throws {
    let plain = try model(nil)
    _ = try create(plain)
    try Connection(path: path, mode: .readWrite).execute(
      "CREATE TRIGGER Z_DA_ZBOOK_Shelf_highest_PARAMETER_INSERT AFTER INSERT ON ZBOOK FOR EACH ROW BEGIN"
        + " UPDATE ZSHELF SET ZHIGHEST = (SELECT max(ZPAGES) FROM ZBOOK WHERE ZSHELF = NEW.ZSHELF)"
        + " WHERE Z_PK = NEW.ZSHELF; END")
    let model = try model(Self.derivations[0])
    let store = try SQLiteStore.open(path, model: model)
    _ = try store.save(insert("Shelf", in: model))
    _ = try store.save(
      insert("Book", in: model, ["pages": .integer(12), "shelf": .reference(RowKey(entity: 3, primaryKey: 1))]))
    #expect(try rows().contains("S 1 12 1"))
  }

  /// A trigger may call what only a newer framework knows.
  @Test func aTriggerWithAnUnknownFunctionRefusesItsTableOnly() throws {
    let model = try model(nil)
    _ = try create(model)
    try Connection(path: path, mode: .readWrite).execute(
      "CREATE TRIGGER Z_DA_ZBOOK_Shelf_highest_PARAMETER_INSERT AFTER INSERT ON ZBOOK FOR EACH ROW BEGIN"
        + " SELECT NSCoreDataOfTomorrow(NEW.Z_PK); END")
    let store = try SQLiteStore.open(path, model: model)
    let before = try rows()
    let error = try #require(throws: StoreError.self) { try store.save(insert("Book", in: model)) }
    #expect(error.code == .unsupported && error.path == path)
    #expect(
      error.message.hasSuffix(
        "cannot be changed there: one of its triggers or indexes calls NSCoreDataOfTomorrow, which nothing here knows."),
      "\(error)")
    #expect(try rows() == before)
    _ = try store.save(insert("Note", in: model))
    _ = try store.save(insert("Shelf", in: model))
    #expect(try store.count(FetchRequest(entity: 1)) == 0)
  }
}
