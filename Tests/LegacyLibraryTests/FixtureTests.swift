import Foundation
import SwiftData
import TestKit
import Testing

/// Where `Library.sqlite` comes from: a container of the specification's `LibraryV1` made it.
///
/// `RECORD=1 swift test --filter FixtureTests` makes it anew. The file is copied while it is open, after its tables were
/// written back: so its rows are in the log beside it, and nowhere else.
@Suite struct FixtureTests {
  private static let titles = ["Emma", "Kim", "Walden"]
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
  private static let isRecording = ProcessInfo.processInfo.environment["RECORD"] == "1"

  @Test(.enabled(if: isRecording)) func record() throws {
    let scratch = try TemporaryFolder()
    let store = scratch.file("Library.sqlite")
    // A container that goes away writes everything back.
    do {
      _ = try ModelContainer(
        for: LibraryV1.Book.self, LibraryV1.Loan.self, configurations: ModelConfiguration(url: store))
    }
    let context = ModelContext(
      try ModelContainer(
        for: LibraryV1.Book.self, LibraryV1.Loan.self, configurations: ModelConfiguration(url: store)))
    for (number, title) in Self.titles.enumerated() {
      context.insert(LibraryV1.Book(title: title, isbn: "978-\(number)"))
    }
    context.insert(LibraryV1.Loan(memberName: "Ada", dueAt: Date(timeIntervalSinceReferenceDate: 0)))
    try context.save()
    for ending in ["", "-wal"] {
      let target = Self.folder.appendingPathComponent("Library.sqlite\(ending)")
      try? FileManager.default.removeItem(at: target)
      try FileManager.default.copyItem(at: scratch.file("Library.sqlite\(ending)"), to: target)
    }
    withExtendedLifetime(context) {}
  }

  private func copy(_ endings: [String]) throws -> (folder: TemporaryFolder, url: URL) {
    let folder = try TemporaryFolder()
    for ending in endings {
      let source = try #require(Bundle.module.url(forResource: "Library.sqlite\(ending)", withExtension: nil))
      try FileManager.default.copyItem(at: source, to: folder.file("Library.sqlite\(ending)"))
    }
    return (folder, folder.file("Library.sqlite"))
  }

  /// The rows are in the log alone.
  @Test(.enabled(if: !isRecording)) func theRowsAreInTheLogAlone() throws {
    func count(_ endings: [String]) throws -> Int {
      let (folder, url) = try copy(endings)
      let container = try ModelContainer(
        for: LibraryV1.Book.self, LibraryV1.Loan.self, configurations: ModelConfiguration(url: url))
      defer { withExtendedLifetime(folder) {} }
      return try ModelContext(container).fetchCount(FetchDescriptor<LibraryV1.Book>())
    }
    #expect(try count([""]) == 0)
    #expect(try count(["", "-wal"]) == Self.titles.count)
  }

  /// Nothing of them is lost on the way to version 2.
  @Test(.enabled(if: !isRecording)) func everyRowArrives() throws {
    let (folder, url) = try copy(["", "-wal"])
    let context = ModelContext(
      try ModelContainer(
        for: LibraryV2.Book.self, LibraryV2.Loan.self, LibraryV2.Shelf.self, migrationPlan: LibraryMigration.self,
        configurations: ModelConfiguration(url: url)))
    #expect(
      try context.fetch(FetchDescriptor<LibraryV2.Book>(sortBy: [SortDescriptor(\.title)])).map(\.title) == Self.titles)
    #expect(try context.fetch(FetchDescriptor<LibraryV2.Loan>()).map(\.memberName) == ["Ada"])
    context.insert(LibraryV2.Shelf(code: "A"))
    try context.save()
    withExtendedLifetime(folder) {}
  }
}
