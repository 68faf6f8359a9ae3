internal import QueryModel
internal import SQLiteDriver

/// The text tests that compiled predicates call.
enum TextFunctions {
  static let all: [ScalarFunction] = TextFunction.all.map { name, operation in
    ScalarFunction(name, argumentCount: 3) { call in
      guard call[0].kind != .null, call[1].kind != .null else { return call.setResult(false) }
      let options = TextOptions(rawValue: Int(call[2].integer))
      call.setResult(TextMatching.matches(operation, call[0].text, call[1].text, options))
    }
  }
}
