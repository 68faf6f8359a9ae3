public import Foundation

/// Who wins a conflict.
public enum NSMergePolicyType: UInt, Hashable, Sendable {
  case errorMergePolicyType = 0
  case mergeByPropertyStoreTrumpMergePolicyType = 1
  case mergeByPropertyObjectTrumpMergePolicyType = 2
  case overwriteMergePolicyType = 3
  case rollbackMergePolicyType = 4
}

/// What a save does about conflicts. Subclasses override one of the `resolve` methods.
open class NSMergePolicy: NSObject, @unchecked Sendable {
  // Unchecked because it is immutable; contexts of several threads share the standard ones.

  private let kind: NSMergePolicyType

  public init(merge ty: NSMergePolicyType) { kind = ty }

  open class var error: NSMergePolicy { Standard.error }
  open class var rollback: NSMergePolicy { Standard.rollback }
  open class var overwrite: NSMergePolicy { Standard.overwrite }
  open class var mergeByPropertyObjectTrump: NSMergePolicy { Standard.objectTrump }
  open class var mergeByPropertyStoreTrump: NSMergePolicy { Standard.storeTrump }

  private enum Standard {
    static let error = NSMergePolicy(merge: .errorMergePolicyType)
    static let rollback = NSMergePolicy(merge: .rollbackMergePolicyType)
    static let overwrite = NSMergePolicy(merge: .overwriteMergePolicyType)
    static let objectTrump = NSMergePolicy(merge: .mergeByPropertyObjectTrumpMergePolicyType)
    static let storeTrump = NSMergePolicy(merge: .mergeByPropertyStoreTrumpMergePolicyType)
  }

  open var mergeType: NSMergePolicyType { kind }

  /// Hands each kind of conflict to its own method.
  open func resolve(mergeConflicts list: [Any]) throws {
    let versions = list.compactMap { $0 as? NSMergeConflict }
    let constraints = list.compactMap { $0 as? NSConstraintConflict }
    if !versions.isEmpty { try resolve(optimisticLockingConflicts: versions) }
    if !constraints.isEmpty { try resolve(constraintConflicts: constraints) }
  }

  open func resolve(optimisticLockingConflicts list: [NSMergeConflict]) throws {
    if list.isEmpty { return }
    guard kind != .errorMergePolicyType else { return try refuse(list, NSManagedObjectMergeError) }
    for conflict in list { conflict.sourceObject.settle(conflict, by: kind) }
  }

  /// Leaves one object of those with the same unique values, or takes changes back.
  ///
  /// A save settles new objects of the standard policies by itself: there one that goes shows from then on what the object
  /// has that stays. It asks here about changed objects, and asks an own subclass about all.
  ///
  /// | who has the values | object trump, overwrite | store trump | rollback |
  /// | --- | --- | --- | --- |
  /// | a new object and a row | the row gets the values of the new object, which goes | the new object goes | the same |
  /// | several new objects | the last one stays | the first one stays | the same |
  /// | a changed object and a row | the row gets the values of the changed object, whose own row goes | the changed object has its former values in these properties; its other changes stay | it is as stored |
  /// | several changed objects | the one that was changed last stays | all have their former values in these properties | they are as stored |
  /// | a changed object and new ones | the changed one stays, with the values of the last new one | the changed one stays as it is | the same |
  ///
  /// An object that goes hands its to-manys on to the one that stays, and, where that one takes values, its to-ones as
  /// well; what it led to is not deleted with it. That the object of the row stays, takes the values of the other one,
  /// and that the other one is deleted is how applications with merge policies of their own rely on Apple's framework for
  /// new objects. For changed objects the same was concluded, and that the policies of the store take changes back
  /// follows the documentation of these policies: no store or text that was seen shows it.
  ///
  /// - Throws: an error with the code 133021 and the conflicts, under the error policy and for objects of two entities.
  open func resolve(constraintConflicts list: [NSConstraintConflict]) throws {
    if list.isEmpty { return }
    guard kind != .errorMergePolicyType, list.allSatisfy({ ConstraintSettlement($0, kind).isPossible }) else {
      return try refuse(list, NSManagedObjectConstraintMergeError)
    }
    for conflict in list { ConstraintSettlement(conflict, kind).run() }
  }

  private func refuse(_ conflicts: [NSObject], _ code: Int) throws {
    let reason = "Could not merge changes."
    throw NSError(
      domain: NSCocoaErrorDomain, code: code,
      userInfo: [NSPersistentStoreSaveConflictsErrorKey: conflicts, NSLocalizedDescriptionKey: reason])
  }
}

public var NSErrorMergePolicy: AnyObject { NSMergePolicy.error }
public var NSMergeByPropertyStoreTrumpMergePolicy: AnyObject { NSMergePolicy.mergeByPropertyStoreTrump }
public var NSMergeByPropertyObjectTrumpMergePolicy: AnyObject { NSMergePolicy.mergeByPropertyObjectTrump }
public var NSOverwriteMergePolicy: AnyObject { NSMergePolicy.overwrite }
public var NSRollbackMergePolicy: AnyObject { NSMergePolicy.rollback }
