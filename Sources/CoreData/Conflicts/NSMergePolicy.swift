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

  open func resolve(constraintConflicts list: [NSConstraintConflict]) throws {
    if list.isEmpty { return }
    try refuse(list, NSManagedObjectConstraintMergeError)
  }

  /// Under all policies but the error policy a save settles these by itself, as far as new objects have them.
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
