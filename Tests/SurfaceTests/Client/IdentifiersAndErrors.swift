import Foundation
import SwiftData

enum IdentifierClient {
  static func identifier(_ id: PersistentIdentifier) throws {
    let _: PersistentIdentifier.ID = id.id
    let _: (String, String?) = (id.entityName, id.storeIdentifier)
    let _: (Bool, Bool, Int, Int) = (id == id, id < id, id.hashValue, id.id.hashValue)
    let made: PersistentIdentifier = try .identifier(for: "store", entityName: "Maker", primaryKey: "p1")
    let _: PersistentIdentifier = try .identifier(for: "store", entityName: "Maker", primaryKey: 1)
    let _: PersistentIdentifier = try JSONDecoder().decode(
      PersistentIdentifier.self, from: JSONEncoder().encode(made))
    let _: any Sendable = id
  }

  static func errors(_ error: any Error) -> Int {
    let all: [SwiftDataError] = [
      .includePendingChangesWithBatchSize, .unsupportedPredicate, .unsupportedKeyPath,
      .sortingPendingChangesWithIdentifiers, .unsupportedSortDescriptor, .duplicateConfiguration,
      .configurationFileNameTooLong, .configurationFileNameContainsInvalidCharacters,
      .configurationSchemaNotFoundInContainerSchema, .loadIssueModelContainer, .modelValidationFailure,
      .missingModelContext, .backwardMigration, .unknownSchema, .historyTokenExpired, .invalidTransactionFetchRequest,
      .unknownDataStoreSchema,
    ]
    let stores: [DataStoreError] = [.unsupportedFeature, .preferInMemoryFilter, .preferInMemorySort, .invalidPredicate]
    do {
      throw error
    } catch SwiftDataError.loadIssueModelContainer {
      return 1
    } catch let error as SwiftDataError {
      return error == all[0] ? error.hashValue : 2
    } catch {
      return Set(stores).count
    }
  }
}
