import Observation

/// Telling those who observe objects of changes that no property setter makes: the other end of a relationship, a
/// rollback, a save somewhere else.
extension ObjectContext {
  /// Changes one property of an object.
  func observing(_ state: StateReference, _ object: AnyObject, _ slot: Int, _ change: () -> Void) {
    guard state.isObserved else { return change() }
    notify(state, object, CollectionOfOne(slot), change)
  }

  /// Changes what may be every property of an object.
  func observing(_ state: StateReference, _ object: AnyObject, _ change: () -> Void) {
    guard state.isObserved else { return change() }
    notify(state, object, 0..<state.layout.count, change)
  }

  /// Changes some properties of an object.
  func observing(_ state: StateReference, _ object: AnyObject, slots: [Int], _ change: () -> Void) {
    guard state.isObserved else { return change() }
    notify(state, object, slots, change)
  }

  private func notify(
    _ state: StateReference, _ object: AnyObject, _ slots: some Sequence<Int>, _ change: () -> Void
  ) {
    let registrar = state.registrar.registrar
    let layout = state.layout
    guard let object = object as? any Observable & AnyObject else { return change() }
    let paths = slots.map { layout.properties[$0].keyPath }
    for path in paths { Self.tell(object, path, registrar, isBefore: true) }
    change()
    for path in paths { Self.tell(object, path, registrar, isBefore: false) }
  }

  /// Finds the static types that the registrar wants.
  private static func tell<Subject: Observable>(
    _ object: Subject, _ path: AnyKeyPath, _ registrar: ObservationRegistrar, isBefore: Bool
  ) {
    func open<Value>(_: Value.Type) {
      guard let path = path as? KeyPath<Subject, Value> else { return }
      if isBefore { registrar.willSet(object, keyPath: path) } else { registrar.didSet(object, keyPath: path) }
    }
    _openExistential(type(of: path).valueType, do: open)
  }
}
