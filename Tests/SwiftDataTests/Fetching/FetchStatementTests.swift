import Foundation
import SwiftData
import Synchronization
import Testing

/// How many statements a fetch with prefetching takes, and what it leads to after that.
@Suite struct FetchStatementTests {
  final class Statements: Sendable {
    private let lines = Mutex<[String]>([])

    init() {
      ModelContainer.logHandler = { message in
        if message.kind == .sql, message.text.contains(" SELECT") { self.lines.withLock { $0.append(message.text) } }
      }
    }

    func taken() -> Int {
      lines.withLock { lines in
        defer { lines = [] }
        return lines.count
      }
    }
  }

  /// The statements of a fetch, and of reading every model after it.
  static func count<Model: PersistentModel>(
    _ statements: Statements, _ container: ModelContainer, _ paths: [PartialKeyPath<Model>],
    reading read: (Model) -> Bool
  ) throws -> [Int] {
    let context = ModelContext(container)
    var descriptor = FetchDescriptor<Model>()
    descriptor.relationshipKeyPathsForPrefetching = paths
    _ = statements.taken()
    let models = try context.fetch(descriptor)
    let fetching = statements.taken()
    #expect(models.count == 20 && models.allSatisfy(read))
    return [fetching, statements.taken()]
  }

  static func fill(_ container: ModelContainer) throws {
    let context = ModelContext(container)
    let topics = (0..<5).map { Ctx.Topic(word: "\($0)") }
    for number in 0..<20 {
      let issue = Ctx.Issue(number: number, publisher: Ctx.Publisher(name: "p\(number)"))
      context.insert(issue)
      issue.topics = [topics[number % 5], topics[(number + 1) % 5]]
      context.insert(Ctx.Member("m\(number)", "", age: number, card: Ctx.Card(code: number)))
    }
    try context.save()
  }

  /// In a process of its own, since what says the statements is the process's.
  @Test func prefetchingCountedInStatements() async throws {
    await #expect(processExitsWith: .success) {
      setenv("CAUSEWAY_SQL_DEBUG", "1", 1)
      try FetchStatementTests.countAll()
    }
  }

  private static func countAll() throws {
    let container = try Ctx.container()
    try fill(container)
    let log = Statements()
    func publishers(_ paths: [PartialKeyPath<Ctx.Publisher>]) throws -> [Int] {
      try count(log, container, paths) { $0.issues.allSatisfy { $0.number >= 0 } && $0.issues.count == 1 }
    }
    func issues(
      _ paths: [PartialKeyPath<Ctx.Issue>], reading read: (Ctx.Issue) -> Bool
    ) throws -> [Int] { try count(log, container, paths, reading: read) }
    func members(_ paths: [PartialKeyPath<Ctx.Member>]) throws -> [Int] {
      try count(log, container, paths) { $0.card?.code == $0.age }
    }

    // What is not prefetched takes a statement for each model.
    #expect(try publishers([]) == [1, 20])
    #expect(try publishers([\.issues]) == [2, 0])
    #expect(try issues([]) { $0.title.isEmpty } == [1, 0])
    #expect(try issues([\.title]) { $0.title.isEmpty } == [1, 0])
    #expect(try issues([]) { $0.publisher?.name.isEmpty == false } == [1, 20])
    #expect(try issues([\.publisher]) { $0.publisher?.name.isEmpty == false } == [2, 0])
    #expect(try issues([\.topics]) { $0.topics.filter { !$0.word.isEmpty }.count == 2 } == [2, 0])
    #expect(
      try issues([\.publisher, \.topics]) { $0.publisher?.name.isEmpty == false && $0.topics.count == 2 } == [3, 0])
    #expect(try members([]) == [1, 20])
    #expect(try members([\.card]) == [2, 0])
  }
}
