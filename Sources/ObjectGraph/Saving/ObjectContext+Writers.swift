import ModelDescription
import StoreContract

extension ObjectContext {
  /// The entities of whose rows the unsaved changes are: new and deleted objects, and those with another value of their own.
  ///
  /// A to-many alone changes with what the other end does, and says nothing of who writes its owner.
  package var writtenEntityNames: Set<String> {
    var numbers: Set<Int> = []
    for object in insertedObjects + deletedObjects { numbers.insert(Int(object._$ref.header.pointee.entity)) }
    for object in updatedObjects {
      let state = object._$ref
      let isWritten = state.layout.properties.indices.contains { slot in
        state.layout.properties[slot].type.kind != .toMany && !state.isClean(slot)
      }
      if isWritten { numbers.insert(Int(state.header.pointee.entity)) }
    }
    return Set(numbers.compactMap { store.model.entity(numbered: $0)?.name })
  }
}
