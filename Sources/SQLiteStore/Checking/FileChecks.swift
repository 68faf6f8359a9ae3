internal import Foundation
internal import ModelDescription
internal import SQLCompiler
internal import SQLiteDriver

/// The files that hold large values, against the values that refer to them.
struct FileChecks {
  let layout: StoreLayout
  let connection: Connection
  let data: ExternalData
  /// What the rows of stores name that share the folder; `nil` where one of them cannot be read.
  let others: Set<String>?

  func damages() throws -> [StoreDamage] {
    var found: [StoreDamage] = []
    var referred: Set<String> = []
    for entity in layout.model.entities {
      guard let place = RowChecks.Place(entity, layout) else { continue }
      for field in entity.fields where field.declaringEntityNumber == entity.number {
        guard let column = layout.column(of: field), let attribute = field.attribute,
          FieldSlot(field, column: 0, entityColumn: nil).kind == .external
        else { continue }
        let names = try names(in: column.name.quoted, of: place)
        referred.formUnion(names.map(\.file))
        let missing = names.filter { !data.hasFile($0.file) }
        if !missing.isEmpty {
          found.append(Self.missing(missing, field.name, isOptional: attribute.isOptional, column.name.quoted, place))
        }
      }
    }
    guard let others else { return found }
    referred.formUnion(others)
    let unreferenced = data.fileNames().filter { !referred.contains($0.uppercased()) && !referred.contains($0) }
    if !unreferenced.isEmpty {
      let count = unreferenced.count
      found.append(
        StoreDamage(
          .unreferencedFile, count: count, files: Array(unreferenced.prefix(StoreExamination.shownRows)),
          "\(count.counted("file")) in \(data.folder?.path ?? "") \(count == 1 ? "is" : "are") no value's.",
          .possible(words: "The copy goes without.", .removeFiles(unreferenced))))
    }
    return found
  }

  /// Rows whose value is in a file, with the file's name.
  private func names(in column: String, of place: RowChecks.Place) throws -> [(row: Int64, file: String)] {
    let conditions = ["typeof(t.\(column)) = 'blob'", "length(t.\(column)) = 38", place.family("t")]
    let sql =
      "SELECT t.\(place.key), t.\(column) FROM \(place.table) AS t WHERE"
      + " \(conditions.compactMap(\.self).joined(separator: " AND ")) ORDER BY 1"
    return try connection.withStatement(sql) { statement in
      var names: [(row: Int64, file: String)] = []
      while try statement.step() {
        if case .file(let name) = ExternalData.form(of: statement.value(1).blob) {
          names.append((statement.integer(0), name))
        }
      }
      return names
    }
  }

  private static func missing(
    _ missing: [(row: Int64, file: String)], _ property: String, isOptional: Bool, _ column: String,
    _ place: RowChecks.Place
  ) -> StoreDamage {
    let count = missing.count
    let keys = missing.map { String($0.row) }
    // Keys in portions: a statement's text has a limit.
    let statements = stride(from: 0, to: keys.count, by: 5000).map { start in
      "UPDATE \(place.table) SET \(column) = NULL WHERE \(place.key) IN"
        + " (\(keys[start..<min(start + 5000, keys.count)].joined(separator: ", ")))"
    }
    return StoreDamage(
      .missingFile, entity: place.entity.name, property: property, table: place.mapping.table, count: count,
      rows: Array(missing.prefix(StoreExamination.shownRows).map(\.row)),
      files: Array(missing.prefix(StoreExamination.shownRows).map(\.file)),
      "\(place.entity.name).\(property): \(count == 1 ? "1 row has its value" : "\(count) rows have their values") in"
        + " files that are not there.",
      isOptional
        ? .possible(words: "They have no value from then on.", .statements(statements))
        : .impossible(advice: "The model demands a value: put the files back, or give them other values."))
  }
}
