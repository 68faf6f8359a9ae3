internal import Foundation
internal import QueryModel
internal import SQLiteDriver

/// The text tests and functions that compiled predicates call.
enum TextFunctions {
  static let all: [ScalarFunction] =
    TextFunction.all.map { name, operation in
      ScalarFunction(name, argumentCount: 3, isDeterministic: operation != .matches) { call in
        guard call[0].kind != .null, call[1].kind != .null else { return call.setResult(false) }
        let options = TextOptions(rawValue: Int(call[2].integer))
        guard operation == .matches else {
          return call.setResult(TextMatching.matches(operation, call[0].text, call[1].text, options))
        }
        do {
          let (text, pattern) = (
            String(decoding: call[0].text, as: UTF8.self), String(decoding: call[1].text, as: UTF8.self)
          )
          call.setResult(try TextRegex.matches(text, pattern, options))
        } catch {
          call.fail("\(error)")
        }
      }
    } + [ScalarFunction(TextFunction.compute, argumentCount: -1, isDeterministic: false, body: compute), key]

  private static let key = ScalarFunction(TextFunction.localizedKey, argumentCount: 1) { call in
    guard call[0].kind != .null, let collator = TextCollator.shared else { return }
    call.setResult(blob: collator.key(call[0].text))
  }

  /// The number of a `QueryComputation`, then its arguments.
  private static func compute(_ call: FunctionCall) {
    let head = QueryComputation.Call(word: Int(truncatingIfNeeded: call[0].integer))
    guard let function = head.computation else { return call.fail("there is no function \(head.word)") }
    if case .order(let options) = function {
      guard call[1].kind == .text, call[2].kind == .text else { return }
      return call.setResult(Int64(TextMatching.order(call[1].text, call[2].text, options)))
    }
    do {
      switch try function.value((1..<call.count).map { constant(call[$0], isDecimal: head.isDecimal($0 - 1)) }) {
      case .boolean(let value): call.setResult(value)
      case .integer(let value): call.setResult(value)
      case .double(let value): call.setResult(value)
      case .decimal(let value):
        switch QueryNumber(value) {
        case .integer(let value): call.setResult(value)
        case .real(let value): call.setResult(value)
        }
      case .string(let value), .uri(let value): call.setResult(value)
      case .date(let value): call.setResult(value.timeIntervalSinceReferenceDate)
      case .null, .data, .uuid, .object, .collection, .dictionary: break
      }
    } catch {
      call.fail("\(error)")
    }
  }

  private static func constant(_ value: SQLiteValue, isDecimal: Bool) -> QueryConstant {
    switch value.kind {
    case .null: .null
    case .integer where isDecimal: .decimal(Decimal(value.integer))
    case .real where isDecimal: QueryNumber.real(value.real).decimal.map { .decimal($0) } ?? .double(value.real)
    case .integer: .integer(value.integer)
    case .real: .double(value.real)
    case .text: .string(String(decoding: value.text, as: UTF8.self))
    case .blob: .data(Data(value.blob))
    }
  }
}
