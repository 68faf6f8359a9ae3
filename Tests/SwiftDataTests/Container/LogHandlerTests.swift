import Foundation
import StoreContract
import SwiftData
import Synchronization
import Testing

@testable import SwiftData

/// Where lines go that a program asks for or has to know.
@Suite struct LogHandlerTests {
  final class Lines: Sendable {
    private let messages = Mutex<[ModelContainer.LogMessage]>([])

    func add(_ message: ModelContainer.LogMessage) { messages.withLock { $0.append(message) } }
    func texts(_ kind: ModelContainer.LogMessage.Kind) -> [String] {
      messages.withLock { $0.filter { $0.kind == kind }.map(\.text) }
    }
  }

  private static func context() throws -> ModelContext {
    ModelContext(
      try ModelContainer(for: Ctx.Card.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true)))
  }

  private static let insert = "INSERT INTO \"ZCARD\""
  private static let all = FetchDescriptor<Ctx.Card>()

  /// In a process of its own: the handler and the switch are the process's.
  @Test func theHandlerGetsStatementsAndNotices() async throws {
    let result = try await #require(processExitsWith: .success, observing: [\.standardErrorContent]) {
      setenv("CAUSEWAY_SQL_DEBUG", "1", 1)
      try LogHandlerTests.handleAndLetGo()
    }
    let text = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(!text.contains(Self.insert) && text.contains("SELECT count(*) FROM ZCARD"), "\(text)")
    #expect(text.components(separatedBy: "an identifier of entity Card is of the store").count == 2, "\(text)")
  }

  private static func handleAndLetGo() throws {
    let lines = Lines()
    ModelContainer.logHandler = { lines.add($0) }
    let (here, there) = (try context(), try context())
    for context in [here, there] {
      context.insert(Ctx.Card(code: 5))
      try context.save()
    }
    let card = try #require(try there.fetch(all).first)
    let statements = lines.texts(.sql)
    #expect(statements.contains { $0.contains(insert) } && statements.contains { $0.contains("SELECT") })
    #expect(lines.texts(.notice).isEmpty && lines.texts(.migration).isEmpty)
    // An identifier of another store, three times: one notice.
    for _ in 0..<3 { #expect(try here.existingModel(for: card.persistentModelID) == nil) }
    let notices = lines.texts(.notice)
    #expect(notices.count == 1 && notices.first?.contains(there.container.store.identifier) == true)
    // Without a handler the standard error has them.
    ModelContainer.logHandler = nil
    #expect(try here.fetchCount(all) == 1)
    let other = try #require(try here.fetchIdentifiers(all).first)
    #expect(try there.existingModel(for: other) == nil)
    #expect(lines.texts(.sql).count == statements.count && lines.texts(.notice).count == 1)
  }
}
