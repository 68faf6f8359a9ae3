internal import QueryModel
internal import SQLiteDriver

/// What compiled predicates call where SQL has nothing or answers otherwise.
///
/// They are not said to be deterministic: SQLite may call a deterministic function of constants before any row is asked,
/// and so fail where a condition would have spared it.
enum QueryFunctions {
  static let all = [arithmetic, order, pattern, length, float]

  private static let arithmetic = ScalarFunction(StoreFunction.arithmetic, argumentCount: 4, isDeterministic: false) {
    call in
    guard let operation = QueryExpression.ArithmeticOperator(rawValue: Int(call[0].integer)),
      let left = number(call[1]), let right = number(call[2])
    else { return }
    do {
      switch try left.combined(operation, right, isDecimal: call[3].integer != 0) {
      case .integer(let result): call.setResult(result)
      case .real(let result): if !result.isNaN { call.setResult(result) }
      }
    } catch {
      call.fail("\(error)")
    }
  }

  private static let order = ScalarFunction(StoreFunction.order, argumentCount: 3) { call in
    guard call[0].kind != .null, call[1].kind != .null, let order = TextOrder(rawValue: Int(call[2].integer)) else {
      return
    }
    call.setResult(Int64(TextMatching.order(order, text(call[0]), text(call[1]))))
  }

  private static let pattern = ScalarFunction(StoreFunction.pattern, argumentCount: 2, isDeterministic: false) {
    call in
    guard call[0].kind != .null, call[1].kind != .null else { return call.setResult(false) }
    do {
      call.setResult(try TextMatching.contains(text(call[0]), pattern: text(call[1])))
    } catch {
      call.fail("\(error)")
    }
  }

  private static let length = ScalarFunction(StoreFunction.length, argumentCount: 1) { call in
    guard call[0].kind != .null else { return }
    let bytes = call[0].text
    // Of ASCII only a line's end of two is one character.
    let isPlain = bytes.allSatisfy { $0 < 0x80 && $0 != 0x0D }
    call.setResult(Int64(isPlain ? bytes.count : text(call[0]).count))
  }

  private static let float = ScalarFunction(StoreFunction.float, argumentCount: 1) { call in
    if let number = number(call[0]) { call.setResult(number.float) }
  }

  private static func number(_ value: SQLiteValue) -> QueryNumber? {
    switch value.kind {
    case .integer: .integer(value.integer)
    case .real: .real(value.real)
    case .text, .blob, .null: nil
    }
  }

  private static func text(_ value: SQLiteValue) -> String { String(decoding: value.text, as: UTF8.self) }
}
