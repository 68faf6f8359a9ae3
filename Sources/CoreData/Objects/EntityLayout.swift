import Foundation
package import ObjectGraph
import Synchronization

/// How objects of an entity keep its properties: one slot each, the inherited ones first, so that one number means one
/// property in a whole family.
package final class EntityLayout: @unchecked Sendable {
  // Unchecked because nothing changes after `init` but the class, which is under a mutex.

  package unowned let entity: NSEntityDescription
  package let layout: ModelLayout
  package let properties: [ManagedProperty]
  private let slots: NameIndex
  /// What new objects come with, by slot.
  let defaults: [(slot: Int, value: Any)]
  private let objectClass = Mutex<(type: NSManagedObject.Type, generation: Int)?>(nil)

  private init(_ entity: NSEntityDescription) {
    self.entity = entity
    var known: [String: Int] = [:]
    var properties: [ManagedProperty] = []
    for level in entity.lineage.reversed() {
      for property in level.ownProperties {
        guard let managed = ManagedProperty(property) else { continue }
        if let slot = known[property.name] {
          properties[slot] = managed
        } else {
          known[property.name] = properties.count
          properties.append(managed)
        }
      }
    }
    self.properties = properties
    slots = NameIndex(properties.map(\.name))
    layout = ModelLayout(
      properties.enumerated().map { slot, property in
        ModelLayout.Property(name: property.name, keyPath: \NSManagedObject.[managedSlot: slot], type: property.type)
      })
    firstValue = properties.firstIndex { !$0.isRelationship && !$0.isTransient } ?? 0
    defaults = properties.enumerated().compactMap { slot, property in
      property.attribute?.defaultValue.flatMap { property.stored($0) }.map { (slot, $0) }
    }
  }

  /// A slot that reading makes the whole row read and nothing else.
  let firstValue: Int

  package func slot(named name: String) -> Int? { slots[name] }

  private static let making = NSRecursiveLock()

  /// The layout of an entity, always the same for a model that does not change any more.
  static func of(_ entity: NSEntityDescription) -> EntityLayout {
    if let made = entity.madeLayout { return made }
    return making.withLock {
      if let made = entity.madeLayout { return made }
      let made = EntityLayout(entity)
      entity.madeLayout = made
      return made
    }
  }

  // MARK: objects

  /// The class of the entity's objects: the one that the model names, or `NSManagedObject` where there is none.
  var type: NSManagedObject.Type {
    let generation = ManagedClasses.generation
    if let known = objectClass.withLock({ $0 }), known.generation == generation { return known.type }
    let found = ManagedClasses.type(of: entity)
    objectClass.withLock { $0 = (found, generation) }
    return found
  }

  /// An object to be filled from a row.
  func objectForRow() -> NSManagedObject {
    let object = type.init(_cdEntity: entity, context: nil)
    if !defaults.isEmpty { object._$ref.releaseSlots() }
    object.isVeiled = true
    return object
  }

  /// How the graph makes the entity's objects.
  var source: ObjectSource {
    ObjectSource(type: NSManagedObject.self, layout: layout, pointerOffset: NSManagedObject.stateOffset) {
      self.objectForRow()
    }
  }
}
