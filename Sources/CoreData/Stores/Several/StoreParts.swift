import Foundation
import ModelDescription
import SQLiteStore
import StoreContract

/// The stores of a coordinator, by the entities that they hold.
struct StoreParts: Sendable {
  let parts: [StorePart]
  /// Which stores these are.
  let identities: [ObjectIdentifier]
  private let model: ResolvedModel
  /// By entity number: the parts that hold it.
  private let holders: [[StorePart]]

  init(_ stores: [NSPersistentStore], _ model: ResolvedModel) {
    identities = stores.map { ObjectIdentifier($0) }
    self.model = model
    let parts = stores.compactMap { known in
      known.store.map { StorePart($0, at: known.number, of: model, fit: known.fit) }
    }
    self.parts = parts
    holders = (0...model.entities.count).map { number in parts.filter { $0.number(number) > 0 } }
  }

  func holding(_ entity: Int) -> [StorePart] { holders.indices.contains(entity) ? holders[entity] : [] }

  /// The parts that hold an entity.
  ///
  /// - Throws: an error where there is none.
  func holders(of entity: Int) throws -> [StorePart] {
    let found = holding(entity)
    guard found.isEmpty else { return found }
    guard !parts.isEmpty else {
      throw CoreDataError.error(
        NSPersistentStoreOperationError, "The coordinator has no store.",
        advice: "Add one, or load the container's stores, before objects are fetched or saved.")
    }
    throw CoreDataError.error(
      NSPersistentStoreOperationError,
      "None of the coordinator's stores holds the entity \(model.entity(numbered: entity)?.name ?? "").",
      advice: "Add a store whose configuration lists it.")
  }

  /// The part that a row is in; `nil` for one of a store that was removed.
  func part(of key: RowKey) -> StorePart? {
    let place = StorePart.place(of: key.primaryKey)
    return holding(key.entity).first { $0.place == place }
  }

  /// Where new objects of an entity go that are assigned to no store: the first that holds it and can be written.
  func home(of entity: Int) throws -> StorePart {
    let holders = try holders(of: entity)
    return holders.first { !$0.store.isReadOnly } ?? holders[0]
  }
}
