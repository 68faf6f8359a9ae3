import Foundation
import Testing

@testable import CoreData

/// Requests, results, history, conflicts: what they hold and how they are copied.
@Suite struct RequestTests {
  @Test func fetchRequestsAreCopied() throws {
    let entity = try #require(ModelEditingTests.library().entitiesByName["Book"])
    let request = NSFetchRequest<NSDictionary>(entityName: "Book")
    #expect(request.entityName == "Book")
    #expect(request.entity == nil)
    #expect(request.requestType == .fetchRequestType)
    #expect(request.includesSubentities && request.includesPropertyValues && request.includesPendingChanges)
    #expect(request.returnsObjectsAsFaults && !request.returnsDistinctResults)
    #expect(!request.shouldRefreshRefetchedObjects && request.resultType == [])
    request.predicate = NSPredicate(format: "pages > 10")
    request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: false)]
    request.fetchLimit = 5
    request.fetchOffset = 6
    request.fetchBatchSize = 7
    request.resultType = .dictionaryResultType
    request.includesSubentities = false
    request.includesPropertyValues = false
    request.includesPendingChanges = false
    request.returnsObjectsAsFaults = false
    request.returnsDistinctResults = true
    request.shouldRefreshRefetchedObjects = true
    request.relationshipKeyPathsForPrefetching = ["author"]
    request.propertiesToFetch = ["title", try #require(entity.attributesByName["pages"])]
    request.propertiesToGroupBy = ["title"]
    request.havingPredicate = NSPredicate(format: "pages > 11")
    let copy = try #require(request.copy() as? NSFetchRequest<NSDictionary>)
    #expect(copy !== request)
    #expect(copy == request)
    #expect(copy.predicate == request.predicate)
    #expect(copy.sortDescriptors == request.sortDescriptors)
    #expect((copy.fetchLimit, copy.fetchOffset, copy.fetchBatchSize) == (5, 6, 7))
    #expect(copy.relationshipKeyPathsForPrefetching == ["author"])
    #expect(copy.propertiesToFetch?.count == 2)
    #expect(copy.havingPredicate == request.havingPredicate)
    copy.fetchLimit = 8
    #expect(copy != request)
    #expect(request.fetchLimit == 5)
    copy.entity = entity
    #expect(copy.entityName == "Book")
  }

  @Test func requestsOfAnyResultTypeShareWhatTheySay() {
    let typed = NSFetchRequest<NSManagedObject>(entityName: "Book")
    typed.fetchLimit = 3
    let delete = NSBatchDeleteRequest(fetchRequest: typed)
    #expect(delete.fetchRequest.fetchLimit == 3)
    #expect(delete.fetchRequest.entityName == "Book")
    #expect(delete.requestType == .batchDeleteRequestType)
    typed.fetchLimit = 4
    #expect(delete.fetchRequest.fetchLimit == 3)
    let erased = NSFetchRequest<any NSFetchRequestResult>(typed.settings)
    #expect(erased == typed)
  }

  @Test func batchRequestsHoldWhatTheyAreGiven() throws {
    let model = ModelEditingTests.library()
    let book = try #require(model.entitiesByName["Book"])
    let novel = try #require(model.entitiesByName["Novel"])
    let insert = NSBatchInsertRequest(entity: book, objects: [["title": "a"], ["title": "b"]])
    insert.resultType = .count
    #expect(insert.entityName == "Book")
    let copy = try #require(insert.copy() as? NSBatchInsertRequest)
    #expect(copy.objectsToInsert?.count == 2)
    #expect(copy.resultType == .count)
    #expect(copy.entity === book)
    let update = NSBatchUpdateRequest(entity: book)
    update.propertiesToUpdate = ["pages": 1]
    update.predicate = NSPredicate(format: "pages == 0")
    let second = try #require(update.copy() as? NSBatchUpdateRequest)
    #expect(second.propertiesToUpdate?["pages"] as? Int == 1)
    #expect(second.entity === book)
    #expect(second.predicate == update.predicate)

    let token = UUID()
    let ids = [book, novel].enumerated().map {
      NSManagedObjectID(entity: $1, store: nil, storeIdentifier: token.uuidString, key: Int64($0 + 1))
    }
    let delete = NSBatchDeleteRequest(objectIDs: ids)
    #expect(delete.fetchRequest.entity === book)
    #expect(delete.objectIDs == ids)
    #expect(NSBatchDeleteRequest(objectIDs: []).fetchRequest.entity == nil)
    #expect(NSBatchInsertResult(3, .count).result as? Int == 3)
    #expect(NSBatchUpdateResult(ids, .updatedObjectIDsResultType).result as? [NSManagedObjectID] == ids)
    #expect(NSBatchDeleteResult(true, .resultTypeStatusOnly).result as? Bool == true)
  }

  @Test func askingForAnEntityTooEarlyStops() async {
    await #expect(processExitsWith: .failure) { _ = NSBatchUpdateRequest(entityName: "A").entity }
    await #expect(processExitsWith: .failure) { _ = NSAttributeDescription().entity }
    await #expect(processExitsWith: .failure) { _ = NSEntityDescription().managedObjectModel }
  }

  @Test func historyHasItsPlaces() throws {
    let token = NSPersistentHistoryToken(["store": 7])
    let data = try NSKeyedArchiver.archivedData(withRootObject: token, requiringSecureCoding: true)
    let back = try NSKeyedUnarchiver.unarchivedObject(ofClass: NSPersistentHistoryToken.self, from: data)
    #expect(back == token)
    #expect(back?.hash == token.hash)
    #expect(NSPersistentHistoryToken(["store": 8]) != token)

    let book = try #require(ModelEditingTests.library().entitiesByName["Book"])
    let ids = (1...3).map { NSManagedObjectID(entity: book, store: nil, storeIdentifier: "store", key: $0) }
    let kinds: [NSPersistentHistoryChangeType] = [.insert, .update, .delete]
    let changes = zip(ids, kinds).enumerated().map { index, change in
      NSPersistentHistoryChange(
        number: Int64(index), object: change.0, entityNumber: 1, kind: change.1,
        tombstone: change.1 == .delete ? ["title": "a"] : nil,
        updatedProperties: change.1 == .update ? Set(book.properties) : nil, of: nil)
    }
    let transaction = NSPersistentHistoryTransaction(
      .init(timestamp: Date(timeIntervalSinceReferenceDate: 1), number: 9, storeID: "store", author: "me"),
      changes: changes)
    #expect(transaction.token == NSPersistentHistoryToken(["store": 9]))
    #expect(transaction.author == "me")
    #expect(changes[0].transaction === transaction)
    #expect(changes[1].updatedProperties?.count == 3)
    #expect(changes[2].tombstone?["title"] as? String == "a")
    let info = transaction.objectIDNotification().userInfo
    #expect(info?[NSInsertedObjectIDsKey] as? Set<NSManagedObjectID> == [ids[0]])
    #expect(info?[NSUpdatedObjectIDsKey] as? Set<NSManagedObjectID> == [ids[1]])
    #expect(info?[NSDeletedObjectIDsKey] as? Set<NSManagedObjectID> == [ids[2]])

    let after = NSPersistentHistoryChangeRequest.fetchHistory(after: token)
    #expect(after.border == .token(["store": 7]))
    #expect(after.token == token)
    #expect(after.resultType == .transactionsAndChanges)
    #expect(
      NSPersistentHistoryChangeRequest.fetchHistory(after: transaction).border
        == .transaction(store: "store", number: 9))
    let nothing: NSPersistentHistoryToken? = nil
    #expect(NSPersistentHistoryChangeRequest.fetchHistory(after: nothing).border == .none)
    let delete = NSPersistentHistoryChangeRequest.deleteHistory(before: Date(timeIntervalSinceReferenceDate: 3))
    #expect(delete.border == .date(Date(timeIntervalSinceReferenceDate: 3)))
    #expect(delete.work == .delete)
    #expect(delete.resultType == .statusOnly)
    #expect((delete.copy() as? NSPersistentHistoryChangeRequest)?.border == delete.border)
    #expect(NSPersistentHistoryTransaction.fetchRequest?.entity?.attributesByName["author"]?.type == .string)
    #expect(NSPersistentHistoryChange.entityDescription?.attributesByName["changeID"]?.type == .integer64)
  }

  @Test func policiesAreTheStandardOnes() throws {
    let isStandard = ObjectIdentifier(NSErrorMergePolicy) == ObjectIdentifier(NSMergePolicy.error)
    #expect(isStandard)
    #expect(NSMergePolicy.mergeByPropertyObjectTrump.mergeType == .mergeByPropertyObjectTrumpMergePolicyType)
    #expect(
      (NSMergeByPropertyStoreTrumpMergePolicy as? NSMergePolicy)?.mergeType == .mergeByPropertyStoreTrumpMergePolicyType
    )
    #expect(throws: Never.self) { try NSMergePolicy.error.resolve(mergeConflicts: []) }
    let object = NSManagedObject(entity: NSEntityDescription(), insertInto: nil)
    let conflict = NSMergeConflict(
      source: object, newVersion: 2, oldVersion: 1, cachedSnapshot: ["a": 1], persistedSnapshot: nil)
    let error = #expect(throws: NSError.self) { try NSMergePolicy.error.resolve(mergeConflicts: [conflict]) }
    #expect(error?.code == NSManagedObjectMergeError)
    #expect((error as? CocoaError)?.persistentStoreSaveConflicts?.first === conflict)
    let constraint = NSConstraintConflict(
      constraint: ["title"], database: nil, databaseSnapshot: ["title": "a", "pages": 1], conflicting: [object],
      conflictingSnapshots: [["title": "a"]])
    #expect(constraint.constraintValues["title"] as? String == "a")
    #expect(constraint.databaseSnapshot?.count == 2)
    let second = #expect(throws: NSError.self) { try NSMergePolicy.error.resolve(mergeConflicts: [constraint]) }
    #expect(second?.code == NSManagedObjectConstraintMergeError)
    final class Own: NSMergePolicy, @unchecked Sendable {
      // Unchecked as the class that it inherits from is; it has no state of its own.
      override func resolve(optimisticLockingConflicts list: [NSMergeConflict]) throws {}
    }
    #expect(throws: Never.self) { try Own(merge: .errorMergePolicyType).resolve(mergeConflicts: [conflict]) }
  }

  @Test func errorsAreCaughtByTheirNames() {
    #expect(everyErrorCode.count == 49)
    #expect(Set(everyErrorCode).count == everyErrorCode.count)
    #expect(everyCocoaCode == everyCocoaStatic)
    #expect(Set(everyString).count == everyString.count)
    for code in everyCocoaCode { #expect(everyErrorCode.contains(code.rawValue)) }
    do {
      throw NSError(
        domain: NSCocoaErrorDomain, code: NSValidationStringTooLongError,
        userInfo: [NSValidationKeyErrorKey: "title", NSValidationValueErrorKey: "a"])
    } catch CocoaError.validationStringTooLong {
    } catch {
      Issue.record("\(error)")
    }
    let error = CocoaError(
      .validationMissingMandatoryProperty, userInfo: [NSValidationKeyErrorKey: "title", NSValidationValueErrorKey: 3])
    #expect(error.validationKey == "title")
    #expect(error.validationValue as? Int == 3)
    #expect(error.validationObject == nil)
    #expect(CocoaError.Code.persistentStoreIncompatibleVersionHash.rawValue == 134100)
  }
}
