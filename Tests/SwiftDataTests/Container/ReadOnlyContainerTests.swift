import Foundation
import SQLiteDriver
import StoreContract
import SwiftData
import TestKit
import Testing

/// `allowsSave: false`, and folders that let nobody write.
@Suite struct ReadOnlyContainerTests {
  private let folder: TemporaryFolder
  private let url: URL

  init() throws {
    folder = try TemporaryFolder()
    url = folder.file("Shop.store")
  }

  private func open(allowsSave: Bool) throws -> ModelContext {
    ModelContext(
      try ModelContainer(for: Shop.Book.self, configurations: ModelConfiguration(url: url, allowsSave: allowsSave)))
  }

  private func fill() throws {
    let context = try open(allowsSave: true)
    context.insert(Shop.Book(title: "Emma", pages: 474))
    try context.save()
  }

  @Test func aMissingFileIsNotMade() throws {
    let error = #expect(throws: SwiftDataError.self) { try open(allowsSave: false) }
    #expect(error == .loadIssueModelContainer)
    #expect(error.map { "\($0)" }?.contains("no store at \(url.path)") == true)
    #expect(try FolderState(folder.url).names.isEmpty)
  }

  @Test func anExistingFileIsReadAndNotWritten() throws {
    try fill()
    let context = try open(allowsSave: false)
    let book = try #require(try context.fetch(FetchDescriptor<Shop.Book>()).first)
    #expect(book.title == "Emma" && book.loans.isEmpty)
    book.title = "Persuasion"
    context.insert(Shop.Book(title: "Candide", pages: 120))
    let error = #expect(throws: StoreError.self) { try context.save() }
    #expect(error?.code == .readOnly && error?.message.contains(url.path) == true)
    #expect(context.hasChanges && book.title == "Persuasion")
    #expect(try Rows.of("SELECT ZTITLE FROM ZBOOK", at: url.path) == ["Emma"])
    context.rollback()
    #expect(book.title == "Emma" && !context.hasChanges)
  }

  @Test(.enabled(if: Unprivileged.isPossible, "permissions bind nobody here"))
  func aFolderWithoutWritePermissionIsReadable() throws {
    try fill()
    // A log that was never brought into the file, without the index that SQLite would make beside it.
    let writer = try Connection(path: url.path, mode: .readWrite)
    try writer.execute("PRAGMA wal_autocheckpoint = 0; UPDATE ZBOOK SET ZTITLE = 'In the log'")
    let closed = folder.file("closed")
    try FileManager.default.createDirectory(at: closed, withIntermediateDirectories: true)
    for end in ["", "-wal"] {
      try FileManager.default.copyItem(
        at: URL(fileURLWithPath: url.path + end), to: closed.appendingPathComponent("Shop.store" + end))
    }
    try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: closed.path)
    defer { try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: closed.path) }
    let before = try FolderState(closed)
    let path = closed.appendingPathComponent("Shop.store")
    try Unprivileged.run {
      let context = ModelContext(
        try ModelContainer(for: Shop.Book.self, configurations: ModelConfiguration(url: path, allowsSave: false)))
      #expect(try context.fetch(FetchDescriptor<Shop.Book>()).map(\.title) == ["In the log"])
      context.insert(Shop.Book(title: "Candide", pages: 120))
      #expect(throws: StoreError.self) { try context.save() }
      #expect {
        let writing = ModelContext(
          try ModelContainer(for: Shop.Book.self, configurations: ModelConfiguration(url: path)))
        writing.insert(Shop.Book(title: "Candide", pages: 120))
        try writing.save()
      } throws: { error in
        let code = (error as? StoreError)?.code
        return (code == .fileSystem || code == .readOnly) && "\(error)".contains("permissions")
      }
    }
    #expect(try FolderState(closed) == before)
  }
}
