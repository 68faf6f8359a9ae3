import SQLiteDriver
import Synchronization
import Testing

/// The lines that a connection says about its statements.
@Suite struct StatementLogTests {
  private final class Lines: Sendable {
    private let lines = Mutex<[String]>([])
    var all: [String] { lines.withLock { $0 } }
    func add(_ line: String) { lines.withLock { $0.append(line) } }
  }

  private func lines(level: Int) throws -> [String] {
    let lines = Lines()
    let connection = try Connection(path: "", mode: .memory)
    try connection.execute("CREATE TABLE a (x INTEGER PRIMARY KEY, y)")
    connection.log(to: StatementLog(level: level) { lines.add($0) })
    try connection.transaction(.immediate) {
      for number: Int64 in 1...2 {
        try connection.withStatement("INSERT INTO a (y) VALUES (?1)") { statement in
          try statement.bind(number, at: 1)
          try statement.run()
        }
      }
    }
    try connection.withStatement("SELECT y FROM a WHERE y > ?1") { statement in
      try statement.bind(Int64(0), at: 1)
      while try statement.step() {}
    }
    return lines.all
  }

  @Test func statementsWithTheirTimeAndRows() throws {
    let lines = try lines(level: 1)
    #expect(lines.filter { $0 == "CoreData: sql: INSERT INTO a (y) VALUES (?1)" }.count == 2)
    #expect(lines.contains("CoreData: sql: SELECT y FROM a WHERE y > ?1"))
    #expect(
      lines.contains { $0.wholeMatch(of: /CoreData: annotation: sql execution time: 0\.\d{4}s for 2 rows/) != nil })
    #expect(!lines.contains { $0.contains("BEGIN") || $0.contains("plan") || $0.contains("values:") })
  }

  @Test func eachLevelSaysMore() throws {
    #expect(try lines(level: 2).contains("CoreData: sql: BEGIN IMMEDIATE"))
    #expect(
      try lines(level: 3).contains("CoreData: details: with its values: SELECT y FROM a WHERE y > 0"))
    let most = try lines(level: 4)
    #expect(most.contains("CoreData: details: plan: SCAN a"))
    #expect(!most.contains { $0.contains("EXPLAIN") })
  }

  @Test(arguments: [
    (["app"], [:], 0), (["app", "-com.apple.CoreData.SQLDebug", "3"], [:], 3),
    (["app", "-com.apple.CoreData.SQLDebug"], [:], 0), (["app"], ["CAUSEWAY_SQL_DEBUG": "2"], 2),
    (["app", "-com.apple.CoreData.SQLDebug", "1"], ["CAUSEWAY_SQL_DEBUG": "4"], 1),
    (["app"], ["CAUSEWAY_SQL_DEBUG": "9"], 4), (["app"], ["CAUSEWAY_SQL_DEBUG": "yes"], 0),
  ]) func switchesOfTheProcess(_ arguments: [String], _ environment: [String: String], _ level: Int) {
    #expect(StatementLog.level(arguments: arguments, environment: environment) == level)
  }
}
