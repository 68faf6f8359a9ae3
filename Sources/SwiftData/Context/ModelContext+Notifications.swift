public import Foundation
import ModelDescription
import ObjectGraph
import SchemaTypes
import StoreContract

extension ModelContext {
  /// Posted with the context as its object before changes are saved.
  public static let willSave = Notification.Name("SwiftData.ModelContext.willSave")
  /// Posted with the context as its object after changes were saved; `NotificationKey` says what its user info has.
  public static let didSave = Notification.Name("SwiftData.ModelContext.didSave")

  /// Keys of the user info of `didSave`, which has them as raw values.
  ///
  /// The values of the identifiers' keys are arrays of `PersistentIdentifier`. `queryGeneration` and
  /// `invalidatedAllIdentifiers` are not used here.
  public enum NotificationKey: String {
    case queryGeneration
    case invalidatedAllIdentifiers
    case insertedIdentifiers
    case updatedIdentifiers
    case deletedIdentifiers
  }

  func postDidSave(_ saved: SavedRows) {
    let info: [String: [PersistentIdentifier]] = [
      NotificationKey.insertedIdentifiers.rawValue: identifiers(saved.inserted),
      NotificationKey.updatedIdentifiers.rawValue: identifiers(saved.updated),
      NotificationKey.deletedIdentifiers.rawValue: identifiers(saved.deleted),
    ]
    NotificationCenter.default.post(name: Self.didSave, object: self, userInfo: info)
  }

  /// What is the same in all identifiers of an entity is looked up once for each run of its rows.
  private func identifiers(_ keys: [RowKey]) -> [PersistentIdentifier] {
    var (entity, store, name) = (0, "", "")
    return keys.map { key in
      if key.entity != entity {
        entity = key.entity
        store = graph.store.identifier(ofEntity: entity)
        name = graph.store.model.entity(numbered: entity)?.name ?? ""
      }
      return PersistentIdentifier(storeIdentifier: store, entityName: name, primaryKey: key.primaryKey)
    }
  }
}

extension ModelContext: CustomDebugStringConvertible {
  public var debugDescription: String {
    let changes =
      "\(insertedModelsArray.count) inserted, \(changedModelsArray.count) changed, \(deletedModelsArray.count) deleted"
    let place = container.configurations.map(\.debugDescription).sorted().joined(separator: "; ")
    return "ModelContext (\(changes)\(autosaveEnabled ? ", autosaves" : "")) of \(place)"
  }
}
