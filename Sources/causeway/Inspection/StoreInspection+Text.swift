import Foundation
import ModelDescription
import ModelEvolution
import SQLiteStore

extension StoreInspection {
  /// Everything about the store, for people.
  func print(on console: Console) {
    func line(_ text: String) { console.print(text.printable) }
    func title(_ text: String) { console.print(console.styled(text.printable, .bold)) }
    title(path)
    for (name, value) in facts { line("  \(name.padded(to: 18)) \(value)") }
    if let cloudWarning { console.print(console.styled("  warning: \(cloudWarning)", .yellow)) }
    if modelSource == .none {
      line("")
      title("Tables")
      for table in tables {
        line("  \(table.name)  \(Self.rows(table.rows)): \(table.columns.joined(separator: ", "))")
      }
      line("")
      title("Hashes")
      for (name, hash) in metadata.hashes.sorted(by: { $0.key < $1.key }) { line("  \(name)  \(hash.hexadecimal)") }
    }
    for entity in entities {
      line("")
      print(entity, title, line)
    }
    for (name, tables) in [("History", tables.filter(\.isHistory)), ("CloudKit", tables.filter(\.isCloudKit))] {
      guard !tables.isEmpty, modelSource != .none else { continue }
      line("")
      title("\(name) tables")
      for table in tables { line("  \(table.name)  \(Self.rows(table.rows))") }
    }
  }

  /// Rows, for people: one block each.
  func print(_ row: EntityRows.Row, on console: Console) {
    console.print(console.styled(row.id.printable, .bold))
    let width = row.members.map(\.name.count).max() ?? 0
    for member in row.members { console.print("  \(member.name.padded(to: width))  \(member.value.words)".printable) }
  }

  /// How the report names where the model comes from.
  var modelWords: String {
    switch (modelSource, modelProblem) {
    case (.store, _): "kept in the store"
    case (.file(let path, let version), let problem?): "\(path), version \"\(version)\"; the store \(problem.words)"
    case (.file(let path, let version), nil): "\(path), version \"\(version)\""
    case (.none, let problem): "none: the store \(problem?.words ?? "keeps none"); give one with --model MODEL"
    }
  }

  /// What to know before an edit of a store that is mirrored to CloudKit (StoreFormat.md section 12).
  var cloudWarning: String? {
    let count = tables.filter(\.isCloudKit).count
    guard count > 0 else { return nil }
    let staying = count == 1 ? "1 table stays as it is" : "\(count) tables stay as they are"
    return "edits that are made here are not sent to CloudKit, and the mirroring's \(staying)"
  }

  private var facts: [(String, String)] {
    let history = tables.first { $0.name.uppercased() == HistoryTable.transaction.name }
    let transactions = history.map { table in
      table.rows.counted("transaction")
        + (lastTransaction.map { ", the last at \(DateText.iso8601($0))" } ?? "")
    }
    let cloud = tables.filter(\.isCloudKit)
    let optional: [(String, String)] = [
      ("digest", metadata.digest), ("checksum", metadata.checksum),
    ].compactMap { name, value in value.map { (name, $0) } }
    let versions = metadata.identifiers.filter { !$0.isEmpty }
    return [
      ("identifier", metadata.uuid),
      ("framework version", metadata.frameworkVersion.map(FrameworkVersion.words) ?? "not stated"),
      ("model identifiers", versions.isEmpty ? "not stated" : versions.joined(separator: ", ")),
      ("hashes version", metadata.hashesVersion.map { "\($0)" } ?? "not stated"),
    ] + optional + [
      ("journal", log.words), ("history", transactions ?? "none"),
      ("CloudKit", cloud.isEmpty ? "none" : cloud.count.counted("table")), ("model", modelWords),
    ]
  }

  private func print(_ entity: Entity, _ title: (String) -> Void, _ line: (String) -> Void) {
    let parent = entity.superentity.map { ", a kind of \($0)" } ?? ""
    let abstract = entity.entity.description.isAbstract ? ", abstract" : ""
    let name = entity.entity.name
    title("\(name)  number \(entity.number), table \(entity.table), \(Self.rows(entity.rows))\(parent)\(abstract)")
    line("  hash  \(metadata.hashes[name]?.hexadecimal ?? "not stated")")
    for field in entity.entity.fields {
      guard let attribute = field.attribute else { continue }
      let derived = attribute.derivation.map { ", derived from \($0.expression)" } ?? ""
      line("  \(field.name): \(attribute.type.words)\(attribute.isOptional ? ", optional" : "")\(derived)")
    }
    for (relationship, destination) in entity.relationships {
      let description = relationship.description
      let kind = description.isToMany ? (description.isOrdered ? "ordered to-many" : "to-many") : "to-one"
      let inverse = relationship.inverse.map { ", inverse \($0.name)" } ?? ""
      line(
        "  \(relationship.name) -> \(destination), \(kind)\(inverse)\(description.isOptional ? ", optional" : "")"
          + ", delete rule \(description.deleteRule)")
    }
    for constraint in entity.entity.description.uniquenessConstraints {
      line("  unique: \(constraint.joined(separator: ", "))")
    }
  }

  static func rows(_ count: Int64) -> String { count.counted("row") }
}

extension String {
  /// The text for a terminal, to which control characters would be commands.
  var printable: String {
    String(String.UnicodeScalarView(unicodeScalars.map { $0.properties.generalCategory == .control ? "\u{FFFD}" : $0 }))
  }
}
