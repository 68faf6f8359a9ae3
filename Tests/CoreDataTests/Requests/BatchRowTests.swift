import Foundation
import SQLiteDriver
import TestKit
import Testing

@testable import CoreData

/// The dictionary that a batch insert's block fills.
@Suite struct BatchRowTests {
  @Test func itIsADictionaryLikeAnother() throws {
    let row = BatchRow(NameIndex(["title", "pages"]))
    let plain = NSMutableDictionary()
    for table in [row, plain] {
      table["title"] = "A"
      table["pages" as NSString] = 7
      table["colour"] = Date(timeIntervalSinceReferenceDate: 5)
      table[3] = 1.5
      table.removeObject(forKey: "pages")
      table["pages"] = NSNumber(value: 8)
      table["colour"] = nil
      table.addEntries(from: ["weight": 2])
    }
    #expect(row.count == plain.count)
    #expect(Set(row.allKeys.map { "\($0)" }) == Set(plain.allKeys.map { "\($0)" }))
    #expect(row["title"] as? String == "A" && row["pages"] as? Int == 8 && row["none"] == nil)
    #expect(row.object(forKey: "weight") as? Int == 2 && row[3] as? Double == 1.5)
    #expect(Set(row.allKeys.compactMap { $0 as? String }) == ["title", "pages", "weight"])
    #expect(row.isEqual(to: plain as? [AnyHashable: Any] ?? [:]))
    for table in [row, plain] {
      let (some, none): (Int?, String?) = (5, nil)
      table.addEntries(from: ["title": none as Any, "pages": some as Any])
    }
    #expect(row["title"] is NSNull && plain["title"] is NSNull)
    #expect(row["pages"] as? Int == 5 && row.values.compactMap { $0 }.contains { $0 is NSNull })
    row.removeAllObjects()
    #expect(row.count == 0 && row["title"] == nil)
  }

  private func titles(_ stack: LibraryStack) throws -> [String] {
    try stack.context.fetch(NSFetchRequest<CDBook>(entityName: "CDBook")).map { "\($0.title ?? "") \($0.pages)" }
      .sorted()
  }

  /// More rows than are held at once: all of them or none, and one save in history.
  @Test func aBatchIsWholeOrNotThere() throws {
    let folder = try TemporaryFolder()
    let stack = try LibraryStack(at: folder.file("Library.sqlite"), history: true)
    func insert(badRow: Int) -> NSBatchInsertRequest {
      var number = 0
      let insert = NSBatchInsertRequest(
        entityName: "CDBook",
        dictionaryHandler: { row in
          number += 1
          row["title"] = "N\(number)"
          if number == badRow { row["nothing"] = 1 }
          return number > 12_000
        })
      insert.resultType = .count
      return insert
    }
    func numbers(_ sql: String) throws -> [String] {
      let connection = try Connection(path: folder.file("Library.sqlite").path, mode: .readOnly)
      return try connection.withStatement(sql) { statement in
        guard try statement.step() else { return [] }
        return (0..<statement.columnCount).map { statement.optionalText($0) ?? "-" }
      }
    }
    #expect(throws: (any Error).self) { try stack.context.execute(insert(badRow: 11_000)) }
    #expect(try numbers("SELECT count(*) FROM ZCDBOOK") == ["0"])
    #expect(try numbers("SELECT count(*) FROM ATRANSACTION") == ["0"])
    let result = try stack.context.execute(insert(badRow: 0)) as? NSBatchInsertResult
    #expect(result?.result as? Int == 12_000)
    #expect(try numbers("SELECT count(*) FROM ZCDBOOK") == ["12000"])
    let changes = "SELECT count(*), count(DISTINCT ZTRANSACTIONID), count(DISTINCT Z_PK) FROM ACHANGE"
    #expect(try numbers(changes) == ["12000", "1", "12000"])
    #expect(try numbers("SELECT count(*) FROM ATRANSACTION") == ["1"])
  }

  @Test func rowsDoNotKnowEachOther() throws {
    let stack = try LibraryStack()
    var kept: [NSMutableDictionary] = []
    var number = 0
    let insert = NSBatchInsertRequest(
      entityName: "CDBook",
      dictionaryHandler: { row in
        #expect(row.count == 0)
        number += 1
        if number == 6 { return true }
        row["title"] = "N\(number)"
        if number.isMultiple(of: 2) { row["pages"] = number }
        if number == 5 { row["pages"] = NSNull() }
        if number == 3 { kept.append(row) }
        return false
      })
    insert.resultType = .count
    #expect((try stack.context.execute(insert) as? NSBatchInsertResult)?.result as? Int == 5)
    // Without a value it is the default; null is none.
    #expect(try titles(stack) == ["N1 100", "N2 2", "N3 100", "N4 4", "N5 0"])
    #expect(kept.first?["title"] as? String == "N3" && kept.first?.count == 1)
  }

  @Test(arguments: ["unknown", "number", "type", "missing", "relationship"]) func errorsNameTheProperty(
    _ kind: String
  ) throws {
    let stack = try LibraryStack()
    let insert = NSBatchInsertRequest(
      entityName: "CDBook",
      dictionaryHandler: { row in
        if kind != "missing" { row["title"] = "A" }
        switch kind {
        case "unknown": row["colour"] = "red"
        case "number": row[5] = "five"
        case "type": row["pages"] = "many"
        case "relationship": row["author"] = "B"
        default: break
        }
        return false
      })
    let error = #expect(throws: NSError.self) { try stack.context.execute(insert) }
    let text = error?.localizedDescription ?? ""
    let wanted = [
      "unknown": "CDBook has no attribute \"colour\"", "number": "CDBook has no attribute \"5\"",
      "type": "CDBook.pages cannot be set to a", "missing": "CDBook.title is mandatory",
      "relationship": "CDBook.author is a relationship",
    ]
    #expect(text.contains(wanted[kind] ?? "-"), "\(text)")
    #expect(try titles(stack) == [])
  }
}
