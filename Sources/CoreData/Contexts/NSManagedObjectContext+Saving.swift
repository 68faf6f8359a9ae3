import Foundation
import ModelDescription
import ObjectGraph
import SchemaTypes
import StoreContract

/// Saving: life cycle calls, validation, conflicts, and what is told of it.
extension NSManagedObjectContext {
  final func saveChanges() throws {
    checkQueue("save()")
    try throwDeferred()
    tell()
    guard hasGraph, case let graph = try graph(), graph.hasChanges else { return }
    NotificationCenter.default.post(name: .NSManagedObjectContextWillSave, object: self)
    callWillSave(graph)
    tell()
    try throwDeferred()
    try validate(graph)
    processPendingChanges()
    if parent == nil { EntityWriter.coreData.report(saving: graph.writtenEntityNames) }
    try settleAssignments()
    try lookAtWatched(graph)
    let promised = parent == nil ? [] : promisedIDs()
    let (inserted, updated, deleted) = try write(graph)
    adoptInParent(promised)
    forgetKeys()
    graph.recorder?.forget()
    token = UUID()
    let all = [inserted, updated, deleted].joined()
    for object in all { object.forgetChanges() }
    for object in all { object.didSave() }
    post(inserted, updated, deleted)
  }

  /// Overrides may change objects, which are then told as well.
  private final func callWillSave(_ graph: ObjectContext) {
    var (told, last): (Set<ObjectIdentifier>, [NSManagedObject]) = ([], [])
    for _ in 0..<1000 {
      let objects = Self.managed(graph.insertedObjects + graph.updatedObjects + graph.deletedObjects)
      // Mostly nothing has changed, and nothing need be hashed to find that.
      if objects.elementsEqual(last, by: ===) { return }
      if !last.isEmpty { told.formUnion(last.lazy.map { ObjectIdentifier($0) }) }
      let new = told.isEmpty ? objects : objects.filter { !told.contains(ObjectIdentifier($0)) }
      if new.isEmpty { return }
      for object in new { object.willSave() }
      last = objects
    }
  }

  private final func validate(_ graph: ObjectContext) throws {
    var errors: [any Error] = []
    func collect(_ body: () throws -> Void) {
      do { try body() } catch { errors.append(error) }
    }
    for case let object as NSManagedObject in graph.deletedObjects { collect { try object.validateForDelete() } }
    for case let object as NSManagedObject in graph.insertedObjects { collect { try object.validateForInsert() } }
    for case let object as NSManagedObject in graph.updatedObjects { collect { try object.validateForUpdate() } }
    try Validation.throwAll(errors)
  }

  private final func lookAtWatched(_ graph: ObjectContext) throws {
    let objects = watched.filter { $0._$ref.context === graph && !$0._$ref.isChanged && !$0.isFault }
    if objects.isEmpty { return }
    let conflicts = try ConflictSearch(self, graph).versionConflicts(of: Array(objects))
    try mergePolicyObject.resolve(mergeConflicts: conflicts)
    processPendingChanges()
  }

  /// What a save is about to write.
  private typealias Written = (
    inserted: [NSManagedObject], updated: [NSManagedObject], deleted: [NSManagedObject]
  )

  private static let mostAttempts = 10

  /// Writes the changes, and again after the merge policy has settled what stands against them.
  ///
  /// - Returns: what was written in the end: a policy may take changes back, and delete objects.
  private final func write(_ graph: ObjectContext) throws -> Written {
    var attempt = 0
    while true {
      attempt += 1
      let written = (
        inserted: Self.managed(graph.insertedObjects), updated: Self.managed(graph.updatedObjects),
        deleted: Self.managed(graph.deletedObjects)
      )
      // Those that go are told of by the identifiers that they have now.
      for object in written.deleted { _ = object.objectID }
      do {
        try graph.save()
        return written
      } catch let error as StoreError where error.code == .conflict {
        let conflicts = try ConflictSearch(self, graph).versionConflicts()
        guard !conflicts.isEmpty, attempt <= Self.mostAttempts else {
          throw CoreDataError.translated(error, url: nil)
        }
        try mergePolicyObject.resolve(mergeConflicts: conflicts)
      } catch let error as StoreError where error.code == .constraintViolated {
        // What new objects hit, the graph has settled as far as it does.
        try settleConstraints(graph, attempt, error) {
          graph.uniqueness == .fail || $0.conflictingObjects.contains { !$0.isInserted }
        }
      } catch let error as GraphError where error.code == .clash {
        try settleConstraints(graph, attempt, CoreDataError.translatedGraph(error, in: graph)) { _ in true }
      } catch {
        throw CoreDataError.translatedGraph(error, in: graph)
      }
      processPendingChanges()
      try throwDeferred()
    }
  }

  private final func settleConstraints(
    _ graph: ObjectContext, _ attempt: Int, _ error: any Error, where isOpen: (NSConstraintConflict) -> Bool
  ) throws {
    let conflicts = try ConflictSearch(self, graph).constraintConflicts().filter(isOpen)
    guard !conflicts.isEmpty else { throw CoreDataError.translated(error, url: nil) }
    guard attempt <= Self.mostAttempts else {
      let text = (error as? StoreError)?.message ?? error.localizedDescription
      throw CoreDataError.error(
        NSManagedObjectConstraintMergeError, "Could not merge changes: \(text)",
        advice: "The merge policy leaves objects with the same unique values; let it settle one of them.",
        info: [NSPersistentStoreSaveConflictsErrorKey: conflicts], underlying: error)
    }
    try mergePolicyObject.resolve(mergeConflicts: conflicts)
  }

  private static func managed(_ objects: [any _ModelObject]) -> [NSManagedObject] {
    objects.compactMap { $0 as? NSManagedObject }
  }

  private final func post(_ inserted: [NSManagedObject], _ updated: [NSManagedObject], _ deleted: [NSManagedObject]) {
    let saved = ContextEvent.entries([
      (NSInsertedObjectsKey, inserted), (NSUpdatedObjectsKey, updated), (NSDeletedObjectsKey, deleted),
    ])
    NotificationCenter.default.post(name: .NSManagedObjectContextDidSave, object: self, userInfo: saved)
    let ids: [AnyHashable: Any] = [
      NSInsertedObjectIDsKey: Set(inserted.map(\.objectID)), NSUpdatedObjectIDsKey: Set(updated.map(\.objectID)),
      NSDeletedObjectIDsKey: Set(deleted.map(\.objectID)),
    ]
    NotificationCenter.default.post(name: .NSManagedObjectContextDidSaveObjectIDs, object: self, userInfo: ids)
  }
}
