import CoreData
import Foundation
import Testing

/// Batch inserts that meet unique values, by the context's merge policy.
@Suite struct BatchPolicyTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let policy: @Sendable () -> NSMergePolicy
    /// `nil` where the batch is refused; else isbn, title and pages of each book.
    let books: [String]?
    let count: Int
    var testDescription: String { name }
  }

  static let cases = [
    Case(name: "error", policy: { .error }, books: nil, count: 0),
    Case(
      name: "object trump", policy: { .mergeByPropertyObjectTrump },
      books: ["1 Emma 7 true", "2 Second again 9 false"],
      count: 2),
    Case(name: "overwrite", policy: { .overwrite }, books: ["1 Emma 7 true", "2 Second again 9 false"], count: 2),
    Case(
      name: "store trump", policy: { .mergeByPropertyStoreTrump }, books: ["1 First 5 true", "2 Second 100 false"],
      count: 1),
    Case(name: "rollback", policy: { .rollback }, books: ["1 First 5 true", "2 Second 100 false"], count: 1),
  ]

  private func books(_ stack: LibraryStack) throws -> [String] {
    try stack.other().fetch(NSFetchRequest<CDBook>(entityName: "CDBook"))
      .map { "\($0.value(forKey: "isbn") ?? "-") \($0.title ?? "-") \($0.pages) \($0.isLent)" }.sorted()
  }

  /// The store has "1", lent; the batch names it again, without a word of lending, and "2" twice.
  private static var rows: [[String: Any]] {
    [
      ["isbn": "1", "title": "Emma", "pages": 7], ["isbn": "2", "title": "Second"],
      ["isbn": "2", "title": "Second again", "pages": 9],
    ]
  }

  @Test(arguments: cases, ["objects", "block"]) func rowsMeetByThePolicy(test: Case, form: String) throws {
    let stack = try LibraryStack()
    let first = CDBook(context: stack.context)
    first.title = "First"
    first.pages = 5
    first.isLent = true
    first.setValue("1", forKey: "isbn")
    try stack.context.save()
    stack.context.mergePolicy = test.policy()
    var number = 0
    let insert =
      form == "objects"
      ? NSBatchInsertRequest(entityName: "CDBook", objects: Self.rows)
      : NSBatchInsertRequest(
        entityName: "CDBook",
        dictionaryHandler: { row in
          guard number < Self.rows.count else { return true }
          row.addEntries(from: Self.rows[number])
          number += 1
          return false
        })
    insert.resultType = .objectIDs
    guard let expected = test.books else {
      let error = #expect(throws: CocoaError.self) { try stack.context.execute(insert) }
      #expect(error?.code.rawValue == 133021)
      #expect(try books(stack) == ["1 First 5 true"])
      return
    }
    let result = try stack.context.execute(insert) as? NSBatchInsertResult
    #expect((result?.result as? [NSManagedObjectID])?.count == test.count)
    #expect(try books(stack) == expected)
  }
}
