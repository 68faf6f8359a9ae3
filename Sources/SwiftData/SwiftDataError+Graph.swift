import ObjectGraph

extension SwiftDataError {
  /// Runs work of the object graph and gives its errors Apple's names; a store's errors pass as they are.
  static func translating<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as GraphError {
      switch error.code {
      case .validation: throw SwiftDataError("modelValidationFailure", detail: "\(error)")
      case .modelMismatch: throw SwiftDataError("unknownSchema", detail: "\(error)")
      case .unsupported: throw error
      }
    }
  }
}
