public import Foundation

/// An object that was changed here and in the store since it was read.
open class NSMergeConflict: NSObject {
  private let source: NSManagedObject
  private let versions: (new: Int, old: Int)
  private let cached: [String: Any]?
  private let persisted: [String: Any]?
  package final var own: [String: Any]?

  public init(
    source srcObject: NSManagedObject, newVersion newvers: Int, oldVersion oldvers: Int,
    cachedSnapshot cachesnap: [String: Any]?, persistedSnapshot persnap: [String: Any]?
  ) {
    source = srcObject
    versions = (newvers, oldvers)
    cached = cachesnap
    persisted = persnap
  }

  open var sourceObject: NSManagedObject { source }
  /// The object's values as they were when it was read.
  open var objectSnapshot: [String: Any]? { own }
  open var cachedSnapshot: [String: Any]? { cached }
  open var persistedSnapshot: [String: Any]? { persisted }
  /// 0 when the object was deleted.
  open var newVersionNumber: Int { versions.new }
  open var oldVersionNumber: Int { versions.old }
}

/// Objects that have the same values in the properties of a uniqueness constraint.
open class NSConstraintConflict: NSObject {
  private let names: [String]
  private let values: [String: Any]
  private let stored: NSManagedObject?
  private let snapshot: [String: Any]?
  private let objects: [NSManagedObject]
  private let snapshots: [[AnyHashable: Any]]

  public init(
    constraint contraint: [String], database databaseObject: NSManagedObject?,
    databaseSnapshot: [AnyHashable: Any]?, conflicting conflictingObjects: [NSManagedObject],
    conflictingSnapshots: [Any]
  ) {
    names = contraint
    stored = databaseObject
    snapshot = databaseSnapshot.map { entries in
      Dictionary(uniqueKeysWithValues: entries.compactMap { key, value in (key as? String).map { ($0, value) } })
    }
    objects = conflictingObjects
    snapshots = conflictingSnapshots.map { $0 as? [AnyHashable: Any] ?? [:] }
    let known = snapshots.first ?? databaseSnapshot ?? [:]
    values = Dictionary(
      contraint.compactMap { name in known[name].map { (name, $0) } }, uniquingKeysWith: { first, _ in first })
  }

  open var constraint: [String] { names }
  open var constraintValues: [String: Any] { values }
  /// The object in the store; `nil` when those in the context are in each other's way.
  open var databaseObject: NSManagedObject? { stored }
  open var databaseSnapshot: [String: Any]? { snapshot }
  open var conflictingObjects: [NSManagedObject] { objects }
  open var conflictingSnapshots: [[AnyHashable: Any]] { snapshots }
}
