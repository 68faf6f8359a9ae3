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

  /// Which object it is about, and what is in the store where its values differ from those that were read.
  open override var description: String {
    guard let persisted else { return "\(source.objectID) was deleted in the store" }
    let read = own ?? cached ?? [:]
    let differing = persisted.keys.sorted().filter { !NSManagedObject.isSame(read[$0], persisted[$0]) }
    let said = differing.map { "\($0) was \(read[$0] ?? NSNull()), and is \(persisted[$0] ?? NSNull())" }
    return "\(source.objectID) was changed in the store: \(said.joined(separator: "; "))"
  }
}

/// Objects that have the same values in the properties of a uniqueness constraint.
///
/// Either several objects of one context are in each other's way, and there is no `databaseObject`; or one object of the
/// context is in the way of a row, that of the `databaseObject`. Snapshots have all attributes and the identifiers of
/// to-ones (Apple's header NSMergePolicy.h).
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
    var values: [String: Any] = [:]
    for name in contraint {
      // Objects may have changed since their snapshots; one that is made up for a conflict may not have the property.
      if let object = conflictingObjects.first, object.facts.slot(named: String(name.prefix { $0 != "." })) != nil {
        values[name] = object.value(forKeyPath: name)
      } else {
        values[name] = known[name]
      }
    }
    self.values = values
  }

  open var constraint: [String] { names }
  /// What the conflicting objects had in these properties when the conflict was found.
  open var constraintValues: [String: Any] { values }
  /// The object whose row has the values; `nil` when those in the context are in each other's way.
  open var databaseObject: NSManagedObject? { stored }
  open var databaseSnapshot: [String: Any]? { snapshot }
  open var conflictingObjects: [NSManagedObject] { objects }
  /// What the conflicting objects had when they were read, or came into the context.
  open var conflictingSnapshots: [[AnyHashable: Any]] { snapshots }
}
