import StoreContract

/// A row of one store, with the entity numbers and keys of the whole.
final class PartCursor: RowCursor {
  private let part: StorePart
  private var row: RowCursor?

  init(_ part: StorePart) {
    self.part = part
    super.init()
  }

  func over(_ row: RowCursor) -> RowCursor {
    self.row = row
    return self
  }

  override func entity() -> Int { part.wholeNumber(row?.entity() ?? 0) }
  override func primaryKey() -> Int64 { part.wholeKey(row?.primaryKey() ?? 0) }
  override func version() -> Int64 { row?.version() ?? 0 }

  override func value(_ field: Int) -> BorrowedValue {
    guard let value = row?.value(own(field)) else { return .null }
    if case .reference(let entity, let key) = value {
      return .reference(entity: part.wholeNumber(entity), key: part.wholeKey(key))
    }
    return value
  }

  override func isApart(_ field: Int) -> Bool { row?.isApart(own(field)) ?? false }
  override func absence(of field: Int) -> (any Error)? { row?.absence(of: own(field)) }

  private func own(_ field: Int) -> Int { part.field(field, of: entity()) }
}
