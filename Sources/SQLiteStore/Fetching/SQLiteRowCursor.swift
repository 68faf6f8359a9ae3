internal import Foundation
internal import SQLiteDriver
internal import StoreContract

/// The current row of a running statement whose columns start with those of an entity's plan.
final class SQLiteRowCursor: RowCursor {
  private let statement: Statement
  private let slots: [FieldSlot]
  private let externalData: ExternalData
  /// Columns before the plan's own.
  private let offset: Int
  /// Keeps a file's bytes while the row is current.
  private var loaded: [NSData] = []

  init(_ statement: Statement, plan: EntityPlan, externalData: ExternalData, offset: Int = 0) {
    self.statement = statement
    slots = plan.slots
    self.externalData = externalData
    self.offset = offset
  }

  private override init() { preconditionFailure("a cursor needs a statement") }

  /// Moves to the next row; `false` after the last one.
  func advance() throws -> Bool {
    if !loaded.isEmpty { loaded.removeAll() }
    return try statement.step()
  }

  override func primaryKey() -> Int64 { statement.integer(offset) }

  override func entity() -> Int { Int(statement.integer(offset + 1)) }

  override func version() -> Int64 { statement.integer(offset + 2) }

  override func value(_ field: Int) -> BorrowedValue {
    let slot = slots[field]
    let value = statement.value(offset + slot.column)
    switch (slot.kind, value.kind) {
    case (_, .null): return .null
    case (.reference(let destination), _):
      let number = slot.entityColumn.map { Int(statement.integer(offset + $0)) } ?? 0
      // Apple leaves the number empty in rows older than the column.
      return .reference(entity: number > 0 ? number : destination, key: value.integer)
    case (.external, .blob): return external(value.blob)
    case (_, .integer): return .integer(value.integer)
    case (_, .real): return .real(value.real)
    case (_, .text): return .text(value.text)
    case (_, .blob): return .blob(value.blob)
    }
  }

  /// A value whose file is gone reads as null: the row's other values are still good.
  private func external(_ stored: UnsafeRawBufferPointer) -> BorrowedValue {
    switch ExternalData.form(of: stored) {
    case .inline(let bytes): return .blob(bytes)
    case .file(let name):
      guard let data = externalData.contents(ofFile: name) else { return .null }
      // Contiguous and owned by `loaded`, so that the pointer stays good until the cursor moves.
      let held = NSData(data: data)
      loaded.append(held)
      return .blob(UnsafeRawBufferPointer(start: held.bytes, count: held.length))
    }
  }
}
