package import SQLCompiler
package import SQLiteDriver

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
}
