import Foundation
import ObjectGraph
import SQLiteDriver
import SwiftData
import TestKit
import Testing

@testable import SwiftData

/// Containers that meet on one file, and programs that end.
@Suite struct SharedFileTests {
  private let folder: TemporaryFolder
  private let url: URL

  init() throws {
    folder = try TemporaryFolder()
    url = folder.file("s.store")
  }

  private func open() throws -> ModelContainer {
    try ModelContainer(for: Ctx.Card.self, Ctx.Member.self, configurations: ModelConfiguration(url: url))
  }

  @Test func severalContainersOnOneFile() throws {
    let (first, second) = (ModelContext(try open()), ModelContext(try open()))
    for code in 0..<50 {
      let context = code.isMultiple(of: 2) ? first : second
      context.insert(Ctx.Card(code: code))
      try context.save()
    }
    let sorted = FetchDescriptor<Ctx.Card>(sortBy: [SortDescriptor(\.code)])
    #expect(try first.fetch(sorted).map(\.code) == Array(0..<50))
    let cards = try second.fetch(sorted)
    #expect(cards.map(\.code) == Array(0..<50))
    #expect(try SQLiteText.read(url, "SELECT count(DISTINCT Z_PK) FROM ZCARD") == "50")
    // What another container saved is seen by the next fetch, and an edit of what it changed is a conflict.
    let mine = try #require(try first.fetch(sorted).first)
    cards[0].code = -1
    try second.save()
    #expect(try first.fetch(sorted).first?.code == -1 && mine.code == -1)
    cards[0].code = -2
    try second.save()
    mine.code = -3
    #expect(throws: (any Error).self) { try first.save() }
    #expect(try SQLiteText.read(url, "SELECT min(ZCODE) FROM ZCARD") == "-2")
    first.rollback()
    #expect(mine.code == -2)
  }

  @Test func severalContainersAtOnce() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for index in 0..<4 {
        let container = try open()
        group.addTask {
          let context = ModelContext(container)
          for code in 0..<25 {
            context.insert(Ctx.Card(code: index * 100 + code))
            try context.save()
          }
        }
      }
      try await group.waitForAll()
    }
    let codes = try ModelContext(try open()).fetch(FetchDescriptor<Ctx.Card>()).map(\.code)
    #expect(Set(codes) == Set((0..<4).flatMap { index in (0..<25).map { index * 100 + $0 } }) && codes.count == 100)
    #expect(try SQLiteText.read(url, "PRAGMA integrity_check") == "ok")
  }

  /// A context that saves itself does so when the program ends normally, long before its second is over.
  @Test func changesAreSavedAtNormalExit() async throws {
    _ = try open()
    await #expect(processExitsWith: .exitCode(0)) { [path = url.path as String] in
      let container = try ModelContainer(
        for: Ctx.Card.self, Ctx.Member.self, configurations: ModelConfiguration(url: URL(fileURLWithPath: path)))
      let (saving, silent) = (ModelContext(container), ModelContext(container))
      saving.autosaveEnabled = true
      saving.insert(Ctx.Card(code: 1))
      silent.insert(Ctx.Card(code: 2))
      withExtendedLifetime((saving, silent)) { exit(0) }
    }
    #expect(try SQLiteText.read(url, "SELECT group_concat(ZCODE) FROM ZCARD") == "1")
  }
}
