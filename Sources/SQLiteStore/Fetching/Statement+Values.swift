package import SQLCompiler
package import SQLiteDriver
internal import StoreContract

extension Statement {
  /// Binds the values of a compiled statement to its placeholders, in order.
  package func bind(_ values: [SQLValue]) throws {
    for (index, value) in values.enumerated() {
      switch value {
      case .null: try bindNull(at: index + 1)
      case .integer(let value): try bind(value, at: index + 1)
      case .real(let value): try bind(value, at: index + 1)
      case .text(let value): try bind(value, at: index + 1)
      case .blob(let value): try bind(value, at: index + 1)
      }
    }
  }

  /// Binds a value in its own form; an object by its key.
  func bind(_ value: StoredValue, at parameter: Int) throws {
    switch value {
    case .null: try bindNull(at: parameter)
    case .integer(let value): try bind(value, at: parameter)
    case .real(let value): try bind(value, at: parameter)
    case .text(let value): try bind(value, at: parameter)
    case .blob(let value): try bind(value, at: parameter)
    case .reference(let key): try bind(key.primaryKey, at: parameter)
    }
  }
}
