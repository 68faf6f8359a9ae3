import Foundation
import ModelDescription
import ModelFiles
import SQLiteDriver
import TestKit
import Testing

@testable import causeway

/// `inspect --entity` over the stores that the frameworks wrote.
@Suite(.enabled(if: SharedMaterial.isPresent, "no shared material beside the package"))
struct InspectRealStoresTests {
  /// The inspection by the store's own model, or by the model beside it that has its hashes.
  private func inspection(_ store: RealStores, _ path: String) throws -> StoreInspection {
    let own = try StoreInspection(path: path)
    guard own.modelSource == .none else { return own }
    for model in store.models {
      guard let bundle = try? ModelFiles.load(URL(fileURLWithPath: model)) else { continue }
      if let found = try? StoreInspection(path: path, model: bundle) { return found }
    }
    return own
  }

  @Test func everyRowIsDecodedAsSQLiteHasIt() throws {
    var (stores, good, rows, values) = (0, 0, 0, 0)
    for store in try RealStores.all() {
      stores += 1
      let folder = try TemporaryFolder()
      let copy = folder.file("copy.sqlite").path
      try FileManager.default.copyItem(atPath: store.path, toPath: copy)
      if FileManager.default.fileExists(atPath: store.path + "-wal") {
        try FileManager.default.copyItem(atPath: store.path + "-wal", toPath: copy + "-wal")
      }
      let inspection = try inspection(store, copy)
      if inspection.modelSource == .none {
        print("no model for \(store.name)")
        continue
      }
      let connection = try Connection(path: copy, mode: .untouched)
      var isGood = true
      for entity in inspection.entities {
        let counted = try check(entity, inspection, connection)
        isGood = isGood && counted.isGood
        #expect(counted.isGood, "\(store.name): \(entity.entity.name)")
        rows += counted.rows
        values += counted.values
      }
      good += isGood ? 1 : 0
    }
    print("rows decoded as SQLite has them: \(good) of \(stores) stores, \(rows) rows, \(values) values compared")
    #expect(good == stores && stores > 0)
  }

  /// Compares with the columns whose names are plain: `Z` and the property's name in capitals.
  private func check(
    _ entity: StoreInspection.Entity, _ inspection: StoreInspection, _ connection: Connection
  ) throws -> (isGood: Bool, rows: Int, values: Int) {
    guard let reader = try inspection.rows(RowQuery(entity: entity.entity.name)) else { return (false, 0, 0) }
    var decoded: [EntityRows.Row] = []
    try reader.forEach { decoded.append($0) }
    let columns = Set(try connection.columnNames(ofTable: entity.table))
    var values = 0
    for field in entity.entity.fields where field.path.count == 1 && columns.contains("Z" + field.name.uppercased()) {
      guard let type = field.attribute?.type else { continue }
      let expression: String? =
        switch type {
        case .integer16, .integer32, .integer64, .string, .uri: "ZX"
        case .boolean: "CASE ZX WHEN 0 THEN 'false' ELSE 'true' END"
        case .uuid: "hex(ZX)"
        // Whole seconds, as text of SQLite's own calendar.
        case .date: "strftime('%Y-%m-%dT%H:%M:%S', floor(ZX) + 978307200, 'unixepoch')"
        default: nil
        }
      guard let expression else { continue }
      let column = "Z" + field.name.uppercased()
      let sql = expression.replacingOccurrences(of: "ZX", with: "\"\(column)\"")
      for row in decoded {
        let key = row.id.split(separator: "p").last.map(String.init) ?? ""
        let expected = try connection.withStatement(
          "SELECT CASE WHEN \"\(column)\" IS NULL THEN NULL ELSE \(sql) END FROM \"\(entity.table)\" WHERE Z_PK = ?1"
        ) { statement in
          try statement.bind(Int64(key) ?? 0, at: 1)
          return try statement.step() ? statement.optionalText(0) : nil
        }
        let value = row.members.first { $0.name == field.name }?.value ?? .null
        guard Self.text(value, type) == expected else {
          print("\(row.id).\(field.name): \(value.words), SQLite has \(expected ?? "NULL")")
          return (false, decoded.count, values)
        }
        values += 1
      }
    }
    let family = inspection.entities.filter { entity.entity.familyNumbers.contains($0.entity.number) }
    return (decoded.count == family.reduce(0) { $0 + Int($1.rows) }, decoded.count, values)
  }

  private static func text(_ value: DecodedValue, _ type: AttributeType) -> String? {
    switch value {
    case .null: nil
    case .text(let text): text
    case .uuid(let uuid): uuid.uuidString.filter { $0 != "-" }
    case .date(let date):
      String(
        DateText.iso8601(
          Date(timeIntervalSinceReferenceDate: date.timeIntervalSinceReferenceDate.rounded(.down))
        ).prefix(19))
    default: value.words
    }
  }
}
