import Foundation
import SQLiteDriver
import TestKit
import Testing

@testable import causeway

/// What `inspect` shows of rules between objects, on the library of the example.
@Suite struct InspectRelationsTests {
  private let folder: TemporaryFolder
  private let store: String

  init() throws {
    folder = try TemporaryFolder()
    store = try ExampleLibrary.seed(rows: 12, version: "Library 2", in: folder)
  }

  private func document(_ words: String...) throws -> [String: Any] {
    let captured = CapturedOutput()
    _ = Tool.run(["inspect", store, "--json"] + words, console: captured.console)
    return try #require(try JSONSerialization.jsonObject(with: Data(captured.output.utf8)) as? [String: Any])
  }

  @Test func uniquenessAndDeleteRulesAreShown() throws {
    let entities = try #require(try document()["entities"] as? [[String: Any]])
    let book = try #require(entities.first { $0["name"] as? String == "Book" })
    #expect(book["uniqueness"] as? [[String]] == [["isbn"]])
    let member = try #require(entities.first { $0["name"] as? String == "Member" })
    let rules = (member["relationships"] as? [[String: Any]])?.map {
      "\($0["name"] as? String ?? ""): \($0["deleteRule"] as? String ?? "")"
    }
    #expect(rules?.contains("loans: deny") == true, "\(rules ?? [])")
    let captured = CapturedOutput()
    _ = Tool.run(["inspect", store], console: captured.console)
    #expect(captured.output.contains("  unique: isbn\n"))
  }

  /// The members of each to-many are those of the tables, an ordered one in its order.
  @Test func toManysAreLists() throws {
    let connection = try Connection(path: store, mode: .untouched)
    func keys(_ sql: String) throws -> [Int64] {
      try connection.withStatement(sql) { statement in
        var keys: [Int64] = []
        while try statement.step() { keys.append(statement.integer(0)) }
        return keys
      }
    }
    for (entity, toMany, sql) in [
      ("Book", "loans", "SELECT Z_PK FROM ZLOAN WHERE ZBOOK = # ORDER BY Z_PK"),
      ("Shelf", "books", "SELECT Z_PK FROM ZBOOK WHERE ZSHELF = # ORDER BY Z_FOK_SHELF, Z_PK"),
    ] {
      let rows = try #require(try document("--entity", entity)["rows"] as? [[String: Any]])
      var members = 0
      for row in rows {
        let key = try #require((row["objectID"] as? String)?.split(separator: "p").last.map(String.init))
        let expected = try keys(sql.replacingOccurrences(of: "#", with: key))
        let found = try #require(row[toMany] as? [String])
        #expect(found.map { $0.split(separator: "/").last.map(String.init) } == expected.map { "p\($0)" })
        members += found.count
      }
      #expect(members > 0, "\(entity).\(toMany)")
    }
    let tags = try #require(try document("--entity", "Book")["rows"] as? [[String: Any]])
    #expect(tags.contains { ($0["tags"] as? [String])?.first?.hasPrefix("Tag/p") == true })
  }
}
