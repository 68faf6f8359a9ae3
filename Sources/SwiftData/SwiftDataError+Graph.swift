import ObjectGraph
import QueryModel

extension SwiftDataError {
  /// Runs work of the object graph and gives its errors Apple's names; a store's errors pass as they are.
  static func translating<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as GraphError {
      switch error.code {
      case .validation, .clash: throw SwiftDataError("modelValidationFailure", detail: "\(error)")
      case .modelMismatch: throw SwiftDataError("unknownSchema", detail: "\(error)")
      case .unsupported: throw error
      }
    } catch let error as QueryError {
      switch error.code {
      case .unknownProperty: throw SwiftDataError("unsupportedKeyPath", detail: "\(error)")
      case .unsupported: throw SwiftDataError("unsupportedPredicate", detail: "\(error)")
      // The predicate is right; the data are not what it can be computed of.
      case .fault: throw error
      }
    }
  }
}
