import CoreData
import Foundation
import ObjectGraph
import SQLiteStore
import SwiftData
import TestKit
import Testing

@testable import coexistence_worker

#if canImport(Glibc)
  import Glibc
#endif

/// A store whose file is removed or replaced while both frameworks have it open: neither goes on in a file that nobody
/// sees, and the file that is there now is left as it is.
@MainActor @Suite struct LostFileTests {
  enum Way: String, CaseIterable, Sendable {
    case removed, replaced
  }

  private let stack: SharedStack

  init() throws { stack = try SharedStack() }

  private func lose(_ way: Way) throws {
    switch way {
    case .removed:
      for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: stack.url.path + end) }
    case .replaced:
      let other = stack.folder.file("Other.store").path
      try SQLiteStore.copy(stack.url.path, to: other)
      // The log is that of the old file: who leaves it gives the new one foreign pages.
      for end in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: stack.url.path + end) }
      try #require(rename(other, stack.url.path) == 0)
    }
  }

  private func isSaid(_ error: (any Error)?, _ way: Way) -> Bool {
    let text = error.map { "\($0)" } ?? ""
    return text.contains(stack.url.path) && text.contains("was \(way.rawValue)") && text.contains("while it was open")
  }

  @Test(arguments: Way.allCases) func bothFacesSaySo(way: Way) async throws {
    let modern = try stack.swiftData().mainContext
    let classic = try stack.coreData().newBackgroundContext()
    let kept = Item(code: "a", count: 1)
    modern.insert(kept)
    try modern.save()
    let object = try classic.performAndWait {
      try #require(try classic.fetch(NSFetchRequest<CDItem>(entityName: "Item")).first)
    }
    try lose(way)
    // Whoever reads hears of it as soon as the system has told, though nobody listens for changes.
    #expect(await eventually { self.isSaid(self.error { try modern.fetchCount(FetchDescriptor<Box>()) }, way) })
    #expect(
      await eventually {
        classic.performAndWait {
          self.isSaid(self.error { try classic.fetch(NSFetchRequest<CDItem>(entityName: "Item")) }, way)
        }
      })
    kept.count = 2
    #expect(isSaid(error { try modern.save() }, way))
    #expect(modern.hasChanges)
    classic.performAndWait {
      object.setValue(3, forKey: "count")
      let error = error { try classic.save() }
      #expect(isSaid(error, way), "\(String(describing: error))")
      #expect(classic.hasChanges)
    }
    guard way == .replaced else { return #expect(!FileManager.default.fileExists(atPath: stack.url.path)) }
    // Another file in its place is told without a use, too, since work would go on in two files.
    let line = "The store \(stack.url.path) was replaced by another file while it was open."
    #expect(await eventually { Notice.wasShown("\(line) Nothing was written. Close it, and open what is there now.") })
    let now = try stack.swiftData().mainContext
    #expect(try now.fetch(FetchDescriptor<Item>()).map(\.count) == [1])
  }

  private func error(_ body: () throws -> some Any) -> (any Error)? {
    do {
      _ = try body()
      return nil
    } catch {
      return error
    }
  }
}
