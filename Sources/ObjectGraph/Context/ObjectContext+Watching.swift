import Observation

/// Hearing of every change of objects that are changed already: a slot tells its context of the first write only.
extension ObjectContext {
  /// Has `onActivity` called at the next change of each new and each edited object, once for each call of this.
  package func watchChanged() {
    for object in inserted { watch(object) }
    for object in updated { watch(object) }
  }

  private func watch(_ object: any _ModelObject) {
    let state = object._$ref
    let box = state.registrar
    guard !box.isWatched, let subject = object as? any Observable & AnyObject else { return }
    box.isWatched = true
    let watch = Watch(box: box, context: self)
    withObservationTracking {
      for property in state.layout.properties { Self.touch(subject, property.keyPath, box.registrar) }
    } onChange: {
      watch.end()
    }
  }

  /// Finds the static types that the registrar wants.
  private static func touch<Subject: Observable>(
    _ object: Subject, _ path: AnyKeyPath, _ registrar: ObservationRegistrar
  ) {
    func open<Value>(_: Value.Type) {
      if let path = path as? KeyPath<Subject, Value> { registrar.access(object, keyPath: path) }
    }
    _openExistential(type(of: path).valueType, do: open)
  }

  private final class Watch: @unchecked Sendable {
    // Unchecked because objects are changed only where their context is used.
    private weak var box: RegistrarBox?
    private weak var context: ObjectContext?

    init(box: RegistrarBox, context: ObjectContext) {
      self.box = box
      self.context = context
    }

    func end() {
      box?.isWatched = false
      context?.onActivity?()
    }
  }
}
