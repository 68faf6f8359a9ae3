public import Foundation
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
      NotificationKey.insertedIdentifiers.rawValue: saved.inserted.map(identifier),
      NotificationKey.updatedIdentifiers.rawValue: saved.updated.map(identifier),
      NotificationKey.deletedIdentifiers.rawValue: saved.deleted.map(identifier),
    ]
    NotificationCenter.default.post(name: Self.didSave, object: self, userInfo: info)
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
