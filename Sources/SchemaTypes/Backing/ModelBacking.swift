import ObjectGraph

/// The backing data of an object: the object itself, or a blank one whose state another takes over.
public struct _ModelBacking<Model: PersistentModel>: BackingData {
  let donor: Model

  public init(_ donor: Model) { self.donor = donor }
  public init(for modelType: Model.Type) { donor = modelType.init(_$blank: ()) }

  /// Setting has no effect: a context gives identifiers.
  public var persistentModelID: PersistentIdentifier? {
    get { donor.persistentModelID }
    set {}
  }

  public var metadata: Any { donor._$ref }

  public func getValue<Value>(forKey keyPath: KeyPath<Model, Value>) -> Value {
    let reference = donor._$ref
    return reference._$any(reference._requiredSlot(of: keyPath), as: Value.self)
  }

  public func setValue<Value>(forKey keyPath: KeyPath<Model, Value>, to newValue: Value) {
    let reference = donor._$ref
    guard let slot = reference._slot(of: keyPath) else { return }
    reference._$setAny(slot, newValue)
  }

  public func getTransformableValue<Value>(forKey keyPath: KeyPath<Model, Value>) -> Value { getValue(forKey: keyPath) }

  public func setTransformableValue<Value>(forKey keyPath: KeyPath<Model, Value>, to newValue: Value) {
    setValue(forKey: keyPath, to: newValue)
  }
}
