// swift-format-ignore-file
// SEED 0:263-292
import Testing
import SwiftData
import Foundation

@Test func legacyLibraryStoreMigrates() throws {
    let fm = FileManager.default
    let scratch = fm.temporaryDirectory.appending(path: "migration-\(UUID().uuidString)")
    try fm.createDirectory(at: scratch, withIntermediateDirectories: true)
    defer { try? fm.removeItem(at: scratch) }

    for suffix in ["", "-wal", "-shm"] {
        guard let source = Bundle.module.url(forResource: "Library.sqlite\(suffix)",
                                             withExtension: nil) else { continue }
        try fm.copyItem(
            at: source,
            to: scratch.appendingPathComponent("Library.sqlite\(suffix)"))
    }

    let config = ModelConfiguration(url: scratch.appendingPathComponent("Library.sqlite"))
    let container = try ModelContainer(
        for: LibraryV2.Book.self, LibraryV2.Loan.self, LibraryV2.Shelf.self,
        migrationPlan: LibraryMigration.self,
        configurations: config
    )
    let context = ModelContext(container)
    let books = try context.fetch(FetchDescriptor<LibraryV2.Book>())

    #expect(!books.isEmpty)
    #expect(books.allSatisfy { !$0.isArchived })
}
// END
