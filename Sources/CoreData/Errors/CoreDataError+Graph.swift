import Foundation
import ObjectGraph
import StoreContract

/// Errors of the graph under Apple's numbers.
extension CoreDataError {
  /// An error of the graph, or of a store about a value, as the validation of a whole object has it: number, property and,
  /// where the graph knows it, object and value. Others are translated as those of stores.
  static func translatedGraph(_ error: any Error, in graph: ObjectContext? = nil) -> any Error {
    switch error {
    case let error as GraphError:
      let code =
        switch error.code {
        case .validation: error.rule.map { number(of: $0) } ?? NSManagedObjectValidationError
        case .clash: NSManagedObjectConstraintMergeError
        case .modelMismatch: NSCoreDataError
        case .unsupported: NSPersistentStoreUnsupportedRequestTypeError
        }
      let info = info(error.object, error.propertyName, graph)
      return self.error(code, "\(error).", info: info, underlying: error)
    case let error as StoreError where error.code == .invalidValue && error.propertyName != nil:
      let code = error.rule.map { number(of: $0) } ?? NSManagedObjectValidationError
      let info = info(error.row, error.propertyName, graph)
      return self.error(code, error.message, advice: error.advice, info: info, underlying: error)
    default: return translated(error, url: nil)
    }
  }

  private static func info(_ row: RowKey?, _ property: String?, _ graph: ObjectContext?) -> [String: Any] {
    var info: [String: Any] = [:]
    if let property { info[NSValidationKeyErrorKey] = property }
    guard let row, let object = graph?.registered(entity: row.entity, key: row.primaryKey) as? NSManagedObject else {
      return info
    }
    info[NSValidationObjectErrorKey] = object
    if let property, let slot = object.facts.slot(named: property) {
      info[NSValidationValueErrorKey] = object.facts.properties[slot].read(object._$ref, slot)
    }
    return info
  }

  private static func number(of rule: ModelRule) -> Int {
    switch rule {
    case .missingValue: NSValidationMissingMandatoryPropertyError
    case .tooLarge: NSValidationNumberTooLargeError
    case .tooSmall: NSValidationNumberTooSmallError
    case .tooLate: NSValidationDateTooLateError
    case .tooSoon: NSValidationDateTooSoonError
    case .tooLong: NSValidationStringTooLongError
    case .tooShort: NSValidationStringTooShortError
    case .pattern: NSValidationStringPatternMatchingError
    case .tooFew: NSValidationRelationshipLacksMinimumCountError
    case .tooMany: NSValidationRelationshipExceedsMaximumCountError
    case .deniedDelete: NSValidationRelationshipDeniedDeleteError
    }
  }

  static func translatingGraph<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch {
      throw translatedGraph(error)
    }
  }
}
