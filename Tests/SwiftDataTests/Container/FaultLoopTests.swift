import Foundation
import ObjectGraph
import SQLiteDriver
import SQLiteStore
import StoreContract
import SwiftData
import TestKit
import Testing

/// Saves whose n-th file operation fails, for every n: nothing of them stays, and they succeed when tried again.
@Suite(.serialized) struct FaultLoopTests {
  @Test(arguments: [false, true])
  func everyFailureLeavesTheFileAndTheChanges(forGood: Bool) throws {
    let base = try FittingStore(FittingStore.modelWithTags)
    do {
      let context = try base.open(Fitting.Book.self)
      let books = (0..<40).map { Fitting.Book("book \($0)", pages: $0, isbn: "\($0)") }
      for start in stride(from: 0, to: 40, by: 4) {
        let shelf = Fitting.Shelf("S\(start)")
        context.insert(shelf)
        shelf.books = Array(books[start..<start + 4])
      }
      context.insert(Fitting.Loan(books[0], fee: 1))
      try context.save()
    }
    var (failed, survived) = (0, 0)
    // The writer opens and recovers the log inside the save, so those operations are in the loop too.
    let step = FullRun.isOn ? 1 : 6
    for count in stride(from: forGood ? 3 : 0, to: 2000, by: step) {
      let folder = try TemporaryFolder()
      let path = folder.file("Copy.sqlite").path
      for end in ["", "-wal"] where FileManager.default.fileExists(atPath: base.url.path + end) {
        try FileManager.default.copyItem(atPath: base.url.path + end, toPath: path + end)
      }
      let before = try dump(path)
      let context = try open(path)
      let books = try context.fetch(FetchDescriptor<Fitting.Book>(sortBy: [SortDescriptor(\.pages)]))
      change(books, in: context)
      FaultyFileSystem.fail(after: count, forGood: forGood)
      let error = Result { try context.save() }
      let failures = FaultyFileSystem.heal()
      switch error {
      case .failure(let error):
        failed += 1
        #expect(error is StoreError, "operation \(count): \(error)")
        #expect(context.hasChanges, "operation \(count)")
        #expect(try dump(path) == before, "operation \(count)")
        #expect(throws: Never.self, "operation \(count)") { try context.save() }
      case .success where failures > 0: survived += 1
      case .success: break
      }
      #expect(!context.hasChanges)
      let after = try dump(path)
      #expect(after.count == before.count + 4 && after.contains { $0.hasSuffix("|renamed|7") }, "operation \(count)")
      #expect(try Rows.of("PRAGMA integrity_check", at: path) == ["ok"])
      if failures == 0 {
        print(
          "saves that failed\(forGood ? " for good" : "") at one of \(count) operations: \(failed) of \(failed + survived) tried,",
          terminator: " ")
        print("each tried again with success; \(survived) succeeded all the same")
        break
      }
    }
    #expect(failed > 10)
  }

  private func open(_ path: String) throws -> ModelContext {
    let description = try SQLiteStore.description(of: path)
    let model = try #require(description.readableModel)
    let store = try SQLiteStore.open(path, model: model, fileSystem: FaultyFileSystem.name)
    let names = StoreNames([
      "Book": [
        ["name"]: ["title"], ["labels"]: ["tags"], ["cover"]: ["kind"], ["cover", "cover"]: ["kind", "kind"],
        ["size"]: ["dimensions"], ["size", "width"]: ["dimensions", "width"],
        ["size", "height"]: ["dimensions", "height"],
      ], "Loan": [["volume"]: ["book"]],
      "Shelf": [["code"]: ["label"]],
    ])
    return ModelContext(
      try ModelContainer(
        store: store, models: [Fitting.Book.self, Fitting.Loan.self, Fitting.Shelf.self, Fitting.Tag.self],
        names: names))
  }

  /// An insert, an update, a delete, a link and an order.
  private func change(_ books: [Fitting.Book], in context: ModelContext) {
    books[7].name = "renamed"
    let new = Fitting.Book("new", pages: 77)
    context.insert(new)
    new.labels = [Fitting.Tag("x"), Fitting.Tag("y")]
    if let shelf = books[0].shelf { shelf.books = shelf.books.dropFirst().reversed() + [new] }
    context.delete(books[9])
  }

  /// Every row of the entity tables, as a reader beside the writer sees them.
  ///
  /// Not as a copy would show them: when syncing the log fails after the commit was written into it, SQLite takes the
  /// commit back for all who share the log's index, and writes the next one over it.
  private func dump(_ path: String) throws -> [String] {
    try ["ZBOOK", "ZLOAN", "ZSHELF", "ZTAG", "Z_1TAGS", "Z_PRIMARYKEY"].flatMap { table in
      try Rows.of(
        table == "ZBOOK"
          ? "SELECT Z_PK, Z_OPT, ZSHELF, Z_FOK_SHELF, ZTITLE, ZPAGES FROM ZBOOK" : "SELECT * FROM \(table)", at: path,
        mode: .readOnly)
    }
  }
}
