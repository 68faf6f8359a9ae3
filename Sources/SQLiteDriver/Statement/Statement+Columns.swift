internal import CSQLite
package import Foundation

extension Statement {
  /// The value of a column, without a copy; the quickest way to read a row.
  package func value(_ column: Int) -> SQLiteValue {
    SQLiteValue(sqlite3_column_value(pointer, Int32(column)))
  }

  package func integer(_ column: Int) -> Int64 { value(column).integer }

  package func real(_ column: Int) -> Double { value(column).real }

  package func text(_ column: Int) -> String { String(decoding: value(column).text, as: UTF8.self) }

  package func data(_ column: Int) -> Data { Data(value(column).blob) }

  package func isNull(_ column: Int) -> Bool { value(column).kind == .null }

  package func optionalInteger(_ column: Int) -> Int64? { isNull(column) ? nil : integer(column) }

  package func optionalReal(_ column: Int) -> Double? { isNull(column) ? nil : real(column) }

  package func optionalText(_ column: Int) -> String? { isNull(column) ? nil : text(column) }

  package func optionalData(_ column: Int) -> Data? { isNull(column) ? nil : data(column) }
}
