import Foundation
import Synchronization

/// The models that coordinators use, so that a class can be asked for its entity.
enum KnownModels {
  private struct Entry: @unchecked Sendable {
    // Unchecked because models in use do not change; `weak` hides it.
    weak var model: NSManagedObjectModel?
  }

  private static let models = Mutex<[Entry]>([])

  static func add(_ model: NSManagedObjectModel) {
    let entry = Entry(model: model)
    models.withLock { models in
      models.removeAll { $0.model == nil }
      if !models.contains(where: { $0.model === entry.model }) { models.append(entry) }
    }
  }

  /// The entities of a class, one for each model; those of equal models count once.
  static func entities(of type: NSManagedObject.Type) -> [NSEntityDescription] {
    let known = models.withLock { $0 }.compactMap(\.model)
    var found: [NSEntityDescription] = []
    for model in known {
      // The model that came last is the one that the program works with.
      if let entity = model.entity(of: type) {
        found.removeAll { $0.name == entity.name && $0.versionHash == entity.versionHash }
        found.append(entity)
      }
    }
    return found
  }

  static func entity(of type: NSManagedObject.Type) -> NSEntityDescription {
    guard let entity = entities(of: type).last else {
      preconditionFailure(
        "No model in use has an entity for the class \(type); load a store with such a model first, or make the object "
          + "with NSManagedObject(entity:insertInto:).")
    }
    return entity
  }

  /// A request for a class's entity, by its name where no model knows it yet.
  static func request(for type: NSManagedObject.Type) -> NSFetchRequest<any NSFetchRequestResult> {
    let request = NSFetchRequest<any NSFetchRequestResult>()
    if let entity = entities(of: type).last {
      request.entity = entity
    } else {
      request.settings.entityName = ManagedClasses.shortName(String(reflecting: type))
    }
    return request
  }
}

extension NSManagedObjectModel {
  /// The entity whose objects are of a class; of several the one that is named like it, or else the first.
  ///
  /// Looked up by names once for each class, when the model cannot change any more.
  final func entity(of type: NSManagedObject.Type) -> NSEntityDescription? {
    guard isInUse else { return namedEntity(of: type) }
    let key = ObjectIdentifier(type)
    if let known = classEntities.withLock({ $0[key] }) { return known.map { entities[$0] } }
    let found = namedEntity(of: type)
    classEntities.withLock { $0[key] = .some(entities.firstIndex { $0 === found }) }
    return found
  }

  private func namedEntity(of type: NSManagedObject.Type) -> NSEntityDescription? {
    let matching = entities.filter { ManagedClasses.isName($0.givenClassName ?? "", of: type) }
    let name = ManagedClasses.shortName(String(reflecting: type))
    return matching.first { $0.name == name } ?? matching.first
  }
}

extension NSManagedObject {
  /// The entity that a context's model has for the class.
  static func entity(in context: NSManagedObjectContext) -> NSEntityDescription {
    ManagedClasses.register(self)
    guard let model = context.model else {
      preconditionFailure(
        "The context has no persistent store coordinator and no parent, so \(self) has no entity in it.")
    }
    guard let entity = model.entity(of: self) else {
      preconditionFailure(
        "The context's model has no entity for the class \(self); its entities are "
          + "\(model.entities.map { "\($0.name ?? "") (\($0.managedObjectClassName ?? ""))" }.joined(separator: ", "))."
      )
    }
    return entity
  }
}
