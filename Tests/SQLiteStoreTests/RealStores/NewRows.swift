import Foundation
import ModelDescription
import StoreContract
import Testing

@testable import SQLiteStore

/// New rows of an entity, and of those that its mandatory to-ones need where the store has none.
struct NewRows {
  let model: ResolvedModel
  let dump: StoreDump
  private(set) var rows: [SaveRequest.Insert] = []

  init(model: ResolvedModel, dump: StoreDump) {
    self.model = model
    self.dump = dump
  }

  mutating func add(_ entity: ResolvedEntity) throws -> RowKey {
    let index = rows.count
    let key = RowKey(entity: entity.number, primaryKey: -Int64(index) - 1)
    rows.append(.init(key: key, values: []))
    guard rows.count < 10 else { throw RealEdit.Refusal(reason: "its mandatory relationships lead round in a circle") }
    for field in entity.fields { rows[index].values.append(try value(field)) }
    return key
  }

  private mutating func value(_ field: ResolvedEntity.Field) throws -> StoredValue {
    switch field.content {
    case .toOne(let relationship):
      guard !relationship.description.isOptional else { return .null }
      let family = model.entity(numbered: relationship.destinationNumber)?.familyNumbers ?? 0...0
      let rows = dump.tables[RealStore.table(relationship.destinationNumber, in: model)] ?? [:]
      for (key, row) in rows.sorted(by: { $0.key < $1.key }) {
        guard let number = row["Z_ENT"]?.split(separator: " ").last.flatMap({ Int($0) }), family.contains(number)
        else { continue }
        return .reference(RowKey(entity: number, primaryKey: key))
      }
      let concrete = model.entities.first { family.contains($0.number) && !$0.description.isAbstract }
      return .reference(try add(#require(concrete)))
    case .attribute(let attribute):
      if attribute.derivation != nil { return .null }
      switch attribute.type {
      case .integer16, .integer32, .integer64: return .integer(30_123)
      case .boolean: return .integer(1)
      case .double, .float: return .real(1.5)
      case .date: return .real(700_000_000.25)
      case .decimal: return .text("12.75")
      case .string: return .text("causeway \(UUID().uuidString)")
      case .uri: return .text("https://example.org/")
      case .uuid: return .blob(withUnsafeBytes(of: UUID().uuid) { Data($0) })
      case .binary, .transformable: return attribute.isOptional ? .null : .blob(Data([1, 2, 3]))
      case .undefined, .objectID, .composite: return .null
      }
    }
  }
}
