import ModelDescription
import ObjectGraph
import SchemaTypes

/// What the contexts of one coordinator share: its stores as one, the bindings of its entities, and what they tell each
/// other through.
final class ContextGround: Sendable {
  let store: CoordinatorStore
  let classes: ClassTable
  let hub = ContextHub()

  init(_ coordinator: NSPersistentStoreCoordinator) throws {
    let model = try coordinator.managedObjectModel.resolved()
    store = CoordinatorStore(coordinator, model)
    let sources = coordinator.managedObjectModel.entities.compactMap { entity in
      entity.name.map { (name: $0, source: EntityLayout.of(entity).source) }
    }
    classes = try ClassTable(sources: sources, model: model, coding: TransformableCoding())
  }
}
