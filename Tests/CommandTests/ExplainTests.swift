import Foundation
import SQLiteDriver
import TestKit
import Testing

@testable import causeway

@Suite struct ExplainTests {
  private let folder: TemporaryFolder
  private let store: String

  init() throws {
    folder = try TemporaryFolder()
    store = try ExampleLibrary.seed(rows: 20, in: folder)
  }

  private func run(_ words: [String]) -> (status: causeway.ExitStatus, output: String, errors: String) {
    let captured = CapturedOutput()
    let status = Tool.run(["explain", store] + words, console: captured.console)
    return (status, captured.output, captured.errors)
  }

  @Test func textShowsSQLBindingsPlanAndIndex() {
    let result = run(["--entity", "Book", "--where", "title == 'it''s'".replacing("''", with: "\\'")])
    #expect(result.status == .fine, "\(result.errors)")
    #expect(result.output.hasPrefix("SQL\n  SELECT t0.Z_PK, t0.Z_ENT, t0.Z_OPT, "))
    #expect(result.output.contains(" FROM ZBOOK AS t0 WHERE (t0.ZTITLE IS ?) ORDER BY t0.Z_PK\n"))
    #expect(result.output.contains("Bindings\n  1  'it''s'\nPlan\n  SEARCH t0 USING INDEX Z_Book_byTitle (ZTITLE=?)\n"))
    #expect(
      result.output.hasSuffix("Indexes\n  Rows of Book are found through the index Z_Book_byTitle.\n"),
      "\(result.output)")
  }

  @Test(arguments: [
    (["--entity", "Book"], "Every row of Book is asked for."),
    (["--entity", "Book", "--where", "SELF == 'Book/p3'"], "Rows of Book are found by their primary key."),
    (["--entity", "Book", "--where", "title BEGINSWITH 'The'"], "found through the index Z_Book_byTitle."),
    (["--entity", "Loan", "--where", "book == 'Book/p3'"], "found through the index Z"),
    (["--entity", "Loan", "--sort", "-dueAt", "--where", "renewals > 1"], "The index Z_Loan_byDueAt gives the order;"),
    (["--entity", "Book", "--where", "pageCount > 300"], "No index serves: every row of Book is read."),
    (
      ["--entity", "Book", "--where", "pageCount == 300"],
      "An index on pageCount would serve: #Index<Book>([\\.pageCount])"
    ),
    (
      ["--entity", "Book", "--where", "isArchived == YES AND pageCount > 300"],
      "An index on isArchived, pageCount would serve: #Index<Book>([\\.isArchived, \\.pageCount])"
    ),
    (
      ["--entity", "Loan", "--where", "renewals == 2", "--sort", "memberName"],
      "What is found is then sorted.\n  An index on renewals, memberName would serve:"
    ),
    (["--entity", "Book", "--sort", "pageCount"], "An index on pageCount would serve:"),
    // An index that has only the first of two keys in order.
    (
      ["--entity", "Loan", "--sort", "-dueAt,memberName"],
      "The index Z_Loan_byDueAt gives the first part of the order; every row of Loan is read until enough are found."
        + " Rows that it holds equal are then sorted."
    ),
    (["--entity", "Loan", "--sort", "-dueAt,-memberName"], "An index on dueAt, memberName would serve:"),
    (["--entity", "Book", "--sort", "title,pageCount"], "An index on title, pageCount would serve:"),
    (["--entity", "Book", "--where", "title LIKE 'The*'"], "found through the index Z_Book_byTitle."),
    (["--entity", "Book", "--where", "title LIKE '?he*'"], "No index serves: every row of Book is read."),
    (["--entity", "Loan", "--where", "memberName LIKE 'A*'"], "An index on memberName would serve:"),
  ]) func indexesAreNamed(_ words: [String], _ line: String) {
    let result = run(words)
    #expect(result.status == .fine && result.output.contains(line), "\(result.output)\(result.errors)")
  }

  @Test(arguments: [
    ["--entity", "Book", "--where", "title CONTAINS[cd] 'x'"], ["--entity", "Book", "--where", "pageCount != 3"],
    ["--entity", "Book", "--where", "loans.@count > 1"],
  ]) func noIndexIsPromisedWhereNoneServes(_ words: [String]) {
    let result = run(words)
    #expect(result.output.contains("No index serves") && !result.output.contains("would serve:"), "\(result.output)")
  }

  /// What is proposed is then used.
  @Test func theAdviceHolds() throws {
    let words = ["--entity", "Loan", "--where", "renewals == 2 AND memberName > 'B'", "--json"]
    let document = try JSONSerialization.jsonObject(with: Data(run(words).output.utf8)) as? [String: Any]
    let advice = try #require(document?["advice"] as? [String: [String]])
    let columns = try #require(advice["columns"])
    #expect(advice["properties"] == ["renewals", "memberName"] && columns == ["ZRENEWALS", "ZMEMBERNAME"])
    try Connection(path: store, mode: .readWrite).execute(
      "CREATE INDEX mine ON ZLOAN (\(columns.joined(separator: ", ")))")
    let after = try JSONSerialization.jsonObject(with: Data(run(words).output.utf8)) as? [String: Any]
    #expect(after?["indexes"] as? [String] == ["mine"] && after?["searches"] as? Bool == true)
    #expect(after?["advice"] is NSNull)
  }

  /// What JSON says of sorting: only the key, which every order ends with, is left out of account.
  @Test(arguments: [
    ("-dueAt", false), ("dueAt", false), ("-dueAt,memberName", true), ("memberName", true),
  ]) func sortsAreTold(_ keys: String, _ sorts: Bool) throws {
    let output = run(["--entity", "Loan", "--sort", keys, "--json"]).output
    let document = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any]
    #expect(document?["sorts"] as? Bool == sorts, "\(output)")
  }

  @Test func theFolderStaysAsItIs() throws {
    let before = try FolderSnapshot(folder.url)
    for words in [["--entity", "Book", "--where", "pageCount > 3"], ["--entity", "Book", "--json"]] {
      #expect(run(words).status == .fine)
    }
    #expect(try FolderSnapshot(folder.url) == before)
  }

  @Test(arguments: [
    (["--entity", "Bok"], "the store has no entity \"Bok\"; did you mean \"Book\"?"),
    (["--entity", "Book", "--where", "pages > 3"], "there is no stored property \"pages\""),
    ([], "--entity NAME is missing"),
  ]) func badInputIsOneLine(_ words: [String], _ line: String) {
    let result = run(words)
    #expect(result.status == .failure && result.output.isEmpty && result.errors.contains(line), "\(result.errors)")
  }
}
