import Foundation
import ModelDescription
import SQLiteDriver
import TestKit
import Testing

@testable import causeway

/// `inspect --where --sort` over the stores that the frameworks wrote, beside SQL written by hand.
@Suite(.enabled(if: SharedMaterial.isPresent, "no shared material beside the package"))
struct InspectWhereRealStoresTests {
  @Test func conditionsAndOrdersAnswerAsSQL() throws {
    var (stores, asked, good) = (0, 0, 0)
    for store in try RealStores.all() {
      let folder = try TemporaryFolder()
      let copy = folder.file("copy.sqlite").path
      for end in ["", "-wal"] where FileManager.default.fileExists(atPath: store.path + end) {
        try FileManager.default.copyItem(atPath: store.path + end, toPath: copy + end)
      }
      let inspection = try StoreInspection(path: copy)
      guard inspection.modelSource == .store else { continue }
      stores += 1
      let connection = try Connection(path: copy, mode: .untouched)
      for entity in inspection.entities {
        for (query, sql) in try questions(entity, inspection, connection) {
          asked += 1
          let found = try keys(query, inspection)
          let expected = try keys(sql, connection)
          if found == expected { good += 1 } else { Issue.record("\(store.name): \(query) gives \(found.prefix(9))") }
        }
      }
    }
    print("conditions and orders over real stores as in SQL: \(good) of \(asked), in \(stores) stores")
    #expect(good == asked && asked > 100)
  }

  private func keys(_ query: RowQuery, _ inspection: StoreInspection) throws -> [Int64] {
    var keys: [Int64] = []
    try inspection.rows(query)?.forEach { row in
      if let key = row.id.components(separatedBy: "/p").last.flatMap({ Int64($0) }) { keys.append(key) }
    }
    return keys
  }

  private func keys(_ sql: String, _ connection: Connection) throws -> [Int64] {
    try connection.withStatement(sql) { statement in
      var keys: [Int64] = []
      while try statement.step() { keys.append(statement.integer(0)) }
      return keys
    }
  }

  /// For every attribute whose column has its name: comparisons with a value from the middle, and orders.
  private func questions(
    _ entity: StoreInspection.Entity, _ inspection: StoreInspection, _ connection: Connection
  ) throws -> [(RowQuery, String)] {
    let columns = Set(try connection.columnNames(ofTable: entity.table))
    let numbers = inspection.entities.filter { entity.entity.familyNumbers.contains($0.entity.number) }.map(\.number)
    let isAlone = entity.entity.isRoot && numbers.count == 1
    let family = isAlone ? "1" : "Z_ENT IN (\(numbers.map(String.init).joined(separator: ", ")))"
    var questions: [(RowQuery, String)] = []
    for field in entity.entity.fields where field.path.count == 1 {
      let column = "\"Z\(field.name.uppercased())\""
      guard let type = field.attribute?.type, columns.contains("Z" + field.name.uppercased()) else { continue }
      func ask(_ condition: String?, _ sql: String, sorts: [String] = [], order: String = "Z_PK") {
        questions.append(
          (
            RowQuery(entity: entity.entity.name, condition: condition, sorts: sorts),
            "SELECT Z_PK FROM \"\(entity.table)\" WHERE \(family) AND (\(sql)) ORDER BY \(order)"
          ))
      }
      let key = "#\(field.name)"
      ask("\(key) == nil", "\(column) IS NULL")
      if type != .transformable, type != .binary {
        ask(nil, "1", sorts: ["-\(field.name)"], order: "\(column) DESC, Z_PK")
      }
      let middle =
        "SELECT \(column) FROM \"\(entity.table)\" WHERE \(column) IS NOT NULL AND \(family) ORDER BY \(column) LIMIT 1"
        + " OFFSET (SELECT count(\(column)) / 2 FROM \"\(entity.table)\" WHERE \(family))"
      guard let text = try connection.text(middle) else { continue }
      switch type {
      case .integer16, .integer32, .integer64:
        ask("\(key) >= \(text)", "\(column) >= \(text)", sorts: [field.name], order: "\(column), Z_PK")
        ask("NOT \(key) == \(text)", "\(column) IS NOT \(text)")
      case .boolean: ask("\(key) == YES", "\(column) = 1")
      case .date, .double, .float:
        let bound = (Double(text) ?? 0).rounded(.down)
        ask("\(key) > CAST(\(bound), '\(type == .date ? "NSDate" : "NSNumber")')", "\(column) > \(bound)")
      case .string where !text.contains("\\") && !text.contains("\0") && !text.contains("\n"):
        let (format, sql) = (text.replacing("'", with: "\\'"), text.replacing("'", with: "''"))
        ask("\(key) == '\(format)'", "\(column) = '\(sql)'")
        ask(
          "\(key) > '\(format)' OR \(key) ENDSWITH '\(format)'",
          "\(column) > '\(sql)' OR \(column) = '\(sql)' OR substr(\(column), -\(text.unicodeScalars.count)) = '\(sql)'")
      default: break
      }
    }
    return questions
  }
}
