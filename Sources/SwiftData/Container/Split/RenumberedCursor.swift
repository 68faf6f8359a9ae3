import StoreContract

/// A row of one part, with the entity numbers of the whole model.
final class RenumberedCursor: RowCursor {
  private let whole: [Int]
  private var row: RowCursor?

  init(_ whole: [Int]) {
    self.whole = whole
    super.init()
  }

  func over(_ row: RowCursor) -> RowCursor {
    self.row = row
    return self
  }

  private func number(_ own: Int) -> Int { whole.indices.contains(own) ? whole[own] : 0 }

  override func entity() -> Int { number(row?.entity() ?? 0) }
  override func primaryKey() -> Int64 { row?.primaryKey() ?? 0 }
  override func version() -> Int64 { row?.version() ?? 0 }

  override func value(_ field: Int) -> BorrowedValue {
    guard let value = row?.value(field) else { return .null }
    if case .reference(let entity, let key) = value { return .reference(entity: number(entity), key: key) }
    return value
  }

  override func absence(of field: Int) -> (any Error)? { row?.absence(of: field) }
}
