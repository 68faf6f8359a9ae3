internal import CSQLite

extension Connection {
  /// Makes a function callable from this connection's SQL.
  package func register(_ function: ScalarFunction) throws {
    let box = Unmanaged.passRetained(FunctionBox(function.body))
    let flags = SQLITE_UTF8 | (function.isDeterministic ? SQLITE_DETERMINISTIC : 0)
    let status = sqlite3_create_function_v2(
      handle.pointer, function.name, Int32(clamping: function.argumentCount), flags, box.toOpaque(),
      { context, count, arguments in
        guard let data = sqlite3_user_data(context) else { return }
        let box = Unmanaged<FunctionBox>.fromOpaque(data).takeUnretainedValue()
        box.body(
          FunctionCall(context: context, arguments: UnsafeBufferPointer(start: arguments, count: Int(count))))
      }, nil, nil,
      { data in
        if let data { Unmanaged<FunctionBox>.fromOpaque(data).release() }
      })
    // SQLite calls the destructor itself when it refuses.
    guard status == SQLITE_OK else { throw handle.error() }
  }
}

/// Carries a function's body through SQLite's user data.
private final class FunctionBox: Sendable {
  let body: @Sendable (FunctionCall) -> Void

  init(_ body: @escaping @Sendable (FunctionCall) -> Void) { self.body = body }
}
