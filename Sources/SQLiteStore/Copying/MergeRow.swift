internal import Foundation
internal import ModelDescription
internal import StoreContract

/// A row of the source, out of its cursor.
struct MergeRow {
  let key: RowKey
  /// References have the source's keys.
  var values: [StoredValue]
  /// About how much memory its values take.
  let size: Int

  /// - Throws: an error that names the value which the row has and whose file is gone.
  init(_ row: RowCursor, of entity: ResolvedEntity) throws {
    key = RowKey(entity: entity.number, primaryKey: row.primaryKey())
    var size = 0
    values = try entity.fields.enumerated().map { number, field in
      let value = StoredValue(row.value(number), of: field.attribute?.type)
      switch value {
      case .null: if let error = row.absence(of: number) { throw error }
      case .text(let text): size += text.utf8.count
      case .blob(let data): size += data.count
      case .integer, .real, .reference: size += 8
      }
      return value
    }
    self.size = size
  }
}

extension StoredValue {
  /// A value that a store gave, in the form in which stores take it.
  init(_ value: BorrowedValue, of type: AttributeType?) {
    switch value {
    case .null: self = .null
    case .integer(let number) where type == .decimal: self = .text(String(number))
    case .integer(let number) where type == .date || type == .double || type == .float: self = .real(Double(number))
    case .integer(let number): self = .integer(number)
    case .real(let number) where type == .decimal: self = .text("\(number)")
    case .real(let number): self = .real(number)
    case .text(let utf8): self = .text(String(decoding: utf8, as: UTF8.self))
    case .blob(let bytes): self = .blob(Data(bytes))
    case .reference(let entity, let key): self = .reference(RowKey(entity: entity, primaryKey: key))
    }
  }
}
