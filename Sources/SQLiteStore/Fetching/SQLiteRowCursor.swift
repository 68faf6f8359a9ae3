internal import Foundation
internal import ModelDescription
internal import SQLCompiler
internal import SQLiteDriver
internal import StoreContract

/// The current row of a running statement whose columns start with those of an entity's plan, or a row kept of one.
final class SQLiteRowCursor: RowCursor {
  /// `nil` for a kept row.
  private let statement: Statement?
  private let plan: EntityPlan
  /// That of the current row's entity.
  private var shape: RowShape?
  private var slots: [FieldSlot]
  private let externalData: ExternalData
  /// The row's columns; a `let` pointer, so that reading a field costs no check.
  private let cells: UnsafeMutablePointer<ColumnCell>
  /// Keeps a file's bytes while the row is current.
  private var loaded: [NSData] = []
  /// What was found wrong in the current row; accessors cannot throw it.
  private(set) var problem: StoreError?

  init(_ statement: Statement, plan: EntityPlan, externalData: ExternalData) {
    self.statement = statement
    self.plan = plan
    shape = plan.shapes.first
    slots = plan.shapes.first?.slots ?? []
    self.externalData = externalData
    cells = .allocate(capacity: plan.columnCount)
    cells.initialize(repeating: .null, count: plan.columnCount)
  }

  /// - Parameter cells: Those of a kept row with its bytes; the cursor's from now on.
  init(_ cells: UnsafeMutablePointer<ColumnCell>, plan: EntityPlan, externalData: ExternalData) {
    statement = nil
    self.plan = plan
    shape = plan.shapes.first
    slots = plan.shapes.first?.slots ?? []
    self.externalData = externalData
    self.cells = cells
    super.init()
    if plan.shapes.count > 1 { takeShape() }
  }

  private override init() { fatalError("a cursor needs a statement") }

  deinit { cells.deallocate() }

  /// Moves to the next row; `false` after the last one.
  func advance() throws -> Bool {
    if !loaded.isEmpty { loaded.removeAll() }
    guard let statement, try statement.step() else { return false }
    statement.read(cells, count: plan.columnCount)
    if plan.shapes.count > 1 { takeShape() }
    return true
  }

  /// Keeps the current row.
  func keep(
    in rows: RowCache, _ place: RowCache.Place, of file: LogState, from connection: Connection, isOpen: () -> Bool
  ) {
    rows.keep(cells, count: plan.columnCount, place, of: file, from: connection, isOpen: isOpen)
  }

  /// A row shows the fields of its own entity; one with a number of another family shows those of the fetched entity.
  private func takeShape() {
    let index = Int(truncatingIfNeeded: cells[1].integer) &- plan.entity.number
    guard let new = plan.shapes.indices.contains(index) ? plan.shapes[index] : plan.shapes.first, new !== shape else {
      return
    }
    (shape, slots) = (new, new.slots)
  }

  /// The fields' own entity, for messages.
  private var rowEntity: ResolvedEntity { shape?.entity ?? plan.entity }

  override func primaryKey() -> Int64 { cells[0].integer }

  /// An entity that has its table for itself is that of every row: the store ArtsyPartner_1.3 of artsy/energy has a row
  /// with another number there.
  override func entity() -> Int {
    let number = cells[1].integer
    if plan.entity.familyNumbers.contains(Int(truncatingIfNeeded: number)) { return Int(truncatingIfNeeded: number) }
    if plan.entity.isRoot && !plan.entity.hasSubentities { return plan.entity.number }
    noteEntity(number)
    return Int(truncatingIfNeeded: number)
  }

  override func version() -> Int64 { cells[2].integer }

  override func value(_ field: Int) -> BorrowedValue {
    // A damaged row may state the number of an entity with more fields.
    guard field < slots.count else { return .null }
    let slot = slots[field]
    let cell = cells[slot.column]
    let kind = cell.kind
    guard slot.accepts(kind) else { return refuse(field, kind) }
    if kind == .null { return .null }
    switch slot.kind {
    case .plain: break
    case .reference(let destination):
      let number = slot.entityColumn.map { Int(truncatingIfNeeded: cells[$0].integer) } ?? 0
      // Apple leaves the number empty in rows older than the column.
      return .reference(entity: number > 0 ? number : destination, key: cell.integer)
    case .external: if kind == .blob { return external(cell.bytes) }
    }
    switch kind {
    case .null: return .null
    case .integer: return .integer(cell.integer)
    case .real: return .real(cell.real)
    case .text: return .text(cell.text)
    case .blob: return .blob(cell.bytes)
    }
  }

  override func isApart(_ field: Int) -> Bool {
    guard field < slots.count, slots[field].kind == .external, case let cell = cells[slots[field].column],
      cell.kind == .blob, case .file = ExternalData.form(of: cell.bytes)
    else { return false }
    return true
  }

  override func absence(of field: Int) -> (any Error)? {
    guard isApart(field), case let cell = cells[slots[field].column],
      case .file(let file) = ExternalData.form(of: cell.bytes),
      externalData.contents(ofFile: file) == nil
    else { return nil }
    let name = rowEntity.fields[field].name
    let path = externalData.folder?.appendingPathComponent(file).path ?? file
    return StoreError(
      .fileSystem,
      "The value of \(rowEntity.name).\(name) in row \(primaryKey()) is missing: it lies in the file \(path), which"
        + " cannot be read. It reads as nothing.",
      advice: "Restore the file from a copy, or set the value anew.", entity: rowEntity.name, property: name,
      path: path)
  }

  // MARK: Damage

  private func refuse(_ field: Int, _ kind: SQLiteValue.Kind) -> BorrowedValue {
    let name = rowEntity.fields[field].name
    note(
      "\(rowEntity.name).\(name) of row \(primaryKey()) is \(kind.words) in column"
        + " \((shape?.columns ?? plan.mapping.columns)[field].name) of \(plan.mapping.table), which does not fit its type"
        + " \(slots[field].kind.isReference ? "of a relationship" : "\(slots[field].type)")", property: name)
    return .null
  }

  private func noteEntity(_ number: Int64) {
    note(
      "Row \(primaryKey()) of \(plan.mapping.table) states the entity number \(number), which is none of the family of"
        + " \(plan.entity.name)", property: nil)
  }

  private func note(_ what: String, property: String?) {
    guard problem == nil else { return }
    problem = StoreError(
      .damaged, what + ".", advice: "Mend the row or restore the file from a copy.", entity: plan.entity.name,
      property: property)
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

extension FieldSlot.Kind {
  fileprivate var isReference: Bool {
    if case .reference = self { true } else { false }
  }
}

extension SQLiteValue.Kind {
  fileprivate var words: String {
    switch self {
    case .integer: "an integer"
    case .real: "a real number"
    case .text: "a text"
    case .blob: "a blob"
    case .null: "nothing"
    }
  }
}
