package import StoreContract
import Synchronization

/// What identifiers of objects without a row say: numbers that name one object of the process each, and in a context the
/// rows that such objects have got since.
///
/// An object gets its number when its identifier is first asked for, and keeps it where the version of its row will be.
/// No object is held, and objects whose identifier nobody asked for are not in here.
struct IdentityTokens {
  /// Begins anywhere, so that an identifier kept from another process names nothing in this one.
  private static let last = Atomic<Int64>(Int64.random(in: 1 << 40...1 << 62))

  static func next() -> Int64 { last.wrappingAdd(1, ordering: .relaxed).newValue }

  /// Keys of registered objects without a row. Objects leave and keys are used again, so what is found has to be asked
  /// for its number.
  private(set) var keys: [Int64: Int64] = [:]
  private(set) var rows: [Int64: RowKey] = [:]

  mutating func add(_ token: Int64, key: Int64) { keys[token] = key }
  mutating func add(_ token: Int64, row: RowKey) { rows[token] = row }
  mutating func forgetKeys() { if !keys.isEmpty { keys = [:] } }
}

extension StateReference {
  /// The number that names the object while it has no row.
  package var token: Int64 {
    if header.pointee.version == 0 {
      header.pointee.version = IdentityTokens.next()
      context?.noteToken(self)
    }
    return header.pointee.version
  }
}

extension ObjectContext {
  /// The row or the unsaved object that a number names in this context.
  package func row(ofToken token: Int64) -> RowKey? {
    if let row = tokens.rows[token] { return row }
    admitJoining()
    guard let key = tokens.keys[token], let (_, state) = find(entity: 0, key: key),
      state.header.pointee.version == token
    else { return nil }
    return RowKey(entity: Int(state.header.pointee.entity), primaryKey: key)
  }

  /// Remembers a registered object without a row by its number, if it has one.
  func noteToken(_ state: StateReference) {
    let (token, key) = (state.header.pointee.version, state.header.pointee.key)
    if token != 0, key < 0 { tokens.add(token, key: key) }
  }

  /// A new object has got a row: the place of its number is the version's now.
  func settleToken(_ state: StateReference, _ row: RowKey) {
    guard state.header.pointee.key < 0, state.header.pointee.version != 0 else { return }
    tokens.add(state.header.pointee.version, row: row)
    state.header.pointee.version = 0
  }
}
