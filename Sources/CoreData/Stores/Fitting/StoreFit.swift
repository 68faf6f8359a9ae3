import ModelDescription
import ModelEvolution
import SQLiteStore
import StoreContract

/// How a store is used whose model is not the coordinator's, but *fits* it: they differ in nothing that shapes a table.
///
/// The store keeps its model, and with it whatever other program opens it. What that model says of the file holds: the
/// order of members, derived columns, the widths of integers, what is mandatory.
struct StoreFit: Sendable {
  /// The store's own model, with the delete rules of the coordinator's.
  let model: ResolvedModel
  /// By entity, where any property has another number or name.
  private let names: [String: FittedNames]

  /// - Parameter model: That of the coordinator, or the part of it that is to be in the store.
  /// - Returns: `nil` for a store that differs, one that keeps no model of its own, and one that lacks what objects of the
  ///   coordinator's model have of their store: an order, or a derived value.
  init?(_ description: StoreDescription, _ model: ResolvedModel) {
    let hashes = description.metadata.hashes
    guard let store = description.readableModel, store.versionHashes() == hashes else { return nil }
    let pairing = Pairing(store: store, classes: model, storeHashes: hashes)
    // The two models that made the translation rule an error out.
    guard let translation = pairing.translation,
      let opened = try? translation.model(of: store, withRulesOf: model)
    else { return nil }
    var names: [String: FittedNames] = [:]
    for (ours, entity) in zip(model.entities, translation.entities) {
      guard let theirs = store.entity(numbered: entity.storeNumber), Self.serves(theirs, ours, entity) else {
        return nil
      }
      names[ours.name] = FittedNames(
        model: ours, store: theirs, fields: entity.storeFields, toManys: entity.storeToManys)
    }
    self.model = opened
    self.names = names
  }

  private static func serves(
    _ store: ResolvedEntity, _ model: ResolvedEntity, _ translation: ModelTranslation.Entity
  ) -> Bool {
    zip(model.fields, translation.storeFields).allSatisfy { field, own in
      field.attribute?.derivation == nil || store.fields[own].attribute?.derivation != nil
    }
      && model.toManys.allSatisfy { toMany in
        let own = translation.storeToManys[toMany.name].flatMap { store.toMany(named: $0) }
        return !toMany.description.isOrdered || own?.description.isOrdered == true
      }
  }

  /// `nil` where the entity's properties have the same numbers and names on both sides.
  func names(ofEntity name: String) -> FittedNames? { names[name] }

  var hasNames: Bool { !names.isEmpty }
}
