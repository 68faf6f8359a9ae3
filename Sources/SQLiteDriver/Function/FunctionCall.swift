internal import CSQLite

/// One call of a function: arguments in, a result out. NULL is returned when nothing is set.
package struct FunctionCall {
  private let context: OpaquePointer?
  private let arguments: UnsafeBufferPointer<OpaquePointer?>

  init(context: OpaquePointer?, arguments: UnsafeBufferPointer<OpaquePointer?>) {
    self.context = context
    self.arguments = arguments
  }

  package var count: Int { arguments.count }

  package subscript(_ argument: Int) -> SQLiteValue { SQLiteValue(arguments[argument]) }

  package func setResult(_ value: Bool) { sqlite3_result_int64(context, value ? 1 : 0) }

  package func setResult(_ value: Int64) { sqlite3_result_int64(context, value) }

  package func setResult(_ value: Double) { sqlite3_result_double(context, value) }

  package func setResult(_ value: String) {
    var value = value
    value.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        sqlite3_result_text(
          context, $0.baseAddress, Int32(clamping: $0.count), unsafeBitCast(-1, to: sqlite3_destructor_type.self))
      }
    }
  }

  package func setResult(blob value: [UInt8]) {
    value.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress, !bytes.isEmpty else { return sqlite3_result_zeroblob(context, 0) }
      sqlite3_result_blob(
        context, base, Int32(clamping: bytes.count), unsafeBitCast(-1, to: sqlite3_destructor_type.self))
    }
  }

  /// Makes the statement fail with this message.
  package func fail(_ message: String) { sqlite3_result_error(context, message, -1) }
}
