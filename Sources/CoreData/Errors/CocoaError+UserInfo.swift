public import Foundation

extension CocoaError {
  /// The object that failed validation.
  public var validationObject: Any? { userInfo[NSValidationObjectErrorKey] }

  /// The property that failed validation.
  public var validationKey: String? { userInfo[NSValidationKeyErrorKey] as? String }

  public var validationPredicate: NSPredicate? { userInfo[NSValidationPredicateErrorKey] as? NSPredicate }

  public var validationValue: Any? { userInfo[NSValidationValueErrorKey] }

  public var affectedStores: [AnyObject]? { userInfo[NSAffectedStoresErrorKey] as? [AnyObject] }

  public var affectedObjects: [AnyObject]? { userInfo[NSAffectedObjectsErrorKey] as? [AnyObject] }

  public var persistentStoreSaveConflicts: [NSMergeConflict]? {
    userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSMergeConflict]
  }
}
