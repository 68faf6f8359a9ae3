public import ObjectGraph
public import Observation

/// What `@Model` makes of a class.
///
/// Its metatypes can be sent, so that a list of models can be a constant in Swift 6 mode.
public protocol PersistentModel: _ModelClass, Observable, Hashable, Identifiable, SendableMetatype {
  init(backingData: any BackingData<Self>)
  var persistentBackingData: any BackingData<Self> { get set }
  static var schemaMetadata: [Schema.PropertyMetadata] { get }
}

extension PersistentModel {
  public static func createBackingData() -> _ModelBacking<Self> { _ModelBacking(for: Self.self) }

  public func getValue<Value>(forKey keyPath: KeyPath<Self, Value>) -> Value {
    _ModelBacking(self).getValue(forKey: keyPath)
  }

  public func setValue<Value>(forKey keyPath: KeyPath<Self, Value>, to newValue: Value) {
    _ModelBacking(self).setValue(forKey: keyPath, to: newValue)
  }

  public func getTransformableValue<Value>(forKey keyPath: KeyPath<Self, Value>) -> Value { getValue(forKey: keyPath) }

  public func setTransformableValue<Value>(forKey keyPath: KeyPath<Self, Value>, to newValue: Value) {
    setValue(forKey: keyPath, to: newValue)
  }

  /// Takes the state of backing data over; `persistentBackingData`'s setter.
  public func _$adopt(_ backing: any BackingData<Self>) {
    if let reference = backing.metadata as? StateReference { _$ref.exchange(with: reference) }
  }

  public var persistentModelID: PersistentIdentifier { PersistentIdentifier(object: self, reference: _$ref) }
  public var id: PersistentIdentifier { persistentModelID }

  /// The object is in a context and was inserted, changed or deleted since the last save.
  public var hasChanges: Bool { _$ref.isChanged }
  public var isDeleted: Bool { _$ref.isDeleted }

  public static func == (left: Self, right: Self) -> Bool { left === right }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
