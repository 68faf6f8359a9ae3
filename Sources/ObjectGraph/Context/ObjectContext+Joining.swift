import ModelDescription

/// New objects that name an object of the context come into it by that.
extension ObjectContext {
  /// Takes a new object in whose relationship has just been set to one of the context's objects.
  ///
  /// This may be called from inside an initializer. One that cannot fail will finish, so the object is inserted at
  /// once. Of a class whose initializers can throw or answer nil the object is only noted, and not held, until the
  /// context is next asked for something: when its initializer fails it ends, and is forgotten.
  func join(_ object: any _ModelObject) {
    let state = object._$ref
    guard !state.isOwned, let binding = classes.binding(ofNew: object) else { return }
    guard state.layout.canFail else { return insert(object) }
    lastDouble += 1
    let key = Int64.min + lastDouble
    register(object, state, entity: binding.entity.number, key: key)
    state.header.pointee.flags = .joining
    noteToken(state)
    joining.append(key)
  }

  /// Inserts the objects that were noted and are still there.
  func admitJoining() {
    guard !joining.isEmpty else { return }
    let keys = joining
    joining = []
    for key in keys {
      guard let (object, state) = find(entity: 0, key: key), state.flags.contains(.joining),
        let object = object as? any _ModelObject
      else { continue }
      leave(state)
      insert(object)
    }
  }

  /// Forgets the objects that were noted.
  func dropJoining() {
    for key in joining {
      if let (_, state) = find(entity: 0, key: key), state.flags.contains(.joining) { leave(state) }
    }
    joining = []
  }

  private func leave(_ state: StateReference) {
    forget(entity: Int(state.header.pointee.entity), key: state.header.pointee.key)
    state.header.pointee.owner = nil
    state.header.pointee.key = 0
    state.header.pointee.flags = []
  }
}

extension StateReference {
  /// A relationship of an object without context was set to these objects.
  func joinContext(of objects: some Sequence<AnyObject>) {
    guard header.pointee.key == 0, flags.isEmpty else { return }
    for case let other as any _ModelObject in objects {
      let state = other._$ref
      guard let context = state.context, !context.lingers, !state.isDeleted, !state.flags.contains(.joining) else {
        continue
      }
      guard let object = layout.object(of: header) as? any _ModelObject else { return }
      return context.join(object)
    }
  }
}
