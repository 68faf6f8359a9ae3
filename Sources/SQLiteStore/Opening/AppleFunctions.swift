internal import Foundation
internal import SQLiteDriver

/// The SQL functions that triggers in Apple's stores call (StoreFormat.md section 9).
enum AppleFunctions {
  static let all: [ScalarFunction] = [
    ScalarFunction("NSCoreDataNow", argumentCount: 0, isDeterministic: false) {
      $0.setResult(Date().timeIntervalSinceReferenceDate)
    },
    // Apple's report the changed value to the running context; the triggers ignore the result.
    ScalarFunction("NSCoreDataDATriggerUpdatedAffectedObjectValue", argumentCount: 5, isDeterministic: false) { _ in },
    ScalarFunction("NSCoreDataDATriggerInsertUpdatedAffectedObjectValue", argumentCount: 5, isDeterministic: false) {
      _ in
    },
  ]
}
