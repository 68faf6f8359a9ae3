internal import CSQLite

/// One column of a row, as read in one go with all others: quicker than asking for each.
///
/// Text and blobs are borrowed until the statement moves.
package struct ColumnCell {
  package var kind: SQLiteValue.Kind
  /// Bytes of text or a blob.
  package var count: Int
  /// An integer, the bits of a real, or the address of bytes.
  package var word: UInt64

  package static var null: ColumnCell { ColumnCell(kind: .null, count: 0, word: 0) }

  /// Whether `word` is an address.
  package var hasBytes: Bool { kind == .text || kind == .blob }

  package var integer: Int64 {
    switch kind {
    case .integer: Int64(bitPattern: word)
    case .real: Int64(exactly: Double(bitPattern: word).rounded(.towardZero)) ?? 0
    case .text, .blob, .null: 0
    }
  }

  package var real: Double { Double(bitPattern: word) }

  package var bytes: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: UnsafeRawPointer(bitPattern: UInt(word)), count: count)
  }

  package var text: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: UnsafePointer<UInt8>(bitPattern: UInt(word)), count: count)
  }
}

extension Statement {
  /// Reads the first columns of the current row.
  package func read(_ cells: UnsafeMutablePointer<ColumnCell>, count: Int) {
    for column in 0..<count {
      guard let value = sqlite3_column_value(pointer, Int32(truncatingIfNeeded: column)) else {
        cells[column] = .null
        continue
      }
      switch sqlite3_value_type(value) {
      case SQLITE_INTEGER:
        cells[column] = ColumnCell(kind: .integer, count: 0, word: UInt64(bitPattern: sqlite3_value_int64(value)))
      case SQLITE_FLOAT:
        cells[column] = ColumnCell(kind: .real, count: 0, word: sqlite3_value_double(value).bitPattern)
      case SQLITE_TEXT:
        let text = UInt64(UInt(bitPattern: sqlite3_value_text(value)))
        cells[column] = ColumnCell(kind: .text, count: text == 0 ? 0 : Int(sqlite3_value_bytes(value)), word: text)
      case SQLITE_BLOB:
        let blob = UInt64(UInt(bitPattern: sqlite3_value_blob(value)))
        cells[column] = ColumnCell(kind: .blob, count: blob == 0 ? 0 : Int(sqlite3_value_bytes(value)), word: blob)
      default: cells[column] = .null
      }
    }
  }
}
