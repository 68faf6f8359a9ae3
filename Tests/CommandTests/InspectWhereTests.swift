import Foundation
import SQLiteDriver
import TestKit
import Testing

@testable import causeway

/// `inspect --where --sort --limit`, beside SQL written by hand.
@Suite struct InspectWhereTests {
  private let folder: TemporaryFolder
  private let store: String
  private static let model = SharedMaterial.packageRoot.appendingPathComponent("Examples/Library/Library.xcdatamodeld")
    .path

  init() throws {
    folder = try TemporaryFolder()
    store = folder.file("Library.sqlite").path
    let captured = CapturedOutput()
    try #require(
      Tool.run(["seed", Self.model, "--rows", "60", "-o", store], console: captured.console) == .fine,
      "\(captured.errors)")
  }

  private func run(_ words: [String]) -> (status: causeway.ExitStatus, output: String, errors: String) {
    let captured = CapturedOutput()
    let status = Tool.run(["inspect", store] + words, console: captured.console)
    return (status, captured.output, captured.errors)
  }

  private func keys(_ words: [String]) throws -> [String] {
    let result = run(words + ["--json"])
    try #require(result.status == .fine, "\(words): \(result.errors)")
    let document = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
    let rows = try #require(document?["rows"] as? [[String: Any]])
    return rows.compactMap { ($0["objectID"] as? String)?.components(separatedBy: "/p").last }
  }

  private func sql(_ text: String) throws -> [String] {
    let connection = try Connection(path: store, mode: .readOnly)
    return try connection.withStatement(text) { statement in
      var keys: [String] = []
      while try statement.step() { keys.append("\(statement.integer(0))") }
      return keys
    }
  }

  static let now = "(strftime('%s', 'now') - 978307200)"

  @Test(arguments: [
    ("Book", "pageCount > 300", "ZPAGECOUNT > 300"),
    ("Book", "pageCount BETWEEN {100, 300} OR isArchived == YES", "ZPAGECOUNT BETWEEN 100 AND 300 OR ZISARCHIVED = 1"),
    (
      "Book", "pageCount > 300 AND ANY loans.dueAt < now()",
      "ZPAGECOUNT > 300 AND EXISTS (SELECT 1 FROM ZLOAN l WHERE l.ZBOOK = t.Z_PK AND l.ZDUEAT < \(now))"
    ),
    ("Book", "loans.@count > 1", "(SELECT count(*) FROM ZLOAN l WHERE l.ZBOOK = t.Z_PK) > 1"),
    (
      "Book", "loans.@max.renewals >= 3",
      "(SELECT max(ZRENEWALS) FROM ZLOAN l WHERE l.ZBOOK = t.Z_PK) >= 3"
    ),
    (
      "Book", "SUBQUERY(loans, $l, $l.returnedAt == nil).@count == 2",
      "(SELECT count(*) FROM ZLOAN l WHERE l.ZBOOK = t.Z_PK AND l.ZRETURNEDAT IS NULL) = 2"
    ),
    ("Book", "title CONTAINS[c] 'THE'", "lower(ZTITLE) LIKE '%the%'"),
    ("Book", "title MATCHES '.*a.*e.*'", "ZTITLE GLOB '*a*e*'"),
    ("Book", "length(title) > 20 AND pageCount & 1 == 0", "length(ZTITLE) > 20 AND ZPAGECOUNT & 1 = 0"),
    ("Loan", "returnedAt == nil", "ZRETURNEDAT IS NULL"),
    ("Loan", "member.name BEGINSWITH 'A'", "(SELECT ZNAME FROM ZMEMBER m WHERE m.Z_PK = ZMEMBER) GLOB 'A*'"),
    ("Loan", "member == 'Member/p3'", "ZMEMBER = 3"), ("Member", "SELF == 'Member/p3'", "Z_PK = 3"),
    ("Loan", "member IN {'Member/p1', 'x-coredata://5A/Member/p2'}", "ZMEMBER IN (1, 2)"),
    ("Loan", "member != 'Member/p3'", "ZMEMBER IS NOT 3"), ("Loan", "member == 'Book/p3'", "ZMEMBER IS NULL AND 0"),
    ("Loan", "dueAt > CAST('2025-06-01T00:00:00Z', 'NSDate')", "ZDUEAT > strftime('%s', '2025-06-01') - 978307200"),
  ]) func rowsAreThoseOfTheSQL(_ entity: String, _ format: String, _ condition: String) throws {
    let expected = try sql("SELECT Z_PK FROM Z\(entity.uppercased()) AS t WHERE \(condition) ORDER BY Z_PK")
    #expect(try keys(["--entity", entity, "--where", format]) == expected)
  }

  @Test(arguments: [
    ("Loan", ["--sort", "-dueAt", "--limit", "20"], "ORDER BY ZDUEAT DESC, Z_PK LIMIT 20"),
    (
      "Loan", ["--sort", "member.name,-renewals", "--sort=dueAt"],
      "ORDER BY (SELECT ZNAME FROM ZMEMBER m WHERE m.Z_PK = ZMEMBER), ZRENEWALS DESC, ZDUEAT, Z_PK"
    ),
    ("Book", ["--sort", "isArchived", "--sort", "-title"], "ORDER BY ZISARCHIVED, ZTITLE DESC, Z_PK"),
    ("Loan", ["--sort", "-returnedAt"], "ORDER BY ZRETURNEDAT DESC, Z_PK"),
    ("Book", ["--sort", "price", "--where", "price > 5"], "WHERE ZPRICE > 5 ORDER BY ZPRICE, Z_PK"),
    ("Member", ["--sort", "-cardNumber"], "ORDER BY ZCARDNUMBER DESC, Z_PK"),
  ]) func orderIsThatOfTheSQL(_ entity: String, _ words: [String], _ order: String) throws {
    #expect(
      try keys(["--entity", entity] + words) == sql("SELECT Z_PK FROM Z\(entity.uppercased()) AS t \(order)"))
  }

  @Test(arguments: [
    (["--where", "pageCont > 300"], "there is no stored property \"pageCont\"; did you mean \"pageCount\"?"),
    (
      ["--where", "ANY loans.dueDate < now()"],
      "of entity \"Loan\": there is no stored property \"dueDate\"; did you mean \"dueAt\"?"
    ),
    (["--where", "zebra == 1"], "no stored property \"zebra\"; there are cover, isArchived, isbn, keywords,"),
    (
      ["--sort", "-titel"],
      "Cannot query -titel of entity \"Book\": there is no stored property \"titel\"; did you mean \"title\"?"
    ),
    (["--sort", "loans.dueAt"], "a to-many has no order"), (["--sort", "shelf"], "it has no order of its own"),
    (["--sort", "keywords"], "values of this type have no order in the store"),
    (["--sort", "title,,isbn"], "--sort takes keys such as title or -author.name, not \"\""),
    (["--where", "pageCount >"], "Cannot read the predicate format at character 11: "),
    (["--where", "pageCount > 300 title"], "at character 16: "), (["--where", "(title == 'x'"], "expected"),
    (["--where", "title == 'x"], "Cannot read the predicate format at character 9: "),
    (["--where", ""], "character 0"),
    (["--where", "pageCount > %d"], "%d"), (["--where", "title == $x"], "give $x a value"),
    (["--where", "loans[FIRST].renewals == 1"], "Cannot query loans[FIRST].renewals"),
    (["--where", "keywords == 'x'"], "its two sides are of different types"),
    (["--where", "title MATCHES '('"], "is no regular expression that ICU understands"),
  ]) func whatIsWrongIsOneLine(_ words: [String], _ line: String) {
    let result = run(["--entity", "Book"] + words)
    #expect(result.status == .failure && result.output.isEmpty)
    #expect(result.errors.contains(line), "\(result.errors)")
    #expect(result.errors.hasPrefix("causeway: ") && result.errors.split(separator: "\n").count == 1)
  }

  @Test(arguments: ["--where", "--sort"]) func rowsNeedAnEntity(_ option: String) {
    #expect(run([option, "title"]).errors == "causeway: \(option) is for rows; give --entity NAME too\n")
    #expect(run(["--entity", "Book", option]).errors.contains("\(option) needs a value"))
  }

  @Test func noRowsAreSaid() {
    #expect(
      run(["--entity", "Book", "--where", "pageCount < 0"]).output == "No rows of Book that satisfy the condition.\n")
  }

  /// Quotes, semicolons and wildcards do nothing but match.
  @Test(arguments: ["'; DROP TABLE ZBOOK; --", "\" OR 1=1 --", "%", "_", "*", "?", "a\u{0}b", "\\", "\u{1F600}'\"`"])
  func textIsNothingButText(_ text: String) throws {
    let connection = try Connection(path: store, mode: .readWrite)
    try connection.withStatement("UPDATE ZBOOK SET ZTITLE = ?1 WHERE Z_PK = 7") {
      try $0.bind(text, at: 1)
      _ = try $0.step()
    }
    let quoted = text.replacing("\\", with: "\\\\").replacing("'", with: "\\'").replacing("\u{0}", with: "\\u0000")
    for condition in [
      "title == '\(quoted)'", "title BEGINSWITH '\(quoted)'", "title ENDSWITH '\(quoted)'", "title IN {'\(quoted)'}",
    ] {
      #expect(try keys(["--entity", "Book", "--where", condition]) == ["7"], "\(condition)")
    }
    #expect(try keys(["--entity", "Book", "--where", "title CONTAINS '\(quoted)'"]).contains("7"))
    #expect(try sql("SELECT count(*) FROM ZBOOK") == ["60"])
  }
}
