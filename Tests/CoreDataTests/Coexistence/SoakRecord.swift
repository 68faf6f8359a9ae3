import Foundation
import SQLiteDriver
import Testing

/// What the journals say, held against the file: its history replayed, and its rows.
final class SoakRecord {
  private struct Thing: Equatable {
    var count: Int
    var label: String?
  }

  /// By author: each save has one of its own.
  private var intents: [String: [String]] = [:]
  private var confirmed: Set<String> = []
  private var rejected: Set<String> = []
  private let connection: Connection
  private(set) var transactions = 0
  private(set) var rows = 0
  private(set) var undecided = 0

  var acknowledged: Int { confirmed.count }
  var refused: Int { rejected.count }

  init(_ journals: [String], _ path: String) throws {
    connection = try Connection(path: path, mode: .readOnly)
    for journal in journals {
      guard let text = try? String(contentsOfFile: journal, encoding: .utf8) else { continue }
      // The last line may be cut where the process was killed.
      for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
        let words = line.split(separator: " ").map(String.init)
        guard words.count > 1 else { continue }
        switch words[0] {
        case "?": intents[words[1]] = Array(words.dropFirst(2))
        case "!": confirmed.insert(words[1])
        case "x": rejected.insert(words[1])
        default: break
        }
      }
    }
  }

  func check() throws {
    #expect(try connection.text("PRAGMA integrity_check") == "ok")
    let authors = try authorsInOrder()
    transactions = authors.count
    // Every acknowledged save is there, once; no refused one is.
    let counts = Dictionary(authors.map { ($0, 1) }, uniquingKeysWith: +)
    #expect(counts.values.allSatisfy { $0 == 1 })
    let missing = confirmed.filter { counts[$0] == nil }
    #expect(missing.isEmpty, "acknowledged and not in the file: \(missing.sorted().prefix(10))")
    let invented = counts.keys.filter { intents[$0] == nil || rejected.contains($0) }
    #expect(invented.isEmpty, "in the file and not acknowledged: \(invented.sorted().prefix(10))")
    undecided = counts.keys.filter { !confirmed.contains($0) }.count
    let replayed = replay(authors)
    let stored = try things()
    rows = stored.count
    #expect(replayed == stored, "\(Set(replayed.keys).symmetricDifference(stored.keys).sorted().prefix(10))")
    try checkRows()
  }

  /// The authors of the saves in the order of their numbers, without the one that made the boxes.
  private func authorsInOrder() throws -> [String] {
    try connection.withStatement(
      "SELECT s.ZNAME FROM ATRANSACTION t LEFT JOIN ATRANSACTIONSTRING s ON s.Z_PK = t.ZAUTHORTS ORDER BY t.Z_PK"
    ) { statement in
      var authors: [String] = []
      while try statement.step() {
        if let author = statement.optionalText(0) { authors.append(author) }
      }
      return authors
    }
  }

  private func replay(_ authors: [String]) -> [String: Thing] {
    var things: [String: Thing] = [:]
    var lost: [String] = []
    for author in authors {
      guard let change = intents[author], change.count > 1 else { continue }
      let code = change[1]
      switch change[0] {
      case "I": things[code] = Thing(count: Int(change[2]) ?? 0)
      case "C":
        // What was counted on from is what was there: nobody wrote over what he had not seen.
        if things[code]?.count != Int(change[2]) { lost.append("\(author): \(change) at \(things[code]?.count ?? -1)") }
        things[code]?.count = Int(change[3]) ?? 0
      case "M": things[code]?.label = change[2]
      case "D": things[code] = nil
      default: break
      }
    }
    #expect(lost.isEmpty, "\(lost.count) updates lost: \(lost.prefix(5))")
    return things
  }

  private func things() throws -> [String: Thing] {
    try connection.withStatement(
      "SELECT i.ZCODE, i.ZCOUNT, b.ZLABEL FROM ZITEM i LEFT JOIN ZBOX b ON b.Z_PK = i.ZBOX"
    ) { statement in
      var things: [String: Thing] = [:]
      while try statement.step() {
        things[statement.text(0)] = Thing(count: Int(statement.integer(1)), label: statement.optionalText(2))
      }
      return things
    }
  }

  /// Keys are given once, references lead somewhere, and history has the rows that there are.
  private func checkRows() throws {
    #expect(try connection.integer("SELECT count(*) FROM ZITEM WHERE ZBOX NOT IN (SELECT Z_PK FROM ZBOX)") == 0)
    #expect(
      try connection.integer(
        "SELECT count(*) FROM (SELECT ZENTITY, ZENTITYPK FROM ACHANGE WHERE ZCHANGETYPE = 0"
          + " GROUP BY ZENTITY, ZENTITYPK HAVING count(*) > 1)") == 0)
    #expect(
      try connection.integer(
        "SELECT max(m) FROM (SELECT max(Z_PK) - (SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME = 'Item') m FROM ZITEM)")
        ?? 0 <= 0)
    // Inserted and not deleted, by history: the rows.
    #expect(
      try connection.text(
        "SELECT (SELECT group_concat(k) FROM (SELECT DISTINCT ZENTITYPK k FROM ACHANGE a JOIN Z_PRIMARYKEY p"
          + " ON p.Z_ENT = a.ZENTITY WHERE p.Z_NAME = 'Item' AND a.ZCHANGETYPE = 0 AND NOT EXISTS (SELECT 1 FROM ACHANGE d"
          + " WHERE d.ZENTITY = a.ZENTITY AND d.ZENTITYPK = a.ZENTITYPK AND d.ZCHANGETYPE = 2) ORDER BY 1))"
          + " IS (SELECT group_concat(Z_PK) FROM (SELECT Z_PK FROM ZITEM ORDER BY 1))") == "1")
    // A row has seen as many saves as history tells of it.
    #expect(
      try connection.integer(
        "SELECT count(*) FROM ZITEM i WHERE Z_OPT - 1 != (SELECT count(*) FROM ACHANGE WHERE ZCHANGETYPE = 1"
          + " AND ZENTITY = i.Z_ENT AND ZENTITYPK = i.Z_PK)") == 0)
  }
}
